"""The score of a hand stays a whole number that every store and browser can hold (G-MUL-5)."""

import random

import pytest

from dizhu.cli.simulate.variants import variant
from dizhu.rules.errors import RulesetError
from dizhu.rules.ruleset import PRESETS, Ruleset, Stakes, preset
from dizhu.rules.scoring import factors, pair_factors
from dizhu.rules.size import LARGEST, check_size, largest_multiplier
from tests.rules.kit import random_game

HUGE = {"blind_factor": 1000, "raise_factor": 1000, "show_bottom": 1000}


def test_no_hand_is_larger_than_what_was_said() -> None:
    """R-MUL-1: whatever ruleset, whatever happens."""
    for number in range(120):
        chosen = variant(str(number))
        state = random_game(random.Random(number), chosen.ruleset, chosen.stakes).state
        bound = largest_multiplier(chosen.ruleset, chosen.stakes.initial)
        assert factors(state).product() * max(pair_factors(state)) <= 4 * bound


def test_every_preset_is_far_from_the_limit() -> None:
    for chosen in PRESETS.values():
        check_size(chosen.ruleset, chosen.stakes)
        assert largest_multiplier(chosen.ruleset, 1) < LARGEST // 10**6


def test_what_could_come_to_more_is_refused() -> None:
    """G-MUL-4: `max_multiplier` is what helps."""
    rules = preset("qq-menzhua").ruleset.with_options(HUGE)
    stakes = Stakes(coefficient=1000, base=1000)
    with pytest.raises(RulesetError, match="a hand could come to") as refused:
        check_size(rules, stakes)
    assert refused.value.field == "max_multiplier"
    most = LARGEST // (1000 * 1000 * 2)
    check_size(rules.with_options({"max_multiplier": most}), stakes)
    with pytest.raises(RulesetError):
        check_size(rules.with_options({"max_multiplier": most + 1}), stakes)


def test_factors_that_cannot_happen_do_not_count() -> None:
    check_size(Ruleset(blind_factor=1000, raise_factor=1000), Stakes(coefficient=1, fee=0))
