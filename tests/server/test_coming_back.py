"""Reload, reconnect, a second tab, a lost message: the table is always found again."""

import asyncio
import json

import pytest
from yarl import URL

from dizhu.bootstrap import Server
from tests.server.playing import Guest, over, phase


async def with_bots(guest: Guest, room: str = "quick") -> None:
    await guest.join(room, bots=True, start="ready")
    await guest.until(lambda v: v["hand"] is not None and v["hand"]["phase"] != "start")


async def test_five_reloads_in_a_row(base: str) -> None:
    """F83, F98: after each one the cards and the options are those of the server."""
    async with Guest(base) as guest:
        await with_bots(guest)
        await guest.until(lambda _v: guest.asked())
        assert guest.view is not None
        before = guest.view["hand"]
        for _ in range(5):
            await guest.disconnect()
            await guest.sign_in()
            guest.view, guest.version = None, 0
            welcome = await guest.connect()
            assert welcome["table"] == guest.table
            snapshot = await guest.resume(0)
            hand = snapshot["view"]["hand"]
            assert hand["cards"] == before["cards"]
            assert hand["options"]
        await guest.play_on(over)


async def test_the_tail_is_what_was_missed(base: str) -> None:
    """F94: any message may be lost."""
    async with Guest(base) as guest:
        await with_bots(guest)
        await guest.play_on(over)
        assert guest.view is not None
        last, view = guest.version, guest.view
        snapshot = await guest.resume(0)
        assert (snapshot["type"], snapshot["version"], snapshot["view"]) == ("snapshot", last, view)
        for missed in (1, 2, last // 2, last - 1):
            tail = await guest.resume(missed)
            assert tail["type"] == "events"
            assert (tail["from_version"], tail["version"]) == (missed, last)
            assert [e["version"] for e in tail["events"]] == sorted(
                {e["version"] for m in guest.log if m["type"] == "events" for e in m["events"]}
                & set(range(missed + 1, last + 1))
            )
            assert tail["view"] == view
        nothing = await guest.resume(last)
        assert (nothing["type"], nothing["events"]) == ("events", [])
        future = await guest.resume(last + 5)
        assert future["type"] == "snapshot"


async def test_news_are_without_gaps(base: str) -> None:
    async with Guest(base) as guest:
        await with_bots(guest)
        await guest.play_on(over)
        version = 0
        for message in guest.log:
            if message["type"] == "snapshot":
                version = message["version"]
            elif message["type"] == "events":
                assert message["from_version"] == version
                version = message["version"]
        assert version == guest.version


async def test_the_newer_connection_takes_over(base: str) -> None:
    """F95: even when both are made within the same moment."""
    async with Guest(base) as first:
        second = Guest(base)
        second.http.cookie_jar.update_cookies(
            {c.key: c.value for c in first.http.cookie_jar}, response_url=URL(base)
        )
        await second.sign_in()
        assert second.player["id"] == first.player["id"]
        await second.connect()
        await first.wait("replaced")
        assert first._reader is not None
        await first._reader
        assert first.closed_with == 4001
        await with_bots(second)
        await second.play_on(over)
        await second.close()


async def test_two_tabs_at_once(server: Server, base: str) -> None:
    """F95, F88: two connections and two joins in one tick are one player at one table."""
    async with Guest(base) as first:
        await first.disconnect()
        tabs = [await first.http.ws_connect(f"{base}/ws") for _ in range(2)]
        join = {"type": "join", "room": "quick", "bots": True}
        for n, tab in enumerate(tabs):
            await tab.send_str(json.dumps({**join, "command_id": f"tab{n}"}))
        await asyncio.sleep(0.3)
        assert len(server.tables) == 1
        assert len(server.hub) == 1
        for tab in tabs:
            await tab.close()


@pytest.mark.parametrize("phase", ["start", "call", "play", "between"])
async def test_who_drops_comes_back_to_his_cards(base: str, phase: str) -> None:
    """F86: and the others are told."""
    async with Guest(base) as gone, Guest(base) as other, Guest(base) as third:
        guests = (gone, other, third)
        for guest in guests:
            await guest.join("quick", start="ask" if phase == "start" else "ready")
        for guest in guests:
            await guest.until(lambda v: v["hand"] is not None)
        if phase == "between":
            await asyncio.gather(*(g.play_on(over) for g in guests))
        elif phase != "start":
            await asyncio.gather(
                *(g.play_on(lambda v: v["hand"]["phase"] in (phase, "play")) for g in guests)
            )
        assert gone.view is not None
        seat = gone.seat
        await gone.disconnect()
        presence = await other.wait("presence")
        assert presence["connected"][seat] is False
        welcome = await gone.connect()
        assert welcome["table"] == other.table
        assert (await other.wait("presence"))["connected"] == [True, True, True]
        tail = await gone.resume(gone.version)
        assert tail["type"] == "events"
        assert (tail["view"]["hand"]["cards"][seat] is None) == (phase == "start")
        if phase != "between":
            await asyncio.gather(*(g.play_on(over) for g in guests))


async def test_control_is_taken_back_by_any_action(base: str) -> None:
    """F97."""
    async with Guest(base) as guest:
        await with_bots(guest)
        await guest.play_on(phase("play"))
        if guest.view and over(guest.view):
            return
        await guest.act({"type": "autoplay", "on": True})
        await guest.act({"type": "autoplay", "on": False})
        view = await guest.until(lambda v: not v["hand"]["autoplay"][guest.seat])
        assert view["hand"]["autoplay"][guest.seat] is False
        await guest.play_on(over)
