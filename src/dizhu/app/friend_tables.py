"""What happens at the tables of friends, as it concerns their room."""

from collections.abc import Iterable, Sequence

from dizhu.app.notices import Update
from dizhu.app.ports import Recorded
from dizhu.friends import FriendRoom, Line, left, settled, table_closed
from dizhu.rules.actions import SEATS
from dizhu.rules.view import observe
from dizhu.table import Status, TableEvent, TableState, evolve
from dizhu.table.events import Closed, SeatLeft, Settled


def concerns(update: Update) -> bool:
    """Whether a room has to change."""
    kinds = (Settled, SeatLeft, Closed)
    return any(isinstance(h.event, kinds) for h in update.events)


def after_update(room: FriendRoom, update: Update, now: int) -> FriendRoom:
    """The room after something happened at its table."""
    table = update.table
    if any(isinstance(h.event, Settled) for h in update.events):
        room = settled(room, line_of(table, now), now)
    for happened in update.events:
        if isinstance(happened.event, SeatLeft):
            room = _without(room, table.seats[happened.event.seat].player.id, now)
    if table.status is Status.CLOSED:
        room = table_closed(room, table.table_id, now)
    return room


def after_outage(
    room: FriendRoom, table_id: str, recorded: Sequence[Recorded], now: int
) -> FriendRoom:
    """The room after all that its table's log holds: what it knows already changes nothing."""
    table = None
    for at, event in _table_events(recorded):
        table = evolve(table, event)
        if isinstance(event, Settled):
            room = settled(room, line_of(table, at), now)
        elif isinstance(event, SeatLeft):
            room = _without(room, table.seats[event.seat].player.id, now)
    if table is None or table.status is Status.CLOSED:
        room = table_closed(room, table_id, now)
    return room


def _table_events(recorded: Iterable[Recorded]) -> Iterable[tuple[int, TableEvent]]:
    return ((r.at, r.event) for r in recorded if isinstance(r.event, TableEvent))


def _without(room: FriendRoom, player: str, now: int) -> FriendRoom:
    return room if room.member(player) is None else left(room, player, now)


def line_of(table: TableState, at: int) -> Line:
    """The hand that was just settled, as a line of the sheet."""
    settlement, hand = table.settlement, table.hand
    assert settlement is not None, "a hand was settled"
    assert hand is not None, "a hand was settled"
    first, second, third = (s.player for s in table.seats)
    return Line(
        table=table.table_id,
        hand_no=table.hand_no,
        at=at,
        players=(first.id, second.id, third.id),
        names=(first.name, second.name, third.name),
        delta=settlement.delta,
        landlord=settlement.landlord,
        winner=settlement.winner,
        multiplier=observe(hand, None).multiplier,
        end=settlement.end,
    )


def newcomers(room: FriendRoom, table: TableState) -> bool:
    """Whether somebody in the room has no seat at its table, and a bot has."""
    seated = {table.seats[s].player.id for s in SEATS if not table.seats[s].left}
    bots = any(table.seats[s].player.bot is not None for s in SEATS)
    return bots and any(m.id not in seated for m in room.members)
