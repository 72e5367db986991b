"""The sheet of rules over HTTP: of every room and of an open table, in both languages."""

import pytest
from aiohttp import ClientSession

from dizhu.app.rooms import load_rooms
from dizhu.rules.sheet import rule_sheet
from tests.e2e.serving import Serving


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_every_room_tells_the_rules_that_are_played_in_it(
    tmp_path_factory: pytest.TempPathFactory, language: str
) -> None:
    server = Serving(tmp_path_factory.mktemp("sheets"), {}).start()
    try:
        async with ClientSession(server.base) as http:
            for room in load_rooms().values():
                address = f"/api/rooms/{room.id}/sheet?language={language}"
                sheet = await (await http.get(address)).json()
                expected = rule_sheet(room.ruleset, room.stakes, language)
                assert sheet["ruleset"] == room.ruleset.name
                assert [s["lines"] for s in sheet["sections"]] == [list(s.lines) for s in expected]
            for wrong in ("rooms/none/sheet", "tables/none/sheet"):
                assert (await http.get(f"/api/{wrong}")).status == 404
            assert (await http.get("/api/rooms/classic-1/sheet?language=fr")).status == 400
    finally:
        server.kill()
