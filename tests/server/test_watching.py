"""Who watches sees late, and no card that he may not know."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from dizhu.bootstrap import Server
from tests.server.conftest import config
from tests.server.playing import Guest, over
from tests.server.test_friends import command, make, play_hand, playing
from tests.server.test_secrets import cards_in, check_hand, made_public

DELAY = 400


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    running = Server(config(tmp_path, watch_delay_ms=DELAY))
    await running.start()
    yield running
    await running.stop()


async def seated(stack: AsyncExitStack, base: str, room: str, people: int = 1) -> list[Guest]:
    """People at one table, the rest bots."""
    guests = [await stack.enter_async_context(Guest(base)) for _ in range(people)]
    for guest in guests:
        await guest.join(room, start="ready", bots=people < 3)
    for guest in guests:
        await guest.until(lambda v: v["hand"] is not None)
    return guests


@pytest.mark.parametrize("room", ["quick", "laizi", "menzhua", "jj", "match"])
async def test_no_hidden_card_and_everything_late(server: Server, base: str, room: str) -> None:
    async with AsyncExitStack() as stack:
        guests = await seated(stack, base, room, 3)
        watcher = await stack.enter_async_context(Guest(base))
        answer = await command(watcher, "watch", table=guests[0].table)
        assert answer["type"] == "ack", answer
        await asyncio.gather(*(g.play_on(over) for g in guests))
        live = guests[0].version
        assert watcher.version < live
        await watcher.until(lambda v: v["result"] is not None)
        assert watcher.version <= guests[0].version
        check(watcher)


def check(watcher: Guest) -> None:
    """Message by message: nothing but what has been played, shown or opened."""
    known: set[int] = set()
    for message in watcher.log:
        view = message.get("view")
        if view is None or view["hand"] is None or view["result"] is not None:
            continue
        hand = view["hand"]
        assert view["you"] is None
        assert hand["options"] == []
        check_hand(-1, hand)
        shown = {s["seat"] for s in hand["shows"]}
        known |= made_public(message)
        known |= set(hand["bottom"] or ())
        for seat in shown:
            known |= set(hand["cards"][seat] or ())
        known |= {c for last in hand["last"] if isinstance(last, dict) for c in last["cards"]}
        known |= set((hand["to_beat"] or {"cards": ()})["cards"])
        assert cards_in(message) <= known
    assert not any(b'"seed":"' in f for f in watcher.raw if b'"result":{' not in f)


async def test_what_is_seen_is_as_late_as_it_should_be(server: Server, base: str) -> None:
    async with AsyncExitStack() as stack:
        (guest,) = await seated(stack, base, "quick")
        watcher = await stack.enter_async_context(Guest(base))
        await command(watcher, "watch", table=guest.table)
        assert (await watcher.wait("watching"))["delay_ms"] == DELAY
        await guest.play_on(over)
        await watcher.until(lambda v: v["result"] is not None)
        news = [m for m in watcher.log if m["type"] == "events" and m["events"]]
        assert news
        for message in news:
            assert message["server_time"] - max(e["at"] for e in message["events"]) >= DELAY
        first = next(m for m in watcher.log if m["type"] == "snapshot")
        versions = [m["from_version"] for m in watcher.log if m["type"] == "events"]
        assert versions[0] == first["version"], "nothing is left out"


async def test_players_see_how_many_watch(server: Server, base: str) -> None:
    async with AsyncExitStack() as stack:
        (guest,) = await seated(stack, base, "quick")
        watchers = [await stack.enter_async_context(Guest(base)) for _ in range(2)]
        for number, watcher in enumerate(watchers, 1):
            await command(watcher, "watch", table=guest.table)
            assert (await guest.wait("watchers"))["count"] == number
        listed = await tables(watchers[0])
        assert [(t["table"], t["watchers"]) for t in listed] == [(guest.table, 2)]
        await command(watchers[0], "unwatch")
        assert (await guest.wait("watchers"))["count"] == 1
        assert (await watchers[0].wait("watch_ended"))["reason"] == "left"
        await guest.disconnect()
        await guest.connect()
        assert (await guest.wait("watchers"))["count"] == 1


async def tables(guest: Guest) -> list[dict[str, object]]:
    """The tables that may be watched."""
    await guest.send(type="ask_tables", request_id="q1")
    found: list[dict[str, object]] = (await guest.wait("watch_tables"))["tables"]
    return found


async def test_watching_ends_with_the_table_and_with_ones_own_game(
    server: Server, base: str
) -> None:
    async with AsyncExitStack() as stack:
        (guest,) = await seated(stack, base, "quick")
        one, two = [await stack.enter_async_context(Guest(base)) for _ in range(2)]
        for watcher in (one, two):
            await command(watcher, "watch", table=guest.table)
        await two.join("quick", bots=True)
        assert (await two.wait("watch_ended"))["reason"] == "seated"
        assert (await command(two, "watch", table=guest.table))["code"] == "already_seated"
        await guest.play_on(over)
        await guest.act({"type": "leave"})
        assert (await one.wait("watch_ended"))["reason"] == "closed"
        assert (await command(one, "watch", table=guest.table))["code"] == "no_table"


async def test_who_watches_may_not_act_ask_or_speak(server: Server, base: str) -> None:
    async with AsyncExitStack() as stack:
        (guest,) = await seated(stack, base, "quick")
        watcher = await stack.enter_async_context(Guest(base))
        await command(watcher, "watch", table=guest.table)
        answer = await watcher.act({"type": "ready"}, table=guest.table, version=1)
        assert answer["code"] == "not_seated"
        await watcher.send(type="ask_hint", table=guest.table, request_id="q")
        assert (await watcher.answer("q"))["code"] == "no_table"
        assert (await command(watcher, "say", kind="quick", what="hurry"))["code"] == (
            "nobody_there"
        )


async def test_a_reload_and_a_gap_are_healed(server: Server, base: str) -> None:
    async with AsyncExitStack() as stack:
        (guest,) = await seated(stack, base, "quick")
        watcher = await stack.enter_async_context(Guest(base))
        await command(watcher, "watch", table=guest.table)
        await watcher.until(lambda v: v["hand"] is not None)
        await watcher.disconnect()
        await watcher.connect()
        assert (await watcher.wait("watching"))["table"] == guest.table
        assert (await watcher.wait("snapshot"))["view"]["you"] is None
        start = len(watcher.log)
        await watcher.send(type="resume", table=guest.table, version=0)
        message = await watcher.wait_any_from(start, ("snapshot", "refused"))
        assert message["type"] == "snapshot"


async def test_friends_are_watched_only_by_the_code_and_if_the_host_allows_it(
    server: Server, base: str
) -> None:
    async with Guest(base) as host, Guest(base) as other, Guest(base) as third:
        closed = await make(host)
        await command(host, "start_room")
        await host.play_on(playing)
        assert await tables(third) == []
        assert (await command(third, "watch", table=host.table))["code"] == "not_watchable"
        assert (await command(third, "watch", code=closed))["code"] == "not_watchable"
        code = await make(other, watch=True)
        assert (await command(third, "watch", code=code))["code"] == "no_table"
        await command(other, "start_room")
        await other.until(lambda v: v["hand"] is not None)
        assert (await command(third, "watch", table=other.table))["code"] == "not_watchable"
        assert (await command(third, "watch", code=code))["type"] == "ack"
        await play_hand([other], 1)
        await third.until(lambda v: v["result"] is not None)
        check(third)
