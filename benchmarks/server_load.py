"""The server under load: so many tables of three sockets each, all playing.

The server runs in a process of its own, the players in another; the machine's cores are shared.
Each player answers after a pause drawn around `--think`. Measured by the players: from sending an
action to the moment when the last of the three has decoded its outcome. Measured inside the server
(`benchmarks.inside`): from reading an action to its last frame queued, and written. And messages a
second, the server's processor time and memory.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import aiohttp
import msgspec

from dizhu.rules.cards import pack, pick
from dizhu.rules.combos import KIND_BY_CODE, BombClass, combo
from dizhu.rules.patterns import patterns_for
from dizhu.rules.ruleset import preset

ROOMS = """
[[room]]
id = "load"
zh = "压"
en = "Load"
ruleset = "qq-classic"
level = 1
stakes = { coefficient = 1, fee = 1 }
options = { deal_step_ms = 200 }
"""
PATTERNS = patterns_for(preset("qq-classic").ruleset, None)
EASY = ("ready", "call", "rob", "no_double")


class Reading(msgspec.Struct):
    """The part of a message that a player needs."""

    kind: str
    main: int
    length: int
    bomb_class: str | None = None


class Combo(msgspec.Struct):
    reading: Reading


class Option(msgspec.Struct):
    type: str


class Hand(msgspec.Struct):
    cards: list[list[int] | None]
    asked: list[int]
    options: list[Option]
    to_beat: Combo | None


class View(msgspec.Struct):
    you: int
    status: str
    hand_no: int
    hand: Hand | None


class Message(msgspec.Struct):
    type: str
    table: str | None = None
    version: int = 0
    from_version: int = 0
    view: View | None = None
    code: str | None = None


DECODER = msgspec.json.Decoder(Message)


class Table:
    """What three players have seen together: when an action was sent, who has its outcome."""

    def __init__(self) -> None:
        self.sent: dict[int, float] = {}
        self.seen: dict[int, int] = {}


class Load:
    """All players."""

    def __init__(self, base: str, think: float) -> None:
        self.base = base
        self.think = think
        self.tables: dict[str, Table] = {}
        self.latencies: list[float] = []
        self.received = 0
        self.received_bytes = 0
        self.sent = 0
        self.hands = 0
        self.refused: dict[str, int] = {}
        self.measuring = False

    async def player(self, number: int) -> None:
        jar = aiohttp.CookieJar(unsafe=True)
        async with aiohttp.ClientSession(cookie_jar=jar) as http:
            headers = {"X-Dizhu": "1"}
            async with http.post(f"{self.base}/api/guest", json={}, headers=headers) as response:
                response.raise_for_status()
            async with http.ws_connect(f"{self.base}/ws", max_msg_size=0) as ws:
                await Player(self, ws, number).run()


class Player:
    """One socket."""

    def __init__(self, load: Load, ws: aiohttp.ClientWebSocketResponse, number: int) -> None:
        self.load = load
        self.ws = ws
        self.random = random.Random(number)
        self.commands = 0
        self.version = 0
        self.hand_no = 0

    async def run(self) -> None:
        await self.send({"type": "join", "room": "load", "command_id": "j", "start": "ready"})
        async for frame in self.ws:
            data: str = frame.data
            if self.load.measuring:
                self.load.received += 1
                self.load.received_bytes += len(data)
            message = DECODER.decode(data)
            if message.type == "refused":
                code = message.code or ""
                self.load.refused[code] = self.load.refused.get(code, 0) + 1
            if message.view is not None and message.table is not None:
                self.note(message.table, message.version)
                await self.answer(message.table, message.view)

    async def send(self, message: dict[str, Any]) -> None:
        self.load.sent += self.load.measuring
        await self.ws.send_str(json.dumps(message))

    def note(self, table_id: str, version: int) -> None:
        """The third to see the outcome of an action ends its time."""
        table = self.load.tables.setdefault(table_id, Table())
        for before in [b for b in table.sent if b < version]:
            table.seen[before] = table.seen.get(before, 0) + 1
            if table.seen[before] == 3:
                begun = table.sent.pop(before)
                del table.seen[before]
                if self.load.measuring:
                    self.load.latencies.append(time.perf_counter() - begun)
        self.version = version

    async def answer(self, table: str, view: View) -> None:
        hand = view.hand
        if view.status == "between" and view.hand_no > self.hand_no:
            self.hand_no = view.hand_no
            self.load.hands += self.load.measuring
            await self.act(table, {"type": "again", "start": "ready"}, timed=False)
        elif hand is not None and view.you in hand.asked:
            asyncio.get_running_loop().call_later(
                self.random.uniform(0.5, 1.5) * self.load.think,
                self.later,
                table,
                self.version,
                move(view, hand),
            )

    def later(self, table: str, version: int, action: dict[str, Any]) -> None:
        if version == self.version and not self.ws.closed:
            task = asyncio.ensure_future(self.act(table, action, timed=True))
            task.add_done_callback(lambda t: t.exception())

    async def act(self, table: str, action: dict[str, Any], *, timed: bool) -> None:
        self.commands += 1
        message = {
            "type": "act",
            "table": table,
            "action": action,
            "command_id": f"c{self.commands}",
            "seen_version": self.version,
        }
        if timed and action["type"] in ("play", "pass", "call", "rob"):
            self.load.tables[table].sent.setdefault(self.version, time.perf_counter())
        await self.send(message)


def move(view: View, hand: Hand) -> dict[str, Any]:
    """Something legal."""
    options = {o.type for o in hand.options}
    for name in EASY:
        if name in options:
            return {"type": name}
    held = hand.cards[view.you] or []
    to_beat = None
    if hand.to_beat is not None:
        r = hand.to_beat.reading
        bomb_class = None if r.bomb_class is None else BombClass[r.bomb_class.upper()]
        to_beat = combo(KIND_BY_CODE[r.kind], r.main, r.length, bomb_class)
    moves = PATTERNS.moves(pack(held), to_beat)
    if not moves:
        return {"type": "pass"}
    best = min(moves, key=lambda m: (m.combo.kind <= 1, m.combo.main, -m.combo.size))
    declare = {"kind": best.combo.kind.code, "main": best.combo.main, "length": best.combo.length}
    return {"type": "play", "cards": list(pick(held, best.cards)), "declare": declare}


def start_server(folder: str) -> tuple[subprocess.Popen[str], str]:
    """The server in a process; its address."""
    rooms = Path(folder) / "rooms.toml"
    rooms.write_text(ROOMS, encoding="utf-8")
    environment = {
        **os.environ,
        "DIZHU_PORT": "0",
        "DIZHU_DATA_DIR": folder,
        "DIZHU_ROOMS": str(rooms),
        "DIZHU_BURST": "1000",
        "DIZHU_ADDRESS_CONNECTIONS": "10000",
        "DIZHU_LIMITS": "guest.address=20000/60 socket.address=20000/60 request.address=60000/60",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.inside"],
        cwd=Path(__file__).resolve().parents[1],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    return process, process.stdout.readline().rpartition(" ")[2].strip()


def usage(pid: int) -> tuple[float, float]:
    """Processor seconds used, and resident megabytes."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(base: str, pid: int, arguments: argparse.Namespace) -> dict[str, Any]:
    load = Load(base, arguments.think)
    empty = usage(pid)[1]
    players = []
    for number in range(3 * arguments.tables):
        players.append(asyncio.create_task(load.player(number)))
        if number % 30 == 29:
            await asyncio.sleep(0.25)
    await asyncio.sleep(arguments.warm_up)
    os.kill(pid, signal.SIGUSR1)
    load.measuring = True
    (cpu, _), begun = usage(pid), time.perf_counter()
    await asyncio.sleep(arguments.seconds)
    load.measuring = False
    (cpu_after, memory), took = usage(pid), time.perf_counter() - begun
    for player in players:
        player.cancel()
    ended = await asyncio.gather(*players, return_exceptions=True)
    times = statistics.quantiles(load.latencies, n=100)
    return {
        "tables": arguments.tables,
        "sockets": len(players),
        "seconds": round(took, 1),
        "actions_in_per_s": round(load.sent / took),
        "messages_out_per_s": round(load.received / took),
        "out_mb_per_s": round(load.received_bytes / took / 1e6, 2),
        "seen_by_the_last_player_ms": {
            "p50": round(times[49] * 1000, 1),
            "p99": round(times[98] * 1000, 1),
            "worst": round(max(load.latencies) * 1000, 1),
        },
        "server_cpu": round((cpu_after - cpu) / took, 2),
        "server_cpu_us_per_action": round((cpu_after - cpu) / max(load.sent, 1) * 1e6),
        "server_cpu_us_per_message_out": round((cpu_after - cpu) / load.received * 1e6),
        "server_mb": round(memory),
        "kb_per_table": round((memory - empty) * 1000 / arguments.tables),
        "hands_ended": load.hands // 3,
        "refused": load.refused,
        "players_lost": sum(isinstance(e, Exception) for e in ended),
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server_load", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--warm-up", type=float, default=8)
    parser.add_argument("--think", type=float, default=1.5, help="seconds, on average")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process, base = start_server(folder)
        try:
            found = asyncio.run(measure(base, process.pid, arguments))
        finally:
            process.terminate()
            inside, _ = process.communicate(timeout=30)
    found["inside_the_server"] = json.loads(inside)
    print(json.dumps(found, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
