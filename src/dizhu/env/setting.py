"""What is played in an environment: a format of the arena, as numbered actions ask for it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from dizhu.arena.formats import Format, format_called

_WITHOUT_AUCTION: dict[str, Any] = {
    "show_start": None,
    "show_deal_table": (),
    "show_bottom": None,
    "show_effect": "none",
    "several_shows": "maximum",
    "show_bottom_if_none": False,
    "raises": False,
    "doubling": False,
}
POINTS, WIN = "points", "win"
REWARDS = (POINTS, WIN)


@dataclass(frozen=True, slots=True)
class Setting:
    """A format with its answers before the play.

    `shows`: whether players are asked to show, before the deal and, the landlord, after the bottom;
    nobody is asked while the cards come out. `reward`: `points` for a base score of one, or `win`,
    which is two for the landlord and one for each peasant.
    """

    format: Format
    shows: bool = True
    reward: str = POINTS


def setting(
    ruleset: str = "qq-classic",
    *,
    auction: bool = True,
    shows: bool = True,
    reward: str = POINTS,
    options: Mapping[str, Any] | None = None,
) -> Setting:
    """A setting by the name of its ruleset; `play-only` and `auction=False` give the landlord and
    the bottom cards. `options`: fields of the ruleset to change.

    Raises RulesetError for a ruleset or an option that there is not, ValueError for a reward.
    """
    if reward not in REWARDS:
        raise ValueError(f"no reward {reward!r}; there are {', '.join(REWARDS)}")
    form = format_called(ruleset)
    form = replace(form, ruleset=form.ruleset.with_options(options or {}))
    if not auction and not form.given:
        form = replace(form, ruleset=form.ruleset.with_options(_WITHOUT_AUCTION), given=True)
    return Setting(form, shows, reward)
