"""A whole hand over three sockets, for every ruleset, and what each viewer may see of it."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from dizhu.bootstrap import Server
from dizhu.ledger.transfers import Transfer, player_account
from tests.server.playing import Guest, over, phase


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


async def test_a_show_before_the_deal_survives_the_call(base: str) -> None:
    """F59: the server decides the factor, and no later factor takes its place."""
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(Guest(base)) for _ in range(3)]
        for number, guest in enumerate(guests):
            await guest.join("quick", start="ready" if number else "show")
        await asyncio.gather(*(g.play_on(phase("double", "play")) for g in guests))
        for guest in guests:
            assert guest.view is not None
            factors = guest.view["hand"]["factors"]
            assert factors["show"] == 5
            assert factors["robs"] in (1, 2, 4, 8)
            shown = guests[0].view["you"] if guests[0].view else 0
            assert len(guest.view["hand"]["cards"][shown]) >= 17


async def test_who_has_little_loses_little(server: Server, base: str) -> None:
    """F61, F68: a winner gets what was taken, and nobody falls below nothing."""
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(Guest(base)) for _ in range(3)]
        for guest in guests:
            account = player_account(guest.player["id"])
            rest = Transfer(f"x:{account}", account, "house:test", 10_000 - 1_003, "test")
            await server.store.post([rest], 1)
        for _ in range(3):
            for guest in guests:
                await guest.join("quick", start="ready")
            await asyncio.gather(*(g.play_on(over) for g in guests))
            for guest in guests:
                result = guest.view["result"] if guest.view else None
                assert result is not None
                assert all(s["beans"] >= 0 for s in result["seats"])
                assert sum(s["delta"] + s["fee"] for s in result["seats"]) == 0
            await asyncio.gather(*(g.act({"type": "leave"}) for g in guests))
            for guest in guests:
                await guest.wait("left")
                guest.view = None
    assert server.health.counts == {}
