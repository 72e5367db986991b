"""Every choice of the rule book as one validated, frozen value; the presets (docs/rules.md section
16).

A `Ruleset` says how a hand is played and scored; `Stakes` are the room's numbers. To add a choice:
one field here with the old behaviour as its default, its check in `validation.py`, and the one
function that owns the rule.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from dizhu.rules.errors import RulesetError
from dizhu.rules.validation import check_ruleset, check_stakes

G_BOT_1: tuple[tuple[str, int], ...] = (
    ("two_jokers", 4),
    ("one_joker", 2),
    ("straight_flush", 4),
    ("flush", 3),
    ("straight", 3),
    ("three_of_a_rank", 3),
)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of a table. Defaults are those of `qq-classic`."""

    name: str = "qq-classic"

    # Patterns: G-PAT-1, 3, 4, 5, 6
    quad_pair_as_solos: bool = True
    repeat_solo_wings: bool = True
    repeat_pair_wings: bool = True
    both_jokers_as_kickers: bool = True
    wing_same_rank_as_body: bool = False

    # Wild cards: R-WILD-1, G-WILD-1, G-WILD-4
    wild_enabled: bool = False
    wild_group_natural: bool = False
    bomb_order: str = "class"

    # G-DEAL-1
    deal_order: str = "random"

    # Auction: G-BID-1..4, G-ROB-1, G-BLIND-1
    bid_mode: str = "call_rob"
    first_bidder: str = "random"
    caller_last_chance: bool = True
    call_factor: int = 1
    all_pass_after_show: str = "first_shower"
    all_pass: str = "redeal"
    max_redeals: int | None = None
    forced_score: int = -1
    blind_factor: int = 2
    blind_who: str = "each"

    # Raises: R-RAISE-1, G-RAISE-1
    raises: bool = False
    raise_factor: int = 2
    raise_scope: str = "side_any"

    # Shows: R-SHOW-1..5, G-SHOW-1..4
    show_start: int | None = 5
    show_deal_table: tuple[tuple[int, int], ...] = ((8, 4), (17, 3))
    show_bottom: int | None = 2
    show_bottom_if_none: bool = False
    several_shows: str = "maximum"
    show_effect: str = "calls_first"

    # Doubling: R-DBL-1; the threshold belongs to the stakes
    doubling: bool = True

    # Multiplier: R-MUL-2..6
    bottom_factors: tuple[tuple[str, int], ...] = ()
    bomb_scoring: str = "double"
    rocket_factor: int = 2
    spring_factor: int = 2
    anti_spring_factor: int = 2
    max_multiplier: int | None = None
    tasks: tuple[str, ...] = ()

    # Settlement: R-SET-3, R-SET-4, G-SET-1, G-SET-2, R-JJ-2, R-JJ-3
    unit: str = "beans"
    loser_cap: str = "floor"
    winner_cap: str = "pair"
    fee_order: str = "after"
    platform_fee: int = 0
    autoplay_scoring: str = "normal"
    autoplay_when: str = "end"
    autoplay_both_win: str = "zero"

    # Escape: R-ESC-1..4, G-ESC-1..6
    escape: bool = True
    escape_boundary: str = "ge"
    escape_floor: str = "none"

    # Clocks: G-TIM-1, G-SHOW-7
    seconds_start: int = 5
    deal_step_ms: int = 200
    seconds_call: int = 15
    seconds_rob: int = 10
    seconds_raise: int = 10
    seconds_double: int = 10
    seconds_first_play: int = 25
    seconds_play: int = 15
    autoplay_after: int = 1

    def __post_init__(self) -> None:
        check_ruleset(self)

    def with_options(self, options: Mapping[str, Any]) -> "Ruleset":
        """A copy with some fields changed.

        Raises RulesetError, naming the field, for an unknown field or a value that makes no sense.
        """
        known = {f.name for f in fields(self)}
        for name in options:
            if name not in known:
                raise RulesetError(
                    name, "no such option; see docs/rules.md section 16 for the list"
                )
        return replace(self, **{k: _as_tuple(v) for k, v in options.items()})

    def strict(self) -> "Ruleset":
        """The same rules with the patterns of international play: all five switches off."""
        return replace(self, name=f"{self.name}-strict", **STRICT_PATTERNS)

    def for_points(self) -> "Ruleset":
        """The same rules for points of the table: without an escape penalty, which is in beans,
        and, where beans were played for, without the caps that a purse sets.
        """
        if self.unit == "points":
            return self
        return replace(self, unit="points", escape=False, loser_cap="none", winner_cap="none")

    @property
    def early_show(self) -> bool:
        """Whether anybody may show before or during the deal."""
        return self.show_start is not None or bool(self.show_deal_table)


STRICT_PATTERNS: dict[str, Any] = {
    "quad_pair_as_solos": False,
    "repeat_solo_wings": False,
    "repeat_pair_wings": False,
    "both_jokers_as_kickers": False,
    "wing_same_rank_as_body": False,
}


def _as_tuple(value: Any) -> Any:
    """Lists, as read from JSON or TOML, become tuples."""
    return tuple(_as_tuple(v) for v in value) if isinstance(value, list | tuple) else value


@dataclass(frozen=True, slots=True)
class Stakes:
    """The numbers of a room: N (`coefficient`), A (`fee`), base score, initial multiplier, the
    beans above which doubling is allowed (None: no condition), the least beans to sit down with
    (None: max(A, 1)).
    """

    coefficient: int = 1000
    fee: int = 50
    base: int = 1
    initial: int = 1
    double_threshold: int | None = 5000
    entry_min: int | None = None

    def __post_init__(self) -> None:
        check_stakes(self)

    @property
    def minimum(self) -> int:
        """The least beans one may sit down with."""
        return max(self.fee, 1) if self.entry_min is None else self.entry_min


@dataclass(frozen=True, slots=True)
class Preset:
    """A named ruleset with the stakes it is played for unless a room says otherwise."""

    ruleset: Ruleset
    stakes: Stakes


_JJ_HAPPY = Ruleset(
    name="jj-happy",
    deal_order="descending",
    show_start=10,
    show_deal_table=((8, 5), (17, 3)),
    show_bottom_if_none=True,
    several_shows="first_locks",
    show_effect="landlord",
    bottom_factors=G_BOT_1,
    unit="points",
    loser_cap="none",
    winner_cap="none",
    autoplay_scoring="jj",
    escape=False,
)
_JJ_STAKES = Stakes(coefficient=1, fee=0, base=10, double_threshold=None)

PRESETS: dict[str, Preset] = {
    p.ruleset.name: p
    for p in (
        Preset(Ruleset(), Stakes()),
        Preset(Ruleset(name="qq-laizi", wild_enabled=True), Stakes()),
        Preset(
            Ruleset(
                name="qq-menzhua",
                deal_order="hidden",
                bid_mode="blind",
                first_bidder="drawn_card",
                raises=True,
                show_start=None,
                show_deal_table=(),
                show_effect="none",
                doubling=False,
            ),
            Stakes(double_threshold=None),
        ),
        Preset(_JJ_HAPPY, _JJ_STAKES),
        Preset(
            replace(
                _JJ_HAPPY,
                name="jj-match",
                all_pass="forced_score",
                bomb_scoring="jj",
                loser_cap="minimise",
                winner_cap="pair",
            ),
            _JJ_STAKES,
        ),
    )
}


def preset(name: str) -> Preset:
    """The preset of a name; RulesetError lists the names there are."""
    if name not in PRESETS:
        raise RulesetError("ruleset", f"no ruleset {name!r}; there are {', '.join(PRESETS)}")
    return PRESETS[name]
