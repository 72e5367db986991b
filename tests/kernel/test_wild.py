"""With wild cards: the same readings, cores, leads and follows, in the same order."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from dizhu.rules.cards import BLACK_JOKER, RED_JOKER
from dizhu.rules.combos import ROCKET_COMBO, BombClass, Combo, Kind, combo
from dizhu.rules.patterns import PatternRules, WildPatterns
from dizhu.rules.wild import PLACES
from dizhu.rules.wings import Switches
from tests.kernel.helpers import (
    ALL_SWITCHES,
    combo_of,
    fast,
    plain,
    pure,
    rules,
    some_hand,
    wild_hand,
)

SETTINGS = list(product(ALL_SWITCHES, (False, True)))


def both(
    switches: Switches, wild: int, group_natural: bool, order: str = "class"
) -> tuple[Any, WildPatterns]:
    kernel = rules(switches, wild=wild, wild_group_natural=group_natural, bomb_order=order)
    return kernel, WildPatterns(PatternRules(switches, order, group_natural), wild)


def every_combo() -> list[Combo]:
    """Soft bombs and all the rest, then those that no place of the table has."""
    bombs = [combo(Kind.BOMB, rank, 1, c) for rank in range(13) for c in BombClass]
    solos = [combo(Kind.SOLO, rank) for rank in (BLACK_JOKER, RED_JOKER)]
    return list({p.combo: None for p in PLACES} | dict.fromkeys([*bombs, *solos, ROCKET_COMBO]))


@pytest.mark.parametrize(("switches", "group_natural"), SETTINGS, ids=str)
def test_leads_follows_and_readings(switches: Switches, group_natural: bool) -> None:
    rng = random.Random(2)
    combos = every_combo()
    for _ in range(2):
        wild, order = rng.randrange(13), rng.choice(["class", "rank"])
        kernel, patterns = both(switches, wild, group_natural, order)
        hand = wild_hand(rng, rng.randint(1, 11 - 3 * switches.wing_same_rank_as_body), wild)
        same(kernel.leads(hand), patterns.leads(hand))
        for to_beat in rng.sample(combos, 5):
            same(kernel.follows(hand, combo_of(to_beat)), patterns.follows(hand, to_beat))
        for move in rng.sample(moves := kernel.leads(hand), min(20, len(moves))):
            readings = kernel.readings(move.cards)
            assert {tuple(c) for c in readings} == {plain(c) for c in patterns.readings(move.cards)}


def same(moves: Any, expected: Any) -> None:
    assert fast(moves) == pure(expected)


@pytest.mark.parametrize("seed", range(3))
def test_many_hands(seed: int) -> None:
    rng = random.Random(seed)
    combos = every_combo()
    for _ in range(8):
        wild = rng.randrange(13)
        kernel, patterns = both(Switches(), wild, group_natural=False)
        hand = wild_hand(rng, rng.choice([3, 6, 9, 12, 15]), wild)
        same(kernel.leads(hand), patterns.leads(hand))
        assert kernel.count(hand) == len(patterns.leads(hand))
        for to_beat in rng.sample(combos, 5):
            same(kernel.follows(hand, combo_of(to_beat)), patterns.follows(hand, to_beat))
            assert kernel.can_follow(hand, combo_of(to_beat)) == patterns.can_follow(hand, to_beat)


@pytest.mark.parametrize("seed", range(3))
def test_cores(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        wild, group_natural = rng.randrange(13), rng.random() < 0.5
        kernel, patterns = both(Switches(), wild, group_natural)
        hand = wild_hand(rng, 20, wild)
        expected = [(plain(c.place.combo), c.natural, c.wilds) for c in patterns.cores(hand)]
        assert [(tuple(c), natural, n) for c, natural, n in kernel.cores(hand)] == expected
        assert kernel.count_cores(hand) == len(expected)


@pytest.mark.parametrize(("switches", "group_natural"), SETTINGS[::9], ids=str)
def test_readings_of_any_cards(switches: Switches, group_natural: bool) -> None:
    rng = random.Random(9)
    for wild in rng.sample(range(13), 4):
        kernel, patterns = both(switches, wild, group_natural)
        for _ in range(60):
            cards = wild_hand(rng, rng.randint(1, 12), wild)
            assert {tuple(c) for c in kernel.readings(cards)} == {
                plain(c) for c in patterns.readings(cards)
            }


def test_a_lead_has_the_reading_it_is_listed_under() -> None:
    rng = random.Random(4)
    kernel = rules(wild=6)
    for _ in range(20):
        for move in kernel.leads(wild_hand(rng, 12, 6)):
            assert move.combo in kernel.readings(move.cards)
    assert kernel.leads(some_hand(rng, 1))
