"""A cup as messages. What may be known is decided by `dizhu.tournament.view`; here it only changes
its form.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dizhu.app.cups.names import TableName
from dizhu.app.cups.office import Cups
from dizhu.app.cups.sight import Sight, is_final
from dizhu.app.ports import Clock
from dizhu.server import cup_protocol as c
from dizhu.server.cup_picture import picture, stage_of
from dizhu.tournament import Cup, Phase
from dizhu.tournament.formats import FORMATS
from dizhu.tournament.results import ResultRow, results
from dizhu.tournament.schedule import fill_at
from dizhu.tournament.spec import Prize
from dizhu.tournament.state import Table
from dizhu.tournament.view import CupView, Row, public, rows

SHOWN_ROWS = 300
"""So many rows of a standing are sent to those who look at it."""
LARGE, LARGE_MS = 500, 1_000
"""Where more have entered, the standing is worked out at most once in so long."""


@dataclass(frozen=True, slots=True)
class Board:
    """The standing of a cup at one moment, worked out once for all. `won`: once it is finished."""

    at: int
    cup: Cup
    seen: CupView
    rows: tuple[Row, ...]
    place: dict[str, Row]
    won: dict[str, ResultRow]


class CupViews:
    """Puts together what is sent. `may_run`: whether a player may run a cup."""

    def __init__(
        self, cups: Cups, sight: Sight, clock: Clock, may_run: Callable[[str, Cup], bool]
    ) -> None:
        self.sight = sight
        self._cups = cups
        self._clock = clock
        self._may_run = may_run
        self._boards: dict[str, Board] = {}

    def board(self, cup: Cup) -> Board:
        """Its standing now."""
        known, now = self._boards.get(cup.id), self._clock.now()
        if known is None or not _still_good(known, cup, now):
            found = rows(cup)
            place = {r.player: r for r in found}
            won = {r.player: r for r in results(cup)}
            known = Board(now, cup, public(cup, now), found, place, won)
            self._boards[cup.id] = known
            if len(self._boards) > 100:
                del self._boards[next(iter(self._boards))]
        return known

    def line(self, cup: Cup, viewer: str | None) -> c.CupLine:
        """In the list."""
        competition, start = cup.competition, cup.competition.start
        prizes = self._prizes(self.board(cup).seen)
        return c.CupLine(
            id=cup.id,
            key=competition.key,
            name_zh=competition.zh,
            name_en=competition.en,
            kind=competition.kind,
            phase=str(cup.phase),
            start=start.mode,
            opens_at=cup.opens_at,
            starts_at=cup.starts_at,
            fills_at=fill_at(cup) if cup.phase is Phase.REGISTERING else None,
            paused=cup.paused_at is not None,
            private=cup.code is not None,
            size=start.size,
            minimum=start.minimum,
            bots=start.bots,
            entrants=len(cup.entrants),
            alive=cup.alive,
            entry_beans=competition.entry.beans,
            entry_cards=competition.entry.cards,
            pool=self.board(cup).seen.pool,
            top=next((p for p in prizes if p.first == 1), None),
            ruleset=competition.ruleset.name,
            formats=tuple(s.format for s in competition.stages),
            entered=viewer is not None and viewer in cup.entrants,
        )

    @staticmethod
    def _prizes(seen: CupView) -> tuple[c.CupPrize, ...]:
        return tuple(_prize(p, share) for p, share in seen.prizes)

    def view(self, cup: Cup, viewer: str | None) -> c.CupView:
        """All of it but the standing."""
        board, name = self.board(cup), self._cups.roster.name
        seen, said = board.seen, cup.said
        stage = cup.competition.stages[max(0, cup.stage)]
        own = viewer is not None and viewer == cup.host
        return c.CupView(
            line=self.line(cup, viewer),
            host=cup.host,
            host_name="" if cup.host is None else name(cup.host),
            code=cup.code if own else None,
            may_run=viewer is not None and self._may_run(viewer, cup) and not cup.over,
            rake_percent=cup.competition.rake_percent,
            prizes=self._prizes(seen),
            rounds=tuple(picture(cup)),
            stage=cup.stage,
            round=cup.round,
            base=seen.base,
            start_score=stage.start_score,
            ready_at=seen.ready_at,
            tables=len(cup.tables),
            cut=seen.cut,
            final=tuple(self._final(cup)),
            champion=seen.champion,
            champion_name="" if seen.champion is None else name(seen.champion),
            finished_at=cup.finished_at,
            reason=cup.reason,
            said=None if said is None else said.text,
            said_at=None if said is None else said.at,
            mine=None if viewer is None else self.mine(cup, viewer),
            stages=tuple(stage_of(s) for s in cup.competition.stages),
            own=self.own_row(cup, viewer),
        )

    def _final(self, cup: Cup) -> Iterator[c.CupTable]:
        running = self._cups.find(cup.id)
        for number, table in cup.tables.items():
            table_id = None if running is None else running.floor.table_id(number)
            if table_id is not None and is_final(cup, TableName(cup.id, number)):
                yield self.table(cup, table, table_id, watch=True)

    def table(self, cup: Cup, table: Table, table_id: str, *, watch: bool) -> c.CupTable:
        """A table that plays; without results where others still play the same deals."""
        one, two, three = table.players
        name = self._cups.roster.name
        told = table.deltas if FORMATS[cup.stage_now.format].counts_at_once else ()
        total = tuple(sum(d[s] for d in told) for s in range(3))
        return c.CupTable(
            table=table_id,
            stage=cup.stage,
            round=table.round,
            names=(name(one), name(two), name(three)),
            players=(one, two, three),
            deltas=(total[0], total[1], total[2]),
            playing=True,
            watch=watch,
            hands=(),
        )

    def row(self, cup: Cup, row: Row) -> c.CupRow:
        """A line of the standing."""
        return c.CupRow(
            place=row.place,
            player=row.player,
            name=self._cups.roster.name(row.player),
            bot=row.bot,
            score=row.score,
            last=row.last,
            hands=row.hands,
            table=row.table is not None,
            safe=row.safe,
            gone=cup.entrants[row.player].gone if row.player in cup.entrants else True,
            rank=row.rank,
        )

    def own_row(self, cup: Cup, player: str | None) -> c.CupRow | None:
        """The line of somebody; None if he is not in it."""
        row = None if player is None else self.board(cup).place.get(player)
        return None if row is None else self.row(cup, row)

    def standing(self, cup: Cup) -> c.CupStanding:
        """The first rows of it."""
        board = self.board(cup)
        found = tuple(self.row(cup, r) for r in board.rows[:SHOWN_ROWS])
        return c.CupStanding(cup.id, True, found, (), board.seen.cut, cup.alive, len(cup.entrants))

    # --- one player's part ---

    def mine(self, cup: Cup, player: str) -> c.CupMine | None:
        """What concerns somebody who is in it; None if he is not."""
        entrant = cup.entrants.get(player)
        if entrant is None or entrant.bot:
            return None
        board, competition = self.board(cup), cup.competition
        row = board.place.get(player)
        registering, begun = cup.phase is Phase.REGISTERING, cup.stage >= 0
        return c.CupMine(
            cup=cup.id,
            key=competition.key,
            name_zh=competition.zh,
            name_en=competition.en,
            phase=str(cup.phase),
            where=self._where(cup, player),
            may_withdraw=registering,
            refund_beans=competition.entry.beans if registering else 0,
            refund_cards=competition.entry.cards if registering else 0,
            table=self._table_of(cup, player),
            opens_at=cup.opens_at,
            starts_at=cup.starts_at,
            fills_at=fill_at(cup) if registering else None,
            ready_at=board.seen.ready_at,
            paused=cup.paused_at is not None,
            entrants=len(cup.entrants),
            size=competition.start.size,
            stage=cup.stage,
            round=cup.round,
            format=competition.stages[max(0, cup.stage)].format,
            tables_left=len(cup.tables),
            score=entrant.score,
            place=row.place if row is not None and begun and not uncompared(board) else None,
            alive=cup.alive,
            cut=board.seen.cut,
            safe=row is not None and row.safe,
            gone=entrant.gone,
            rank=entrant.rank,
            prize=prize_row(board.won.get(player)),
        )

    def _table_of(self, cup: Cup, player: str) -> str | None:
        """Where he sits in it."""
        call = self.sight.call_of(player)
        return call.table if call is not None and call.cup == cup.id else None

    def _where(self, cup: Cup, player: str) -> str:
        entrant = cup.entrants[player]
        if cup.over:
            return "over"
        if cup.phase is Phase.REGISTERING:
            return "entered"
        if entrant.rank is not None or entrant.gone:
            return "out"
        if entrant.table is not None:
            call = self.sight.call_of(player)
            if call is None:
                return "waiting"
            return "called" if call.table is None else "playing"
        played = any(player in t.players for t in cup.closed)
        in_flow = cup.in_stage and cup.stage_now.format == "last_standing"
        return "resting" if cup.in_round and not played and not in_flow else "waiting"


def _still_good(board: Board, cup: Cup, now: int) -> bool:
    if board.cup is cup:
        return True
    then = board.cup
    same = (then.phase, then.stage, then.round) == (cup.phase, cup.stage, cup.round)
    return same and len(cup.entrants) > LARGE and now < board.at + LARGE_MS


def uncompared(board: Board) -> bool:
    """Whether no place means anything yet: the boards of a duplicate round are compared when it is
    over, and until then all have the same score.
    """
    cup = board.cup
    if cup.over or not cup.in_stage or FORMATS[cup.stage_now.format].counts_at_once:
        return False
    return len({r.score for r in board.rows if r.rank is None}) <= 1


def prize_row(row: ResultRow | None) -> c.CupPrize | None:
    """A prize that was given; None for nothing, and where there is no final rank."""
    if row is None or not (row.beans or row.cards or row.badge):
        return None
    return c.CupPrize(row.rank, row.rank, 0, row.beans, row.cards, row.badge)


def _prize(prize: Prize, share: int) -> c.CupPrize:
    last = max(prize.first, prize.last)
    return c.CupPrize(prize.first, last, share, prize.beans, prize.cards, prize.badge)
