"""The Python objects that the kernel hands out: made once, and let go of."""

from __future__ import annotations

import gc
import random
import subprocess
import sys
import weakref
from typing import Any

import pytest

from dizhu.rules.plays import FULL_DECK
from tests.kernel.helpers import dizhu_kernel, rules, some_hand


class Maker:
    """Holds the rules that hold it."""

    def __init__(self) -> None:
        self.rules: Any = dizhu_kernel.Rules(move=self.make)
        self.game: Any = dizhu_kernel.Game(self.rules, dizhu_kernel.GameRules())
        self.moves = self.rules.leads(FULL_DECK & 0xFFFF)
        self.answers = self.rules.answers(0x1110, self.rules.readings(1)[0])

    def make(self, cards: int, combo: Any) -> tuple[int, Any]:
        return (cards, combo)


def test_circles_are_collected() -> None:
    maker = Maker()
    gone = weakref.ref(maker)
    del maker
    gc.collect()
    assert gone() is None


IN_USE = """
import sys
from dizhu.rules.patterns import patterns_for
from dizhu.rules.ruleset import PRESETS
sys.kept = [patterns_for(PRESETS["qq-laizi"].ruleset, wild) for wild in (None, 3)]
for patterns in sys.kept:
    patterns.leads(0x1111)
import dizhu_kernel
rules = dizhu_kernel.Rules(move=lambda cards, combo: (rules, cards, combo))
rules.leads(0x1111)
"""


def test_nothing_is_said_at_the_end_of_the_process() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IN_USE], capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("", "")


@pytest.mark.parametrize("wild", [None, 5])
def test_answers_are_the_follows(wild: int | None) -> None:
    rng, kernel = random.Random(1), rules(wild=wild)
    for _ in range(400):
        hand = some_hand(rng, rng.randint(1, 12))
        leads = kernel.leads(some_hand(rng, rng.randint(1, 8)))
        to_beat = rng.choice(leads).combo
        follows, answers = kernel.follows(hand, to_beat), kernel.answers(hand, to_beat)
        assert isinstance(answers, tuple)
        assert list(answers) == follows
        if wild is None:
            assert all(a is f for a, f in zip(answers, follows, strict=True))


def test_answers_of_solos_beside_the_rocket() -> None:
    kernel = rules()
    solo = kernel.readings(1)[0]
    both = (1 << 52) | (1 << 56)
    for hand in (both, 1 << 52, 1 << 56, both | 0x4444, 0x4440):
        assert list(kernel.answers(hand, solo)) == kernel.follows(hand, solo)
    again = kernel.answers(both, solo)
    assert again is kernel.answers(both, solo)


def test_lists_are_the_callers_own() -> None:
    kernel = rules()
    solo, hand = kernel.readings(1)[0], 0x1111111
    first = kernel.follows(hand, solo)
    expected = list(first)
    first.clear()
    assert kernel.follows(hand, solo) == expected
    first = kernel.leads(hand)
    first.append(None)
    first.sort(key=str)
    assert None not in kernel.leads(hand)
