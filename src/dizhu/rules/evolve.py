"""The state after an event. Never refuses: whether an event may happen was decided in
`hand.decide`.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from dizhu.rules import raising
from dizhu.rules.actions import Deal, Seat, next_seat
from dizhu.rules.cards import sort_cards
from dizhu.rules.combos import BombClass, Kind
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
from dizhu.rules.state import Auction, Hands, HandState, Phase, Raising, ShowMade, TableCards


def evolve(state: HandState, event: HandEvent) -> HandState:
    """Fold one event into the state."""
    return _EVOLVERS[type(event)](state, event)


def with_seat(triple: tuple[Any, Any, Any], seat: Seat, value: Any) -> tuple[Any, Any, Any]:
    """A copy of a seat-indexed triple with one value changed."""
    changed = list(triple)
    changed[seat] = value
    return (changed[0], changed[1], changed[2])


def _readied(state: HandState, event: Readied) -> HandState:
    ready = with_seat(state.ready, event.seat, True)
    return state.changed(ready=ready, phase=Phase.AWAIT_DEAL if all(ready) else Phase.START)


def _dealt(state: HandState, event: Dealt) -> HandState:
    deal = event.deal
    return state.changed(
        phase=Phase.DEAL,
        deals=state.deals + 1,
        deal=deal,
        dealt_to=0,
        cards=_sorted_hands(deal),
        auction=Auction(first=deal.first),
        turn=None,
    )


def _sorted_hands(deal: Deal) -> Hands:
    first, second, third = deal.hands
    return (sort_cards(first), sort_cards(second), sort_cards(third))


def _deal_stepped(state: HandState, event: DealStepped) -> HandState:
    return state.changed(dealt_to=event.to)


def _deal_ended(state: HandState, _event: DealEnded) -> HandState:
    """R-CALL-5: the first to show calls first."""
    first = state.shows[0].seat if state.shows else state.auction.first
    return state.changed(
        phase=Phase.CALL,
        dealt_to=17,
        auction=replace(state.auction, first=first),
        turn=first,
    )


def _shown(state: HandState, event: Shown) -> HandState:
    return state.changed(shows=(*state.shows, ShowMade(event.seat, event.stage, event.factor)))


def _looked(state: HandState, event: Looked) -> HandState:
    looked = with_seat(state.auction.looked, event.seat, True)
    return state.changed(auction=replace(state.auction, looked=looked))


def _blind_grabbed(state: HandState, event: BlindGrabbed) -> HandState:
    return state.changed(
        auction=replace(state.auction, caller=event.seat, blind=True),
        phase=Phase.ROB,
        turn=None,
    )


def _called(state: HandState, event: Called) -> HandState:
    """G-ROB-1: the two others may rob in turn order, unless they declined to call; R-ROB-5: nobody
    in 闷抓场.
    """
    auction = state.auction
    others = (next_seat(event.seat), next_seat(next_seat(event.seat)))
    to_rob = (
        tuple(s for s in others if not auction.declined[s])
        if state.ruleset.bid_mode == "call_rob"
        else ()
    )
    auction = replace(auction, caller=event.seat, answered=auction.answered + 1, to_rob=to_rob)
    return state.changed(auction=auction, phase=Phase.ROB, turn=to_rob[0] if to_rob else None)


def _robbed(state: HandState, event: Robbed) -> HandState:
    return _rob_answered(
        state, replace(state.auction, robbers=(*state.auction.robbers, event.seat))
    )


def _rob_answered(state: HandState, auction: Auction) -> HandState:
    """Ask the next; at the end the caller once more, if somebody robbed (G-ROB-1)."""
    asked, rest = auction.to_rob[0], auction.to_rob[1:]
    last_chance = (
        state.ruleset.caller_last_chance and bool(auction.robbers) and asked != auction.caller
    )
    if not rest and last_chance and auction.caller is not None:
        rest = (auction.caller,)
    return state.changed(auction=replace(auction, to_rob=rest), turn=rest[0] if rest else None)


def _declined(state: HandState, event: Declined) -> HandState:
    auction = state.auction
    if state.phase is Phase.ROB:
        return _rob_answered(state, replace(auction, not_robbed=(*auction.not_robbed, event.seat)))
    declined = with_seat(auction.declined, event.seat, True)
    auction = replace(auction, declined=declined, answered=auction.answered + 1)
    return state.changed(auction=auction, turn=None if all(declined) else next_seat(event.seat))


def _deal_voided(state: HandState, _event: DealVoided) -> HandState:
    """G-BID-3: a redeal clears shows and multipliers; who is on autoplay stays on it."""
    return state.changed(phase=Phase.AWAIT_DEAL, shows=(), turn=None)


def _landlord_fixed(state: HandState, event: LandlordFixed) -> HandState:
    """R-ROB-6: he takes the bottom. Then the raises, the doubling, or the play."""
    rules = state.ruleset
    cards = with_seat(state.cards, event.seat, sort_cards(state.cards[event.seat] + event.bottom))
    state = state.changed(
        landlord=event.seat,
        cards=cards,
        bottom_factor=event.bottom_factor,
        dealt_to=17,
        turn=None,
    )
    if rules.raises:
        return _with_raising(state, raising.begin(event.seat, rules.raise_scope))
    return _after_raises(state)


def _with_raising(state: HandState, now: Raising) -> HandState:
    if not now.to_ask:
        return _after_raises(state.changed(raising=now))
    return state.changed(raising=now, phase=Phase.RAISE, turn=now.to_ask[0])


def _after_raises(state: HandState) -> HandState:
    if state.ruleset.doubling:
        return state.changed(phase=Phase.DOUBLE, turn=None)
    return state.changed(phase=Phase.PLAY, turn=state.landlord)


def _wild_drawn(state: HandState, event: WildDrawn) -> HandState:
    return state.changed(wild=event.rank)


def _raise_answered(state: HandState, event: RaiseAnswered) -> HandState:
    assert state.landlord is not None, "raises come after the landlord"
    rules = state.ruleset
    return _with_raising(
        state,
        raising.answer(
            state.raising,
            state.landlord,
            rules.raise_scope,
            rules.raise_factor,
            event.seat,
            event.yes,
        ),
    )


def _double_answered(state: HandState, event: DoubleAnswered) -> HandState:
    doubles = with_seat(state.doubles, event.seat, event.yes)
    state = state.changed(doubles=doubles)
    return state if None in doubles else state.changed(phase=Phase.PLAY, turn=state.landlord)


def _played(state: HandState, event: Played) -> HandState:
    seat = event.seat
    on_table = TableCards(seat, event.cards, event.combo)
    gone = set(event.cards)
    held = tuple(c for c in state.cards[seat] if c not in gone)
    leads = state.to_beat is None
    return state.changed(
        cards=with_seat(state.cards, seat, held),
        to_beat=on_table,
        passes=0,
        last=with_seat((None, None, None) if leads else state.last, seat, on_table),
        plays=with_seat(state.plays, seat, state.plays[seat] + 1),
        played=(*state.played, on_table),
        bombs=state.bombs + (event.combo.kind is Kind.BOMB),
        soft_bombs=state.soft_bombs + (event.combo.bomb_class is BombClass.SOFT),
        rockets=state.rockets + (event.combo.kind is Kind.ROCKET),
        turn=next_seat(seat) if held else None,
        phase=Phase.PLAY if held else Phase.OVER,
        out=None if held else seat,
    )


def _passed(state: HandState, event: Passed) -> HandState:
    """G-PLAY-1: after two passes in a row the last to play leads."""
    last = with_seat(state.last, event.seat, "pass")
    turn = next_seat(event.seat)
    if state.passes == 1:
        return state.changed(last=last, turn=turn, passes=0, to_beat=None)
    return state.changed(last=last, turn=turn, passes=1)


def _timed_out(state: HandState, event: TimedOut) -> HandState:
    return state.changed(
        timeouts=with_seat(state.timeouts, event.seat, state.timeouts[event.seat] + 1)
    )


def _autoplay_set(state: HandState, event: AutoplaySet) -> HandState:
    seat = event.seat
    autoplay = with_seat(state.autoplay, seat, event.on)
    if not event.on:
        return state.changed(autoplay=autoplay, timeouts=with_seat(state.timeouts, seat, 0))
    cards_left = len(state.cards[seat])
    ever = state.autoplay_ever[seat] or cards_left > 1
    return state.changed(
        autoplay=autoplay,
        autoplay_ever=with_seat(state.autoplay_ever, seat, ever),
        autoplay_cards=with_seat(state.autoplay_cards, seat, cards_left),
    )


def _escaped(state: HandState, event: Escaped) -> HandState:
    return state.changed(escaped=event.seat, phase=Phase.OVER, turn=None)


def _forced_scored(state: HandState, _event: ForcedScored) -> HandState:
    return state.changed(forced=True, phase=Phase.OVER, turn=None)


_EVOLVERS: dict[type, Callable[[HandState, Any], HandState]] = {
    Readied: _readied,
    Dealt: _dealt,
    DealStepped: _deal_stepped,
    DealEnded: _deal_ended,
    Shown: _shown,
    Looked: _looked,
    BlindGrabbed: _blind_grabbed,
    Called: _called,
    Robbed: _robbed,
    Declined: _declined,
    DealVoided: _deal_voided,
    LandlordFixed: _landlord_fixed,
    WildDrawn: _wild_drawn,
    RaiseAnswered: _raise_answered,
    DoubleAnswered: _double_answered,
    Played: _played,
    Passed: _passed,
    TimedOut: _timed_out,
    AutoplaySet: _autoplay_set,
    Escaped: _escaped,
    ForcedScored: _forced_scored,
}
