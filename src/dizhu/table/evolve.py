"""The table after an event. Never refuses: whether an event may happen was decided in `decide`."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from dizhu.rules import evolve as rules
from dizhu.rules.events import DealEnded, DealVoided
from dizhu.rules.state import HandState, new_hand
from dizhu.table.events import (
    ClocksExtended,
    ClocksSet,
    Closed,
    HandHappened,
    HandStarted,
    NextWanted,
    SeatLeft,
    SeedSealed,
    Settled,
    TableEvent,
    TableOpened,
)
from dizhu.table.state import Player, SeatState, Status, TableState


def evolve(state: TableState | None, event: TableEvent) -> TableState:
    """Fold one event. The first one opens the table."""
    if isinstance(event, TableOpened):
        return _opened(event)
    assert state is not None, "a table begins with table_opened"
    return _EVOLVERS[type(event)](state, event).changed(version=state.version + 1)


def replay(events: Iterable[TableEvent], state: TableState | None = None) -> TableState:
    """Fold a log, from the beginning or from a state on. ValueError for an empty log."""
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("there are no events")
    return state


def _opened(event: TableOpened) -> TableState:
    first, second, third = event.players
    return TableState(
        table_id=event.table_id,
        room=event.room,
        ruleset=event.ruleset,
        stakes=event.stakes,
        seats=(_seated(first), _seated(second), _seated(third)),
        pace=event.pace,
        asks_next=event.asks_next,
        version=1,
        scores=event.scores,
        hands=event.hands,
    )


def _seated(player: Player) -> SeatState:
    return SeatState(player, wants_next=True, start=player.start)


def _seed_sealed(state: TableState, event: SeedSealed) -> TableState:
    return state.changed(next_seed=event.seed)


def _hand_started(state: TableState, event: HandStarted) -> TableState:
    return state.changed(
        status=Status.PLAYING,
        hand_no=state.hand_no + 1,
        hand_since=state.version + 1,
        seed=event.seed,
        client_seeds=event.client_seeds,
        next_seed=None,
        hand=new_hand(state.ruleset, state.stakes, event.beans),
        settlement=None,
        seats=_each(state, wants_next=False),
        heard=False,
        silent_deals=0,
    )


def _each(state: TableState, **changes: Any) -> Any:
    return tuple(replace(seat, **changes) for seat in state.seats)


def _hand_happened(state: TableState, event: HandHappened) -> TableState:
    assert state.hand is not None, "an event of a hand needs a hand"
    hand = rules.evolve(state.hand, event.event)
    heard = state.heard or (event.by is not None and state.seats[event.by].player.bot is None)
    if isinstance(event.event, DealEnded):
        return state.changed(hand=hand, heard=heard, previous_first=hand.auction.first)
    if isinstance(event.event, DealVoided):
        return _deal_voided(state, hand, heard)
    return state.changed(hand=hand, heard=heard)


def _deal_voided(state: TableState, hand: HandState, heard: bool) -> TableState:
    """Count the deals in which no person did anything; a table of bots is no such case."""
    people = any(s.player.bot is None for s in state.seats)
    silent = state.silent_deals + 1 if people and not heard else 0
    return state.changed(hand=hand, heard=False, silent_deals=silent)


def _clocks_set(state: TableState, event: ClocksSet) -> TableState:
    return state.changed(clocks=event.clocks)


def _clocks_extended(state: TableState, event: ClocksExtended) -> TableState:
    later = tuple(
        replace(c, starts_at=c.starts_at + event.by, at=c.at + event.by) for c in state.clocks
    )
    return state.changed(clocks=later)


def _settled(state: TableState, event: Settled) -> TableState:
    """Bots always want another hand; people are asked."""
    points = event.settlement.unit == "points"
    seats = [replace(s, wants_next=s.player.bot is not None and not s.left) for s in state.seats]
    return state.changed(
        status=Status.BETWEEN,
        settlement=event.settlement,
        scores=event.settlement.after if points else state.scores,
        seats=(seats[0], seats[1], seats[2]),
    )


def _with_seat(state: TableState, seat: int, **changes: Any) -> TableState:
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], **changes)
    return state.changed(seats=(seats[0], seats[1], seats[2]))


def _next_wanted(state: TableState, event: NextWanted) -> TableState:
    return _with_seat(
        state, event.seat, wants_next=True, start=event.start, chosen_at=state.version + 1
    )


def _seat_left(state: TableState, event: SeatLeft) -> TableState:
    return _with_seat(state, event.seat, left=True, wants_next=False)


def _closed(state: TableState, event: Closed) -> TableState:
    return state.changed(status=Status.CLOSED, clocks=(), close_reason=event.reason)


_EVOLVERS: dict[type, Callable[[TableState, Any], TableState]] = {
    SeedSealed: _seed_sealed,
    HandStarted: _hand_started,
    HandHappened: _hand_happened,
    ClocksSet: _clocks_set,
    ClocksExtended: _clocks_extended,
    Settled: _settled,
    NextWanted: _next_wanted,
    SeatLeft: _seat_left,
    Closed: _closed,
}
