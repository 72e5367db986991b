"""The handlers of `api.CUP_ROUTES`: lists, details, results and files of competitions."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec
from aiohttp import web

from dizhu.app.cups.entering import Entering
from dizhu.app.cups.making import Wanted
from dizhu.app.cups.ports import CupShelf
from dizhu.app.notices import Refusal
from dizhu.app.players import Player
from dizhu.app.ports import Clock
from dizhu.server import cup_protocol as c
from dizhu.server.answers import ApiRefusal, answer, body_of
from dizhu.server.cup_archive import CupArchive, PastState
from dizhu.server.cup_desk import CupDesk
from dizhu.server.cup_export import as_csv
from dizhu.server.cup_news import CupNews, holdings_of
from dizhu.server.cup_view import CupViews
from dizhu.server.door import Door
from dizhu.server.limiter import Limiter
from dizhu.server.queries import cursor_of, following, number_of
from dizhu.server.sheets_http import sheet_answer
from dizhu.tournament import Cup
from dizhu.tournament.prizes import awarded, escrow

T = TypeVar("T")

PAGE = 100
MOST_PAGES = 1000
MOST_LINES = 50
FORM_BYTES = 32_768
STATUS = {"not_operator": 403, "too_many_cups": 429, "bad_cup": 400}


@dataclass(frozen=True, slots=True)
class CupOffice:
    """What the handlers work with. `who`: the player of a request; `toml`: the catalogue."""

    entering: Entering
    shelf: CupShelf
    archive: CupArchive
    desk: CupDesk
    news: CupNews
    views: CupViews
    clock: Clock
    limiter: Limiter
    door: Door
    toml: str


class CupHttp:
    """The handlers."""

    def __init__(self, office: CupOffice) -> None:
        self._office = office
        self._catalogue = tuple(_catalogue(office))

    # --- lists ---

    async def cups(self, request: web.Request) -> web.Response:
        """Those that are announced or run."""
        player = await self._office.door.authenticate(request)
        lines = self._office.news.lines(None if player is None else player.id)
        return answer(c.CupList(self._office.clock.now(), lines))

    async def past(self, request: web.Request) -> web.Response:
        """Those that are over."""
        most = number_of(request, "most", 20, MOST_LINES)
        mine = request.query.get("mine") == "1"
        own = (await self._office.door.player(request)).id if mine else None
        rows = await self._office.archive.rows(cursor_of(request), most, own)
        entries = [(r.finished_at, r.id) for r in rows]
        return answer(c.PastCups(tuple(rows), following(entries, most)))

    async def catalogue(self, _request: web.Request) -> web.Response:
        """What can be opened by name."""
        return answer(self._catalogue)

    async def make(self, request: web.Request) -> web.Response:
        """Announce a cup."""
        player = await self._office.door.player(request)
        self._office.limiter.demand("cup.player", player.id)
        wish = await body_of(request.clone(client_max_size=FORM_BYTES), c.NewCup)
        wanted = Wanted(wish.key, wish.toml, wish.form, wish.private, wish.size, wish.starts_at)
        made = await self._office.entering.make(player, wish.command_id, wanted)
        if isinstance(made, Refusal):
            raise ApiRefusal(STATUS.get(made.code, 409), made.code, made.detail)
        return answer(c.CupMade(made.id, made.code))

    # --- one cup ---

    async def cup(self, request: web.Request) -> web.Response:
        """All of it but the standing."""
        cup, player = await self._found(request)
        view = self._office.views.view(cup, None if player is None else player.id)
        return answer(c.CupDetail(self._office.clock.now(), view))

    async def sheet(self, request: web.Request) -> web.Response:
        """The rules of its tables in words."""
        cup, _ = await self._found(request)
        return sheet_answer(request, cup.competition.ruleset, cup.competition.stakes)

    async def standing(self, request: web.Request) -> web.Response:
        """A page of it."""
        cup, player = await self._found(request)
        views = self._office.views
        board = views.board(cup)
        rows, page, pages = _page(request, board.rows)
        return answer(
            c.StandingPage(
                cup=cup.id,
                page=page,
                pages=pages,
                rows=tuple(views.row(cup, r) for r in rows),
                own=views.own_row(cup, None if player is None else player.id),
                cut=board.seen.cut,
                alive=cup.alive,
            )
        )

    async def tables(self, request: web.Request) -> web.Response:
        """The tables; their hands once it is over."""
        cup, _ = await self._found(request)
        if cup.over:
            past = await self._past(cup.id)
            archive = self._office.archive
            found = [archive.table(t) for t in reversed(past.tables)]
        else:
            found = list(self._playing(cup))
        rows, page, pages = _page(request, found)
        return answer(c.CupTables(cup.id, page, pages, tuple(rows)))

    def _playing(self, cup: Cup) -> list[c.CupTable]:
        running = self._office.entering.cups.find(cup.id)
        final = {t.table for t in self._office.views.view(cup, None).final}
        tables = []
        for number, table in cup.tables.items():
            table_id = None if running is None else running.floor.table_id(number)
            if table_id is not None:
                watch = table_id in final
                tables.append(self._office.views.table(cup, table, table_id, watch=watch))
        return tables

    # --- its end ---

    async def result(self, request: web.Request) -> web.Response:
        """A page of the final ranks."""
        cup, player = await self._found(request)
        row, ranks = await self._ranks(cup)
        rows, page, pages = _page(request, ranks)
        own = None if player is None else next((r for r in ranks if r.player == player.id), None)
        given = awarded(cup)
        result = c.CupResult(
            cup=row,
            page=page,
            pages=pages,
            rows=tuple(rows),
            own=own,
            pool=escrow(cup),
            kept=given.kept,
            returned=sum(a.share for a in given.awards if not cup.entrants[a.player].paid),
        )
        return answer(result)

    async def result_csv(self, request: web.Request) -> web.Response:
        """All of them for a spreadsheet; the mark tells it that this is UTF-8."""
        cup, _ = await self._found(request)
        _, ranks = await self._ranks(cup)
        body = ("\ufeff" + as_csv(ranks)).encode()
        return _file(body, f"{cup.competition.key}-{cup.id}.csv", "text/csv")

    async def result_json(self, request: web.Request) -> web.Response:
        """All of them for a program."""
        cup, _ = await self._found(request)
        row, ranks = await self._ranks(cup)
        body = msgspec.json.encode({"cup": row, "ranks": ranks})
        return _file(body, f"{cup.competition.key}-{cup.id}.json", "application/json")

    async def champion(self, request: web.Request) -> web.Response:
        """Who won, and how."""
        cup, _ = await self._found(request)
        row, _ranks = await self._ranks(cup)
        champion = self._office.archive.champion(await self._past(cup.id), row)
        if champion is None:
            raise ApiRefusal(404, "no_champion")
        return answer(champion)

    async def _ranks(self, cup: Cup) -> tuple[c.PastCup, list[c.CupResultRow]]:
        row = await self._office.archive.row_of(cup.id)
        if row is None or row.phase != "finished":
            raise ApiRefusal(409, "not_finished")
        past = await self._past(cup.id)
        found = await self._office.shelf.ranks(past.cup.id, 1, len(past.cup.entrants))
        return row, [self._office.archive.result_row(r) for r in found]

    async def _past(self, cup_id: str) -> PastState:
        past = await self._office.archive.past(cup_id)
        if past is None:
            raise ApiRefusal(409, "not_finished")
        return past

    # --- what somebody holds ---

    async def holdings(self, request: web.Request) -> web.Response:
        """Cards and badges, and how they came."""
        player = await self._office.door.player(request)
        held = holdings_of(await self._office.shelf.held(player.id))
        moves = await self._office.shelf.moves(player.id, MOST_LINES)
        lines = tuple(c.HoldingLine(m.at, m.what, m.count, m.reason, _cup_of(m.id)) for m in moves)
        return answer(c.HoldingsPage(held.cards, held.badges, lines))

    # --- what they share ---

    async def _found(self, request: web.Request) -> tuple[Cup, Player | None]:
        """The cup of a request, if who asks may see it."""
        player = await self._office.door.authenticate(request)
        cup = await self._office.archive.cup(request.match_info["id"])
        own = "" if player is None else player.id
        code = request.query.get("code")
        if code is not None:
            self._office.limiter.demand("cup.code", own or self._office.door.addresses.of(request))
        if cup is None or not self._office.desk.may_see(own, cup, code):
            raise ApiRefusal(404, "no_cup")
        return cup, player


def _page(request: web.Request, found: Sequence[T]) -> tuple[Sequence[T], int, int]:
    pages = max(1, -(-len(found) // PAGE))
    page = number_of(request, "page", 1, min(pages, MOST_PAGES))
    return found[(page - 1) * PAGE : page * PAGE], page, pages


def _file(body: bytes, name: str, kind: str) -> web.Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return web.Response(body=body, headers=headers, content_type=kind, charset="utf-8")


def _cup_of(move: str) -> str | None:
    return move.removeprefix("cup:").partition("/")[0] if move.startswith("cup:") else None


def _catalogue(office: CupOffice) -> list[c.CatalogueEntry]:
    """Each with its own part of the text."""
    texts = {tomllib.loads(t)["cup"][0]["key"]: t for t in _parts(office.toml)}
    return [
        c.CatalogueEntry(
            key=found.key,
            name_zh=found.zh,
            name_en=found.en,
            kind=found.kind,
            start=found.start.mode,
            formats=tuple(s.format for s in found.stages),
            toml=texts.get(found.key, ""),
        )
        for found in office.entering.cups.catalogue.values()
    ]


def _parts(toml: str) -> list[str]:
    """A text of several competitions, cut before each; without the comments between them."""
    parts: list[list[str]] = []
    for line in toml.splitlines():
        if line.strip() == "[[cup]]":
            parts.append([])
        if parts and not line.startswith("#"):
            parts[-1].append(line)
    return ["\n".join(part).strip() + "\n" for part in parts]
