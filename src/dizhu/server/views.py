"""From tables to messages: the one place through which everything about a table reaches a viewer.

What he may know is decided by `dizhu.table.see` and `public_event`; here it only changes its form.
"""

from collections.abc import Callable

from msgspec.structs import replace

from dizhu.app.finished import hand_id
from dizhu.app.rooms import Room
from dizhu.ledger.outcome import Settlement
from dizhu.ledger.titles import promoted, title_of
from dizhu.rules import legal, scoring
from dizhu.rules.actions import SEATS, Seat
from dizhu.rules.ruleset import Stakes
from dizhu.rules.view import Observation, visible_cards
from dizhu.server import protocol as p
from dizhu.server.hand_view import factors_view, hand_view, less, options_view
from dizhu.table import Clock, TableState, see
from dizhu.table.view import SeatSeen, TableSeen, escape_penalty

Connected = Callable[[str], bool]
"""Whether a player has a connection now."""


class Sight:
    """A table at one version: what all viewers share is put together once."""

    def __init__(self, table: TableState, connected: Connected, now: int) -> None:
        self._table = table
        self._now = now
        self._shared = table_view(table, None, connected)

    def view(self, seat: Seat) -> p.TableView:
        """What `table_view` says for a seat: all that is not shared comes from the same filters."""
        hand = self._shared.hand
        if hand is None or self._table.hand is None:
            return replace(self._shared, you=seat)
        cards = [visible_cards(self._table.hand, seat, s) for s in SEATS]
        own = replace(
            hand,
            cards=(cards[0], cards[1], cards[2]),
            options=options_view(legal.options(self._table.hand, seat)),
            unseen=less(hand.unseen, cards[seat] or ()),
            escape_penalty=escape_penalty(self._table, seat),
        )
        return replace(self._shared, you=seat, hand=own)

    def snapshot(self, seat: Seat) -> p.Snapshot:
        """The whole table for a seat."""
        table = self._table
        return p.Snapshot(table.table_id, table.version, self._now, self.view(seat))

    def events(self, happened: tuple[p.TableEvent, ...], from_version: int, seat: Seat) -> p.Events:
        """What happened after a version, and the table now, for a seat."""
        table = self._table
        return p.Events(
            table=table.table_id,
            from_version=from_version,
            version=table.version,
            server_time=self._now,
            events=happened,
            view=self.view(seat),
        )


def table_view(table: TableState, viewer: Seat | None, connected: Connected) -> p.TableView:
    """The table as a viewer may know it."""
    seen = see(table, viewer)
    in_beans = seen.ruleset.unit == "beans"
    seats = [_seat(s, in_beans=in_beans, connected=connected) for s in seen.seats]
    return p.TableView(
        table=seen.table_id,
        room=seen.room,
        ruleset=seen.ruleset.name,
        stakes=stakes_view(seen.stakes),
        status=seen.status,
        hand_no=seen.hand_no,
        you=viewer,
        seats=(seats[0], seats[1], seats[2]),
        clocks=tuple(_clock(c) for c in seen.clocks),
        hand=None if seen.hand is None else hand_view(seen.hand, seen.escape_penalty),
        result=result_view(seen),
        fairness=_fairness(seen),
        hands=seen.hands,
    )


def _fairness(seen: TableSeen) -> p.FairnessView:
    """The players' seeds with the server's: before, they would be bytes of every message."""
    return p.FairnessView(
        hash=seen.commitment,
        seed=seen.seed,
        client_seeds=None if seen.seed is None else seen.client_seeds,
        next_hash=seen.next_commitment,
    )


def _seat(seat: SeatSeen, *, in_beans: bool, connected: Connected) -> p.SeatView:
    """A score of the table makes no title."""
    return p.SeatView(
        player=seat.player,
        name=seat.name,
        bot=seat.bot,
        beans=seat.beans,
        title=title_of(seat.beans) if in_beans else "",
        connected=seat.bot or connected(seat.player),
        wants_next=seat.wants_next,
        left=seat.left,
    )


def _clock(clock: Clock) -> p.ClockView:
    return p.ClockView(clock.seat, clock.kind, clock.starts_at, clock.at)


def stakes_view(stakes: Stakes) -> p.StakesView:
    """The numbers of a room."""
    return p.StakesView(
        coefficient=stakes.coefficient,
        fee=stakes.fee,
        base=stakes.base,
        initial=stakes.initial,
        double_threshold=stakes.double_threshold,
    )


def room_view(room: Room, online: int) -> p.RoomView:
    """A room of the lobby."""
    return p.RoomView(
        id=room.id,
        name_zh=room.name_zh,
        name_en=room.name_en,
        ruleset=room.ruleset.name,
        level=room.level,
        stakes=stakes_view(room.stakes),
        entry_min=room.entry_min,
        entry_max=room.entry_max,
        online=online,
        show_start=room.ruleset.show_start,
    )


def result_view(seen: TableSeen) -> p.ResultView | None:
    """The end of the last hand, as long as no other one has begun."""
    settlement, hand = seen.settlement, seen.hand
    if settlement is None or hand is None:
        return None
    seats = [_seat_result(settlement, hand, seat) for seat in SEATS]
    return p.ResultView(
        end=settlement.end,
        landlord=settlement.landlord,
        winner=settlement.winner,
        escaped=None if settlement.escape is None else settlement.escape.seat,
        spring=_spring(hand),
        factors=factors_view(hand),
        multiplier=hand.multiplier,
        base=seen.stakes.base,
        coefficient=seen.stakes.coefficient,
        unit=settlement.unit,
        pairs=tuple(
            p.PairResult(pair.peasant, pair.factor, pair.due, pair.paid)
            for pair in settlement.pairs
        ),
        seats=(seats[0], seats[1], seats[2]),
        replay=None if seen.seed is None else hand_id(seen.seed, seen.table_id, seen.hand_no),
    )


def _seat_result(settlement: Settlement, hand: Observation, seat: Seat) -> p.SeatResult:
    before, after = settlement.before[seat], settlement.after[seat]
    in_beans = settlement.unit == "beans"
    return p.SeatResult(
        seat=seat,
        delta=settlement.delta[seat],
        fee=settlement.fees[seat],
        beans=after,
        title=title_of(after) if in_beans else "",
        promoted=in_beans and promoted(before, after),
        cards_left=hand.counts[seat],
    )


def _spring(hand: Observation) -> str | None:
    landlord = hand.landlord
    if hand.end != "out" or landlord is None:
        return None
    plays = [hand.plays[(landlord + n) % 3] for n in SEATS]
    return scoring.spring_of(hand.winner == "landlord", plays[0], plays[1], plays[2])
