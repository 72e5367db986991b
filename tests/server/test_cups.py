"""Competitions over the socket and over HTTP, from the list to the champion's page."""

import asyncio
import csv
import io
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from dizhu.app.wallet import RELIEF_BELOW
from dizhu.bootstrap import Server
from tests.server.cups import DUPLICATE, SWISS, ask, cup_of, get, house, play_to_the_end, post, said
from tests.server.operating import promoted
from tests.server.playing import Guest
from tests.server.test_gifts import impoverish


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Server]:
    """A server with two small competitions; its books are checked at the end."""
    async with house(tmp_path, SWISS + DUPLICATE) as server:
        yield server


@pytest.fixture
async def guests(hall: Server) -> AsyncIterator[list[Guest]]:
    base = f"http://127.0.0.1:{hall.port}"
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Guest(base)) for _ in range(4)]


async def test_a_small_cup_from_the_list_to_the_champion(guests: list[Guest]) -> None:
    one, two, three, watcher = guests
    cup = await cup_of(one)
    assert (await ask(watcher, "cup_look"))["type"] == "ack"
    assert [c["id"] for c in (await said(watcher, "cups"))["cups"]] == [cup]
    assert (await ask(watcher, "cup_look", cup=cup))["type"] == "ack"
    assert (await said(watcher, "cup"))["cup"]["line"]["key"] == "small"
    assert (await said(watcher, "cup_standing"))["whole"] is True

    beans = one.player["beans"]
    assert (await ask(one, "cup_enter", cup=cup))["type"] == "ack"
    assert (await said(one, "wallet"))["beans"] == beans - 500
    mine = (await said(one, "cup_mine"))["mine"]
    assert (mine["where"], mine["may_withdraw"], mine["refund_beans"]) == ("entered", True, 500)
    delta = await said(watcher, "cup_standing", lambda m: m["rows"] and not m["whole"])
    assert delta["rows"][0]["name"] == one.player["name"]
    assert (await ask(one, "cup_withdraw", cup=cup))["type"] == "ack"
    assert (await said(one, "cup_over"))["why"] == "withdrawn"

    for guest in (one, two, three):
        assert (await ask(guest, "cup_enter", cup=cup))["type"] == "ack"
    call = await said(one, "cup_call")
    assert call["table"] is not None
    ends = await asyncio.gather(*(play_to_the_end(g) for g in (one, two, three)))
    assert sorted(e["rank"] for e in ends) == [1, 2, 3]
    winner = ends.index(next(e for e in ends if e["rank"] == 1))
    assert ends[winner]["prize"]["badge"] == "small-champion"
    held = await said(guests[winner], "holdings", lambda m: m["cards"] == 1)
    assert held["badges"] == {"small-champion": 1}
    again = await ask(one, "act", table=call["table"], action={"type": "leave"}, seen_version=0)
    assert again["type"] == "refused"

    status, result = await get(watcher, f"/api/cups/{cup}/result")
    assert status == 200
    assert [(r["rank"], r["beans"]) for r in result["rows"]] == [(1, 900), (2, 600), (3, 0)]
    assert (result["pool"], result["kept"]) == (1500, 0)
    _, text = await get(watcher, f"/api/cups/{cup}/result.csv")
    table = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert [r["rank"] for r in table] == ["1", "2", "3"]
    _, exported = await get(watcher, f"/api/cups/{cup}/result.json")
    assert exported["ranks"] == result["rows"]
    _, champion = await get(watcher, f"/api/cups/{cup}/champion")
    assert champion["player"] == guests[winner].player["id"]
    assert len(champion["steps"]) == 2
    assert champion["hands"] == 2
    _, tables = await get(watcher, f"/api/cups/{cup}/tables")
    hands = [h for t in tables["tables"] for h in t["hands"]]
    assert len(hands) == 2
    assert (await get(watcher, f"/api/hands/{hands[0]}"))[0] == 200, "replays of all its tables"
    _, past = await get(guests[winner], "/api/cups/past?mine=1")
    assert [(p["id"], p["champion_name"]) for p in past["cups"]] == [
        (cup, guests[winner].player["name"])
    ]
    _, holdings = await get(guests[winner], "/api/holdings")
    assert {line["what"] for line in holdings["lines"]} == {"platinum", "badge:small-champion"}
    _, kept = await get(guests[winner], "/api/export")
    assert sorted(h["what"] for h in kept["holdings"]) == ["badge:small-champion", "platinum"]
    assert [c["id"] for c in kept["cups"]] == [cup]


async def test_a_reload_finds_the_table_and_the_waiting_room(guests: list[Guest]) -> None:
    one, two, three, _ = guests
    cup = await cup_of(one)
    for guest in (one, two, three):
        await ask(guest, "cup_enter", cup=cup)
    call = await said(one, "cup_call")
    await one.disconnect()
    start = len(one.log)
    assert (await one.connect())["table"] == call["table"]
    mine = await said(one, "cup_mine", start=start)
    assert (mine["mine"]["where"], mine["mine"]["table"]) == ("playing", call["table"])
    assert (await said(one, "cup_call", start=start))["table"] == call["table"]
    await asyncio.gather(*(play_to_the_end(g) for g in (one, two, three)))


async def test_the_final_may_be_watched(guests: list[Guest]) -> None:
    one, two, three, watcher = guests
    cup = await cup_of(one)
    await ask(watcher, "cup_look", cup=cup)
    for guest in (one, two, three):
        await ask(guest, "cup_enter", cup=cup)
    call = await said(one, "cup_call")
    now = await said(watcher, "cup", lambda m: m["cup"]["final"])
    (final,) = now["cup"]["final"]
    assert (final["table"], final["watch"], final["hands"]) == (call["table"], True, [])
    assert [r["status"] for r in now["cup"]["rounds"]] == ["now", "planned"]
    assert (await ask(watcher, "watch", table=call["table"]))["type"] == "ack"
    assert (await said(watcher, "watching"))["table"] == call["table"]
    await watcher.send(type="ask_tables", request_id="t")
    listed = await said(watcher, "watch_tables")
    assert [t["room"] for t in listed["tables"]] == ["cup-small"]
    await asyncio.gather(*(play_to_the_end(g) for g in (one, two, three)))


async def test_a_private_cup_by_its_code(guests: list[Guest]) -> None:
    host, friend, stranger, _ = guests
    body = {"command_id": "x", "key": "small", "private": True, "size": 3}
    status, made = await post(host, "/api/cups", body)
    assert status == 200
    assert (await post(host, "/api/cups", body)) == (200, made), "sent twice, made once"
    assert (await ask(friend, "cup_find", code="NOPE00"))["code"] == "no_cup"
    assert (await ask(friend, "cup_find", code=made["code"].lower()))["type"] == "ack"
    seen = (await said(friend, "cup"))["cup"]
    assert (seen["line"]["private"], seen["code"], seen["line"]["entry_beans"]) == (True, None, 0)
    assert (await get(stranger, f"/api/cups/{made['id']}"))[0] == 404
    assert (await get(stranger, f"/api/cups/{made['id']}?code={made['code']}"))[0] == 200
    _, own = await get(host, f"/api/cups/{made['id']}")
    assert (own["cup"]["code"], own["cup"]["may_run"]) == (made["code"], True)
    assert (await ask(stranger, "cup_enter", cup=made["id"]))["code"] == "wrong_code"
    for guest in (host, friend):
        answer = await ask(guest, "cup_enter", cup=made["id"], code=made["code"])
        assert answer["type"] == "ack"
    assert (await ask(friend, "cup_start", cup=made["id"]))["code"] == "not_host"
    assert (await ask(host, "cup_start", cup=made["id"]))["code"] == "too_few"
    assert (await ask(host, "cup_announce", cup=made["id"], text="soon"))["type"] == "ack"
    assert (await said(friend, "cup_said"))["text"] == "soon"
    assert (await ask(host, "cup_cancel", cup=made["id"], reason="rain"))["type"] == "ack"
    ended = await said(friend, "cup_over")
    assert (ended["why"], ended["reason"]) == ("cancelled", "rain")


async def test_the_operator_makes_pauses_and_cancels(hall: Server, guests: list[Guest]) -> None:
    boss, one, two, three = guests
    assert (await post(one, "/api/cups", {"command_id": "a", "key": "small"}))[0] == 403
    await promoted(hall, boss)
    bad = SWISS.replace("rounds = 2", "rounds = 0")
    status, refused = await post(boss, "/api/cups", {"command_id": "b", "toml": bad})
    assert (status, refused["code"]) == (400, "bad_cup")
    assert "stages[0].rounds" in refused["detail"]
    status, made = await post(boss, "/api/cups", {"command_id": "c", "toml": SWISS})
    assert (status, made["code"]) == (200, None)
    cup = made["id"]
    assert (await ask(boss, "cup_pause", cup=cup, on=True))["type"] == "ack"
    for guest in (one, two, three):
        assert (await ask(guest, "cup_enter", cup=cup))["type"] == "ack"
    await asyncio.sleep(0.3)
    mine = await said(one, "cup_mine", lambda m: m["mine"]["paused"])
    assert mine["mine"]["where"] == "entered", "nothing begins in a pause"
    assert (await ask(boss, "cup_pause", cup=cup, on=False))["type"] == "ack"
    await said(one, "cup_call")
    assert (await ask(boss, "cup_cancel", cup=cup, reason="power"))["type"] == "ack"
    ended = await said(one, "cup_over")
    assert (ended["why"], ended["refund_beans"]) == ("cancelled", 500)
    _, me = await get(one, "/api/me")
    assert me["beans"] == one.player["beans"]


async def test_a_duplicate_round_shows_nothing_before_it_is_over(
    hall: Server, guests: list[Guest]
) -> None:
    """F118 and its kind: who has played a board could tell those who have not."""
    await promoted(hall, guests[0])
    _, made = await post(guests[0], "/api/cups", {"command_id": "d", "key": "boards", "size": 6})
    cup = made["id"]
    for guest in guests:
        assert (await ask(guest, "cup_enter", cup=cup))["type"] == "ack"
    assert (await ask(guests[0], "cup_start", cup=cup))["type"] == "ack"
    tables = [(await said(guest, "cup_call"))["table"] for guest in guests]
    first = guests[1]
    other = next(g for g, table in zip(guests, tables, strict=True) if table != tables[1])
    mates = [g for g, table in zip(guests, tables, strict=True) if table == tables[1]]
    answer = await ask(other, "watch", table=tables[1])
    assert answer["code"] == "already_seated"
    async with Guest(first.base) as stranger:
        answer = await ask(stranger, "watch", table=tables[1])
        assert answer["code"] == "not_watchable"
        await promoted(hall, stranger, "二掌门")
        answer = await ask(stranger, "watch", table=tables[1])
        assert answer["code"] == "not_watchable", "not even an operator"
    hand_over = (g.play_on(lambda v: v["result"] is not None) for g in mates)
    await asyncio.wait_for(asyncio.gather(*hand_over), 30)
    assert first.view is not None
    assert (first.view["fairness"]["seed"], first.view["result"]["replay"]) == (None, None)
    _, page = await get(first, "/api/hands")
    hand = page["hands"][0]["id"]
    async with Guest(first.base) as outsider:
        for guest in (first, other, outsider):
            for path in (f"/api/hands/{hand}", f"/api/hands/{hand}.txt"):
                status, refused = await get(guest, path)
                assert (status, refused["code"]) == (403, "hand_secret")
        _, shown = await get(outsider, f"/api/cups/{cup}/tables")
        assert all(t["hands"] == [] for t in shown["tables"])
        _, standing = await get(outsider, f"/api/cups/{cup}/standing")
        assert {r["score"] for r in standing["rows"]} == {0}
        _, own = await get(first, f"/api/cups/{cup}")
        assert own["cup"]["mine"]["place"] is None, "nothing is compared"
        await asyncio.gather(*(play_to_the_end(g) for g in guests))
        status, replay = await get(outsider, f"/api/hands/{hand}")
        assert status == 200
        assert replay["proof"]["seed"]


async def test_who_looks_is_told_of_changes_at_most_once_a_second(guests: list[Guest]) -> None:
    """One delta for whatever happened meanwhile, and only the rows that changed."""
    one, two, watcher, other = guests
    cup = await cup_of(one)
    await ask(watcher, "cup_look", cup=cup)
    start, began = len(watcher.log), time.monotonic()
    for _ in range(3):
        for guest in (one, two):
            assert (await ask(guest, "cup_enter", cup=cup))["type"] == "ack"
            assert (await ask(guest, "cup_withdraw", cup=cup))["type"] == "ack"
    assert (await ask(other, "cup_enter", cup=cup))["type"] == "ack"
    last = await said(watcher, "cup_standing", lambda m: m["rows"] and m["total"] == 1, start=start)
    assert [r["player"] for r in last["rows"]] == [other.player["id"]]
    deltas = [m for m in watcher.log[start:] if m["type"] == "cup_standing"]
    assert len(deltas) <= time.monotonic() - began + 1
    assert (await ask(watcher, "cup_unlook"))["type"] == "ack"
    assert (await ask(other, "cup_withdraw", cup=cup))["type"] == "ack"


async def test_countdowns_need_no_right_clock(hall: Server, guests: list[Guest]) -> None:
    """F128: every answer with a time says what the server's clock shows."""
    boss, one, *_ = guests
    await promoted(hall, boss)
    hourly = SWISS.replace('mode = "full", size = 3', 'mode = "at", size = 30, every_minutes = 60')
    _, made = await post(boss, "/api/cups", {"command_id": "h", "toml": hourly})
    _, listed = await get(one, "/api/cups")
    line = next(c for c in listed["cups"] if c["id"] == made["id"])
    assert 0 < line["starts_at"] - listed["server_time"] <= 3_600_000
    _, detail = await get(one, f"/api/cups/{made['id']}")
    assert abs(detail["server_time"] - hall.clock.now()) < 5_000
    await ask(one, "cup_look", cup=made["id"])
    assert (await said(one, "cup"))["server_time"] > 0


async def test_no_relief_while_the_beans_are_only_parked(hall: Server, guests: list[Guest]) -> None:
    """L6: who may withdraw his entry is not broke."""
    guest = guests[0]
    await impoverish(hall, guest, 1_200)
    assert (await ask(guest, "cup_enter", cup=await cup_of(guest, "small")))["type"] == "ack"
    (left,) = await hall.wallet.beans([guest.player["id"]])
    assert left == 700 < RELIEF_BELOW
    status, refused = await post(guest, "/api/relief", {})
    assert (status, refused["code"]) == (409, "not_broke")
    assert await hall.wallet.beans([guest.player["id"]]) == (700,)


async def test_a_form_that_is_much_too_deep(hall: Server, guests: list[Guest]) -> None:
    body = {"command_id": "x", "private": True, "toml": "a=" + "[" * 3000}
    status, refused = await post(guests[0], "/api/cups", body)
    assert (status, refused["code"]) == (400, "bad_cup")


async def test_who_is_not_in_a_cup_is_told_so(guests: list[Guest]) -> None:
    """Nobody withdraws who has not entered; who has dropped out does not enter again."""
    one, two, three, other = guests
    cup = await cup_of(one)
    assert (await ask(other, "cup_withdraw", cup=cup))["code"] == "not_in"
    for guest in (one, two, three):
        assert (await ask(guest, "cup_enter", cup=cup))["type"] == "ack"
    await said(one, "cup_call")
    assert (await ask(one, "cup_drop_out", cup=cup))["type"] == "ack"
    assert (await ask(one, "cup_enter", cup=cup))["code"] == "registration_closed"
    assert (await ask(two, "cup_enter", cup=cup))["type"] == "ack", "he is in it"
    assert (await ask(other, "cup_drop_out", cup=cup))["code"] == "not_in"
