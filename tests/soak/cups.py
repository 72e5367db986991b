"""Whole competitions of bots that are people to the application: they drop out, and the process is
killed at commits drawn by lot. The event must end as the same one that nobody has disturbed, or
with everybody refunded, and `dizhu verify` must find nothing.

Runs in virtual time over the real store: `python -m tests.soak.cups --events 100`.
"""

import argparse
import asyncio
import hashlib
import json
import random
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from dizhu.app.notices import Done
from dizhu.rules.ruleset import preset
from dizhu.tournament import Competition, Cup, Phase
from dizhu.tournament.events import DroppedOut, HandScored, RoundEnded, TablesSeated
from dizhu.tournament.spec import Entry, Prize, Stage, Start
from tests.soak.cup_hall import Hall, Killed, differences, run_at

SIZES = (96, 96, 96, 97, 99, 120, 144, 384)
OUTAGES = (0.5, 5, 60)
MOST_LIVES = 40
LATE = 700.0
"""An outage now and then that swallows the start of an event at a set time: it is refunded."""

POINTS = preset("jj-match").ruleset.with_options({"deal_step_ms": 0})
STAKES = preset("jj-match").stakes
BOARDS = preset("qq-classic").ruleset.with_options(
    {
        "name": "qq-duplicate",
        "unit": "points",
        "loser_cap": "none",
        "winner_cap": "none",
        "escape": False,
        "autoplay_scoring": "jj",
        "all_pass": "forced_score",
        "forced_score": 0,
        "deal_step_ms": 0,
    }
)
PRIZES = (
    Prize(1, share=50, beans=1000, cards=1, badge="soak-champion"),
    Prize(2, share=30),
    Prize(3, 6, share=5),
)
# Between two rounds there is a rest, in which whoever drops out is out: without it chance would
# decide whether he has played a card of the next round. In waves there is none, so nobody drops.
FORMATS: dict[str, tuple[Stage, ...]] = {
    "fixed_hands": (
        Stage("fixed_hands", start_score=500, interval_seconds=5, options=(("hands", 1),)),
    ),
    "swiss": (
        Stage(
            "swiss",
            start_score=500,
            interval_seconds=5,
            options=(("hands", 1), ("out_percent", 40), ("rounds", 3)),
        ),
    ),
    "duplicate": (Stage("duplicate", interval_seconds=5, options=(("boards", 2), ("rounds", 1))),),
    "waves": (
        Stage(
            "last_standing",
            start_score=60,
            options=(("hands", 1), ("limit_seconds", 900), ("reseat", "waves"), ("stop", 60)),
        ),
        Stage("fixed_hands", start_score=500, interval_seconds=5, options=(("hands", 1),)),
    ),
}


def competition(name: str, size: int, *, at: bool) -> Competition:
    """A format with so many people; starting when full, or at a set time."""
    start = Start(mode="full", size=size)
    if at:
        start = Start(mode="at", size=size, every_minutes=60, window_seconds=600)
    duplicate = name == "duplicate"
    return Competition(
        key=f"soak-{name.replace('_', '-')}",
        zh=name,
        en=name,
        kind="championship",
        ruleset=BOARDS if duplicate else POINTS,
        stakes=replace(STAKES, double_threshold=None, fee=0),
        stages=FORMATS[name],
        start=start,
        entry=Entry(beans=100),
        prizes=PRIZES,
        rake_percent=5,
    )


@dataclass(frozen=True, slots=True)
class Plan:
    """One event. `drops`: chance in a thousand that after a hand one of its three leaves."""

    number: int
    seed: str
    format: str
    size: int
    at: bool
    drops: int
    kills: int

    @property
    def competition(self) -> Competition:
        """What is played."""
        return competition(self.format, self.size, at=self.at)


@dataclass(slots=True)
class Outcome:
    """What came of an event."""

    phase: str = ""
    reason: str | None = None
    ranks: tuple[Any, ...] = ()
    hands: dict[tuple[int, int], tuple[int, int, int]] = field(default_factory=dict)
    lives: int = 0
    commits: int = 0
    dropped: int = 0
    wrong: list[str] = field(default_factory=list)


def lot(seed: str, label: str) -> int:
    """A number drawn under a label."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{label}".encode()).digest()[:8], "big")


class Event:
    """Plays one event to its end, through as many lives of the process as it takes."""

    def __init__(self, plan: Plan, folder: Path, *, kills: int) -> None:
        self._plan = plan
        self._folder = folder
        self._kills = kills
        self._chance = random.Random(f"{plan.seed}/kills")
        self._now = 0.0
        self._players: dict[int, tuple[str, str, str]] = {}
        self._scored: list[HandScored] = []
        """The hands of the round that runs."""
        self.outcome = Outcome()

    def to_the_end(self, kill_span: int) -> Outcome:
        """`kill_span`: how many commits an undisturbed event makes."""
        out, failures = self.outcome, list[Any]()
        while out.lives < MOST_LIVES:
            kill_at = None
            if out.lives < self._kills:
                kill_at = self._chance.randrange(5, max(10, 2 * kill_span // (self._kills + 1)))
            ended, self._now = run_at(self._now, self._live(out.lives, kill_at), failures)
            out.lives += 1
            self._hall.close()
            if ended is not Killed:
                break
            outage = self._chance.choice(OUTAGES)
            if self._plan.at and lot(self._plan.seed, "late") % 8 == 0 and out.lives == 1:
                outage = LATE + 3600
            self._now += outage
        else:
            out.wrong.append("the event does not end")
        out.wrong += [f"{f['message']}: {f.get('exception')!r}" for f in failures]
        if self._kills:
            out.wrong += differences(self._folder)
        return out

    async def _live(self, generation: int, kill_at: int | None) -> None:
        plan = self._plan
        key = plan.competition.key
        hall = self._hall = Hall(
            self._folder, plan.seed, {key: plan.competition}, generation=generation
        )
        writer: Any = hall.store.writer
        last = await hall.store.last_beat()
        outage = 0 if last is None else hall.clock.now() - last
        hall.on_change.append(lambda cup, events: self._changed(hall, cup, events))
        await hall.restore(outage)
        hall.spawn(self._beat(hall))
        writer.kill_at = kill_at
        cup = await self._cup(hall)
        self._catch_up(hall, cup)
        await self._enter(hall, cup)
        found = hall.cups.find(cup)
        while found is not None and not found.runner.over:  # noqa: ASYNC110 - virtual time
            await asyncio.sleep(1)
        await asyncio.sleep(10)
        await self._look(hall, cup)
        await hall.stop()
        self.outcome.commits = writer.jobs

    async def _beat(self, hall: Hall) -> None:
        while True:
            await hall.store.beat(hall.clock.now())
            await asyncio.sleep(1)

    async def _cup(self, hall: Hall) -> str:
        """The event: of before, or a new one; always with the same id and secret seed."""
        rows = list(hall.cups.all())
        if rows:
            return rows[0].cup.id
        past = await hall.store.read(lambda c: c.execute("SELECT id FROM cups").fetchall())
        if past:
            return str(past[0][0])
        hall.dice.random.seed(f"{self._plan.seed}/cup")
        await hall.cups.ensure()
        (running,) = hall.cups.all()
        return running.cup.id

    async def _enter(self, hall: Hall, cup_id: str) -> None:
        """One after the other, so that all lives have the same registrations."""
        running = hall.cups.find(cup_id)
        if running is None or running.cup.phase is not Phase.REGISTERING:
            return
        wait = (running.cup.opens_at - hall.clock.now()) / 1000
        if wait > 0:
            await asyncio.sleep(wait)
        for number in range(self._plan.size):
            player = f"p{number}"
            await hall.guest(player, beans=1000)
            result = await hall.enter(player, cup_id)
            if not isinstance(result, Done) and running.cup.phase is Phase.REGISTERING:
                self.outcome.wrong.append(f"{player} was refused: {result}")

    # --- who drops out ---

    def _changed(self, hall: Hall, cup: Cup, events: Any) -> None:
        for event in events:
            if isinstance(event, TablesSeated):
                for plan in event.tables:
                    self._players[plan.number] = plan.players
            elif isinstance(event, HandScored):
                self._scored.append(event)
            elif isinstance(event, RoundEnded):
                for scored in self._scored:
                    if event.ready_at > event.at:
                        self._drop(hall, cup, scored)
                self._scored.clear()

    def _drop(self, hall: Hall, cup: Cup, scored: HandScored) -> None:
        """By lot of the table and the hand alone, in the rest after the round: whether somebody has
        gone before its end decides who qualifies.
        """
        drawn = lot(self._plan.seed, f"drop/{scored.table}/{scored.hand}")
        players = self._players.get(scored.table)
        if drawn % 1000 >= self._plan.drops or players is None or cup.over:
            return
        player = players[drawn // 1000 % 3]
        entrant = cup.entrants.get(player)
        if entrant is not None and not entrant.gone and entrant.rank is None:
            hall.spawn(hall.entering.drop_out(player, hall.command(), cup.id))

    def _catch_up(self, hall: Hall, cup_id: str) -> None:
        """What a life that was cut short did not come to."""
        hall.spawn(self._catch_up_from_log(hall, cup_id))

    async def _catch_up_from_log(self, hall: Hall, cup_id: str) -> None:
        running = hall.cups.find(cup_id)
        if running is None:
            return
        for recorded in await hall.shelf.log(cup_id):
            self._changed(hall, running.cup, (recorded.event,))

    # --- the end ---

    async def _look(self, hall: Hall, cup_id: str) -> None:
        out = self.outcome
        row = await hall.shelf.row(cup_id)
        assert row is not None
        out.phase, out.reason = row.phase, row.reason
        out.ranks = tuple(await hall.shelf.ranks(cup_id, 1, 10_000))
        for recorded in await hall.shelf.log(cup_id):
            event = recorded.event
            if isinstance(event, HandScored):
                out.hands[event.table, event.hand] = event.deltas
            elif isinstance(event, DroppedOut):
                out.dropped += 1
        health = {k: n for k, n in hall.health.counts.items() if k != "storage_failures"}
        if health:
            out.wrong.append(f"health: {health}")
        if len(hall.tables):
            out.wrong.append(f"{len(hall.tables)} tables are left open")
        bound = [f"p{n}" for n in range(self._plan.size) if hall.tables.seating.bound(f"p{n}")]
        if bound:
            out.wrong.append(f"still bound to tables: {bound[:5]}")
        await self._money(hall)

    async def _money(self, hall: Hall) -> None:
        """A cancelled event has cost nobody anything."""
        if self.outcome.phase != "cancelled":
            return
        people = [f"p{n}" for n in range(self._plan.size)]
        beans = await hall.wallet.beans(people)
        if set(beans) - {0, 1000}:
            self.outcome.wrong.append("somebody was not refunded")


def plan_of(number: int, seed: str) -> Plan:
    """The event of a number."""
    drawn, name = lot(seed, f"plan/{number}"), list(FORMATS)[number % len(FORMATS)]
    return Plan(
        number=number,
        seed=f"{seed}/{number}",
        format=name,
        size=SIZES[drawn % len(SIZES)],
        at=drawn // 8 % 2 == 0,
        drops=0 if name == "waves" else (0, 10, 30)[drawn // 16 % 3],
        kills=1 + drawn // 48 % 4,
    )


def played(plan: Plan) -> dict[str, Any]:
    """An event twice, undisturbed and disturbed, and whether they came to the same."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        calm = Event(plan, Path(folder) / "calm", kills=0).to_the_end(0)
        rough = Event(plan, Path(folder) / "rough", kills=plan.kills).to_the_end(calm.commits)
    wrong = [f"undisturbed: {w}" for w in calm.wrong] + rough.wrong
    refunded = rough.phase == "cancelled"
    if calm.phase != "finished":
        wrong.append(f"undisturbed it was {calm.phase}: {calm.reason}")
    elif not refunded and (calm.ranks, calm.hands) != (rough.ranks, rough.hands):
        wrong.append(f"another result: {_first_change(calm, rough)}")
    told = {k: v for k, v in asdict(plan).items() if k != "seed"}
    return {
        **told,
        "hands": len(calm.hands),
        "dropped": calm.dropped,
        "lives": rough.lives,
        "phase": rough.phase,
        "reason": rough.reason,
        "seconds": round(time.monotonic() - began, 1),
        "wrong": wrong,
    }


def _first_change(calm: Outcome, rough: Outcome) -> str:
    for key in sorted({*calm.hands, *rough.hands}):
        if calm.hands.get(key) != rough.hands.get(key):
            return f"hand {key}: {calm.hands.get(key)}, disturbed {rough.hands.get(key)}"
    pairs = zip(calm.ranks, rough.ranks, strict=False)
    return str(next(((a, b) for a, b in pairs if a != b), "the number of ranks"))


def main() -> int:
    """Run, print, judge."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.cups", description=__doc__)
    parser.add_argument("--events", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--minutes", type=float, default=120.0, help="stop after so many")
    args = parser.parse_args()
    last, events = time.monotonic() + args.minutes * 60, []
    for number in range(args.first, args.first + args.events):
        if time.monotonic() > last:
            break
        events.append(played(plan_of(number, args.seed)))
        print(json.dumps(events[-1]), flush=True)
    wrong = [e for e in events if e["wrong"]]
    print(
        json.dumps(
            {
                "events": len(events),
                "hands": sum(e["hands"] for e in events),
                "kills": sum(e["lives"] - 1 for e in events),
                "dropped": sum(e["dropped"] for e in events),
                "refunded": sum(e["phase"] == "cancelled" for e in events),
                "wrong": len(wrong),
            }
        )
    )
    return 1 if wrong or len(events) < args.events else 0


if __name__ == "__main__":
    sys.exit(main())
