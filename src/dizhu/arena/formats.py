"""What may be played in the arena: every preset of the rules, for points and without caps; and two
protocols of other people's.
"""

from dataclasses import dataclass, replace

from dizhu.rules.errors import RulesetError
from dizhu.rules.ruleset import PRESETS, STRICT_PATTERNS, Ruleset, Stakes

PLAY_ONLY = "play-only"
BOTZONE = "botzone"
MOST_REDEALS = 8
_POINTS = {"unit": "points", "escape": False, "loser_cap": "none", "winner_cap": "none"}
_STAKES = Stakes(coefficient=1, fee=0, base=1, initial=1, double_threshold=None)
_PLAIN = Ruleset(
    show_start=None,
    show_deal_table=(),
    show_bottom=None,
    show_effect="none",
    doubling=False,
).with_options(_POINTS)


@dataclass(frozen=True, slots=True)
class Format:
    """A ruleset as it is played here. `given`: landlord and bottom are given, there is no auction;
    whoever sits alone is the landlord.
    """

    ruleset: Ruleset
    stakes: Stakes = _STAKES
    given: bool = False

    @property
    def name(self) -> str:
        """The name by which it is asked for."""
        return self.ruleset.name


def _play_only() -> Format:
    """The protocol of published comparisons: play alone, points doubled by each bomb and by the
    rocket, no springs.
    """
    rules = replace(_PLAIN, name=PLAY_ONLY, spring_factor=1, anti_spring_factor=1)
    return Format(rules, given=True)


def _botzone() -> Format:
    """The patterns of Botzone's FightTheLandlord2: attached groups are all different."""
    patterns = {**STRICT_PATTERNS, "both_jokers_as_kickers": True}
    return Format(_limited(replace(_PLAIN, name=BOTZONE, **patterns)))


def _limited(rules: Ruleset) -> Ruleset:
    """Players that never call come to an end (G-BID-6)."""
    return replace(rules, max_redeals=MOST_REDEALS) if rules.all_pass == "redeal" else rules


FORMATS: dict[str, Format] = {
    f.name: f
    for f in (
        _play_only(),
        _botzone(),
        *(Format(_limited(p.ruleset.with_options(_POINTS))) for p in PRESETS.values()),
    )
}


def format_called(name: str) -> Format:
    """The format of a name; RulesetError lists the names there are."""
    if name not in FORMATS:
        known = ", ".join(sorted(FORMATS))
        raise RulesetError("ruleset", f"no ruleset {name!r}; there are {known}")
    return FORMATS[name]
