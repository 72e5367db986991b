"""The handlers of rule sheets: what is played in a room or at a table, made from its ruleset."""

from aiohttp import web

from dizhu.app.rooms import Rooms
from dizhu.app.tables import Tables
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.sheet import LANGUAGES, rule_sheet
from dizhu.server.answers import ApiRefusal, answer
from dizhu.server.sheet_view import SheetSection, SheetView


class Sheets:
    """The handlers of `api.SHEET_ROUTES`."""

    def __init__(self, rooms: Rooms, tables: Tables) -> None:
        self._rooms = rooms
        self._tables = tables

    async def room_sheet(self, request: web.Request) -> web.Response:
        """The rules of a room of the lobby."""
        room = self._rooms.get(request.match_info["id"])
        if room is None:
            raise ApiRefusal(404, "unknown_room")
        return sheet_answer(request, room.ruleset, room.stakes)

    async def table_sheet(self, request: web.Request) -> web.Response:
        """The rules of an open table."""
        table = self._tables.find(request.match_info["id"])
        if table is None:
            raise ApiRefusal(404, "unknown_table")
        return sheet_answer(request, table.state.ruleset, table.state.stakes)


def sheet_answer(request: web.Request, rules: Ruleset, stakes: Stakes) -> web.Response:
    """The rules in words, in the language that the request names."""
    language = request.query.get("language", LANGUAGES[0])
    if language not in LANGUAGES:
        raise ApiRefusal(400, "bad_request", f"language must be one of {', '.join(LANGUAGES)}")
    sections = rule_sheet(rules, stakes, language)
    return answer(
        SheetView(
            rules.name,
            tuple(SheetSection(s.id, s.heading, s.lines) for s in sections),
        )
    )
