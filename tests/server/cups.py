"""Small competitions on a real server, and what their people do."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from dizhu.bootstrap import Server
from dizhu.store.audit import Count, audit, open_for_reading
from tests.server.conftest import config
from tests.server.playing import HEADERS, PATIENCE, Guest, Message

SWISS = """
[[cup]]
key = "small"
zh = "小赛"
en = "Small"
kind = "swiss"
ruleset = "jj-match"
stakes = { base = 10 }
start = { mode = "full", size = 3 }
entry = { beans = 500 }
prizes = [
  { first = 1, share = 60, cards = 1, badge = "small-champion" },
  { first = 2, share = 40 },
]

[[cup.stage]]
format = "swiss"
start_score = 500
rounds = 2
hands = 1
"""
DUPLICATE = """
[[cup]]
key = "boards"
zh = "复式"
en = "Boards"
kind = "championship"
ruleset = "qq-classic"
stakes = { base = 20, coefficient = 1, fee = 0, double_threshold = "none" }
start = { mode = "hand", size = 12, minimum = 6, bots = true }

[cup.options]
unit = "points"
loser_cap = "none"
winner_cap = "none"
escape = false
autoplay_scoring = "jj"
all_pass = "forced_score"
forced_score = 0

[[cup.stage]]
format = "duplicate"
rounds = 1
boards = 1
"""


@asynccontextmanager
async def house(folder: Path, catalogue: str = SWISS) -> AsyncIterator[Server]:
    """A server with some competitions; its books are whole when it ends."""
    file = folder / "cups.toml"
    file.write_text(catalogue, encoding="utf-8")
    server = Server(config(folder, cups=file, cup_rest_ms=50, deal_step_ms=0))
    await server.start()
    yield server
    await server.stop()
    assert server.health.counts == {}
    connection = open_for_reading(folder / "data")
    assert [str(d) for d in audit(connection, Count())] == []
    connection.close()


async def said(
    guest: Guest, kind: str, where: Callable[[Message], bool] = lambda _m: True, start: int = 0
) -> Message:
    """The first message of a kind that was, or will be, told from a place in the log on."""

    async def found() -> Message:
        while True:
            for message in guest.log[start:]:
                if message["type"] == kind and where(message):
                    return message
            assert guest.closed_with is None, f"closed before a {kind}"
            guest._news.clear()
            await guest._news.wait()

    return await asyncio.wait_for(found(), PATIENCE)


async def ask(guest: Guest, kind: str, **fields: Any) -> Message:
    """A command, and its answer."""
    command = fields.pop("command_id", None) or guest.new_id()
    await guest.send(type=kind, command_id=command, **fields)
    return await guest.answer(command)


async def get(guest: Guest, path: str) -> tuple[int, Any]:
    """A page of the HTTP interface."""
    async with guest.http.get(f"{guest.base}{path}") as response:
        if response.content_type == "application/json":
            return response.status, await response.json()
        return response.status, await response.text()


async def post(guest: Guest, path: str, body: Message) -> tuple[int, Any]:
    """Do something over HTTP."""
    async with guest.http.post(f"{guest.base}{path}", json=body, headers=HEADERS) as response:
        return response.status, await response.json()


async def cup_of(guest: Guest, key: str = "small") -> str:
    """The cup of a competition that can be entered now."""
    async with asyncio.timeout(PATIENCE):
        while True:
            _, found = await get(guest, "/api/cups")
            for line in found["cups"]:
                if line["key"] == key and line["phase"] == "registering":
                    return str(line["id"])
            await asyncio.sleep(0.05)


async def play_to_the_end(guest: Guest) -> Message:
    """Play sensibly at every table, until one's part in the cup is over."""
    over = lambda m: m["type"] == "cup_over" and m["why"] in ("finished", "cancelled")  # noqa: E731
    ended = asyncio.create_task(guest.wait_any(over))
    playing = asyncio.create_task(guest.play_on(lambda _view: ended.done()))
    try:
        return await asyncio.wait_for(ended, 60)
    finally:
        playing.cancel()
        await asyncio.wait([playing])
