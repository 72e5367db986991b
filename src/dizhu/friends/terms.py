"""What somebody wants to play with his friends becomes terms, or is refused naming the field."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dizhu.friends.state import Terms
from dizhu.rules.errors import RulesetError
from dizhu.rules.options import FIXED_FOR_POINTS
from dizhu.rules.ruleset import Ruleset, Stakes, preset
from dizhu.rules.size import check_size

MOST_HANDS = 100
MOST_BASE = 1000
MOST_START_SCORE = 1_000_000
CAPPED_START_SCORE = 1000


class BadTerms(ValueError):
    """A field makes no sense; `field` names it."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.field = name


@dataclass(frozen=True, slots=True)
class Wanted:
    """A wish: a preset, and what shall be otherwise. `start_score` None: as the caps need it."""

    ruleset: str
    options: Mapping[str, Any] = field(default_factory=dict)
    hands: int = 6
    base: int = 1
    start_score: int | None = None
    bots: bool = True
    watch: bool = False


def terms_of(wanted: Wanted) -> Terms:
    """The terms. Raises BadTerms."""
    try:
        ruleset = _ruleset(wanted)
        stakes = Stakes(coefficient=1, fee=0, base=wanted.base, double_threshold=None, entry_min=0)
        check_size(ruleset, stakes)
    except RulesetError as error:
        raise BadTerms(error.field, str(error)) from error
    _check("hands", wanted.hands, 1, MOST_HANDS)
    _check("base", wanted.base, 1, MOST_BASE)
    start = _start_score(ruleset) if wanted.start_score is None else wanted.start_score
    _check("start_score", start, 0, MOST_START_SCORE)
    if start == 0 and needs_a_score(ruleset):
        raise BadTerms("start_score", "nobody pays more than he has: everybody must have something")
    return Terms(ruleset, stakes, wanted.hands, start, wanted.bots, wanted.watch)


def _ruleset(wanted: Wanted) -> Ruleset:
    for name in wanted.options:
        if name in FIXED_FOR_POINTS or name == "name":
            raise BadTerms(name, "is not chosen among friends")
    return preset(wanted.ruleset).ruleset.for_points().with_options(wanted.options)


def needs_a_score(ruleset: Ruleset) -> bool:
    """Whether a hand that is lost costs nothing at a score of 0."""
    return ruleset.loser_cap != "none" or ruleset.all_pass == "forced_score"


def _start_score(ruleset: Ruleset) -> int:
    return CAPPED_START_SCORE if needs_a_score(ruleset) else 0


def _check(name: str, value: int, low: int, high: int) -> None:
    if isinstance(value, bool) or not low <= value <= high:
        raise BadTerms(name, f"must be a whole number from {low} to {high}, not {value!r}")
