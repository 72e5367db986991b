"""A whole hand over three sockets, for every ruleset, and what each viewer may see of it."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from dizhu.bootstrap import Server
from tests.server.playing import Guest, over


@pytest.mark.parametrize("room", ["quick", "laizi", "menzhua", "jj", "match"])
async def test_three_people_play_a_hand(server: Server, base: str, room: str) -> None:
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(Guest(base)) for _ in range(3)]
        answers = await asyncio.gather(*(g.join(room, start="ready") for g in guests))
        assert [a["type"] for a in answers] == ["ack"] * 3
        await asyncio.gather(*(g.play_on(over) for g in guests))
        results = [g.view["result"] for g in guests if g.view]
        assert results[0] == results[1] == results[2]
        if results[0]["unit"] == "beans":
            fees = sum(s["fee"] for s in results[0]["seats"])
            assert sum(s["delta"] for s in results[0]["seats"]) == -fees
    assert server.health.counts == {}
