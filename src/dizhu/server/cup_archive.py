"""Cups that may be over: their states, tables and ranks, from memory or from the store."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from dizhu.app.archive import Cursor
from dizhu.app.cups.history import PlayedTable, played_tables
from dizhu.app.cups.office import Cups
from dizhu.app.cups.ports import CupShelf
from dizhu.app.cups.roster import people_of
from dizhu.app.ports import CupRow
from dizhu.server import cup_protocol as c
from dizhu.tournament import Cup, replay
from dizhu.tournament.events import CupEvent
from dizhu.tournament.results import ResultRow, paid, results

REMEMBERED = 20


@dataclass(frozen=True, slots=True)
class PastState:
    """A cup that is over, with what was played."""

    cup: Cup
    tables: tuple[PlayedTable, ...]


class CupArchive:
    """Reads; what is over never changes, so the last ones are kept in memory."""

    def __init__(self, cups: Cups, shelf: CupShelf) -> None:
        self._cups = cups
        self._shelf = shelf
        self._known: OrderedDict[str, PastState] = OrderedDict()

    async def cup(self, cup_id: str) -> Cup | None:
        """A cup as it is now. Raises StorageFailed."""
        running = self._cups.find(cup_id)
        if running is not None:
            return running.cup
        past = await self.past(cup_id)
        return None if past is None else past.cup

    async def past(self, cup_id: str) -> PastState | None:
        """A cup that is over; None for any other. Raises StorageFailed."""
        if cup_id not in self._known:
            row = await self._shelf.row(cup_id)
            if row is None or row.live:
                return None
            self._known[cup_id] = await self._read(cup_id)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        self._known.move_to_end(cup_id)
        return self._known[cup_id]

    async def _read(self, cup_id: str) -> PastState:
        recorded = await self._shelf.log(cup_id)
        events = [r.event for r in recorded if isinstance(r.event, CupEvent)]
        cup = replay(events)
        self._cups.roster.call(await self._shelf.names(people_of(cup)))
        return PastState(cup, tuple(played_tables(events, await self._shelf.streams(cup_id))))

    async def rows(
        self, before: Cursor | None, most: int, player: str | None
    ) -> Sequence[c.PastCup]:
        """Cups that are over, newest first."""
        found = await self._shelf.past(before, most, player)
        champions = [r.champion for r in found if r.champion is not None]
        self._cups.roster.call(await self._shelf.names(champions))
        return [self.row(r) for r in found]

    async def row_of(self, cup_id: str) -> c.PastCup | None:
        """One that is over."""
        row = await self._shelf.row(cup_id)
        return None if row is None or row.live else self.row(row)

    def row(self, row: CupRow) -> c.PastCup:
        """As a message."""
        champion = row.champion
        return c.PastCup(
            id=row.id,
            key=row.key,
            name_zh=row.zh,
            name_en=row.en,
            phase=row.phase,
            finished_at=row.finished_at or 0,
            entrants=row.entrants,
            champion=champion,
            champion_name="" if champion is None else self._cups.roster.name(champion),
            reason=row.reason,
        )

    def result_row(self, row: ResultRow) -> c.CupResultRow:
        """A rank as a message: with what was paid, which is nothing to a bot."""
        won = paid(row)
        return c.CupResultRow(
            rank=row.rank,
            player=row.player,
            name=self._cups.roster.name(row.player),
            bot=row.bot,
            score=row.score,
            beans=won.beans,
            cards=won.cards,
            badge=won.badge,
            unpaid=row.unpaid,
        )

    def table(self, table: PlayedTable) -> c.CupTable:
        """A table that was played, with the ids of its hands."""
        one, two, three = table.players
        name = self._cups.roster.name
        return c.CupTable(
            table=table.id,
            stage=table.stage,
            round=table.round,
            names=(name(one), name(two), name(three)),
            players=table.players,
            deltas=table.deltas,
            playing=False,
            watch=False,
            hands=table.hands,
        )

    def champion(self, past: PastState, row: c.PastCup) -> c.Champion | None:
        """Who won, and how he came there; None when nobody did."""
        ranks = [self.result_row(r) for r in results(past.cup)]
        if not ranks:
            return None
        first = ranks[0]
        way = [t for t in past.tables if first.player in t.players]
        steps = [
            c.ChampionStep(self.table(t), (seat := t.players.index(first.player)), t.deltas[seat])
            for t in way
        ]
        own = [r[t.players.index(first.player)] for t in way for r in t.results]
        return c.Champion(
            cup=row,
            player=first.player,
            name=first.name,
            bot=first.bot,
            prize=c.CupPrize(1, 1, 0, first.beans, first.cards, first.badge),
            unpaid=first.unpaid,
            hands=len(own),
            won=sum(delta > 0 for delta in own),
            steps=tuple(steps),
            second=ranks[1] if len(ranks) > 1 else None,
            third=ranks[2] if len(ranks) > 2 else None,
        )
