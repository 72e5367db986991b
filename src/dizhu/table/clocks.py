"""Which clocks run (G-TIM-1, G-SHOW-7). Deadlines are data: they follow from the state before and
after a decision, and an answer of one seat never touches the clock of another.
"""

from typing import Any

from dizhu.rules.actions import Seat
from dizhu.rules.state import HandState, Phase
from dizhu.table.state import Clock, Status, TableState

_KINDS = {
    Phase.START: "start",
    Phase.CALL: "call",
    Phase.ROB: "rob",
    Phase.RAISE: "raise",
    Phase.DOUBLE: "double",
    Phase.PLAY: "play",
}
DEAL_CLOCK, NEXT_CLOCK, AUTO_CLOCK = "deal", "next", "auto"


def clocks_after(before: TableState | None, after: TableState, now: int) -> tuple[Clock, ...]:
    """The clocks that shall run in `after`, which a decision at `now` has made of `before`; `after`
    still has the clocks of before (or those, extended).
    """
    if after.status is Status.CLOSED:
        return ()
    if after.status is Status.BETWEEN:
        return _between(before, after, now)
    assert after.hand is not None, "who plays has a hand"
    if after.hand.phase is Phase.DEAL:
        return (_deal_clock(before, after, now),)
    return tuple(_seat_clock(before, after, seat, now) for seat in after.hand.asked())


def _between(before: TableState | None, after: TableState, now: int) -> tuple[Clock, ...]:
    """One clock from the end of a hand to the next; an organiser needs none."""
    if not after.asks_next:
        return ()
    asked = before is not None and before.status is Status.BETWEEN
    if asked and not _begins_to_want(before, after):
        return after.clocks
    return (Clock(None, NEXT_CLOCK, now, now + after.pace.next_ms, _since(before)),)


def _begins_to_want(before: TableState | None, after: TableState) -> bool:
    """Where the silent stay, the clock that made them go on must not end the table as well."""
    waited = before is not None and not before.wants_hand
    return after.pace.silent_stay and after.wants_hand and waited


def _since(before: TableState | None) -> int:
    return 1 if before is None else before.version + 1


def _deal_clock(before: TableState | None, after: TableState, now: int) -> Clock:
    """G-DEAL-2: the next card. A step that is done late does not delay those after it."""
    assert after.hand is not None, "who deals has a hand"
    step = after.ruleset.deal_step_ms
    old = after.clock_of(None)
    if old is None or old.kind != DEAL_CLOCK or before is None or before.hand is None:
        return Clock(None, DEAL_CLOCK, now, now + step, _since(before))
    if _deal_step(before.hand) == _deal_step(after.hand):
        return old
    starts = old.at if now - old.at < step else now
    return Clock(None, DEAL_CLOCK, starts, starts + step, _since(before))


def _deal_step(hand: HandState) -> tuple[int, int]:
    return hand.deals, hand.dealt_to


def _seat_clock(before: TableState | None, after: TableState, seat: Seat, now: int) -> Clock:
    """A question keeps its time as long as it stands; on autoplay the answer comes sooner."""
    assert after.hand is not None, "who is asked has a hand"
    starts, since = now, _since(before)
    old = after.clock_of(seat)
    if before is not None and old is not None and question(before, seat) == question(after, seat):
        starts, since = old.starts_at, old.since
        if (old.kind == AUTO_CLOCK) == after.on_autoplay(seat):
            return old
    deadline = starts + limit_ms(after.hand)
    if after.on_autoplay(seat):
        return Clock(seat, AUTO_CLOCK, starts, min(deadline, now + after.pace.autoplay_ms), since)
    return Clock(seat, _KINDS[after.hand.phase], starts, deadline, since)


def question(table: TableState, seat: Seat) -> tuple[Any, ...] | None:
    """What a seat is asked, as a value that changes with the question; None when it is not asked.

    Within one decision a turn never goes away and comes back.
    """
    hand = table.hand
    if hand is None or seat not in hand.asked():
        return None
    detail = (hand.auction.looked[seat], hand.raising.step)
    return (table.hand_no, hand.deals, hand.phase, *detail)


def limit_ms(hand: HandState) -> int:
    """How long the question of the present phase may be thought about."""
    rules = hand.ruleset
    first_play = hand.phase is Phase.PLAY and not any(hand.plays)
    seconds = {
        Phase.START: rules.seconds_start,
        Phase.CALL: rules.seconds_call,
        Phase.ROB: rules.seconds_rob,
        Phase.RAISE: rules.seconds_raise,
        Phase.DOUBLE: rules.seconds_double,
        Phase.PLAY: rules.seconds_first_play if first_play else rules.seconds_play,
    }
    return seconds[hand.phase] * 1000
