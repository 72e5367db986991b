"""The lobby: three different people, bots for who waits, one table per player, no ghosts."""

import asyncio
from contextlib import AsyncExitStack

from dizhu.bootstrap import Server
from dizhu.ledger.transfers import Transfer, player_account
from tests.server.playing import Guest, over


async def test_three_different_people_sit_down(server: Server, base: str) -> None:
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(Guest(base)) for _ in range(6)]
        await asyncio.gather(*(g.join("people") for g in guests))
        for guest in guests:
            await guest.until(lambda v: len({s["player"] for s in v["seats"]}) == 3)
        assert len(server.tables) == 2
        assert server.lobby.online("people") == 6


async def test_two_joins_in_the_same_tick_take_one_seat(server: Server, base: str) -> None:
    """F88: the same command twice is one command, another one finds the player looking already."""
    async with Guest(base) as guest, Guest(base) as other:
        for command_id in ("a", "a", "b"):
            await guest.send(type="join", room="people", command_id=command_id)
        await guest.answer("b")
        await other.join("people")
        queued = await other.wait("queued")
        assert queued["waiting"] == 2
        assert server.lobby.online("people") == 2
        assert len(server.tables) == 0


async def test_who_waits_gets_bots(base: str) -> None:
    async with Guest(base) as guest:
        await guest.join("soon")
        queued = await guest.wait("queued")
        assert queued["bots_at"] is not None
        view = await guest.until(lambda v: v["hand"] is not None)
        assert sorted(s["bot"] for s in view["seats"]) == [False, True, True]


async def test_in_a_room_for_people_no_bot_comes(server: Server, base: str) -> None:
    async with Guest(base) as guest:
        await guest.join("people")
        assert (await guest.wait("queued"))["bots_at"] is None
        await asyncio.sleep(0.2)
        assert len(server.tables) == 0


async def test_joining_another_room_leaves_the_first(server: Server, base: str) -> None:
    async with Guest(base) as guest:
        await guest.join("people")
        await guest.join("quick")
        assert (await guest.wait("unqueued"))["reason"] == "moved"
        assert server.lobby.online("people") == 0
        await guest.send(type="cancel_join", command_id="x")
        assert (await guest.answer("x"))["type"] == "ack"
        assert server.lobby.online("quick") == 0


async def test_a_player_sits_at_one_table(base: str) -> None:
    async with Guest(base) as guest:
        await guest.join("quick", bots=True)
        await guest.until(lambda v: v["hand"] is not None)
        assert (await guest.join("soon"))["code"] == "already_seated"


async def test_who_is_gone_is_not_given_a_game(
    server: Server, base: str, monkeypatch: object
) -> None:
    from dizhu.server import socket

    socket.GRACE_SECONDS, before = 0.05, socket.GRACE_SECONDS
    try:
        guest = Guest(base)
        await guest.sign_in()
        await guest.connect()
        await guest.join("people")
        await guest.close()
        await asyncio.sleep(0.2)
        assert server.lobby.online("people") == 0
    finally:
        socket.GRACE_SECONDS = before


async def test_counters_are_true_after_many_rounds(server: Server, base: str) -> None:
    """F89: leaving frees the seat, every time."""
    async with Guest(base) as guest:
        for _ in range(25):
            assert (await guest.join("quick", bots=True, start="ready"))["type"] == "ack"
            await guest.wait("seated")
            await guest.until(lambda v: v["hand"] is not None)
            await guest.act({"type": "escape"})
            await guest.wait("left")
            guest.view = None
        await asyncio.sleep(0.05)
        assert server.lobby.online("quick") == 0
        assert len(server.tables) == 0
        assert server.tables.crew.free() % 16 == 0
        assert len(await server.store.live_tables()) == 0


async def test_again_with_the_same_people_and_leaving_between_hands(base: str) -> None:
    async with Guest(base) as guest:
        await guest.join("quick", bots=True, start="ready")
        for hand in (1, 2, 3):
            await guest.play_on(lambda v, n=hand: v["hand_no"] == n and over(v))  # type: ignore[misc]
            if hand < 3:
                assert (await guest.act({"type": "again", "start": "ready"}))["type"] == "ack"
                await guest.until(lambda v, n=hand: v["hand_no"] == n + 1)  # type: ignore[misc]
        assert (await guest.act({"type": "leave"}))["type"] == "ack"
        assert (await guest.wait("left"))["reason"] == "left"
        assert (await guest.join("quick", bots=True))["type"] == "ack"


async def test_nobody_is_locked_out_for_good(server: Server, base: str) -> None:
    """L6: who has lost everything is helped, a few times a day."""
    async with Guest(base) as guest:
        account = player_account(guest.player["id"])
        for n in range(3):
            (have,) = (await server.store.balances([account])).values()
            await server.store.post([Transfer(f"t{n}", account, "house:test", have, "test")], 1)
            assert (await guest.join("people"))["type"] == "ack"
            assert (await guest.wait("wallet"))["beans"] == 2000
        (have,) = (await server.store.balances([account])).values()
        await server.store.post([Transfer("last", account, "house:test", have, "test")], 1)
        assert (await guest.join("people"))["code"] == "not_enough_beans"


async def test_two_hundred_starts_with_one_who_does_not_read(server: Server, base: str) -> None:
    """F76, F77: nobody waits for anybody else."""
    async with AsyncExitStack() as stack:
        slow = await stack.enter_async_context(Guest(base))
        await slow.join("quick", bots=True, start="ready")
        assert slow.ws is not None
        phone = slow.transport()
        phone.pause_reading()
        guests = [await stack.enter_async_context(Guest(base)) for _ in range(30)]
        for _ in range(3):
            await asyncio.gather(*(g.join("quick", bots=True, start="ready") for g in guests))
            await asyncio.gather(*(g.until(lambda v: v["hand"] is not None) for g in guests))
            await asyncio.gather(*(g.act({"type": "escape"}) for g in guests))
            await asyncio.gather(*(g.wait("left") for g in guests))
            for guest in guests:
                guest.view = None
        phone.abort()
        assert server.health.counts == {}


async def test_everybody_who_is_connected_counts(base: str) -> None:
    """In the lobby, in a room of friends, at a table: people are counted wherever they are."""
    async with Guest(base) as guest:
        async with Guest(base) as other:
            await guest.wait("lobby", lambda m: m["online"] == 2)
            welcomes = [next(m for m in g.log if m["type"] == "welcome") for g in (guest, other)]
            assert [m["online"] for m in welcomes] == [1, 2], "who comes is counted"
        await guest.wait("lobby", lambda m: m["online"] == 1)
