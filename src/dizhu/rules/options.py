"""What may be chosen of a ruleset, as data: from it a form is built. Nothing is said twice: kinds,
choices and limits follow from the fields of `Ruleset` and from `validation`.
"""

from dataclasses import Field, dataclass, fields
from typing import Any

from dizhu.rules.ruleset import Ruleset
from dizhu.rules.validation import (
    BOTTOM_NAMES,
    CHOICES,
    MAX_FACTOR,
    OPTIONAL_RANGES,
    RANGES,
    TASK_NAMES,
)

GROUPS: tuple[tuple[str, str], ...] = (
    ("patterns", "quad_pair_as_solos"),
    ("wild", "wild_enabled"),
    ("auction", "deal_order"),
    ("raises", "raises"),
    ("shows", "show_start"),
    ("multiplier", "doubling"),
    ("scores", "unit"),
    ("escape", "escape"),
    ("clocks", "seconds_start"),
)
"""The parts of a ruleset, each with its first field."""

FIXED_FOR_POINTS = frozenset(
    {
        "unit",
        "fee_order",
        "platform_fee",
        "escape",
        "escape_boundary",
        "escape_floor",
    }
)
"""About beans: at a table for points nobody chooses them."""

CARDS_DEALT = 17


@dataclass(frozen=True, slots=True)
class Option:
    """A field of a ruleset. `kind`:

    - `switch`: true or false;
    - `choice`: one of `choices`;
    - `number`: a whole number from `low` to `high`; with `optional` also none;
    - `steps`: rows [up to this number, factor], growing, the last up to `high`; may be empty;
    - `factors`: rows [one of `choices`, factor], each once;
    - `set`: some of `choices`.
    """

    name: str
    group: str
    kind: str
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    optional: bool = False


def options() -> tuple[Option, ...]:
    """Every field but the name, in the order of the ruleset."""
    first = {field: group for group, field in GROUPS}
    found, group = [], ""
    for field in fields(Ruleset):
        group = first.get(field.name, group)
        if field.name != "name":
            found.append(_option(field, group))
    return tuple(found)


def options_for_points() -> tuple[Option, ...]:
    """Those that may be chosen at a table for points."""
    return tuple(o for o in options() if o.name not in FIXED_FOR_POINTS)


def _option(field: Field[Any], group: str) -> Option:
    name = field.name
    if isinstance(field.default, bool):
        return Option(name, group, "switch")
    if name in CHOICES:
        return Option(name, group, "choice", CHOICES[name])
    if name in RANGES:
        return Option(name, group, "number", (), *RANGES[name])
    if name in OPTIONAL_RANGES:
        return Option(name, group, "number", (), *OPTIONAL_RANGES[name], optional=True)
    return _TABLES[name](name, group)


_TABLES = {
    "show_deal_table": lambda name, group: Option(name, group, "steps", (), 1, CARDS_DEALT),
    "bottom_factors": lambda name, group: Option(
        name, group, "factors", BOTTOM_NAMES, 1, MAX_FACTOR
    ),
    "tasks": lambda name, group: Option(name, group, "set", TASK_NAMES),
}
"""Fields that hold lists."""
