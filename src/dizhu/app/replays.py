"""A finished hand, folded again from its events: everything about it may be told now."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dizhu.app.archive import StoredHand
from dizhu.rules import view
from dizhu.rules.actions import SEATS, Deal, Seat
from dizhu.rules.cards import sort_cards
from dizhu.rules.events import Dealt
from dizhu.rules.record import Record
from dizhu.rules.state import HandState, Phase
from dizhu.table import TableEvent, TableState, evolve
from dizhu.table.events import HandHappened
from dizhu.table.history import record_of


class Gone(Exception):
    """The events of this hand are not kept any more."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An event of a finished hand, and the table after it."""

    event: TableEvent
    table: TableState


def moments(hand: StoredHand, events: Sequence[TableEvent]) -> Iterator[Moment]:
    """Every event of the hand with the table after it; `events` as `Archive.events` gives them.

    Raises Gone.
    """
    if not events:
        raise Gone(hand.id)
    table = replace(
        evolve(None, events[0]), hand_no=hand.hand_no - 1, previous_first=hand.previous_first
    )
    for event in events[1:]:
        table = evolve(table, event)
        yield Moment(event, table)


def everything(state: HandState) -> view.Observation:
    """A hand with all cards open. For hands that are over: nobody may have this before."""
    return replace(
        view.observe(state, None),
        cards=tuple(_held(state, seat) for seat in SEATS),  # type: ignore[arg-type]
        bottom=None if state.deal is None else state.deal.bottom,
    )


def _held(state: HandState, seat: int) -> tuple[int, ...] | None:
    if state.deal is None:
        return None
    if state.phase is Phase.DEAL:
        return sort_cards(state.deal.hands[seat][: state.dealt_to])
    return state.cards[seat]


def record(hand: StoredHand, events: Sequence[TableEvent]) -> Record:
    """The hand as a record. Raises Gone, and ValueError for events that break the rules."""
    folded = list(moments(hand, events))
    start = folded[0].table.hand
    assert start is not None, "a stored hand begins with hand_started"
    return record_of(start, [e.event for e in events if isinstance(e, HandHappened)])


def deals(folded: Sequence[Moment]) -> Iterator[tuple[Seat | None, Deal]]:
    """Every deal of the hand, the voided ones too, each with who bid first in the one before."""
    for moment in folded:
        event = moment.event
        if isinstance(event, HandHappened) and isinstance(event.event, Dealt):
            yield moment.table.previous_first, event.event.deal
