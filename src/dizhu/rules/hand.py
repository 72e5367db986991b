"""One hand, from the start window to its end: `decide` turns an action into events or refuses it.

The three verbs of the hand: `decide` here, `evolve.evolve`, `view.observe`. Chance comes in from
outside with `begin_deal`; the clock with `step_deal`, `end_deal` and the action `Timeout`.
"""

from collections.abc import Callable
from typing import Any

from dizhu.rules import legal, playing, scoring
from dizhu.rules.actions import (
    SEATS,
    Action,
    Autoplay,
    Blind,
    Call,
    Deal,
    Double,
    Escape,
    Look,
    NoDouble,
    Pass,
    Play,
    Raise,
    Ready,
    Rob,
    Seat,
    Show,
    Timeout,
)
from dizhu.rules.cards import DECK, SUITED_RANKS
from dizhu.rules.errors import Code, RuleViolation
from dizhu.rules.events import (
    AutoplaySet,
    BlindGrabbed,
    Called,
    DealEnded,
    DealStepped,
    Dealt,
    DealVoided,
    Declined,
    DoubleAnswered,
    Escaped,
    ForcedScored,
    HandEvent,
    LandlordFixed,
    Looked,
    Passed,
    Played,
    RaiseAnswered,
    Readied,
    Robbed,
    Shown,
    TimedOut,
    WildDrawn,
)
from dizhu.rules.evolve import evolve
from dizhu.rules.ruleset import Ruleset
from dizhu.rules.state import HandState, Phase

Events = tuple[HandEvent, ...]


def decide(state: HandState, seat: Seat, action: Action) -> Events:
    """What an action of a seat makes happen, its consequences included.

    Raises RuleViolation with the first code that applies; then nothing changes.
    """
    legal.check(state, seat, action)
    events = _DECIDERS[type(action)](state, seat, action)
    if state.autoplay[seat] and not isinstance(action, Timeout | Autoplay | Escape):
        events = (AutoplaySet(seat, False), *events)  # G-TIM-1: any own action ends it at once
    return with_consequences(state, events)


def apply(state: HandState, events: Events) -> HandState:
    """Fold some events."""
    for event in events:
        state = evolve(state, event)
    return state


def begin_deal(state: HandState, deal: Deal) -> Events:
    """A deal that was awaited. Raises RuleViolation wrong_phase, or ValueError for a deal that is
    no deal.
    """
    if state.phase is not Phase.AWAIT_DEAL:
        raise RuleViolation(Code.WRONG_PHASE)
    _check_deal(deal)
    _check_chances(deal, state.ruleset)
    return (Dealt(deal),)


def _check_deal(deal: Deal) -> None:
    cards = sorted(c for part in (*deal.hands, deal.bottom) for c in part)
    if tuple(cards) != DECK or any(len(h) != 17 for h in deal.hands) or deal.first not in SEATS:
        raise ValueError(
            "a deal has three hands of 17 and a bottom of 3 different cards, and a first bidder"
        )


def _check_chances(deal: Deal, rules: Ruleset) -> None:
    """What chance need not decide may be left out; what it decides must fit the ruleset."""
    if deal.wild is not None and not (rules.wild_enabled and 0 <= deal.wild < SUITED_RANKS):
        raise ValueError("the wild rank must be 3 to 2, under a ruleset with wild cards")
    if deal.turned is not None and deal.turned not in deal.hands[deal.first]:
        raise ValueError("the card turned up must be in the first bidder's hand")
    if deal.task is not None and deal.task not in rules.tasks:
        raise ValueError(f"the ruleset has no task {deal.task!r}")


def step_deal(state: HandState, to: int) -> Events:
    """Each player has been given `to` cards (1..17, more than before)."""
    if state.phase is not Phase.DEAL or not state.dealt_to < to <= 17:
        raise RuleViolation(Code.WRONG_PHASE)
    return (DealStepped(to),)


def end_deal(state: HandState) -> Events:
    """The deal is over; an early show may have fixed the landlord (R-CALL-7)."""
    if state.phase is not Phase.DEAL:
        raise RuleViolation(Code.WRONG_PHASE)
    return with_consequences(state, (DealEnded(),))


def with_consequences(state: HandState, events: Events) -> Events:
    """The events and everything that follows from them without anybody's choice."""
    if not isinstance(events[-1], _LEADING_ON):
        return events
    state = apply(state, events)
    while (event := _consequence(state)) is not None:
        events = (*events, event)
        state = evolve(state, event)
    return events


_LEADING_ON = (DealEnded, BlindGrabbed, Called, Robbed, Declined)
"""The events after which something may follow by itself."""


def _consequence(state: HandState) -> HandEvent | None:
    if state.over or state.deal is None:
        return None
    if state.landlord is None:
        return _end_of_auction(state)
    if state.wild is None and state.deal.wild is not None:
        return WildDrawn(state.deal.wild)  # R-WILD-1
    return None


def _end_of_auction(state: HandState) -> HandEvent | None:
    if state.phase is Phase.CALL and state.shows and state.ruleset.show_effect == "landlord":
        return _fix(state, state.shows[0].seat)  # R-CALL-7
    if state.turn is not None:
        return None
    if state.phase is Phase.ROB:
        return _fix(state, (*_caller(state), *state.auction.robbers)[-1])  # R-ROB-2
    if state.phase is Phase.CALL:
        return _all_declined(state)
    return None


def _caller(state: HandState) -> tuple[Seat, ...]:
    return () if state.auction.caller is None else (state.auction.caller,)


def _all_declined(state: HandState) -> HandEvent:
    rules = state.ruleset
    if state.shows and rules.all_pass_after_show == "first_shower":
        return _fix(state, state.shows[0].seat)  # R-CALL-6
    if rules.all_pass == "forced_score":
        return ForcedScored()  # R-CALL-3
    if rules.max_redeals is not None and state.deals > rules.max_redeals:
        return _fix(
            state, state.auction.first
        )  # G-BID-6: no more redeals, the first bidder has to take it
    return DealVoided()  # R-CALL-2


def _fix(state: HandState, seat: Seat) -> LandlordFixed:
    assert state.deal is not None, "a landlord is fixed after a deal"
    bottom = state.deal.bottom
    return LandlordFixed(seat, bottom, scoring.bottom_factor(state.ruleset.bottom_factors, bottom))


def _ready(_state: HandState, seat: Seat, _action: Ready) -> Events:
    return (Readied(seat),)


def _show(state: HandState, seat: Seat, action: Show) -> Events:
    shown = Shown(seat, action.stage, legal.show_factor(state, action.stage))
    says_ready = action.stage == "start" and not state.ready[seat]
    return (shown, Readied(seat)) if says_ready else (shown,)


def _call(_state: HandState, seat: Seat, _action: Call) -> Events:
    return (Called(seat),)


def _rob(_state: HandState, seat: Seat, _action: Rob) -> Events:
    return (Robbed(seat),)


def _blind(_state: HandState, seat: Seat, _action: Blind) -> Events:
    return (BlindGrabbed(seat),)


def _look(_state: HandState, seat: Seat, _action: Look) -> Events:
    return (Looked(seat),)


def _raise(state: HandState, seat: Seat, _action: Raise) -> Events:
    return (RaiseAnswered(seat, state.raising.step, True),)


def _pass(state: HandState, seat: Seat, _action: Pass) -> Events:
    if state.phase is Phase.RAISE:
        return (RaiseAnswered(seat, state.raising.step, False),)
    return (Passed(seat),) if state.phase is Phase.PLAY else (Declined(seat),)


def _double(_state: HandState, seat: Seat, action: Double | NoDouble) -> Events:
    return (DoubleAnswered(seat, isinstance(action, Double)),)


def _play(state: HandState, seat: Seat, action: Play) -> Events:
    return (Played(seat, action.cards, playing.reading_of(state, seat, action)),)


def _autoplay(_state: HandState, seat: Seat, action: Autoplay) -> Events:
    return (AutoplaySet(seat, action.on),)


def _escape(_state: HandState, seat: Seat, _action: Escape) -> Events:
    return (Escaped(seat),)


def _timeout(state: HandState, seat: Seat, _action: Timeout) -> Events:
    """G-TIM-1, G-RAISE-2: look, decline in an auction, the automatic move in the play."""
    match state.phase:
        case Phase.START:
            return (Readied(seat),)
        case Phase.CALL if state.ruleset.bid_mode == "blind" and not state.auction.looked[seat]:
            return (Looked(seat),)  # and he is asked whether he calls
        case Phase.CALL | Phase.ROB:
            return (Declined(seat),)
        case Phase.RAISE:
            return (RaiseAnswered(seat, state.raising.step, False),)
        case Phase.DOUBLE:
            return (DoubleAnswered(seat, False),)
        case _:
            return _timeout_in_play(state, seat)


def _timeout_in_play(state: HandState, seat: Seat) -> Events:
    automatic = playing.automatic_play(state, seat)
    move: HandEvent = (
        Passed(seat, auto=True)
        if automatic is None
        else Played(seat, (automatic[0],), automatic[1], auto=True)
    )
    if state.autoplay[seat]:
        return (move,)
    begins = state.timeouts[seat] + 1 >= state.ruleset.autoplay_after
    return (TimedOut(seat), AutoplaySet(seat, True), move) if begins else (TimedOut(seat), move)


_DECIDERS: dict[type, Callable[[HandState, Seat, Any], Events]] = {
    Ready: _ready,
    Show: _show,
    Call: _call,
    Rob: _rob,
    Blind: _blind,
    Look: _look,
    Raise: _raise,
    Pass: _pass,
    Double: _double,
    NoDouble: _double,
    Play: _play,
    Autoplay: _autoplay,
    Escape: _escape,
    Timeout: _timeout,
}
