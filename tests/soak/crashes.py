"""kill -9 at random instants under tables of bots, with people who come and go.

A real `dizhu serve`. After each restart `dizhu verify --since` is clean, every command that was
acknowledged is in the log exactly once, and every hand that was going on goes on: same cards,
versions that continue. At the end the whole database is verified.
`python -m tests.soak.crashes --kills 200 --tables 200`.
"""

import argparse
import asyncio
import json
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from dizhu.store.sqlite import FILE
from tests.server.playing import Guest
from tests.server.process import ServerProcess
from tests.soak.regular import Regular

ROOM = """
[[room]]
id = "{id}"
zh = "{id}"
en = "{id}"
ruleset = "{ruleset}"
level = 1
stakes = {{ coefficient = 10, fee = 5, base = 1, entry_min = 0 }}
options = {{ {options} }}
bots_after = 0.2
"""
RULESETS = {
    "qq-classic": "deal_step_ms = 20",
    "qq-laizi": "deal_step_ms = 20",
    "qq-menzhua": "deal_step_ms = 20",
    "jj-happy": 'deal_step_ms = 20, unit = "beans", loser_cap = "floor", winner_cap = "pair"',
    "jj-match": "deal_step_ms = 20",
}
LEAST_UP, MOST_UP = 0.05, 2.0


@dataclass(frozen=True, slots=True)
class Settings:
    """`tables`: of bots, so many people sit down at with two bots each; `people`: who come and go
    and are watched; `full`: verify everything after each kill.
    """

    kills: int
    tables: int
    people: int
    seed: int
    minutes: float
    bot_seconds: float = 0.6


@dataclass(slots=True)
class Report:
    """`down_s`: from the kill until the server was ready again; `back_s`: from connecting until the
    table is there again; `wrong`: empty when all is well.
    """

    kills: int = 0
    seconds: float = 0
    live_tables: list[int] = field(default_factory=list)
    hands: int = 0
    events: int = 0
    acknowledged: int = 0
    live_hands_followed: int = 0
    down_s: dict[str, float] = field(default_factory=dict)
    back_s: dict[str, float] = field(default_factory=dict)
    verify_s: float = 0
    verified_at_end: str = ""
    figures: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


class Crashes:
    """One run."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings = settings
        self.chance = random.Random(settings.seed)
        rooms = folder / "rooms.toml"
        rooms.write_text(
            "".join(ROOM.format(id=n, ruleset=n, options=o) for n, o in RULESETS.items())
        )
        half = settings.bot_seconds / 2
        self.process = ServerProcess(
            folder / "data",
            rooms=rooms,
            bot_least=half,
            bot_most=3 * half,
            autoplay_ms=round(1000 * settings.bot_seconds),
            rate=1000,
            burst=1000,
            limits="guest.address=100000/60 socket.address=100000/60 socket.account=10000/60",
        )
        self.data = folder / "data"
        self.regulars: list[Regular] = []
        self.report = Report()
        self.figures: Counter[str] = Counter()
        self.downs: list[float] = []
        self.backs: list[float] = []

    async def run(self) -> Report:
        """All kills, then the whole database."""
        began = time.monotonic()
        base = await self.process.start()
        try:
            await self._come(base)
            while self.report.kills < self.settings.kills and not self.report.wrong:
                if time.monotonic() - began > self.settings.minutes * 60:
                    break
                await self._once()
        finally:
            for regular in self.regulars:
                await regular.guest.close()
            with suppress(ProcessLookupError):  # it died by itself, which is what is told then
                await self.process.kill()
        await self._verify(0)
        self.report.seconds = round(time.monotonic() - began, 1)
        self.report.figures = dict(self.figures)
        self.report.down_s, self.report.back_s = _spread(self.downs), _spread(self.backs)
        return self.report

    # --- people ---

    async def _come(self, base: str) -> None:
        names = list(RULESETS)
        for number in range(self.settings.people):
            guest = Guest(base)
            await guest.sign_in()
            chance = random.Random(f"{self.settings.seed} {number}")
            self.regulars.append(Regular(guest, names[number % len(names)], chance))
        await asyncio.gather(*(r.guest.connect() for r in self.regulars))
        await self._fill(base)

    async def _fill(self, base: str) -> None:
        """Tables at which nobody but bots acts: somebody sits down and never says a word."""
        missing = self.settings.tables - self._live()
        names = list(RULESETS)
        for number in range(max(0, missing)):
            guest = Guest(base)
            await guest.sign_in()
            await guest.connect()
            room = names[(number + self.report.kills) % len(names)]
            answer = await guest.join(room, bots=True, start="ready")
            self.figures[f"sat down: {answer['type']}"] += 1
            await guest.wait("seated")
            await guest.close()  # the system plays for him, hand by hand others come

    def _live(self) -> int:
        with self._read() as connection:
            return int(connection.execute("SELECT sum(live) FROM tables").fetchone()[0] or 0)

    def _read(self) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{self.data / FILE}?mode=ro", uri=True)

    # --- a kill ---

    async def _once(self) -> None:
        playing = [asyncio.create_task(r.play()) for r in self.regulars]
        since = round(time.time() * 1000)
        await asyncio.sleep(self.chance.uniform(LEAST_UP, MOST_UP))
        killed = time.monotonic()
        await self.process.kill()
        await asyncio.wait(playing)
        self.figures["players failed"] += sum(t.exception() is not None for t in playing)
        self.report.wrong += [repr(t.exception()) for t in playing if t.exception() is not None]
        live = self._hands_going_on()
        base = await self.process.start()
        self.downs.append(time.monotonic() - killed)
        self.report.kills += 1
        await self._verify(since)
        self._acknowledged()
        self._goes_on(live)
        for regular in self.regulars:
            began = time.monotonic()
            wrong = await regular.back(base)
            self.backs.append(time.monotonic() - began)
            self.report.wrong += [] if wrong is None else [wrong]
        self.report.live_tables.append(self._live())
        await self._fill(base)

    async def _verify(self, since: int) -> None:
        """`dizhu verify` as anybody would run it; at the end of everything."""
        began = time.monotonic()
        options = ["--since", str(since)] if since else ["--jobs", "2"]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            "import sys; from dizhu.cli import main; sys.exit(main(sys.argv[1:]))",
            "verify",
            "--data-dir",
            str(self.data),
            *options,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, error = await process.communicate()
        self.report.verify_s = round(self.report.verify_s + time.monotonic() - began, 1)
        if process.returncode != 0:
            self.report.wrong.append(f"verify: {(out + error).decode()[:2000]}")
        if not since:
            self.report.verified_at_end = out.decode().strip()
            with self._read() as connection:
                count = "SELECT (SELECT count(*) FROM hands), (SELECT count(*) FROM events)"
                self.report.hands, self.report.events = connection.execute(count).fetchone()

    def _acknowledged(self) -> None:
        """Each is in the log, once, as the version that was told."""
        query = "SELECT version FROM commands WHERE player = ? AND id = ?"
        last = "SELECT max(version) FROM events WHERE stream = ?"
        with self._read() as connection:
            for regular in self.regulars:
                player = regular.guest.player["id"]
                for command, (table, version) in regular.acked.items():
                    rows = connection.execute(query, (player, command)).fetchall()
                    stored = connection.execute(last, (table,)).fetchone()[0] or 0
                    if rows != [(version,)] or stored < version:
                        self.report.wrong.append(
                            f"{player} {command} was acknowledged as {version}, stored {rows}, "
                            f"the log ends with {stored}"
                        )
                self.report.acknowledged += len(regular.acked)
                regular.acked.clear()

    def _hands_going_on(self) -> dict[str, int]:
        """The live tables of the dead server, with the versions they had."""
        query = (
            "SELECT stream, max(version) FROM events "
            "JOIN tables ON tables.id = stream WHERE live = 1 GROUP BY stream"
        )
        with self._read() as connection:
            return dict(connection.execute(query).fetchall())

    def _goes_on(self, live: dict[str, int]) -> None:
        """After the restart each has gone on: at least its clocks were extended, one by one."""
        query = "SELECT count(*), max(version) FROM events WHERE stream = ?"
        with self._read() as connection:
            for table, version in live.items():
                number, now = connection.execute(query, (table,)).fetchone()
                if number != now:
                    self.report.wrong.append(f"table {table}: {number} events, version {now}")
                elif now <= version:
                    self.report.wrong.append(f"table {table} has not gone on after {version}")
        self.report.live_hands_followed += len(live)


def _spread(seconds: list[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    if not ordered:
        return {}
    return {"median": round(ordered[len(ordered) // 2], 3), "worst": round(ordered[-1], 3)}


def main() -> int:
    """Run, print, judge."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.crashes", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--people", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=120.0)
    settings = Settings(**vars(parser.parse_args()))
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(Crashes(settings, Path(folder)).run())
    found = asdict(report)
    tables = found.pop("live_tables")
    found["live_tables"] = [min(tables, default=0), max(tables, default=0)]
    print(json.dumps(found, indent=2))
    return 1 if report.wrong or report.kills < settings.kills else 0


if __name__ == "__main__":
    sys.exit(main())
