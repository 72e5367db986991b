"""Before a planned restart: what runs is played to its end, nothing new begins, all are told."""

from collections.abc import AsyncIterator

import pytest

from dizhu.bootstrap import Server
from dizhu.table import Player
from tests.server.operating import orders, promoted, sees
from tests.server.playing import Guest, Message, over, phase


@pytest.fixture
async def boss(server: Server, base: str) -> AsyncIterator[Guest]:
    async with Guest(base) as guest:
        yield await promoted(server, guest)


async def ready(guest: Guest) -> tuple[int, Message]:
    async with guest.http.get(f"{guest.base}/readyz") as response:
        return response.status, await response.json()


async def test_live_hands_finish_and_none_begins(boss: Guest, base: str) -> None:
    async with Guest(base) as player, Guest(base) as waiting:
        await player.join("quick", bots=True, start="ready")
        await waiting.join("people")
        await player.until(phase("call", "rob", "double", "play"))
        assert (await ready(boss))[0] == 200
        await orders(boss, "drain", reason="upgrade")
        for one in (player, waiting):
            assert (await one.wait("house"))["draining"] is True
        assert (await waiting.wait("unqueued"))["reason"] == "draining"
        assert (await waiting.join("quick", bots=True))["code"] == "draining"
        status, health = await ready(boss)
        assert status == 503
        assert health["problems"] == ["draining: no new hands begin"]
        house = await sees(boss, "house")
        assert (house["draining"], house["hands"], house["empty"]) == (True, 1, False)

        await player.play_on(over)
        assert (await player.act({"type": "again", "start": "ready"}))["type"] == "ack"
        assert (await player.wait("left"))["reason"] == "draining"
        house = await sees(boss, "house")
        assert (house["hands"], house["empty"]) == (0, True)

        async with Guest(base) as late:
            assert (await late.wait("house"))["draining"] is True
        await orders(boss, "undrain")
        assert (await player.wait("house"))["draining"] is False
        assert (await ready(boss))[0] == 200
        assert (await waiting.join("quick", bots=True))["type"] == "ack"
        assert (await sees(boss, "house"))["empty"] is False


async def test_rooms_of_friends_wait_with_their_match(boss: Guest, base: str) -> None:
    async with Guest(base) as friend:
        await friend.send(type="make_room", command_id="m", ruleset="qq-classic")
        await friend.wait("friend_room")
        await orders(boss, "drain")
        await friend.send(type="start_room", command_id="s1")
        refused = await friend.answer("s1")
        assert (refused["type"], refused["code"]) == ("refused", "draining")
        await orders(boss, "undrain")
        await friend.send(type="start_room", command_id="s2")
        assert (await friend.answer("s2"))["type"] == "ack"


async def test_a_match_of_friends_goes_on_after_it(boss: Guest, base: str) -> None:
    """The hand is played, its line is on the sheet, the room waits; later its next hand comes."""
    async with Guest(base) as friend:
        await friend.send(type="make_room", command_id="m", ruleset="qq-classic", hands=3)
        await friend.wait("friend_room")
        await friend.send(type="start_room", command_id="s1")
        await friend.until(phase("call", "rob", "double", "play"))
        await orders(boss, "drain")
        await friend.act({"type": "autoplay", "on": True})
        await friend.until(over)
        await friend.act({"type": "again"})
        assert (await friend.wait("left"))["reason"] == "draining"
        told = await friend.wait("friend_room", lambda m: m["room"]["status"] == "waiting")
        assert [line["hand_no"] for line in told["room"]["lines"]] == [1]
        await orders(boss, "undrain")
        await friend.send(type="start_room", command_id="s2")
        assert (await friend.answer("s2"))["type"] == "ack"
        view = await friend.until(lambda v: v["hand"] is not None and v["hands"] == 2)
        assert view["result"] is None


async def test_bots_are_not_lost(server: Server, boss: Guest, base: str) -> None:
    """Asked to open a table while it drains, whoever asks: no identity of a bot is used up."""
    async with Guest(base) as guest:
        await orders(boss, "drain")
        bots = server.tables.crew.take_some(2)
        before = server.tables.crew.free()
        sitters = [Player(guest.player["id"], "x"), *(Player(b, n, "rule") for b, n in bots)]
        result = await server.tables.open(server.rooms["quick"], sitters)
        assert getattr(result, "code", None) == "draining"
        assert server.tables.crew.free() == before + 2
        assert server.tables.seating.bound(guest.player["id"]) is None


async def test_a_command_of_before_does_not_come_back(server: Server, boss: Guest) -> None:
    """Sent again after its opposite, it changes nothing."""
    await orders(boss, "drain", command_id="one")
    await orders(boss, "undrain", command_id="two")
    assert (await orders(boss, "drain", command_id="one"))["repeated"] is True
    assert server.house.drain.on is False


async def test_while_it_recovers_it_is_not_ready(server: Server, boss: Guest) -> None:
    server.tables.recovering = 1
    status, health = await ready(boss)
    assert (status, health["status"]) == (503, "problems")
    assert "recovering" in health["problems"][0]
    async with boss.http.get(f"{boss.base}/healthz") as response:
        assert response.status == 200
    server.tables.recovering = 0
    assert (await ready(boss))[0] == 200
