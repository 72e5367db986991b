"""A standing longer than what is sent to those who look at it: pages, and one's own line."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dizhu.app.notices import Done
from dizhu.bootstrap import Server
from dizhu.server.cup_view import SHOWN_ROWS
from dizhu.tournament.commands import Register
from tests.server.conftest import config
from tests.server.cups import SWISS, ask, cup_of, get, said
from tests.server.playing import Guest

CROWD = SHOWN_ROWS + 20
LARGE = SWISS.replace("size = 3", "size = 1000").replace("beans = 500", "beans = 0")


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Server]:
    catalogue = tmp_path / "cups.toml"
    catalogue.write_text(LARGE, encoding="utf-8")
    server = Server(config(tmp_path, cups=catalogue))
    await server.start()
    yield server
    await server.stop()
    assert server.health.counts == {}


async def test_pages_of_a_long_standing(hall: Server) -> None:
    """All of it in pages of a hundred, each with one's own line; who looks has his, too."""
    async with Guest(f"http://127.0.0.1:{hall.port}") as guest:
        cup = await cup_of(guest)
        running = hall.competitions.cups.find(cup)
        assert running is not None
        entering = (running.runner.ask(Register(f"p{n}")) for n in range(CROWD))
        assert all(isinstance(done, Done) for done in await asyncio.gather(*entering))
        assert (await ask(guest, "cup_enter", cup=cup))["type"] == "ack"
        pages = []
        for number in (1, 2, 3, 4):
            status, page = await get(guest, f"/api/cups/{cup}/standing?page={number}")
            assert (status, page["page"], page["pages"]) == (200, number, 4)
            assert page["own"]["player"] == guest.player["id"]
            assert page["own"]["place"] == CROWD + 1
            pages.append(page)
        places = [row["place"] for page in pages for row in page["rows"]]
        assert places == list(range(1, CROWD + 2))
        page = pages[-1]
        assert page["rows"][-1] == page["own"]
        _, beyond = await get(guest, f"/api/cups/{cup}/standing?page=99")
        assert beyond == page
        assert (await get(guest, f"/api/cups/{cup}/standing?page=x"))[0] == 400
        await ask(guest, "cup_look", cup=cup)
        told = await said(guest, "cup_standing")
        assert (len(told["rows"]), told["total"]) == (SHOWN_ROWS, CROWD + 1)
        view = (await said(guest, "cup"))["cup"]
        assert view["own"] == page["own"]
        async with Guest(guest.base) as stranger:
            _, page = await get(stranger, f"/api/cups/{cup}/standing?page=4")
            assert page["own"] is None
            _, detail = await get(stranger, f"/api/cups/{cup}")
            assert detail["cup"]["own"] is None
