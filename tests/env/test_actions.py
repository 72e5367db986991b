"""The action space: the masks are the legal moves, and every move has one way to it."""

from __future__ import annotations

from collections import Counter
from copy import copy

import pytest

from dizhu.env.actions import ACTIONS, COMBOS, FIRST_COMBO, FIRST_RANK, NAMES, PASS, combo_action
from dizhu.env.choosing import Choosing, path
from dizhu.env.hand import Hand
from dizhu.env.setting import setting
from dizhu.rules import legal
from dizhu.rules.actions import Action, Blind, Call, Double, Look, Pass, Raise, Rob, Show
from dizhu.rules.cards import pack
from dizhu.rules.playing import patterns_of
from dizhu.rules.plays import Move, plays_for
from dizhu.rules.wild import PLACES
from dizhu.rules.wings import Switches
from tests.env.kit import SETTINGS, positions

MOST = 400
"""With wild cards so many moves are reached in full; of more, the number is compared."""


def test_the_space() -> None:
    assert (len(COMBOS), ACTIONS) == (334, 363)
    assert len(set(NAMES)) == len(NAMES) == ACTIONS
    assert FIRST_COMBO + len(COMBOS) == FIRST_RANK


def test_every_combo_has_an_action() -> None:
    combos = {m.combo for m in plays_for(Switches()).moves()} | {p.combo for p in PLACES}
    assert combos <= set(COMBOS)
    assert [combo_action(c) for c in COMBOS] == list(range(FIRST_COMBO, FIRST_RANK))


@pytest.mark.parametrize("name", SETTINGS)
def test_masks_are_the_legal_moves_and_each_is_reached_once(name: str) -> None:
    for hand in positions(SETTINGS[name], 1):
        if hand.phase != "play":
            continue
        seat, state = hand.seat, hand.state
        assert seat is not None
        to_beat = state.to_beat.combo if state.to_beat else None
        moves = patterns_of(state).moves(pack(state.cards[seat]), to_beat)
        offered = set(hand.actions) - {PASS}
        assert offered == {combo_action(m.combo) for m in moves}
        assert (PASS in hand.actions) == legal.allowed(state, seat, Pass())
        reach_all(moves)


def reach_all(moves: tuple[Move, ...]) -> None:
    for reading in {m.combo: None for m in moves}:
        of_combo = [m for m in moves if m.combo is reading]
        if len(of_combo) > MOST:
            of_combo = of_combo[:MOST]
        reached = Counter(reach(Choosing(combo_action(reading) - FIRST_COMBO, of_combo)))
        assert reached == Counter(m.cards for m in of_combo)


def reach(choosing: Choosing) -> list[int]:
    """The cards at the ends of all ways."""
    if (move := choosing.only) is not None:
        return [move.cards]
    assert choosing.ranks, "there is a way on"
    return [cards for rank in choosing.ranks for cards in reach(choosing.narrowed(rank))]


@pytest.mark.parametrize("name", ["qq-classic", "qq-laizi", "play-only"])
def test_the_path_plays_the_move(name: str) -> None:
    for number, hand in enumerate(positions(SETTINGS[name], 2)):
        if hand.phase != "play" or hand.seat is None:
            continue
        to_beat = hand.state.to_beat.combo if hand.state.to_beat else None
        moves = patterns_of(hand.state).moves(pack(hand.state.cards[hand.seat]), to_beat)
        for move in moves[number % 7 :: 97]:
            other = copy(hand)
            other.turns = list(hand.turns)
            for action in path(move, moves):
                assert action in other.actions
                other.step(action)
            assert other.turns[-1] == (hand.seat, move)


ANSWERS: dict[str, Action] = {
    "show": Show("bottom"),
    "call": Call(),
    "look": Look(),
    "blind": Blind(),
    "rob": Rob(),
    "raise": Raise(),
    "double": Double(),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_answers_outside_the_play_are_those_that_the_rules_allow(name: str) -> None:
    for hand in positions(SETTINGS[name], 3):
        if hand.seat is None or hand.phase in ("play", "fill"):
            continue
        offered = {NAMES[a] for a in hand.actions}
        assert len(offered) == 2, "where there is no choice nobody is asked"
        for answer in offered & set(ANSWERS):
            action = Show("start") if hand.phase == "start" else ANSWERS[answer]
            assert legal.allowed(hand.state, hand.seat, action)


def test_nobody_is_asked_before_the_play_where_the_landlord_is_given() -> None:
    for ruleset in ("play-only", "botzone", "qq-laizi", "qq-menzhua", "jj-match"):
        hand = Hand(setting(ruleset, auction=False), "k")
        assert (hand.phase, hand.state.landlord) == ("play", hand.seat)
        assert hand.state.landlord is not None
        assert len(hand.state.cards[hand.state.landlord]) == 20
