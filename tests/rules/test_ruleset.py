"""Rulesets and stakes: nonsense is refused, and the refusal names the field."""

from dataclasses import fields, replace
from typing import Any

import pytest

from dizhu.rules.errors import RulesetError
from dizhu.rules.ruleset import (
    G_BOT_1,
    PRESETS,
    STRICT_PATTERNS,
    Ruleset,
    Stakes,
    preset,
)
from dizhu.rules.tasks import TASKS
from dizhu.rules.validation import CHOICES, TASK_NAMES
from tests.rules.kit import rules

WHOLE_NUMBERS: tuple[Any, ...] = ("3", 1.0, -10_000, 10**13, True, (), [], object())
NONSENSE: dict[type, tuple[Any, ...]] = {
    bool: (None, 0, 1, "true", (), 1.0),
    str: (None, 0, True, "", "nonsense", ("pair",), b"pair"),
    int: (None, *WHOLE_NUMBERS),
    tuple: (None, 0, "8:4", [(17, 3)], ((17,),), (17, 3), ((17, 3, 1),), (("x", "y"),)),
    type(None): WHOLE_NUMBERS,
}
OPTIONAL = ("show_start", "show_bottom", "max_redeals", "max_multiplier")


def refused(options: dict[str, Any], *expected: str, base: str = "qq-classic") -> None:
    with pytest.raises(RulesetError) as caught:
        replace(preset(base).ruleset, **options)
    assert caught.value.field in expected
    assert str(caught.value).startswith(f"{caught.value.field}: ")


@pytest.mark.parametrize("name", [f.name for f in fields(Ruleset)])
def test_every_field_refuses_nonsense(name: str) -> None:
    [field] = [f for f in fields(Ruleset) if f.name == name]
    values = NONSENSE[type(field.default)]
    for value in values:
        if value is None and name in OPTIONAL:
            continue
        if name == "name" and isinstance(value, str) and value:
            continue
        refused({name: value}, name)


@pytest.mark.parametrize("name", sorted(CHOICES))
def test_choices(name: str) -> None:
    """Each word may be chosen under some preset; any other is refused."""
    for choice in CHOICES[name]:
        assert any(_accepts(base, name, choice) for base in PRESETS)
    refused({name: "anything"}, name)


def _accepts(base: str, name: str, choice: str) -> bool:
    try:
        return bool(getattr(rules(base, **{name: choice}), name) == choice)
    except RulesetError:
        return False


@pytest.mark.parametrize("name", ["", " ", " a", "a ", "a\n", "a\tb", "x" * 65, "\u2028"])
def test_names(name: str) -> None:
    refused({"name": name}, "name")


@pytest.mark.parametrize(
    "table",
    [
        ((8, 4),),
        ((17, 3), (8, 4)),
        ((8, 4), (8, 3), (17, 2)),
        ((8, 4), (18, 3)),
        ((0, 4), (17, 3)),
        ((8, 0), (17, 3)),
        ((8, -4), (17, 3)),
        ((8, 4.0), (17, 3)),
        ((True, 4), (17, 3)),
        ((8, 10_000), (17, 3)),
        (8, 17),
        ("8", "17"),
    ],
)
def test_show_tables(table: tuple[Any, ...]) -> None:
    """G-SHOW-1: rows grow up to 17 cards."""
    refused({"show_deal_table": table}, "show_deal_table")


@pytest.mark.parametrize(
    "table",
    [
        (("flush", 0),),
        (("flush", -3),),
        (("flush", 3.0),),
        (("flush", True),),
        (("flush", 100_000),),
        (("flush",),),
        (("flush", 3, 3),),
        (("full house", 3),),
        ((3, "flush"),),
        (("flush", 3), ("flush", 4)),
        ("flush", 3),
    ],
)
def test_bottom_tables(table: tuple[Any, ...]) -> None:
    """G-BOT-1."""
    refused({"bottom_factors": table}, "bottom_factors")


def test_tasks() -> None:
    """G-TASK-1: those there are, and the code for each."""
    assert set(TASK_NAMES) == set(TASKS)
    assert rules(tasks=tuple(TASK_NAMES)).tasks == TASK_NAMES
    for wrong in (("win",), (3,), ("rocket", "win"), ("",)):
        refused({"tasks": wrong}, "tasks")


@pytest.mark.parametrize(
    ("base", "options", "field"),
    [
        ("qq-menzhua", {"show_start": 5, "show_effect": "calls_first"}, "show_start"),
        ("qq-menzhua", {"show_deal_table": ((17, 3),)}, "show_start"),
        ("qq-menzhua", {"deal_order": "random"}, "deal_order"),
        ("qq-menzhua", {"bid_mode": "call_rob"}, "deal_order"),
        ("qq-classic", {"deal_order": "hidden"}, "deal_order"),
        ("qq-classic", {"bid_mode": "blind"}, "show_start"),
        ("jj-happy", {"first_bidder": "drawn_card"}, "first_bidder"),
        ("jj-happy", {"several_shows": "maximum"}, "several_shows"),
        ("qq-classic", {"several_shows": "first_locks"}, "several_shows"),
        ("qq-classic", {"show_effect": "none"}, "show_effect"),
        ("qq-classic", {"wild_group_natural": True}, "wild_group_natural"),
        ("qq-classic", {"all_pass": "forced_score"}, "all_pass"),
        ("jj-happy", {"escape": True}, "escape"),
        ("jj-happy", {"unit": "beans"}, "loser_cap"),
        ("jj-match", {"unit": "beans"}, "all_pass"),
        ("qq-classic", {"loser_cap": "none"}, "loser_cap"),
        ("qq-classic", {"loser_cap": "minimise"}, "loser_cap"),
        ("jj-happy", {"platform_fee": 1}, "platform_fee"),
        ("jj-match", {"winner_cap": "none"}, "winner_cap"),
        ("jj-match", {"winner_cap": "total"}, "winner_cap"),
    ],
)
def test_nonsense_together(base: str, options: dict[str, Any], field: str) -> None:
    """Fields that make sense alone and none together."""
    refused(options, field, base=base)


def test_options_by_name() -> None:
    """Lists, as from JSON or TOML, become tuples; an unknown name is named."""
    made = rules("jj-happy", show_deal_table=[[5, 9], [17, 2]], bottom_factors=[["flush", 3]])
    assert made.show_deal_table == ((5, 9), (17, 2))
    assert made.bottom_factors == (("flush", 3),)
    assert hash(made) == hash(rules("jj-happy", **_all(made)))
    with pytest.raises(RulesetError, match="no such option") as caught:
        rules(fun=True)
    assert caught.value.field == "fun"


def _all(ruleset: Ruleset) -> dict[str, Any]:
    return {f.name: getattr(ruleset, f.name) for f in fields(Ruleset)}


@pytest.mark.parametrize("name", [f.name for f in fields(Stakes)])
def test_stakes_refuse_nonsense(name: str) -> None:
    for value in (None, *WHOLE_NUMBERS, 10**13):
        if value is None and name in ("double_threshold", "entry_min"):
            continue
        options: dict[str, Any] = {name: value}
        with pytest.raises(RulesetError) as caught:
            Stakes(**options)
        assert caught.value.field == name


def test_least_beans() -> None:
    """Section 16: the entry minimum is max(A, 1) unless a room says otherwise."""
    assert (Stakes().minimum, Stakes(fee=0).minimum, Stakes(entry_min=9).minimum) == (50, 1, 9)


# --- the presets, column by column --------------------------------------------------------------

TABLE: dict[str, dict[str, Any]] = {
    "qq-classic": {
        "deal_order": "random",
        "wild_enabled": False,
        "bid_mode": "call_rob",
        "first_bidder": "random",
        "caller_last_chance": True,
        "all_pass_after_show": "first_shower",
        "all_pass": "redeal",
        "raises": False,
        "show_start": 5,
        "show_deal_table": ((8, 4), (17, 3)),
        "show_bottom": 2,
        "show_bottom_if_none": False,
        "several_shows": "maximum",
        "show_effect": "calls_first",
        "doubling": True,
        "bottom_factors": (),
        "bomb_scoring": "double",
        "rocket_factor": 2,
        "spring_factor": 2,
        "anti_spring_factor": 2,
        "unit": "beans",
        "loser_cap": "floor",
        "winner_cap": "pair",
        "escape": True,
        "autoplay_scoring": "normal",
        "max_multiplier": None,
        "tasks": (),
        "autoplay_after": 1,
        "platform_fee": 0,
        "call_factor": 1,
        "max_redeals": None,
    }
}
TABLE["qq-laizi"] = TABLE["qq-classic"] | {"wild_enabled": True, "bomb_order": "class"}
TABLE["qq-menzhua"] = TABLE["qq-classic"] | {
    "deal_order": "hidden",
    "bid_mode": "blind",
    "first_bidder": "drawn_card",
    "blind_factor": 2,
    "blind_who": "each",
    "raises": True,
    "raise_factor": 2,
    "raise_scope": "side_any",
    "show_start": None,
    "show_deal_table": (),
    "show_effect": "none",
    "doubling": False,
}
TABLE["jj-happy"] = TABLE["qq-classic"] | {
    "deal_order": "descending",
    "show_start": 10,
    "show_deal_table": ((8, 5), (17, 3)),
    "show_bottom_if_none": True,
    "several_shows": "first_locks",
    "show_effect": "landlord",
    "bottom_factors": G_BOT_1,
    "unit": "points",
    "loser_cap": "none",
    "winner_cap": "none",
    "escape": False,
    "autoplay_scoring": "jj",
}
TABLE["jj-match"] = TABLE["jj-happy"] | {
    "all_pass": "forced_score",
    "bomb_scoring": "jj",
    "loser_cap": "minimise",
    "winner_cap": "pair",
}


@pytest.mark.parametrize("name", TABLE)
def test_presets(name: str) -> None:
    """Section 16, G-BID-1, G-BID-3, G-BID-4, G-MUL-4, G-SHOW-1, R-CALL-3, R-SHOW-2."""
    ruleset = preset(name).ruleset
    assert ruleset.name == name
    for field, value in TABLE[name].items():
        assert getattr(ruleset, field) == value, field


def test_there_are_no_other_presets() -> None:
    assert set(PRESETS) == set(TABLE)
    with pytest.raises(RulesetError, match="qq-classic"):
        preset("qq-clasic")


@pytest.mark.parametrize("name", TABLE)
def test_stakes_of_presets(name: str) -> None:
    """Section 16: unit, base, N, A; the threshold of doubling."""
    stakes = preset(name).stakes
    if name.startswith("jj"):
        assert (stakes.base, stakes.coefficient, stakes.fee) == (10, 1, 0)
    else:
        assert (stakes.base, stakes.coefficient, stakes.fee) == (1, 1000, 50)
    expected = 5000 if name in ("qq-classic", "qq-laizi") else None
    assert stakes.double_threshold == expected
    assert stakes.initial == 1


def test_seconds() -> None:
    """G-TIM-1, G-SHOW-7: the clocks of every preset."""
    for name in PRESETS:
        r = preset(name).ruleset
        assert (r.seconds_call, r.seconds_rob, r.seconds_double, r.seconds_raise) == (
            15,
            10,
            10,
            10,
        )
        assert (r.seconds_first_play, r.seconds_play) == (25, 15)
        assert (r.seconds_start, r.deal_step_ms) == (5, 200)
        assert 17 * r.deal_step_ms == 3400


def test_strict() -> None:
    """Section 6: international rules in one line of configuration."""
    for name in PRESETS:
        strict = rules(name, **STRICT_PATTERNS)
        assert rules(name).strict() == replace(strict, name=f"{name}-strict")
        assert not any(getattr(strict, switch) for switch in STRICT_PATTERNS)
    assert len(STRICT_PATTERNS) == 5
