"""The form of a ruleset is made of its fields: a new field is on it, with the limits it has."""

from dataclasses import fields, replace
from typing import Any

import pytest

from dizhu.rules.errors import RulesetError
from dizhu.rules.options import FIXED_FOR_POINTS, Option, options, options_for_points
from dizhu.rules.ruleset import PRESETS, Ruleset

OPTIONS = {o.name: o for o in options()}


def test_every_field_is_on_the_form() -> None:
    names = {f.name for f in fields(Ruleset)} - {"name"}
    assert set(OPTIONS) == names
    assert {o.name for o in options_for_points()} == names - FIXED_FOR_POINTS
    assert all(o.group for o in OPTIONS.values())


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_the_defaults_of_every_preset_fit_the_form(name: str) -> None:
    for preset in PRESETS.values():
        assert fits(OPTIONS[name], getattr(preset.ruleset, name)), preset.ruleset.name


def fits(option: Option, value: Any) -> bool:
    match option.kind:
        case "switch":
            return isinstance(value, bool)
        case "choice":
            return value in option.choices
        case "number":
            assert option.low is not None
            assert option.high is not None
            return (value is None and option.optional) or option.low <= value <= option.high
        case "steps":
            return all(row[0] <= (option.high or 0) for row in value)
        case "factors":
            return {row[0] for row in value} <= set(option.choices)
        case "set":
            return set(value) <= set(option.choices)
    return False


NONSENSE: dict[str, tuple[Any, ...]] = {
    "switch": (1, "yes", None),
    "choice": ("nonsense", 3, None, ""),
    "number": (1.5, "7", True, 10**15, -(10**15)),
    "steps": (3, [[3]], [[99, 2]], [["a", 2]]),
    "factors": (3, [["nonsense", 2]], [["flush", 0]]),
    "set": (3, ["nonsense"]),
}


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_nonsense_is_refused_naming_the_field(name: str) -> None:
    for value in NONSENSE[OPTIONS[name].kind]:
        with pytest.raises(RulesetError) as refusal:
            Ruleset().with_options({name: value})
        assert refusal.value.field == name, value


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_ruleset_can_be_played_for_points(name: str) -> None:
    ruleset = PRESETS[name].ruleset.for_points()
    assert (ruleset.unit, ruleset.escape) == ("points", False)
    assert ruleset.for_points() is ruleset
    if PRESETS[name].ruleset.unit == "beans":
        back = replace(ruleset, unit="beans", escape=True, loser_cap="floor", winner_cap="pair")
        assert back == PRESETS[name].ruleset
    else:
        assert ruleset == PRESETS[name].ruleset
