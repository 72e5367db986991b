"""People who are gone for good: every hand ends by its clocks (F70, L2)."""

import asyncio

import pytest

from dizhu.bootstrap import Server
from tests.server.playing import Guest, over


@pytest.mark.parametrize("silent", [1, 2])
async def test_a_hand_ends_without_them(server: Server, base: str, silent: int) -> None:
    async with Guest(base) as a, Guest(base) as b, Guest(base) as c:
        guests = (a, b, c)
        for guest in guests:
            await guest.join("hasty", start="ready")
        for guest in guests:
            await guest.until(lambda v: v["hand"] is not None)
        for guest in guests[:silent]:
            await guest.disconnect()
        await asyncio.gather(*(g.play_on(over) for g in guests[silent:]))
    assert server.health.counts == {}


async def test_three_silent_people_do_not_block_the_server(server: Server, base: str) -> None:
    """Nobody calls, deal after deal: the table is given up, and everybody is free again."""
    guests = [Guest(base) for _ in range(3)]
    for guest in guests:
        await guest.sign_in()
        await guest.connect()
        await guest.join("hasty")
    for guest in guests:
        await guest.close()
    for _ in range(150):
        await asyncio.sleep(0.1)
        if len(server.tables) == 0:
            break
    assert len(server.tables) == 0
    assert server.lobby.online("hasty") == 0
    assert server.health.counts == {}


async def test_who_says_nothing_after_a_hand_has_left(server: Server, base: str) -> None:
    async with Guest(base) as guest:
        server.tables._pace = type(server.tables._pace)(autoplay_ms=1, next_ms=300)
        await guest.join("quick", bots=True, start="ready")
        await guest.play_on(over)
        assert (await guest.wait("left"))["reason"] == "left"
        assert len(server.tables) == 0
