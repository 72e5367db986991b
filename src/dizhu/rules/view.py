"""The one filter of secrets: what a viewer may know of a state or an event.

A viewer is a seat, or None for somebody who only watches. Bots and clients get nothing but this.
"""

from dataclasses import dataclass, replace

from dizhu.rules import legal, scoring
from dizhu.rules.actions import SEATS, Seat
from dizhu.rules.cards import Card, Rank, sort_cards
from dizhu.rules.events import Dealt, HandEvent
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.state import HandState, Phase, TableCards


@dataclass(frozen=True, slots=True)
class PublicDealt:
    """What everybody may know of a deal: that it was made, the first bidder, the card turned up,
    the task.
    """

    type = "dealt"
    deals: int
    first: Seat
    turned: Card | None
    task: str | None


@dataclass(frozen=True, slots=True)
class Observation:
    """What one viewer may know of a hand, with what he may do now.

    `cards[s]`: the cards of seat s that he may see, largest first, or None when hidden;
    `counts[s]`: how many cards s holds (has been dealt so far); `bottom`: None before the landlord
    is fixed; `options`: what he may do now; `factors`: the parts of the multiplier
    (`scoring.Factors`); `pair_factors`: by seat, what the individual doublings and raises make of
    each peasant's pair, else 1.
    """

    viewer: Seat | None
    ruleset: Ruleset
    stakes: Stakes
    beans: tuple[int, int, int]
    phase: str
    deals: int
    dealt_to: int
    ready: tuple[bool, bool, bool]
    shows: tuple[tuple[Seat, str, int], ...]
    cards: tuple[tuple[Card, ...] | None, tuple[Card, ...] | None, tuple[Card, ...] | None]
    counts: tuple[int, int, int]
    bottom: tuple[Card, ...] | None
    turned: Card | None
    task: str | None
    wild: Rank | None
    first: Seat | None
    turn: Seat | None
    asked: tuple[Seat, ...]
    looked: tuple[bool, bool, bool]
    bids: tuple[str | None, str | None, str | None]
    caller: Seat | None
    landlord: Seat | None
    raise_step: int | None
    raise_answers: tuple[tuple[Seat, int, bool], ...]
    doubles: tuple[bool | None, bool | None, bool | None]
    may_double: tuple[bool, bool, bool]
    to_beat: TableCards | None
    last: tuple[TableCards | str | None, TableCards | str | None, TableCards | str | None]
    played: tuple[TableCards, ...]
    plays: tuple[int, int, int]
    autoplay: tuple[bool, bool, bool]
    factors: scoring.Factors
    multiplier: int
    pair_factors: tuple[int, int, int]
    options: tuple[legal.Option, ...]
    end: str | None
    winner: str | None


def visible_cards(state: HandState, viewer: Seat | None, seat: Seat) -> tuple[Card, ...] | None:
    """The cards of `seat` that `viewer` may see (G-SHOW-6, G-BLIND-1, R-DEAL-3), or None."""
    if state.deal is None:
        return None
    if state.over:
        return state.cards[seat]
    hidden = (
        state.ruleset.deal_order == "hidden"
        and state.landlord is None
        and not state.auction.looked[seat]
    )
    if hidden or not (seat == viewer or state.showed(seat)):
        return None
    if state.phase is Phase.DEAL:
        return sort_cards(state.deal.hands[seat][: state.dealt_to])
    return state.cards[seat]


def public_event(event: HandEvent, state: HandState) -> HandEvent | PublicDealt:
    """An event without its secrets; `state` is the state after it. Cards reach a viewer by his
    observation alone.
    """
    if isinstance(event, Dealt):
        return PublicDealt(state.deals, event.deal.first, event.deal.turned, event.deal.task)
    return event


def observe(state: HandState, viewer: Seat | None) -> Observation:
    """The state as one viewer may know it."""
    deal = state.deal
    counts = [state.dealt_to if state.phase is Phase.DEAL else len(c) for c in state.cards]
    bottom_open = state.landlord is not None or (state.over and deal is not None)
    return Observation(
        viewer=viewer,
        ruleset=state.ruleset,
        stakes=state.stakes,
        beans=state.beans,
        phase=state.phase.code,
        deals=state.deals,
        dealt_to=state.dealt_to,
        ready=state.ready,
        shows=tuple((s.seat, s.stage, s.factor) for s in state.shows),
        cards=tuple(visible_cards(state, viewer, s) for s in SEATS),  # type: ignore[arg-type]
        counts=tuple(counts),  # type: ignore[arg-type]
        bottom=deal.bottom if deal and bottom_open else None,
        turned=deal.turned if deal else None,
        task=deal.task if deal else None,
        wild=state.wild,
        first=state.auction.first if deal else None,
        turn=state.turn,
        asked=state.asked(),
        looked=state.auction.looked,
        bids=legal.bids(state),
        caller=state.auction.caller,
        landlord=state.landlord,
        raise_step=state.raising.step if state.phase is Phase.RAISE else None,
        raise_answers=state.raising.answers,
        doubles=state.doubles,
        may_double=legal.may_double(state),
        to_beat=state.to_beat,
        last=state.last,
        played=state.played,
        plays=state.plays,
        autoplay=state.autoplay,
        factors=scoring.factors(state),
        multiplier=scoring.multiplier(state),
        pair_factors=scoring.pair_factors_by_seat(state),
        options=() if viewer is None else legal.options(state, viewer),
        end=state.end,
        winner=state.winner,
    )


def without_history(seen: Observation) -> Observation:
    """The same without the list of all plays: small enough to send after every event."""
    return replace(seen, played=())
