"""The handlers of finished hands, leaderboards, statistics and beans."""

import asyncio
import gzip
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import TypeVar

import msgspec
from aiohttp import web

from dizhu.app.archive import BOARDS, Archive, StoredHand
from dizhu.app.boards import LEAST_HANDS, PAGE, Boards
from dizhu.app.replays import Gone, record
from dizhu.ledger.titles import title_of
from dizhu.rules.record import write
from dizhu.server import records as r
from dizhu.server.answers import ApiRefusal, answer, takes_gzip
from dizhu.server.door import Door
from dizhu.server.queries import cursor_of, following, number_of
from dizhu.server.replay_view import hand_line, replay_view
from dizhu.table import TableEvent

T = TypeVar("T")

MOST_LINES = 50
RECENT_HANDS = 60


class Records:
    """The handlers of `api.RECORD_ROUTES`. `who`: the player of a request; `secret`: whether the
    hands of a table may not be shown yet.
    """

    def __init__(
        self,
        archive: Archive,
        boards: Boards,
        door: Door,
        executor: Executor,
        secret: Callable[[str], bool] = lambda _table: False,
    ) -> None:
        self._archive = archive
        self._boards = boards
        self._who, self._oneself = door.authenticate, door.player
        self._executor = executor
        self._secret = secret

    # --- finished hands ---

    async def hands(self, request: web.Request) -> web.Response:
        """One's own finished hands."""
        player, most = await self._oneself(request), number_of(request, "most", 20, MOST_LINES)
        found = await self._archive.hands_of(player.id, cursor_of(request), most)
        after = following([(h.ended_at, h.id) for h in found], most)
        return answer(r.HandPage(tuple(hand_line(h, player.id) for h in found), after))

    async def hand(self, request: web.Request) -> web.Response:
        """A replay: for everybody who knows its id."""
        player = await self._who(request)
        hand, events = await self._found(request)
        work = partial(_replay_body, hand, events, None if player is None else player.id)
        body = await self._away(work)
        headers = {"Vary": "Accept-Encoding"}
        if takes_gzip(request):
            headers["Content-Encoding"] = "gzip"
        else:
            body = gzip.decompress(body)
        return web.Response(body=body, headers=headers, content_type="application/json")

    async def hand_text(self, request: web.Request) -> web.Response:
        """The same as a text record."""
        hand, events = await self._found(request)
        text = await self._away(lambda: write(record(hand, events)))
        name = f'attachment; filename="dizhu-{hand.id}.txt"'
        return web.Response(text=text, headers={"Content-Disposition": name})

    async def _found(self, request: web.Request) -> tuple[StoredHand, Sequence[TableEvent]]:
        hand = await self._archive.hand(request.match_info["id"])
        if hand is None:
            raise ApiRefusal(404, "no_hand")
        if self._secret(hand.table):
            raise ApiRefusal(403, "hand_secret", "others still play the same cards")
        events = await self._archive.events(hand)
        if not events:
            raise ApiRefusal(410, "hand_gone")
        return hand, events

    # --- leaderboards and statistics ---

    async def leaders(self, request: web.Request) -> web.Response:
        """A page of a leaderboard."""
        board = request.match_info["board"]
        if board not in BOARDS:
            raise ApiRefusal(404, "no_board")
        player = await self._who(request)
        own_id = None if player is None else player.id
        standing = await self._boards.board(board)
        lines = [
            r.LeaderLine(
                place=place,
                name=leader.name,
                title=title_of(leader.beans),
                beans=leader.beans,
                hands=leader.hands,
                won=leader.won,
                week=leader.week,
                you=leader.player == own_id,
            )
            for place, leader in enumerate(standing.leaders, 1)
        ]
        pages = max(1, -(-len(lines) // PAGE))
        page = number_of(request, "page", 1, pages)
        shown = tuple(lines[(page - 1) * PAGE : page * PAGE])
        own = next((line for line in lines if line.you), None)
        least = LEAST_HANDS if board == "rate" else 0
        return answer(r.LeaderPage(board, page, pages, shown, own, least, standing.week_ends))

    async def stats(self, request: web.Request) -> web.Response:
        """One's own statistics."""
        player = await self._oneself(request)
        tallies = await self._archive.tallies(player.id)
        hands = await self._archive.hands_of(player.id, None, RECENT_HANDS)
        deltas = [
            next(s.delta for s in hand.seats if s.player == player.id)
            for hand in hands
            if hand.unit == "beans"
        ]
        views = tuple(msgspec.convert(t, r.TallyView, from_attributes=True) for t in tallies)
        return answer(r.StatsView(views, tuple(reversed(deltas))))

    # --- beans ---

    async def movements(self, request: web.Request) -> web.Response:
        """One's own transfers."""
        player, most = await self._oneself(request), number_of(request, "most", 30, MOST_LINES)
        found = await self._archive.movements(player.id, cursor_of(request), most)
        lines = (r.MovementLine(m.at, m.beans, m.reason, m.hand) for m in found)
        return answer(r.MovementPage(tuple(lines), following([(m.at, m.id) for m in found], most)))

    # --- what they share ---

    async def _away(self, work: Callable[[], T]) -> T:
        """Not on the event loop: a hand takes some ten milliseconds to fold."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._executor, work)
        except Gone as gone:
            raise ApiRefusal(410, "hand_gone") from gone


def _replay_body(hand: StoredHand, events: Sequence[TableEvent], player: str | None) -> bytes:
    return gzip.compress(msgspec.json.encode(replay_view(hand, events, player)), 6)
