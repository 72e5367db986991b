"""The seam: with the kernel `patterns_for` gives the very values that it gives without."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from dizhu.rules import accel
from dizhu.rules.combos import Combo, Kind
from dizhu.rules.patterns import PatternRules, Patterns, WildPatterns, patterns_for
from dizhu.rules.ruleset import PRESETS
from dizhu.rules.wings import Switches
from tests.kernel.helpers import dizhu_kernel, some_hand, wild_hand

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dizhu.rules.cards import Packed
    from dizhu.rules.plays import Move

RULES = [PRESETS[name].ruleset for name in ("qq-classic", "qq-laizi")] + [
    PRESETS["qq-laizi"].ruleset.strict()
]


@pytest.mark.parametrize("wild", [None, 0, 9])
@pytest.mark.parametrize("number", range(len(RULES)))
def test_the_same_values_in_the_same_order(number: int, wild: int | None) -> None:
    rules, rng = RULES[number], random.Random(number)
    pattern_rules = PatternRules(Switches.of(rules), rules.bomb_order, rules.wild_group_natural)
    with_kernel = patterns_for(rules, wild)
    without = Patterns(pattern_rules) if wild is None else WildPatterns(pattern_rules, wild)
    assert type(with_kernel) is type(without)
    for _ in range(15):
        hand = _hand(rng, wild)
        leads = same(with_kernel.leads(hand), without.leads(hand))
        for move in rng.sample(leads, min(5, len(leads))):
            assert with_kernel.readings(move.cards) == without.readings(move.cards)
            compare_follows(with_kernel, without, _hand(rng, wild), move.combo)


def _hand(rng: random.Random, wild: int | None) -> Packed:
    size = rng.randint(1, 12)
    return some_hand(rng, size) if wild is None else wild_hand(rng, size, wild)


def compare_follows(one: Patterns, other: Patterns, hand: Packed, to_beat: Combo) -> None:
    same(one.follows(hand, to_beat), other.follows(hand, to_beat))
    same(one.moves(hand, to_beat), other.moves(hand, to_beat))
    same(one.moves(hand, None), other.moves(hand, None))
    assert one.can_follow(hand, to_beat) == other.can_follow(hand, to_beat)
    if isinstance(one, WildPatterns) and isinstance(other, WildPatterns):
        same(one.each_lead(hand), other.each_lead(hand))
        same(one.each_follow(hand, to_beat), other.each_follow(hand, to_beat))


def same(moves: Iterable[Move], expected: Iterable[Move]) -> list[Move]:
    ours, theirs = list(moves), list(expected)
    assert ours == theirs
    assert [type(m) for m in ours] == [type(m) for m in theirs]
    assert [repr(m) for m in ours] == [repr(m) for m in theirs]
    return ours


def test_it_is_the_kernel_that_answers() -> None:
    patterns = patterns_for(PRESETS["qq-classic"].ruleset)
    assert isinstance(vars(patterns)["leads"].__self__, dizhu_kernel.Rules)
    assert patterns.leads(1)[0].combo.kind is Kind.SOLO


PURE = """
from dizhu.rules.accel import kernel_rules
from dizhu.rules.wings import Switches
print(kernel_rules(Switches(), "class", False, None))
"""


def test_dizhu_pure_turns_it_off() -> None:
    pure = subprocess.run(
        [sys.executable, "-c", PURE],
        env={**os.environ, "DIZHU_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert pure.stdout.strip() == "None"
    assert accel.kernel_rules(Switches(), "class", False, None) is not None
