"""Who has blocked somebody neither hears him nor sits with him, from the next game on."""

from contextlib import AsyncExitStack

from dizhu.bootstrap import Server
from tests.server.playing import Guest
from tests.server.test_friends import command


async def test_who_is_blocked_is_not_matched(server: Server, base: str) -> None:
    async with AsyncExitStack() as stack:
        ann, bob, cy, dan = [await stack.enter_async_context(Guest(base)) for _ in range(4)]
        await command(ann, "block", player=bob.player["id"])
        for guest in (ann, bob, cy):
            assert (await guest.join("people"))["type"] == "ack"
        assert ann.table is None
        assert server.lobby.looking() == 3
        await dan.join("people")
        await dan.wait("seated")
        assert server.lobby.looking() == 1
        seated = {g for g in (ann, bob, cy, dan) if server.lobby.waiting(g.player["id"]) is None}
        assert not {ann, bob} <= seated


async def test_a_block_counts_for_who_waits_already(server: Server, base: str) -> None:
    async with AsyncExitStack() as stack:
        ann, bob, cy = [await stack.enter_async_context(Guest(base)) for _ in range(3)]
        await ann.join("people")
        await bob.join("people")
        await command(bob, "block", player=ann.player["id"])
        await cy.join("people")
        assert server.lobby.looking() == 3
        await command(bob, "block", player=ann.player["id"], on=False)
        await cy.wait("seated")


async def test_after_a_restart_it_is_known_who_sat_together(server: Server, base: str) -> None:
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(Guest(base)) for _ in range(3)]
        for guest in guests:
            await guest.join("people")
        for guest in guests:
            await guest.wait("seated")
        server.lobby._met._met.clear()
        server.lobby.remember()
        ids = {g.player["id"] for g in guests}
        assert server.lobby._met.of(guests[0].player["id"]) == ids - {guests[0].player["id"]}
