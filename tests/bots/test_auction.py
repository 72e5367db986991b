"""The rule bot before the play: its answers depend on its cards (F52)."""

import random
from dataclasses import replace

import pytest

from dizhu.bots import BOTS, auction
from dizhu.rules import hand
from dizhu.rules.actions import (
    SEATS,
    Action,
    Blind,
    Call,
    Deal,
    Double,
    Look,
    NoDouble,
    Pass,
    Raise,
    Ready,
    Rob,
    Seat,
    Show,
)
from dizhu.rules.cards import DECK, RED_JOKER_CARD, Card, sort_cards
from dizhu.rules.ruleset import PRESETS, preset
from dizhu.rules.state import HandState, Phase, new_hand
from dizhu.rules.view import observe
from tests.bots.driver import RICH, play_hand
from tests.bots.positions import take

STRONG = "BJRJ 2222 AAA KKK QQ JJ 10"
STRONG_TOO = "RJ 222 AAA QQQ 888 999 4"
WEAK = "33 44 6 77 8 1010 JJ Q KK 9 6"
FAIR = "BJ 2 A KK Q J 10 9 77 6 55 43 8"
RULE = BOTS["rule"](0)


def deal_of(*hands: str) -> Deal:
    """Hands of 17 from some ranks; the rest goes to the others and the bottom, without order."""
    left = list(DECK)
    parts = [list(take(text, left)) for text in (*hands, "", "")[:3]]
    random.Random(4).shuffle(left)
    for part in parts:
        while len(part) < 17:
            part.append(left.pop())
    return Deal((_down(parts[0]), _down(parts[1]), _down(parts[2])), tuple(left), 0)


def _down(cards: list[Card]) -> tuple[Card, ...]:
    return sort_cards(tuple(cards))


def dealt(ruleset: str, *hands: str, wild: int | None = None) -> HandState:
    """A hand at its auction, seat 0 first."""
    base = preset(ruleset)
    state = new_hand(base.ruleset, base.stakes, RICH)
    for seat in SEATS:
        if state.phase is Phase.START:
            state = do(state, seat, Ready())
    deal = replace(deal_of(*hands), wild=wild)
    state = hand.apply(state, hand.begin_deal(state, deal))
    return hand.apply(state, hand.end_deal(state))


def do(state: HandState, seat: Seat, action: Action) -> HandState:
    return hand.apply(state, hand.decide(state, seat, action))


def rule(state: HandState, seat: Seat) -> Action | None:
    action = RULE.act(observe(state, seat))
    if action is not None:
        hand.decide(state, seat, action)
    return action


@pytest.mark.parametrize("ruleset", ["qq-classic", "jj-happy", "jj-match"])
def test_it_calls_with_strong_cards_and_not_with_weak_ones(ruleset: str) -> None:
    assert rule(dealt(ruleset, STRONG), 0) == Call()
    assert rule(dealt(ruleset, WEAK), 0) == Pass()


def test_it_calls_in_a_wild_room_with_strong_cards() -> None:
    assert rule(dealt("qq-laizi", STRONG, wild=3), 0) == Call()
    assert rule(dealt("qq-laizi", WEAK, wild=3), 0) == Pass()


def test_it_robs_with_strong_cards_only() -> None:
    state = do(dealt("qq-classic", FAIR, STRONG_TOO), 0, Call())
    assert rule(state, 1) == Rob()
    state = do(dealt("qq-classic", "BJRJ 222 AA", WEAK), 0, Call())
    assert rule(state, 1) == Pass()


def test_it_would_rather_play_a_fair_hand_than_pay_when_all_decline() -> None:
    """R-CALL-3: in a match the third who declines costs everybody a point."""
    fair = auction.CALL_RATHER_THAN_PAY_AT
    assert fair < min(auction.CALL_AT)


def test_bids_differ_over_hands() -> None:
    said: set[str] = set()

    def watch(seen: object, action: Action | None) -> None:
        if action is not None:
            said.add(action.type)

    for name in PRESETS:
        for number in range(6):
            play_hand(name, [RULE] * 3, 40 + number, watch)
    assert said >= {"call", "pass", "rob", "double", "no_double", "look", "ready"}


def test_it_looks_before_it_bids() -> None:
    state = dealt("qq-menzhua", WEAK)
    assert rule(state, 0) == Look()
    state = do(state, 0, Look())
    assert rule(state, 0) == Pass()


def test_it_grabs_blind_only_when_both_others_have_declined() -> None:
    state = dealt("qq-menzhua", WEAK)
    for seat in (0, 1):
        assert rule(state, seat) == Look()
        state = do(do(state, seat, Look()), seat, Pass())
    assert rule(state, 2) == Blind()


def landlord_with(cards: str, ruleset: str = "qq-classic") -> HandState:
    state = dealt(ruleset, cards)
    if ruleset == "qq-menzhua":
        state = do(state, 0, Look())
    state = do(state, 0, Call())
    while state.phase is Phase.ROB:
        assert state.turn is not None
        state = do(state, state.turn, Pass())
    return state


def test_it_doubles_and_shows_with_a_strong_hand() -> None:
    state = landlord_with(STRONG)
    assert rule(state, 0) == Show("bottom")
    state = do(state, 0, Show("bottom"))
    assert rule(state, 0) == Double()


def test_a_weak_hand_is_not_doubled() -> None:
    state = landlord_with(WEAK)
    assert rule(state, 0) == NoDouble()
    strong_peasant = do(dealt("qq-classic", WEAK, STRONG_TOO), 0, Call())
    while strong_peasant.phase is Phase.ROB:
        assert strong_peasant.turn is not None
        strong_peasant = do(strong_peasant, strong_peasant.turn, Pass())
    assert rule(strong_peasant, 1) == Double()


def test_who_may_not_double_declines() -> None:
    base = preset("qq-classic")
    state = replace(landlord_with(STRONG), beans=(5_000, 5_000, 5_000))
    state = do(state, 0, Show("bottom"))
    assert base.stakes.double_threshold == 5_000
    assert rule(state, 0) == NoDouble()


def test_raises_depend_on_the_cards() -> None:
    state = landlord_with(WEAK, "qq-menzhua")
    assert state.phase is Phase.RAISE
    strong = state.turn
    assert strong is not None
    assert rule(landlord_with(STRONG, "qq-menzhua"), strong) == Pass()
    raised = do(landlord_with(STRONG, "qq-menzhua"), strong, Raise())
    assert rule(raised, 0) == Raise()
    assert rule(do(state, strong, Raise()), 0) == Pass()


def test_it_shows_while_dealing_with_the_best_cards_only() -> None:
    base = preset("jj-happy")
    for text, shows in ((STRONG, True), (WEAK, False)):
        state = new_hand(base.ruleset, base.stakes, RICH)
        for seat in SEATS:
            state = do(state, seat, Ready())
        state = hand.apply(state, hand.begin_deal(state, deal_of(text)))
        asked = []
        for step in range(1, 18):
            state = hand.apply(state, hand.step_deal(state, step))
            asked.append(RULE.act(observe(state, 0)))
        assert (Show("deal") in asked) is shows
        assert set(asked) <= {None, Show("deal")}


def test_the_worth_of_a_hand_grows_with_its_cards() -> None:
    weak = observe(dealt("qq-classic", WEAK), 0)
    strong = observe(dealt("qq-classic", STRONG), 0)
    assert auction.landlord_chance(weak) < 0.4 < 0.8 < auction.landlord_chance(strong)
    assert RED_JOKER_CARD in (strong.cards[0] or ())
