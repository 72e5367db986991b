"""Broken, forged, replayed and reordered frames at a live table.

A stranger and a player who is not asked send them; the table must stay as it is, the server must
not report a single error, and another table must go on at its pace all the while.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import string
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from dizhu.bootstrap import Config, Server
from dizhu.table import Player
from tests.server.playing import Guest

ROOMS = """
[[room]]
id = "victims"
zh = "慢"
en = "Slow"
ruleset = "qq-classic"
level = 1
options = { deal_step_ms = 1, seconds_call = 600 }
[[room]]
id = "others"
zh = "快"
en = "Fast"
ruleset = "qq-classic"
level = 1
options = { deal_step_ms = 20 }
"""
BATCH = 50


@dataclass(frozen=True, slots=True)
class Report:
    """What came of it. `changed`: the table is not as it was; `worst_gap`: between two steps of
    the other table, seconds; `errors`: what the server counted as its own errors.
    """

    frames: int
    answered: int
    changed: bool
    worst_gap: float
    connections: int
    errors: dict[str, int]


class Frames:
    """Makes frames."""

    def __init__(self, seed: int, table: str) -> None:
        self._random = random.Random(seed)
        self._table = table
        self._sent: list[bytes] = []

    def next(self) -> bytes:
        """A frame of one of the kinds."""
        make = self._random.choice((self._mutated, self._typed, self._replayed, self._noise))
        frame = make()
        self._sent.append(frame)
        if len(self._sent) > 500:
            del self._sent[self._random.randrange(len(self._sent))]
        return frame

    def _valid(self) -> dict[str, Any]:
        """A message that is well formed, and wrong at this moment."""
        r = self._random
        act: dict[str, Any] = {
            "type": "act",
            "table": self._table,
            "command_id": f"f{r.randrange(10**9)}",
            "seen_version": r.randrange(200),
            "action": r.choice(
                [
                    {"type": "call"},
                    {"type": "rob"},
                    {"type": "pass"},
                    {"type": "double"},
                    {"type": "play", "cards": r.sample(range(54), r.randrange(1, 20))},
                    {"type": "show", "stage": r.choice(["start", "bottom"])},
                ]
            ),
        }
        asked = {"table": self._table, "request_id": "q", "cards": r.sample(range(54), 5)}
        others: list[dict[str, Any]] = [
            {"type": "resume", "table": self._table, "version": r.randrange(300)},
            {"type": "ask_hint", "table": self._table, "request_id": "q"},
            {"type": "ask_readings", **asked},
            {"type": "ask_sweep", **asked},
            {"type": "ping", "sent_at": r.random()},
            {"type": "cancel_join", "command_id": "x"},
        ]
        return act if r.random() < 0.6 else r.choice(others)

    def _mutated(self) -> bytes:
        """Bytes changed, removed or doubled."""
        data = bytearray(json.dumps(self._valid()).encode())
        for _ in range(self._random.randrange(1, 6)):
            at = self._random.randrange(len(data))
            kind = self._random.randrange(3)
            if kind == 0:
                data[at] = self._random.randrange(256)
            elif kind == 1:
                del data[at : at + self._random.randrange(1, 9)]
            else:
                data[at:at] = data[at : at + self._random.randrange(1, 30)]
            data = data or bytearray(b"{")
        return bytes(data)

    def _typed(self) -> bytes:
        """A field of another type, missing, or too many."""
        message = self._valid()
        where: dict[str, Any] = message
        if isinstance(message.get("action"), dict) and self._random.random() < 0.5:
            where = message["action"]
        name = self._random.choice(list(where))
        if self._random.random() < 0.2:
            del where[name]
        elif self._random.random() < 0.2:
            where["".join(self._random.choices(string.ascii_letters, k=5))] = 1
        else:
            where[name] = self._random.choice(
                [None, True, -1, 10**30, 1.5, "", "x" * 3000, [], [[]], {}, "\u0000", "癞", [1, 1]]
            )
        return json.dumps(message).encode()

    def _replayed(self) -> bytes:
        """Something sent before, in another order."""
        return self._random.choice(self._sent) if self._sent else b"{}"

    def _noise(self) -> bytes:
        """Nesting, length, bytes that are no text."""
        n = self._random.randrange(1, 4000)
        return self._random.choice(
            [b"[" * n, b"{" * n, b'{"a":' * (n // 5 + 1), self._random.randbytes(n % 200), b"9" * n]
        )


async def run(frames: int, seed: int) -> Report:
    """Send so many frames."""
    with tempfile.TemporaryDirectory() as folder:
        rooms = Path(folder) / "rooms.toml"
        rooms.write_text(ROOMS, encoding="utf-8")
        config = Config(
            port=0,
            data_dir=Path(folder),
            rooms=rooms,
            seed=seed,
            bot_least=0.02,
            bot_most=0.05,
            next_ms=50,
            rate=1e9,
            burst=1e9,
        )
        server = Server(config)
        await server.start()
        try:
            return await _attack(server, frames, seed)
        finally:
            await server.stop()


async def _attack(server: Server, frames: int, seed: int) -> Report:
    base = f"http://127.0.0.1:{server.port}"
    bots = [Player(*server.tables.crew.take(), bot=server.config.bot) for _ in range(3)]
    await server.tables.open(server.rooms["others"], bots)
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(Guest(base)) for _ in range(3)]
        stranger = await stack.enter_async_context(Guest(base))
        for guest in guests:
            await guest.join("victims", start="ready")
        for guest in guests:
            await guest.until(lambda v: v["hand"] is not None and v["hand"]["phase"] == "call")
        insider = next(g for g in guests if not g.asked())
        table = str(insider.table)
        runner = server.tables.find(table)
        assert runner is not None
        before = runner.state
        watch = asyncio.create_task(_worst_gap(server))
        sent = [
            await _send(base, who, Frames(seed + n, table), frames // 2)
            for n, who in enumerate((stranger, insider))
        ]
        watch.cancel()
        return Report(
            frames=frames,
            answered=sum(s[0] for s in sent),
            changed=runner.state != before,
            worst_gap=await watch,
            connections=sum(s[1] for s in sent),
            errors=dict(server.health.counts),
        )


async def _send(base: str, who: Guest, frames: Frames, number: int) -> tuple[int, int]:
    """Frames in batches, each answered by a pong before the next; cut off: connect again."""
    await who.disconnect()
    answers, connections, left = 0, 0, number
    while left > 0:
        connections += 1
        async with who.http.ws_connect(f"{base}/ws", max_msg_size=0) as ws:
            while left > 0 and not ws.closed:
                batch = min(BATCH, left)
                left -= batch
                answers += await _batch(ws, [frames.next() for _ in range(batch)])
    return answers, connections


async def _batch(ws: aiohttp.ClientWebSocketResponse, frames: list[bytes]) -> int:
    try:
        for frame in frames:
            await ws.send_frame(frame, aiohttp.WSMsgType.TEXT)
        await ws.send_str('{"type":"ping","sent_at":-7.5}')
    except ConnectionError:
        return 0
    answers = 0
    async for message in ws:
        answers += 1
        if '"pong"' in message.data and "-7.5" in message.data:
            break
    return answers


async def _worst_gap(server: Server) -> float:
    """The longest time in which the other table's store of events did not grow."""
    worst, last, jobs = 0.0, time.monotonic(), server.store.writer.jobs
    try:
        while True:
            await asyncio.sleep(0.005)
            if server.store.writer.jobs != jobs:
                now, jobs = time.monotonic(), server.store.writer.jobs
                worst, last = max(worst, now - last), now
    except asyncio.CancelledError:
        return worst


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz_frames", description=__doc__)
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    report = asyncio.run(run(arguments.frames, arguments.seed))
    print(json.dumps({n: getattr(report, n) for n in report.__slots__}, indent=2))
    return 1 if report.changed or report.errors else 0


if __name__ == "__main__":
    sys.exit(main())
