"""Secrets: what a viewer may not know is in no field of what he gets, and in no public event.

Every card of a deal is made to name itself when it is written out, and so is the wild rank. Then
the text of an observation holds just the cards that its viewer may know; and changing the cards he
may not know changes nothing of it.
"""

import random
import re
from dataclasses import fields, replace

import pytest

from dizhu.rules.actions import SEATS, Deal
from dizhu.rules.cards import DECK
from dizhu.rules.events import Dealt
from dizhu.rules.hand import apply
from dizhu.rules.notation import card_text
from dizhu.rules.record import Step, events_of
from dizhu.rules.state import HandState, Phase
from dizhu.rules.view import Observation, PublicDealt, observe, public_event, without_history
from tests.rules.kit import PRESET_NAMES, Game, deal_with, random_deal, random_step, rules

VIEWERS = (0, 1, 2, None)
VARIANTS = {
    **{name: rules(name) for name in PRESET_NAMES},
    "drawn card": rules("qq-classic", first_bidder="drawn_card"),
    "per peasant": rules("qq-menzhua", raise_scope="per_peasant", wild_enabled=True),
    "tasks": rules("qq-classic", tasks=("two_bombs", "rocket")),
    "wild, jj": rules("jj-match", wild_enabled=True),
    "no shows": rules("qq-classic", show_start=None, show_deal_table=(), show_bottom=None),
}


class Named(int):
    """A card that says its name when it is written out, however deep in a value it lies."""

    def __repr__(self) -> str:
        return f"«{card_text(int(self))}»"


class Wild(int):
    def __repr__(self) -> str:
        return "«the wild rank»"


def named(deal: Deal) -> Deal:
    first, second, third = (tuple(map(Named, hand)) for hand in deal.hands)
    return replace(
        deal,
        hands=(first, second, third),
        bottom=tuple(map(Named, deal.bottom)),
        turned=None if deal.turned is None else Named(deal.turned),
        wild=None if deal.wild is None else Wild(deal.wild),
    )


def names_in(value: object) -> set[str]:
    return set(re.findall("«(.*?)»", repr(value)))


def may_know(state: HandState, viewer: int | None) -> set[str]:
    """The cards a viewer may know, from the rules alone."""
    deal = state.deal
    if deal is None:
        return set()
    known = {c for p in state.played for c in p.cards}
    if state.landlord is not None or state.over:
        known |= set(deal.bottom)
    if deal.turned is not None:
        known.add(deal.turned)
    for seat in SEATS:
        open_to_all = any(s.seat == seat for s in state.shows)
        if state.over or ((seat == viewer or open_to_all) and not face_down(state, seat)):
            dealt = state.dealt_to if state.phase is Phase.DEAL else 17
            known |= set(deal.hands[seat][: 17 if state.over else dealt])
    texts = {card_text(c) for c in known}
    return texts | {"the wild rank"} if state.wild is not None else texts


def face_down(state: HandState, seat: int) -> bool:
    hidden = state.ruleset.deal_order == "hidden"
    return hidden and state.landlord is None and not state.auction.looked[seat]


def next_step(rng: random.Random, state: HandState) -> Step:
    if state.phase is Phase.AWAIT_DEAL:
        return Step(deal=named(random_deal(rng, state.ruleset)))
    return random_step(rng, state)


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_leaks(variant: str) -> None:
    """R-DEAL-2, R-DEAL-3, R-SHOW-1, G-BLIND-1, G-SHOW-6, R-WILD-1: every viewer at every step."""
    rng = random.Random(variant)
    for _ in range(4):
        state = Game(VARIANTS[variant]).state
        while True:
            for viewer in VIEWERS:
                seen = observe(state, viewer)
                assert names_in(seen) <= may_know(state, viewer), (viewer, state.phase)
                assert names_in(replace(seen, turned=None)) == known_in_play(state, viewer)
            if state.over:
                break
            state = after(rng, state)


def known_in_play(state: HandState, viewer: int | None) -> set[str]:
    """All that a viewer may know, he gets; the turned card alone is no longer of use."""
    deal = state.deal
    known = may_know(state, viewer)
    if deal is None or deal.turned is None:
        return known
    without = replace(deal, turned=None)
    return may_know(state.changed(deal=without), viewer)


def after(rng: random.Random, state: HandState) -> HandState:
    """One step on; the public events of it hold what anybody may know, and no more."""
    events = events_of(state, next_step(rng, state))
    for event in events:
        state = apply(state, (event,))
        assert names_in(public_event(event, state)) <= may_know(state, None)
    return state


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_unknown_changes_nothing(variant: str) -> None:
    """An observation is the same whatever the hidden cards and the undrawn wild rank are."""
    rng = random.Random(variant)
    for _ in range(6):
        state = Game(VARIANTS[variant]).state
        while not state.over:
            state = apply(state, events_of(state, random_step(rng, state)))
            viewer = rng.choice(VIEWERS)
            other = with_other_secrets(rng, state, viewer)
            assert observe(other, viewer) == observe(state, viewer)


def with_other_secrets(rng: random.Random, state: HandState, viewer: int | None) -> HandState:
    """The same for the viewer; the cards he cannot know are dealt anew among those who hold
    them.
    """
    if state.deal is None or state.over:
        return state
    known = may_know(state, viewer)
    unknown = [c for c in DECK if card_text(c) not in known]
    swap = dict(zip(unknown, rng.sample(unknown, len(unknown)), strict=True))

    def other(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(swap.get(c, c) for c in cards)

    one, two, three = map(other, state.deal.hands)
    bottom = other(state.deal.bottom)
    wild = state.deal.wild if state.wild is not None else rng.choice((None, 3, 12))
    deal = replace(state.deal, hands=(one, two, three), bottom=bottom, wild=wild)
    held = [tuple(sorted(other(cards), reverse=True)) for cards in state.cards]
    return state.changed(deal=deal, cards=(held[0], held[1], held[2]))


def test_a_deal_in_public() -> None:
    """Of a deal everybody knows that it was made, who bids first, the card turned up, the task."""
    deal = named(deal_with(first=1, task=None))
    state = Game().ready().state
    event = Dealt(deal)
    state = apply(state, (event,))
    assert public_event(event, state) == PublicDealt(1, 1, None, None)
    assert names_in(public_event(event, state)) == set()


def test_a_hidden_hand_is_hidden_from_its_owner() -> None:
    """G-BLIND-1: until he looks."""
    game = Game("qq-menzhua").dealt(named(deal_with()))
    assert all(names_in(observe(game.state, v)) == set() for v in VIEWERS)
    game.do("0 look")
    assert len(names_in(observe(game.state, 0))) == 17
    assert names_in(observe(game.state, 1)) == set()


def test_dealt_step_by_step() -> None:
    """G-DEAL-1, R-DEAL-3, G-DEAL-2: one card a step, in the order of the deal: largest first."""
    deal = random_deal(random.Random(4), rules("jj-happy"))
    game = Game("jj-happy").ready().deal(deal)
    for k in range(1, 18):
        game.do(f"step {k}")
        seen = observe(game.state, 2)
        assert seen.counts == (k, k, k)
        assert seen.cards[2] == tuple(sorted(deal.hands[2], reverse=True)[:k])
        assert seen.cards[:2] == (None, None)


def test_a_watcher_sees_what_is_open() -> None:
    """Somebody without a seat: no hand, no options."""
    game = Game().do("1 show start").dealt(deal_with())
    seen = observe(game.state, None)
    assert seen.options == ()
    assert [cards is not None for cards in seen.cards] == [False, True, False]


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_a_card_counter_comes_out_right(name: str) -> None:
    """F112, F113: of each rank 0 to 4 are unseen, in all just those that others hold, face-down
    bottom cards included: before the landlord is fixed these three are unseen.
    """
    rng = random.Random(name)
    for _ in range(8):
        game = Game(name)
        while not game.state.over:
            game.step(random_step(rng, game.state))
            for viewer in VIEWERS:
                counter_is_right(game.state, observe(game.state, viewer))


def counter_is_right(state: HandState, seen: Observation) -> None:
    if state.deal is None or state.phase in (Phase.DEAL, Phase.AWAIT_DEAL) or state.over:
        return
    known = [c for p in seen.played for c in p.cards]
    known += [c for cards in seen.cards for c in cards or ()]
    held_bottom = set(seen.bottom or ()) - set(known)
    unseen = set(DECK) - set(known) - held_bottom
    assert len(known) == len(set(known))
    hidden = sum(n for n, cards in zip(seen.counts, seen.cards, strict=True) if cards is None)
    assert len(unseen) == hidden + (3 if seen.bottom is None else 0) - len(held_bottom)


def test_history_may_be_left_out() -> None:
    """Small enough to send after every event."""
    game = Game().dealt(deal_with("3")).do("0 call; 1 pass; 2 pass")
    game.do("0 no_double; 1 no_double; 2 no_double; 0 play D3")
    seen = observe(game.state, 1)
    assert len(seen.played) == 1
    assert without_history(seen) == replace(seen, played=())


def test_everything_is_open_at_the_end() -> None:
    """After the hand all cards are shown to all."""
    game = Game().dealt(deal_with()).do("0 call; 1 pass; 2 pass; 1 escape")
    for viewer in VIEWERS:
        assert observe(game.state, viewer).cards == game.state.cards
    assert {f.name for f in fields(Observation)} >= {"end", "winner"}
