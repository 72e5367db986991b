"""Everything wrong that a client may send is refused with a code, and changes nothing."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from dizhu.bootstrap import Server
from tests.server.playing import Guest, Message, over


@pytest.fixture
async def three(base: str) -> AsyncIterator[list[Guest]]:
    """Three people at a table, being asked to call."""
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(Guest(base)) for _ in range(3)]
        for guest in guests:
            assert (await guest.join("quick", start="ready"))["type"] == "ack"
        for guest in guests:
            await guest.until(lambda v: v["hand"] is not None and v["hand"]["phase"] == "call")
        yield guests


def asked(guests: list[Guest]) -> Guest:
    return next(g for g in guests if g.asked())


def others(guests: list[Guest]) -> list[Guest]:
    return [g for g in guests if not g.asked()]


async def to_play(guests: list[Guest]) -> tuple[Guest, Guest]:
    """On to the play: the leader and the next."""
    auction_over = ("double", "play")
    plays = (g.play_on(lambda v: v["hand"]["phase"] in auction_over) for g in guests)
    await asyncio.gather(*plays)
    for guest in guests:
        await guest.act({"type": "no_double"})
    for guest in guests:
        await guest.until(lambda v: v["hand"]["phase"] == "play")
    leader = asked(guests)
    return leader, next(g for g in guests if g.seat == (leader.seat + 1) % 3)


async def refused(guest: Guest, action: Message, **options: Any) -> str:
    """The code; the state of the table must stay as it is."""
    before = json.dumps(guest.view)
    answer = await guest.act(action, **options)
    assert answer["type"] == "refused", answer
    assert json.dumps(guest.view) == before
    return str(answer["code"])


async def test_codes_of_the_auction(three: list[Guest]) -> None:
    caller, other = asked(three), others(three)[0]
    assert await refused(other, {"type": "call"}) == "not_your_turn"
    assert await refused(caller, {"type": "rob"}) == "wrong_phase"
    assert await refused(caller, {"type": "double"}) == "wrong_phase"
    assert await refused(caller, {"type": "blind"}) == "not_allowed"
    assert await refused(caller, {"type": "show", "stage": "start"}) == "wrong_phase"
    assert await refused(caller, {"type": "again"}) == "wrong_phase"
    assert await refused(caller, {"type": "leave"}) == "hand_running"
    assert await refused(caller, {"type": "call"}, version=0) == "stale"
    assert await refused(caller, {"type": "call"}, version=10**6) == "stale"
    assert await refused(caller, {"type": "call"}, table="nowhere") == "no_table"


async def test_codes_of_the_play(three: list[Guest]) -> None:
    leader, follower = await to_play(three)
    assert leader.view is not None
    mine = leader.view["hand"]["cards"][leader.seat]
    foreign = next(c for c in range(54) if c not in mine)

    def play(*cards: int, **more: Any) -> Message:
        return {"type": "play", "cards": list(cards), **more}

    assert await refused(leader, {"type": "pass"}) == "must_lead"
    assert await refused(leader, play(foreign)) == "not_in_hand"
    assert await refused(leader, play(mine[0], mine[0])) == "not_in_hand"
    assert await refused(leader, play()) == "not_a_combo"
    assert await refused(leader, play(*mine[:19])) == "not_a_combo"
    wrong = {"kind": "bomb", "main": 3}
    assert await refused(leader, play(mine[0], declare=wrong)) == "impossible_reading"
    wrong = {"kind": "flush", "main": 3}
    assert await refused(leader, play(mine[0], declare=wrong)) == "impossible_reading"
    assert await refused(follower, play(0)) == "not_your_turn"
    assert (await leader.act(play(mine[0])))["type"] == "ack"
    await follower.until(lambda v: v["hand"]["turn"] == follower.seat)
    assert follower.view is not None
    low = follower.view["hand"]["cards"][follower.seat][-1]
    assert await refused(follower, play(low)) == "does_not_beat"


async def test_forged_cards_and_bids(three: list[Guest]) -> None:
    """F103: the server knows a card by its number alone; what else is sent is refused."""
    guest = asked(three)
    forged = (
        {"type": "play", "cards": [{"id": 0, "rank": 14}]},
        {"type": "play", "cards": [0.5]},
        {"type": "play", "cards": [54]},
        {"type": "play", "cards": [-1]},
        {"type": "play", "cards": ["3"]},
        {"type": "play", "cards": list(range(21))},
        {"type": "play", "cards": [0], "rank": 14},
        {"type": "call", "bid": 99},
        {"type": "rob", "times": 1.5},
        {"type": "show", "stage": "start", "factor": 100},
        {"type": "show", "stage": "soon"},
        {"type": "timeout"},
        {"type": "close"},
    )
    for action in forged:
        before = json.dumps(guest.view)
        await guest.send(
            type="act", table=guest.table, action=action, command_id="f", seen_version=guest.version
        )
        answer = await guest.wait("refused")
        assert answer["code"] == "bad_message"
        assert answer["command_id"] is None
        assert json.dumps(guest.view) == before


async def test_frames_that_are_no_messages(three: list[Guest]) -> None:
    guest = three[0]
    frames: list[str | bytes] = [
        "",
        "null",
        "[]",
        "{}",
        "{",
        '{"type":"hello"}',
        '{"type":"welcome"}',
        '{"type":"ping","sent_at":"now"}',
        '{"type":"ping","sent_at":1,"x":2}',
        '{"type":"join","room":"a b","command_id":"1"}',
        '{"type":"join","room":"quick","command_id":"' + "x" * 65 + '"}',
        '{"x":' + "[" * 2000 + "]" * 2000 + ',"type":"ping"}',
        '{"type":"ping","sent_at":1e999}',
        "x" * 5000,
        b"\x00\xff binary",
    ]
    for frame in frames:
        await guest.send_raw(frame)
        assert (await guest.wait("refused"))["code"] == "bad_message", frame
    await guest.send(type="ping", sent_at=5)
    assert (await guest.wait("pong"))["sent_at"] == 5


async def test_a_foreign_table_is_no_table(base: str, three: list[Guest]) -> None:
    async with Guest(base) as stranger:
        stranger.table = three[0].table
        assert (await stranger.act({"type": "call"}))["code"] == "not_seated"
        assert (await stranger.resume(0))["code"] == "no_table"
        for question in (
            {"type": "ask_hint"},
            {"type": "ask_readings", "cards": [0]},
            {"type": "ask_sweep", "cards": [0]},
        ):
            await stranger.send(**question, table=stranger.table, request_id="q")
            assert (await stranger.answer("q"))["code"] == "no_table"


async def test_a_command_sent_twice_is_done_once(three: list[Guest]) -> None:
    caller = asked(three)
    first = await caller.act({"type": "call"}, command_id="once")
    version = caller.version
    again = await caller.act({"type": "call"}, command_id="once")
    other = await caller.act({"type": "autoplay", "on": True}, command_id="once")
    assert first["type"] == "ack"
    assert again == first == other
    await caller.resume(0)
    assert caller.view is not None
    assert caller.view["hand"]["autoplay"] == [False, False, False]
    assert caller.version == max(version, first["version"])


async def test_an_ack_lost_with_the_end_of_the_table(base: str) -> None:
    async with Guest(base) as guest:
        await guest.join("quick", bots=True, start="ready")
        await guest.until(lambda v: v["hand"] is not None)
        first = await guest.act({"type": "escape"}, command_id="last")
        await guest.wait("left")
        assert await guest.act({"type": "escape"}, command_id="last") == first
        assert (await guest.act({"type": "escape"}))["code"] in ("no_table", "not_seated")


async def test_after_the_end_every_action_is_refused(three: list[Guest]) -> None:
    """F80."""
    await asyncio.gather(*(g.play_on(over) for g in three))
    for action in ("pass", "call", "rob", "double", "ready", "escape"):
        assert await refused(three[0], {"type": action}) == "wrong_phase"
    assert await refused(three[0], {"type": "play", "cards": [0]}) == "wrong_phase"
    for guest in three:
        assert (await guest.act({"type": "again", "start": "ready"}))["type"] == "ack"
    for guest in three:
        await guest.until(lambda v: v["hand_no"] == 2)


async def test_too_many_messages(server: Server, base: str) -> None:
    async with Guest(base) as guest:
        for _ in range(400):
            await guest.send(type="ping", sent_at=1)
        assert (await guest.wait("refused"))["code"] == "rate_limited"
        for _ in range(300):
            await guest.send(type="ping", sent_at=1)
        assert guest._reader is not None
        await guest._reader
        assert guest.closed_with == 4029


async def test_rooms_that_do_not_exist_or_do_not_admit(base: str) -> None:
    """F92."""
    async with Guest(base) as guest:
        assert (await guest.join("nowhere"))["code"] == "unknown_room"
        assert (await guest.join("rich"))["code"] == "not_enough_beans"
        await guest.send(type="cancel_join", command_id="x")
        assert (await guest.answer("x"))["code"] == "not_queued"
