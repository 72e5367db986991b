"""What people are told of cups: those who are in one, and those who look at one.

What changes often is told at most once a second, and only what changed.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from dizhu.app.cups.draft import row_of
from dizhu.app.cups.office import Cups
from dizhu.app.cups.ports import Call, CupShelf, UnseenEnd
from dizhu.app.notices import Done, Refusal
from dizhu.app.ports import Clock, StorageFailed
from dizhu.ledger.holdings import BADGE, PLATINUM
from dizhu.server import cup_protocol as c
from dizhu.server.cup_view import SHOWN_ROWS, CupViews, prize_row
from dizhu.server.hub import Hub
from dizhu.tournament import Cup
from dizhu.tournament.events import Cancelled, CupEvent, Finished, Ranked, Said, Withdrawn
from dizhu.tournament.view import Row, changed

log = logging.getLogger(__name__)

TELL_SECONDS = 1.0
FEW = 500
"""So many people of a cup are told of every change; of more only those whom it concerns."""
MOST_ENDS = 10
"""So many cups that have ended in one's absence are told on connecting: the last ones."""
THE_LIST = ""
"""What somebody looks at who looks at the list."""


class CupNews:
    """`app.cups.ports.CupAudience` for sockets; the office behind it is set by `serve`."""

    def __init__(self, hub: Hub, clock: Clock, shelf: CupShelf) -> None:
        self._hub = hub
        self._clock = clock
        self._shelf = shelf
        self._lookers: dict[str, str] = {}
        self._dirty: set[str] = set()
        self._list_dirty = False
        self._rows: dict[str, tuple[Row, ...]] = {}
        self._mine: dict[str, c.CupMine] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def serve(self, cups: Cups, views: CupViews, may_see: Callable[[str, Cup], bool]) -> None:
        """Where to look cups up."""
        self._cups = cups
        self._views = views
        self._may_see = may_see

    # --- coming and going ---

    def greet(self, player: str) -> None:
        """A player has connected: the cup he is in, where he is wanted, what he holds, and
        what has ended without him.
        """
        for running in self._cups.all():
            mine = self._views.mine(running.cup, player)
            if mine is not None:
                self._hub.send(player, c.CupMineNow(self._clock.now(), mine))
                self._mine[player] = mine
        call = self._views.sight.call_of(player)
        if call is not None:
            self.called(call)
        self.holdings_changed(player)
        self._spawn(self._tell_unseen(player))

    async def _tell_unseen(self, player: str) -> None:
        try:
            for end in await self._shelf.unseen(player, MOST_ENDS):
                self._hub.send(player, over_of(end))
        except StorageFailed as error:
            log.error("what has ended cannot be told to %s: %s", player, error)

    async def put_away(self, player: str, cup: str) -> Done | Refusal:
        """He has read that a cup is over."""
        try:
            await self._shelf.see(player, cup)
        except StorageFailed:
            return Refusal("storage_failed")
        return Done(0)

    def gone(self, player: str) -> None:
        """A player's connection has ended."""
        self._lookers.pop(player, None)
        self._mine.pop(player, None)

    def look(self, player: str, cup: Cup | None) -> None:
        """He looks at a cup, or at the list."""
        self._lookers[player] = THE_LIST if cup is None else cup.id
        if cup is None:
            self._hub.send(player, self._list_for(player))
            return
        board = self._views.board(cup)
        self._rows.setdefault(cup.id, board.rows[:SHOWN_ROWS])
        self._hub.send(player, c.CupNow(self._clock.now(), self._views.view(cup, player)))
        self._hub.send(player, self._views.standing(cup))

    def unlook(self, player: str) -> bool:
        """He looks at none; False if he did not."""
        return self._lookers.pop(player, None) is not None

    def _list_for(self, player: str) -> c.Cups:
        return c.Cups(self._clock.now(), self.lines(player))

    def lines(self, player: str | None) -> tuple[c.CupLine, ...]:
        """The cups that somebody may find, the next to begin first."""
        found = [r.cup for r in self._cups.all()]
        seen = [k for k in found if k.code is None or self._may_see(player or "", k)]
        order = sorted(seen, key=lambda k: (k.starts_at or k.opens_at, k.id))
        return tuple(self._views.line(cup, player) for cup in order)

    # --- the audience ---

    def cup_changed(self, after: Cup, events: Sequence[CupEvent]) -> None:
        """Noted; told by `tell`. Who is out or refunded, and what is said, is told at once."""
        self._dirty.add(after.id)
        self._list_dirty = True
        for event in events:
            match event:
                case Withdrawn(player=player, beans=beans, cards=cards):
                    self._over(after, player, "withdrawn", beans, cards)
                    self._mine.pop(player, None)
                case Ranked(players=players) if not after.over:
                    for player in players:
                        self._over(after, player, "out")
                case Finished() | Cancelled():
                    self._ended(after)
                case Said(text=text, at=at):
                    self._say(after, text, at)
                case _:
                    pass

    def _say(self, cup: Cup, text: str, at: int) -> None:
        """To all who are in it or look at it."""
        names = cup.competition
        message = c.CupSaid(cup.id, names.zh, names.en, text, at)
        lookers = [p for p, looks in self._lookers.items() if looks == cup.id]
        for player in {*lookers, *self._people(cup)}:
            self._hub.send(player, message)

    def _ended(self, cup: Cup) -> None:
        """To who is here; the others read it when they come."""
        row = row_of(cup, cup.opens_at)
        ranks = {r.player: r for r in row.ranks}
        for end in row.ends:
            if self._hub.connected(end.player):
                self._hub.send(end.player, over_of(UnseenEnd(row, end, ranks.get(end.player))))

    def _over(self, cup: Cup, player: str, why: str, beans: int = 0, cards: int = 0) -> None:
        if not self._hub.connected(player):
            return
        entrant, names = cup.entrants.get(player), cup.competition
        message = c.CupOver(
            cup=cup.id,
            name_zh=names.zh,
            name_en=names.en,
            why=why,
            rank=None if entrant is None else entrant.rank,
            entrants=len(cup.entrants),
            prize=None,
            refund_beans=beans,
            refund_cards=cards,
            reason=cup.reason,
        )
        self._hub.send(player, message)

    def called(self, call: Call) -> None:
        """His table is ready, or waits for him."""
        running = self._cups.find(call.cup)
        if running is None:
            return
        cup, names = running.cup, running.cup.competition
        message = c.CupCall(
            cup=call.cup,
            name_zh=names.zh,
            name_en=names.en,
            stage=cup.stage,
            round=cup.round,
            table=call.table,
            elsewhere=call.elsewhere,
            by=call.by,
        )
        self._hub.send(call.player, message)
        self._dirty.add(call.cup)

    def beans_changed(self, player: str, beans: int) -> None:
        """His balance after a transfer."""
        self._hub.beans_changed(player, beans)

    def holdings_changed(self, player: str) -> None:
        """His cards or badges: read, then told."""
        if self._hub.connected(player):
            self._spawn(self._tell_holdings(player))

    async def _tell_holdings(self, player: str) -> None:
        try:
            self._hub.send(player, holdings_of(await self._shelf.held(player)))
        except StorageFailed as error:
            log.error("the holdings of %s cannot be told: %s", player, error)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _people(self, cup: Cup) -> list[str]:
        """Those of a cup who are connected."""
        return [e for e in cup.entrants if self._hub.connected(e)]

    # --- by itself ---

    async def tell(self) -> None:
        """For ever: what has changed, at most once a second."""
        while True:
            await asyncio.sleep(TELL_SECONDS)
            dirty, self._dirty = self._dirty, set()
            for cup_id in dirty:
                running = self._cups.find(cup_id)
                if running is not None:
                    self._tell_of(running.cup)
            if self._list_dirty:
                self._list_dirty = False
                for player in [p for p, looks in self._lookers.items() if looks == THE_LIST]:
                    self._hub.send(player, self._list_for(player))

    def _tell_of(self, cup: Cup) -> None:
        before = self._rows.get(cup.id, ())
        after = self._rows[cup.id] = self._views.board(cup).rows[:SHOWN_ROWS]
        new = changed(before, after)
        lookers = [p for p, looks in self._lookers.items() if looks == cup.id]
        if lookers:
            left = {r.player for r in before} - {r.player for r in after}
            delta = c.CupStanding(
                cup=cup.id,
                whole=False,
                rows=tuple(self._views.row(cup, r) for r in new),
                left=tuple(sorted(left)),
                cut=self._views.board(cup).seen.cut,
                alive=cup.alive,
                total=len(cup.entrants),
            )
            for player in lookers:
                self._hub.send(player, c.CupNow(self._clock.now(), self._views.view(cup, player)))
                self._hub.send(player, delta)
        self._tell_people(cup, {r.player for r in new})
        if cup.over:
            self._rows.pop(cup.id, None)

    def _tell_people(self, cup: Cup, new: set[str]) -> None:
        people = self._people(cup)
        for player in people if len(people) <= FEW else [p for p in people if p in new]:
            mine = self._views.mine(cup, player)
            known = self._mine.get(player)
            if mine is None or mine == known or _is_elsewhere(known, mine):
                continue
            self._mine[player] = mine
            self._hub.send(player, c.CupMineNow(self._clock.now(), mine))


def over_of(end: UnseenEnd) -> c.CupOver:
    """How a cup ended for somebody, whether he was there or comes later."""
    cup, rank = end.cup, end.rank
    return c.CupOver(
        cup=cup.id,
        name_zh=cup.zh,
        name_en=cup.en,
        why=cup.phase,
        rank=None if rank is None else rank.rank,
        entrants=cup.entrants,
        prize=prize_row(rank),
        refund_beans=end.end.beans,
        refund_cards=end.end.cards,
        reason=cup.reason,
    )


def _is_elsewhere(known: c.CupMine | None, mine: c.CupMine) -> bool:
    """A cup in which he is out is not told over the one in which he is now."""
    return known is not None and known.cup != mine.cup and mine.where in ("out", "over")


def holdings_of(held: dict[str, int]) -> c.Holdings:
    """What somebody holds, as a message."""
    badges = {k.removeprefix(BADGE): n for k, n in held.items() if k.startswith(BADGE)}
    return c.Holdings(held.get(PLATINUM, 0), badges)
