"""Rooms of friends over sockets: codes, seats, hosts, hands, the sheet, restarts."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from dizhu.app import friend_play
from dizhu.bootstrap import Server
from tests.server.conftest import config
from tests.server.playing import Guest, Message, over

FAST: dict[str, Any] = {"deal_step_ms": 0, "seconds_start": 1, "show_start": None}


async def command(guest: Guest, kind: str, /, **fields: Any) -> Message:
    """Something done with a room; the answer."""
    command_id = guest.new_id()
    await guest.send(type=kind, command_id=command_id, **fields)
    return await guest.answer(command_id)


def room(guest: Guest) -> Message:
    """The room as this guest was told last."""
    return next(m["room"] for m in reversed(guest.log) if m["type"] == "friend_room")


async def until_room(guest: Guest, **fields: Any) -> Message:
    """Wait until the room is so."""

    def fits() -> bool:
        told = [m["room"] for m in guest.log if m["type"] == "friend_room"]
        return bool(told) and all(told[-1][k] == v for k, v in fields.items())

    async with asyncio.timeout(20):
        while not fits():  # noqa: ASYNC110 - a condition of any kind
            await asyncio.sleep(0.01)
    return room(guest)


async def make(guest: Guest, **wishes: Any) -> str:
    """A room; its code."""
    wishes = {"ruleset": "qq-classic", "options": FAST, "hands": 2} | wishes
    answer = await command(guest, "make_room", **wishes)
    assert answer["type"] == "ack", answer
    return str(room(guest)["code"])


async def three(stack: AsyncExitStack, base: str, **wishes: Any) -> list[Guest]:
    """A host and two friends in his room."""
    guests = [await stack.enter_async_context(Guest(base, n)) for n in ("阿一", "阿二", "阿三")]
    code = await make(guests[0], **wishes)
    for guest in guests[1:]:
        assert (await command(guest, "enter_room", code=code.lower()))["type"] == "ack"
    return guests


async def play_hand(guests: list[Guest], number: int) -> None:
    """A hand to its end."""

    def ended(view: Message) -> bool:
        return view["hand_no"] == number and over(view)

    await asyncio.gather(*(g.play_on(ended) for g in guests))


def playing(view: Message) -> bool:
    """Whether cards are played."""
    return view["hand"] is not None and view["hand"]["phase"] == "play"


async def test_an_evening_of_two_hands(base: str) -> None:
    async with AsyncExitStack() as stack:
        guests = await three(stack, base)
        host = guests[0]
        assert [m["name"] for m in (await until_room(host))["members"]] == ["阿一", "阿二", "阿三"]
        assert (await command(guests[1], "start_room"))["code"] == "not_host"
        beans = [g.player["beans"] for g in guests]
        assert (await command(host, "start_room"))["type"] == "ack"
        for guest in guests:
            await guest.until(lambda v: v["hand"] is not None)
        assert host.view is not None
        assert host.view["hands"] == 2
        assert {s["beans"] for s in host.view["seats"]} == {0}
        for number in (1, 2):
            await play_hand(guests, number)
            for guest in guests:
                await guest.act({"type": "again", "start": "ready"})
        summary = await until_room(guests[2], status="finished")
        assert [line["hand_no"] for line in summary["lines"]] == [1, 2]
        won: Counter[str] = Counter()
        for line in summary["lines"]:
            assert sum(line["delta"]) == 0
            assert any(line["delta"])
            won.update(dict(zip(line["players"], line["delta"], strict=True)))
        assert {s["player"]: s["total"] for s in summary["scores"]} == won
        totals = [s["total"] for s in summary["scores"]]
        assert totals == sorted(totals, reverse=True)
        for guest, before in zip(guests, beans, strict=True):
            await guest.sign_in()
            assert guest.player["beans"] == before, "scores are no beans"


async def test_bots_take_empty_seats_and_the_next_match_begins_anew(base: str) -> None:
    async with Guest(base) as host:
        await make(host, hands=1)
        await command(host, "start_room")
        await host.until(lambda v: v["hand"] is not None)
        await play_hand([host], 1)
        await host.act({"type": "again"})
        await until_room(host, status="finished")
        assert (await command(host, "start_room"))["type"] == "ack"
        second = await until_room(host, status="playing")
        assert (second["match_no"], second["lines"]) == (2, [])


async def test_without_bots_three_are_needed(base: str) -> None:
    async with Guest(base) as host:
        await make(host, bots=False)
        assert (await command(host, "start_room"))["code"] == "too_few"


async def test_the_fourth_the_kicked_and_the_host_who_goes(base: str) -> None:
    async with AsyncExitStack() as stack:
        guests = await three(stack, base)
        code = room(guests[0])["code"]
        fourth = await stack.enter_async_context(Guest(base))
        assert (await command(fourth, "enter_room", code=code))["code"] == "room_full"
        third = guests[2].player["id"]
        assert (await command(guests[1], "kick", player=third))["code"] == "not_host"
        assert (await command(guests[0], "kick", player=third))["type"] == "ack"
        assert (await guests[2].wait("friend_room_left"))["reason"] == "kicked"
        assert (await command(guests[2], "enter_room", code=code))["code"] == "kicked"
        assert (await command(fourth, "enter_room", code=code))["type"] == "ack"
        assert (await command(guests[0], "leave_room"))["type"] == "ack"
        second = guests[1].player["id"]
        assert (await until_room(guests[1], host=second))["host"] == second
        given = {"player": fourth.player["id"]}
        assert (await command(guests[1], "give_host", **given))["type"] == "ack"
        await until_room(fourth, host=fourth.player["id"])


async def test_nonsense_is_refused_naming_the_field(server: Server, base: str) -> None:
    async with Guest(base) as host:
        for wishes, field in (
            ({"ruleset": "chess"}, "ruleset"),
            ({"hands": 0}, "hands"),
            ({"base": -1}, "base"),
            ({"options": {"seconds_play": "soon"}}, "seconds_play"),
            ({"options": {"unit": "beans"}}, "unit"),
            ({"options": {"tasks": ["dance"]}}, "tasks"),
        ):
            answer = await command(host, "make_room", **({"ruleset": "qq-classic"} | wishes))
            assert (answer["code"], answer["detail"]) == ("bad_option", field)
        assert len(server.company.rooms) == 0


async def test_the_same_command_twice_is_one_room(server: Server, base: str) -> None:
    async with Guest(base) as host:
        for _ in range(2):
            await host.send(type="make_room", command_id="a", ruleset="qq-laizi")
        await asyncio.sleep(0.1)
        assert len(server.company.rooms) == 1
        assert (await command(host, "make_room", ruleset="qq-laizi"))["code"] == "already_in_room"


async def test_codes_cannot_be_found_by_trying(base: str) -> None:
    async with Guest(base) as guest, Guest(base) as host:
        code = await make(host)
        answers = [await command(guest, "enter_room", code="AAAAAA") for _ in range(12)]
        assert answers[0]["code"] == "no_friend_room"
        assert answers[-1]["code"] == "rate_limited"
        assert (await command(guest, "enter_room", code=code))["code"] == "rate_limited"


async def test_rooms_are_made_at_a_bearable_rate(base: str) -> None:
    async with Guest(base) as guest:
        for _ in range(6):
            await make(guest)
            await command(guest, "leave_room")
        assert (await command(guest, "make_room", ruleset="qq-classic"))["code"] == "rate_limited"


async def test_who_leaves_in_mid_hand_is_played_for_and_the_others_go_on(base: str) -> None:
    async with AsyncExitStack() as stack:
        guests = await three(stack, base)
        await command(guests[0], "start_room")
        await asyncio.gather(*(g.play_on(playing) for g in guests))
        assert (await command(guests[0], "leave_room"))["type"] == "ack"
        assert (await guests[0].wait("left"))["reason"] == "left"
        await until_room(guests[1], host=guests[1].player["id"])
        await asyncio.gather(*(g.play_on(over) for g in guests[1:]))
        waiting = await until_room(guests[1], status="waiting", table=None)
        assert len(waiting["lines"]) == 1
        assert len(waiting["members"]) == 2
        assert (await command(guests[1], "start_room"))["type"] == "ack"
        view = await guests[1].until(lambda v: v["hand"] is not None and v["hand_no"] == 1)
        assert sum(s["bot"] for s in view["seats"]) == 1
        score = {s["player"]: s["total"] for s in waiting["scores"]}
        for seat in view["seats"]:
            assert seat["beans"] == (0 if seat["bot"] else score[seat["player"]])


async def test_who_comes_during_a_hand_gets_a_bots_seat_after_it(
    base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(friend_play, "REGROUP_SECONDS", 0.05)
    async with Guest(base) as host, Guest(base) as late:
        code = await make(host)
        await command(host, "start_room")
        await host.until(lambda v: v["hand"] is not None)
        assert (await command(late, "enter_room", code=code))["type"] == "ack"
        await play_hand([host], 1)
        await late.until(lambda v: v["hand"] is not None)
        assert late.table == host.table
        assert len((await until_room(late))["lines"]) == 1


async def test_a_reload_and_a_restart_lose_nothing(tmp_path: Path) -> None:
    """Also the hand that was settled when the room was not told of it."""
    server = Server(config(tmp_path))
    await server.start()
    host = Guest(f"http://127.0.0.1:{server.port}")
    await host.sign_in()
    await host.connect()
    code = await make(host)
    await command(host, "start_room")
    await host.until(lambda v: v["hand"] is not None)
    server.tables.followers.clear()
    await play_hand([host], 1)
    assert room(host)["lines"] == []
    await host.disconnect()
    await server.stop()

    server = Server(config(tmp_path, port=int(host.base.rsplit(":", 1)[1])))
    await server.start()
    host.log.clear()
    await host.connect()
    again = await until_room(host, code=code)
    assert (again["status"], len(again["lines"])) == ("playing", 1)
    await host.resume(0)
    await host.act({"type": "again"})
    await play_hand([host], 2)
    assert len((await until_room(host, status="playing"))["lines"]) in (1, 2)
    await host.act({"type": "again"})
    await until_room(host, status="finished")
    await host.close()
    await server.stop()


async def test_a_host_who_is_away_is_followed(
    server: Server, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F91: a room neither falls with its host nor is blocked by him."""
    monkeypatch.setattr(friend_play, "HOST_AWAY_MS", 50)
    async with AsyncExitStack() as stack:
        guests = await three(stack, base)
        await guests[0].disconnect()
        (there,) = server.company.rooms
        await server.company.play.look_at(there)
        await asyncio.sleep(0.1)
        await server.company.play.look_at(there)
        new = await until_room(guests[1], host=guests[1].player["id"])
        assert [m["connected"] for m in new["members"]] == [False, True, True]


async def test_a_room_expires(server: Server, base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Guest(base) as host:
        code = await make(host)
        (there,) = server.company.rooms
        monkeypatch.setattr(
            server.company.play, "_clock", type("C", (), {"now": lambda _: 9**15})()
        )
        await server.company.play.look_at(there)
        assert (await host.wait("friend_room_left"))["reason"] == "expired"
        assert (await command(host, "enter_room", code=code))["code"] == "no_friend_room"
        assert len(server.company.rooms) == 0
