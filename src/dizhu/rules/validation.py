"""What makes a `Ruleset` or `Stakes` valid. Every message names the field and says what to do."""

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from dizhu.rules.errors import RulesetError

if TYPE_CHECKING:
    from dizhu.rules.ruleset import Ruleset, Stakes

CHOICES: dict[str, tuple[str, ...]] = {
    "bomb_order": ("class", "rank"),
    "deal_order": ("random", "descending", "hidden"),
    "bid_mode": ("call_rob", "blind"),
    "first_bidder": ("random", "next_seat", "same", "drawn_card"),
    "all_pass_after_show": ("first_shower", "redeal"),
    "all_pass": ("redeal", "forced_score"),
    "blind_who": ("each", "first_only"),
    "raise_scope": ("side_any", "side_all", "per_peasant"),
    "several_shows": ("maximum", "first_locks"),
    "show_effect": ("calls_first", "landlord", "none"),
    "bomb_scoring": ("double", "jj"),
    "unit": ("beans", "points"),
    "loser_cap": ("floor", "none", "minimise"),
    "winner_cap": ("pair", "total", "none"),
    "fee_order": ("after", "before"),
    "autoplay_scoring": ("normal", "jj"),
    "autoplay_when": ("end", "ever"),
    "autoplay_both_win": ("zero", "normal"),
    "escape_boundary": ("ge", "gt"),
    "escape_floor": ("none", "loss"),
}
BOTTOM_NAMES = ("two_jokers", "one_joker", "straight_flush", "flush", "straight", "three_of_a_rank")
TASK_NAMES = ("last_chain", "last_pair", "last_solo", "two_bombs", "landlord_show", "rocket")
MAX_FACTOR = 1000
MAX_AMOUNT = 10**12
RANGES: dict[str, tuple[int, int]] = {
    "call_factor": (1, MAX_FACTOR),
    "forced_score": (-MAX_FACTOR, 0),
    "blind_factor": (1, MAX_FACTOR),
    "raise_factor": (1, MAX_FACTOR),
    "rocket_factor": (1, MAX_FACTOR),
    "spring_factor": (1, MAX_FACTOR),
    "anti_spring_factor": (1, MAX_FACTOR),
    "platform_fee": (0, MAX_AMOUNT),
    "seconds_start": (0, 600),
    "deal_step_ms": (0, 5000),
    "seconds_call": (1, 600),
    "seconds_rob": (1, 600),
    "seconds_raise": (1, 600),
    "seconds_double": (1, 600),
    "seconds_first_play": (1, 600),
    "seconds_play": (1, 600),
    "autoplay_after": (1, 100),
}
OPTIONAL_RANGES: dict[str, tuple[int, int]] = {
    "max_redeals": (0, 1000),
    "max_multiplier": (1, MAX_AMOUNT),
    "show_start": (1, MAX_FACTOR),
    "show_bottom": (1, MAX_FACTOR),
}
STAKES_RANGES: dict[str, tuple[int, int]] = {
    "coefficient": (1, 10**9),
    "fee": (0, 10**9),
    "base": (1, 10**6),
    "initial": (1, 10**6),
}


def check_ruleset(rules: "Ruleset") -> None:
    """Raise RulesetError for the first field that makes no sense."""
    _check_types(rules)
    for name, choices in CHOICES.items():
        if getattr(rules, name) not in choices:
            raise RulesetError(
                name, f"must be one of {', '.join(choices)}, not {getattr(rules, name)!r}"
            )
    _check_ranges(rules, RANGES, optional=False)
    _check_ranges(rules, OPTIONAL_RANGES, optional=True)
    name = rules.name
    if not 1 <= len(name) <= 64 or not name.isprintable() or name != name.strip():
        raise RulesetError("name", "must have 1 to 64 printable characters, no space at an end")
    _check_show_table(rules.show_deal_table)
    _check_named_factors("bottom_factors", rules.bottom_factors, BOTTOM_NAMES)
    for task in rules.tasks:
        if task not in TASK_NAMES:
            raise RulesetError("tasks", f"no task {task!r}; there are {', '.join(TASK_NAMES)}")
    _check_combinations(rules)


def _check_types(rules: Any) -> None:
    for field in fields(rules):
        value = getattr(rules, field.name)
        expected = type(field.default)
        if expected is bool and not isinstance(value, bool):
            raise RulesetError(field.name, f"must be true or false, not {value!r}")
        if expected is str and not isinstance(value, str):
            raise RulesetError(field.name, f"must be a text, not {value!r}")
        if expected is tuple and not isinstance(value, tuple):
            raise RulesetError(field.name, f"must be a list, not {value!r}")


def _check_ranges(obj: Any, ranges: dict[str, tuple[int, int]], *, optional: bool) -> None:
    for name, (low, high) in ranges.items():
        value = getattr(obj, name)
        if value is None and optional:
            continue
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise RulesetError(name, f"must be a whole number from {low} to {high}, not {value!r}")


def _check_show_table(table: tuple[Any, ...]) -> None:
    """G-SHOW-1: rows (up to this many cards dealt, factor), growing, ending at 17."""
    last = 0
    for row in table:
        if not isinstance(row, tuple) or len(row) != 2 or not all(type(v) is int for v in row):
            raise RulesetError("show_deal_table", "each row must be [cards dealt, factor]")
        upto, factor = row
        if not last < upto <= 17 or not 1 <= factor <= MAX_FACTOR:
            raise RulesetError(
                "show_deal_table", "rows must grow up to 17 cards, factors at least 1"
            )
        last = upto
    if table and last != 17:
        raise RulesetError("show_deal_table", "the last row must reach 17 cards")


def _check_named_factors(field: str, table: tuple[Any, ...], names: tuple[str, ...]) -> None:
    for row in table:
        if not isinstance(row, tuple) or len(row) != 2 or row[0] not in names:
            raise RulesetError(
                field, f"each row must be [name, factor], the name one of {', '.join(names)}"
            )
        if type(row[1]) is not int or not 1 <= row[1] <= MAX_FACTOR:
            raise RulesetError(field, f"the factor must be a whole number from 1 to {MAX_FACTOR}")
    if len({row[0] for row in table}) != len(table):
        raise RulesetError(field, "a name stands twice")


def _check_combinations(rules: "Ruleset") -> None:
    blind = rules.bid_mode == "blind"
    for wrong, field, message in (
        (
            blind and rules.early_show,
            "show_start",
            "hidden cards cannot be shown early: bid_mode blind needs it off",
        ),
        (
            blind != (rules.deal_order == "hidden"),
            "deal_order",
            "hidden goes with bid_mode blind, and only with it",
        ),
        (
            not blind and rules.first_bidder == "drawn_card" and rules.deal_order == "descending",
            "first_bidder",
            "drawn_card tells a card of a descending deal: use random",
        ),
        (
            rules.show_effect == "landlord" and rules.several_shows != "first_locks",
            "several_shows",
            "a show that fixes the landlord locks the others out: use first_locks",
        ),
        (
            rules.show_effect != "landlord" and rules.several_shows == "first_locks",
            "several_shows",
            "first_locks needs show_effect landlord",
        ),
        (
            rules.early_show and rules.show_effect == "none",
            "show_effect",
            "an early show needs an effect: calls_first or landlord",
        ),
        (
            rules.wild_group_natural and not rules.wild_enabled,
            "wild_group_natural",
            "needs wild_enabled",
        ),
        (
            rules.all_pass == "forced_score" and rules.unit != "points",
            "all_pass",
            "forced_score makes points from nothing: it needs unit points",
        ),
        (
            rules.escape and rules.unit != "beans",
            "escape",
            "the penalty is in beans: needs unit beans",
        ),
        (
            rules.unit == "beans" and rules.loser_cap != "floor",
            "loser_cap",
            "beans never fall below 0: use floor",
        ),
        (
            rules.platform_fee > 0 and rules.loser_cap != "minimise",
            "platform_fee",
            "the fee is part of minimised payments: needs loser_cap minimise",
        ),
        (
            rules.loser_cap == "minimise" and rules.winner_cap != "pair",
            "winner_cap",
            "minimisation caps each pair by the winner's score: use pair",
        ),
    ):
        if wrong:
            raise RulesetError(field, message)


def check_stakes(stakes: "Stakes") -> None:
    """Raise RulesetError for the first number that makes no sense."""
    _check_ranges(
        stakes,
        STAKES_RANGES,
        optional=False,
    )
    _check_ranges(
        stakes, {"double_threshold": (0, MAX_AMOUNT), "entry_min": (0, MAX_AMOUNT)}, optional=True
    )
