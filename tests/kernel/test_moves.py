"""Without wild cards: the same table of plays, readings, leads and follows, in the same order."""

from __future__ import annotations

import random

import pytest

from dizhu.rules.cards import pack_ranks
from dizhu.rules.combos import Kind
from dizhu.rules.moves import Moves, moves_for
from dizhu.rules.plays import FULL_DECK, plays_for
from dizhu.rules.wings import Switches
from tests.kernel.helpers import (
    ALL_SWITCHES,
    combo_of,
    dizhu_kernel,
    fast,
    plain,
    pure,
    rules,
    some_hand,
)

POSITIONS = 60  # for each setting of the switches


def test_the_census() -> None:
    assert _census(Switches()) == (33_675, 34_152)
    assert _census(Switches(repeat_pair_wings=False)) == (29_984, 30_383)


def _census(switches: Switches) -> tuple[int, int]:
    moves = rules(switches).all_moves()
    return len({m.cards for m in moves}), len(moves)


@pytest.mark.parametrize("switches", ALL_SWITCHES, ids=str)
def test_every_play_under_every_setting_of_the_switches(switches: Switches) -> None:
    kernel, plays = rules(switches), plays_for.__wrapped__(switches)
    assert fast(kernel.all_moves()) == pure(plays.moves())
    for cards, readings in plays.readings.items():
        assert [tuple(c) for c in kernel.readings(cards)] == [plain(c) for c in readings]


@pytest.mark.parametrize("switches", ALL_SWITCHES, ids=str)
def test_leads_and_follows_under_every_setting_of_the_switches(switches: Switches) -> None:
    compare(switches, POSITIONS, random.Random(1))


@pytest.mark.parametrize("seed", range(4))
def test_leads_and_follows(seed: int) -> None:
    compare(Switches(), 1000, random.Random(seed))


def compare(switches: Switches, count: int, rng: random.Random) -> None:
    kernel, moves = rules(switches), Moves(switches)
    combos = list({m.combo: None for m in moves.plays.moves()})
    for _ in range(count):
        hand = some_hand(rng, rng.randint(0, 20))
        expected = pure(moves.leads(hand))
        assert fast(kernel.leads(hand)) == expected
        assert kernel.count(hand) == len(expected)
        for to_beat in rng.sample(combos, 8):
            expected = pure(moves.follows(hand, to_beat))
            assert fast(kernel.follows(hand, combo_of(to_beat))) == expected
            assert kernel.count(hand, combo_of(to_beat)) == len(expected)
            assert kernel.can_follow(hand, combo_of(to_beat)) == bool(expected)


def test_cards_that_are_no_play() -> None:
    kernel, moves = rules(), moves_for(Switches())
    rng = random.Random(5)
    for _ in range(3000):
        hand = some_hand(rng, rng.randint(0, 20))
        assert [tuple(c) for c in kernel.readings(hand)] == [plain(c) for c in moves.readings(hand)]


def test_more_cards_than_anybody_holds() -> None:
    assert rules().count(FULL_DECK) == len(moves_for(Switches()).leads(FULL_DECK))


def test_moves_are_the_same_objects_each_time() -> None:
    kernel, hand = rules(), pack_ranks([0, 0, 0, 1, 2])
    assert all(a is b for a, b in zip(kernel.leads(hand), kernel.leads(hand), strict=True))
    pair = next(m for m in kernel.leads(hand) if m.combo.kind == Kind.PAIR)
    assert pair is next(m for m in kernel.all_moves() if m == pair)


@pytest.mark.parametrize("cards", [5, 1 << 60, 2 << 52, 15, (1 << 64) - 1])
def test_what_is_no_hand_is_refused(cards: int) -> None:
    with pytest.raises(ValueError, match="no cards of one deck"):
        rules().leads(cards)
    assert rules().readings(cards) == ()


@pytest.mark.parametrize(
    "combo", [(2, 15, 1, 0), (7, 3, 5, 0), (7, 12, 5, 0), (14, 3, 1, 0), (3, 2, 2, 0), (1, 3, 1, 4)]
)
def test_what_is_no_combo_is_refused(combo: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="no such combo"):
        rules().follows(1, dizhu_kernel.Combo(*combo))
