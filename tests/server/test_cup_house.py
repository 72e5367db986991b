"""Competitions while the house is restarted: what was said stays, and nobody enters meanwhile."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dizhu.bootstrap import Server
from tests.server.conftest import config
from tests.server.cups import SWISS, ask, cup_of, get, post, said
from tests.server.operating import an_operator_and, orders, promoted
from tests.server.playing import Guest


async def started(folder: Path) -> Server:
    """A server with a small competition."""
    catalogue = folder / "cups.toml"
    catalogue.write_text(SWISS, encoding="utf-8")
    server = Server(config(folder, cups=catalogue, cup_rest_ms=50, deal_step_ms=0))
    await server.start()
    return server


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Server]:
    server = await started(tmp_path)
    yield server
    await server.stop()
    assert server.health.counts == {}


@pytest.fixture
async def guests(hall: Server) -> AsyncIterator[list[Guest]]:
    async with an_operator_and(hall, 2) as found:
        yield found


async def test_what_was_said_is_there_after_a_restart(tmp_path: Path) -> None:
    """The operator's word in a cup of the house, and a host's in his own; the last one counts."""
    server = await started(tmp_path)
    async with Guest(f"http://127.0.0.1:{server.port}") as boss:
        await promoted(server, boss)
        public = await cup_of(boss)
        _, own = await post(boss, "/api/cups", {"command_id": "p", "key": "small", "private": True})
        for cup in (public, own["id"]):
            for text in ("first", f"of {cup}"):
                assert (await ask(boss, "cup_announce", cup=cup, text=text))["type"] == "ack"
        before = [await get(boss, f"/api/cups/{c}?code={own['code']}") for c in (public, own["id"])]
    await server.stop()
    server = await started(tmp_path)
    async with Guest(f"http://127.0.0.1:{server.port}") as other:
        for cup, (_, then) in zip((public, own["id"]), before, strict=True):
            _, now = await get(other, f"/api/cups/{cup}?code={own['code']}")
            assert now["cup"]["said"] == then["cup"]["said"] == f"of {cup}"
            assert now["cup"]["said_at"] == then["cup"]["said_at"]
        await ask(other, "cup_look", cup=public)
        assert (await said(other, "cup"))["cup"]["said"] == f"of {public}"
        _, page = await get(other, f"/api/cups/{own['id']}?code={own['code']}")
        assert page["cup"]["host_name"] == "掌门", "whose words they are"
    await server.stop()
    assert server.health.counts == {}


async def test_while_the_house_drains_nobody_enters_or_begins(
    hall: Server, guests: list[Guest]
) -> None:
    """As with every other way to begin: refused with the reason, and nothing is paid. Who is in may
    withdraw, and is in when it is over.
    """
    boss, one, two = guests
    cup = await cup_of(one)
    body = {"command_id": "p", "key": "small", "private": True, "size": 3}
    _, own = await post(boss, "/api/cups", body)
    assert (await ask(one, "cup_enter", cup=cup))["type"] == "ack"
    await orders(boss, "drain")
    assert (await ask(one, "cup_enter", cup=cup))["type"] == "ack", "he is in it"
    refused = await ask(two, "cup_enter", cup=cup)
    assert (refused["type"], refused["code"]) == ("refused", "draining")
    assert await hall.wallet.beans([two.player["id"]]) == (two.player["beans"],)
    assert (await ask(boss, "cup_start", cup=own["id"]))["code"] == "draining"
    assert (await ask(one, "cup_withdraw", cup=cup))["type"] == "ack"
    assert (await ask(one, "cup_enter", cup=cup))["code"] == "draining"
    await orders(boss, "undrain")
    for guest in (one, two):
        assert (await ask(guest, "cup_enter", cup=cup))["type"] == "ack"
    assert (await ask(boss, "cup_start", cup=own["id"]))["code"] == "too_few"
