"""The wire: small frames at once, no compression contexts, and clients that cannot keep up."""

import asyncio
import itertools
import socket

import pytest

from dizhu.bootstrap import Server
from dizhu.server import connection
from dizhu.server.outbox import HARD_LIMIT, LIMIT, Outbox, Overflow
from tests.server.playing import Guest, phase


async def test_no_compression_though_it_is_offered(base: str) -> None:
    """L5: a context for each connection costs hundreds of KB a table."""
    async with Guest(base) as guest:
        assert guest.ws is not None
        assert guest.ws.compress == 0


async def test_small_frames_are_sent_at_once(server: Server, base: str) -> None:
    """L4."""
    async with Guest(base) as guest:
        link = server.hub._links[guest.player["id"]]
        assert isinstance(link, connection.Connection)
        assert link._transport is not None
        raw = link._transport.get_extra_info("socket")
        assert raw.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0


async def test_news_give_way_to_one_snapshot() -> None:
    outbox = Outbox()
    outbox.put(b"ack")
    for _ in range(LIMIT + 5):
        outbox.put(b"news", of_table=True)
    outbox.put(b"pong")
    assert len(outbox) == 2
    assert [await outbox.take() for _ in range(3)] == [b"ack", b"pong", b""]
    outbox.put(b"news", of_table=True)
    outbox.close()
    assert [await outbox.take(), await outbox.take()] == [b"news", None]


def test_without_hope_it_overflows() -> None:
    outbox = Outbox()
    for _ in range(HARD_LIMIT):
        outbox.put(b"pong")
    with pytest.raises(Overflow):
        outbox.put(b"pong")


async def test_a_slow_phone_catches_up_with_a_snapshot(server: Server, base: str) -> None:
    """What it missed is replaced; what it has is right; nobody else waited (F76)."""
    async with Guest(base) as slow, Guest(base) as b, Guest(base) as c:
        for guest in (slow, b, c):
            await guest.join("people", start="ready")
        for guest in (slow, b, c):
            await guest.until(lambda v: v["hand"] is not None)
        link = server.hub._links[slow.player["id"]]
        assert isinstance(link, connection.Connection)
        stuck = asyncio.Event()
        send, held = link._ws.send_frame, link._ws

        async def hold(*frame: object) -> None:
            await stuck.wait()
            await send(*frame)  # type: ignore[arg-type]

        held.send_frame = hold  # type: ignore[assignment, method-assign]
        seat = slow.seat
        for _ in range(LIMIT + 20):
            await b.act({"type": "autoplay", "on": True})
            await b.act({"type": "autoplay", "on": False})
        assert len(link._outbox) <= LIMIT
        stuck.set()
        await slow.wait("snapshot", lambda m: m["version"] > 100)
        await slow.until(lambda _v: slow.version == b.version)
        assert slow.view is not None
        assert b.view is not None
        assert slow.view["hand"]["cards"][seat] is not None
        assert slow.view["hand"]["counts"] == b.view["hand"]["counts"]
        slow_log = [m for m in slow.log if m["type"] in ("snapshot", "events")]
        for before, after in itertools.pairwise(slow_log):
            assert after["type"] == "snapshot" or after["from_version"] == before["version"]


async def test_a_dead_phone_is_cut_off(
    server: Server, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "SEND_SECONDS", 0.2)
    async with Guest(base) as guest:
        await guest.join("quick", bots=True)
        link = server.hub._links[guest.player["id"]]
        assert isinstance(link, connection.Connection)

        async def never(*_frame: object) -> None:
            await asyncio.sleep(3600)

        link._ws.send_frame = never  # type: ignore[assignment, method-assign]
        await guest.send(type="ping", sent_at=1)
        assert guest._reader is not None
        await asyncio.wait_for(guest._reader, 5)
        await asyncio.sleep(0.05)
        assert not server.hub.connected(guest.player["id"])


async def test_a_hundred_tables_begin_at_once(server: Server, base: str) -> None:
    """L8, L3: no pool to run out of; every player knows his table before he can act."""
    guests = [Guest(base) for _ in range(100)]
    try:
        for guest in guests:
            await guest.sign_in()
            await guest.connect()
        answers = await asyncio.gather(*(g.join("quick", bots=True, start="ready") for g in guests))
        assert all(a["type"] == "ack" for a in answers)
        acts = await asyncio.gather(*(first_action(g) for g in guests))
        assert all(a["type"] == "ack" for a in acts)
        assert len(server.tables) == 100
        assert server.health.counts == {}
    finally:
        await asyncio.gather(*(g.close() for g in guests))


async def first_action(guest: Guest) -> dict[str, object]:
    await guest.until(phase("deal"))
    return await guest.act({"type": "autoplay", "on": True})
