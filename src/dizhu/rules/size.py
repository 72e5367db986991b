"""How large the score of one hand can become (G-MUL-5): it must stay a whole
number in every store and browser.
"""

from math import prod

from dizhu.rules.cards import SUITED_RANKS
from dizhu.rules.errors import RulesetError
from dizhu.rules.raising import STEPS
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.scoring import bomb_factor

LARGEST = 2**53 - 1
"""Exact in 64-bit integers as well as in JavaScript's numbers."""
_ROBS = 3
_DOUBLED = 4  # a pair whose two have doubled
_PAIRS = 2


def largest_multiplier(rules: Ruleset, initial: int) -> int:
    """A bound of M without `max_multiplier`: every factor at its largest at once."""
    shows = [rules.show_start or 1, rules.show_bottom or 1, *(f for _, f in rules.show_deal_table)]
    return initial * prod(
        (
            rules.call_factor,
            max(shows),
            2**_ROBS,
            rules.blind_factor if rules.bid_mode == "blind" else 1,
            rules.raise_factor ** len(STEPS) if rules.raises else 1,
            max((factor for _, factor in rules.bottom_factors), default=1),
            bomb_factor(rules.bomb_scoring, SUITED_RANKS),
            rules.rocket_factor,
            max(rules.spring_factor, rules.anti_spring_factor),
            2 if rules.tasks else 1,
        )
    )


def check_size(rules: Ruleset, stakes: Stakes) -> None:
    """Raise RulesetError, naming the field to change, where a hand could come to more than LARGEST
    beans or points.
    """
    worst = largest_multiplier(rules, stakes.initial)
    if rules.max_multiplier is not None:
        worst = min(worst, rules.max_multiplier)
    doubled = _DOUBLED if rules.doubling else 1
    each = stakes.coefficient * stakes.base * doubled * _PAIRS
    if worst * each > LARGEST:
        raise RulesetError(
            "max_multiplier",
            f"a hand could come to {worst * each:.1e}: choose at most {max(LARGEST // each, 1)}, "
            "or smaller factors and stakes",
        )
