"""The sheet of rules that players read: what is written is what is played."""

import re
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given, settings

from dizhu.rules.combos import SHAPES, Kind
from dizhu.rules.notation import combo_text
from dizhu.rules.patterns import patterns_for
from dizhu.rules.ruleset import G_BOT_1, PRESETS, Ruleset, Stakes, preset
from dizhu.rules.sheet import LANGUAGES, rule_sheet
from dizhu.rules.sheet_words import EXAMPLES, KIND_NAMES, WORDS
from dizhu.rules.validation import BOTTOM_NAMES, CHOICES, TASK_NAMES
from tests.rules.kit import PRESET_NAMES, packed, rules
from tests.rules.test_hand_machine import STAKES, rulesets

# Where each field matters: a preset, other options that it needs, and other values for it.
MATTERS: dict[str, list[tuple[str, dict[str, Any], tuple[Any, ...]]]] = {
    "quad_pair_as_solos": [("qq-classic", {}, (False,))],
    "repeat_solo_wings": [("qq-classic", {}, (False,))],
    "repeat_pair_wings": [("qq-classic", {}, (False,))],
    "both_jokers_as_kickers": [("qq-classic", {}, (False,))],
    "wing_same_rank_as_body": [("qq-classic", {}, (True,))],
    "wild_enabled": [("qq-classic", {}, (True,))],
    "wild_group_natural": [("qq-laizi", {}, (True,))],
    "bomb_order": [("qq-laizi", {}, ("rank",))],
    "deal_order": [("qq-classic", {}, ("descending",))],
    "bid_mode": [("qq-classic", {"show_start": None, "show_deal_table": ()}, ("blind",))],
    "first_bidder": [("qq-classic", {}, ("next_seat", "same", "drawn_card"))],
    "caller_last_chance": [("qq-classic", {}, (False,))],
    "call_factor": [("qq-classic", {}, (2, 3)), ("qq-menzhua", {}, (2, 3))],
    "all_pass_after_show": [("qq-classic", {}, ("redeal",))],
    "all_pass": [("jj-happy", {}, ("forced_score",))],
    "max_redeals": [("qq-classic", {}, (0, 1, 7))],
    "forced_score": [("jj-match", {}, (-2, -7))],
    "blind_factor": [("qq-menzhua", {}, (3, 4))],
    "blind_who": [("qq-menzhua", {}, ("first_only",))],
    "raises": [("qq-menzhua", {}, (False,)), ("qq-classic", {}, (True,))],
    "raise_factor": [("qq-menzhua", {}, (3, 4))],
    "raise_scope": [("qq-menzhua", {}, ("side_all", "per_peasant"))],
    "show_start": [("qq-classic", {}, (None, 6)), ("jj-happy", {}, (None, 6))],
    "show_deal_table": [("qq-classic", {}, ((), ((17, 4),), ((8, 5), (17, 3)), ((9, 4), (17, 3))))],
    "show_bottom": [("qq-classic", {}, (None, 3)), ("qq-menzhua", {}, (None, 3))],
    "show_bottom_if_none": [("qq-classic", {}, (True,))],
    "doubling": [("qq-classic", {}, (False,))],
    "bottom_factors": [("qq-classic", {}, (G_BOT_1, G_BOT_1[:2], G_BOT_1[::-1]))],
    "bomb_scoring": [("qq-classic", {}, ("jj",))],
    **{
        name: [("qq-classic", {}, (1, 3))]
        for name in ("rocket_factor", "spring_factor", "anti_spring_factor")
    },
    "max_multiplier": [("qq-classic", {}, (64, 128))],
    "tasks": [("qq-classic", {}, (("rocket",), ("two_bombs",), ("rocket", "two_bombs")))],
    "loser_cap": [("jj-happy", {"winner_cap": "pair"}, ("floor", "minimise"))],
    "winner_cap": [("qq-classic", {}, ("total", "none"))],
    "fee_order": [("qq-classic", {}, ("before",))],
    "platform_fee": [("jj-match", {}, (1, 2))],
    "autoplay_scoring": [("qq-classic", {}, ("jj",))],
    "autoplay_when": [("jj-happy", {}, ("ever",))],
    "autoplay_both_win": [("jj-happy", {}, ("normal",))],
    "escape": [("qq-classic", {}, (False,))],
    "escape_boundary": [("qq-classic", {}, ("gt",))],
    "escape_floor": [("qq-classic", {}, ("loss",))],
    "seconds_start": [("qq-classic", {}, (7,))],
    "deal_step_ms": [("qq-classic", {}, (0, 250))],
    "seconds_call": [("qq-classic", {}, (7,)), ("qq-menzhua", {}, (7,))],
    "seconds_rob": [("qq-classic", {}, (7,))],
    "seconds_raise": [("qq-menzhua", {}, (7,))],
    "seconds_double": [("qq-classic", {}, (7,))],
    "seconds_first_play": [("qq-classic", {}, (7,))],
    "seconds_play": [("qq-classic", {}, (7,))],
    "autoplay_after": [("qq-classic", {}, (2, 3))],
}
TOGETHER = {"bid_mode": {"deal_order": "hidden"}}
"""What must change with a field."""
PAIRS: list[tuple[str, dict[str, Any]]] = [
    ("qq-classic", {"several_shows": "first_locks", "show_effect": "landlord"}),
    ("qq-classic", {"unit": "points", "escape": False}),
]
"""Fields that only make sense together."""
NO_RULE = {"name"}


def text(ruleset: Ruleset, stakes: Stakes, language: str) -> str:
    sections = rule_sheet(ruleset, stakes, language)
    return "\n".join(line for s in sections for line in (s.heading, *s.lines))


def differ(a: Ruleset, b: Ruleset, stakes: Stakes) -> None:
    assert a != b
    for language in LANGUAGES:
        assert text(a, stakes, language) != text(b, stakes, language), language


@pytest.mark.parametrize("name", MATTERS)
def test_every_field_is_in_the_sheet(name: str) -> None:
    """Whatever changes play changes what is written, in both languages, each value its own way."""
    for base, needs, values in MATTERS[name]:
        stakes = preset(base).stakes
        seen = [rules(base, **needs)]
        for value in values:
            after = rules(base, **(needs | TOGETHER.get(name, {}) | {name: value}))
            for other in seen:
                differ(other, after, stakes)
            seen.append(after)


@pytest.mark.parametrize(("base", "options"), PAIRS)
def test_fields_that_go_together(base: str, options: dict[str, Any]) -> None:
    differ(rules(base), rules(base, **options), preset(base).stakes)


def test_no_field_is_forgotten() -> None:
    """A new field needs a line here, and one in the sheet."""
    covered = {*MATTERS, *(f for _, options in PAIRS for f in options), *NO_RULE}
    assert covered == {f.name for f in fields(Ruleset)}


def test_every_choice_is_in_the_sheet() -> None:
    """Every word of every choice is tried above, or is a preset's."""
    for name, words in CHOICES.items():
        tried = {getattr(preset(p).ruleset, name) for p in PRESETS}
        for _, needs, values in MATTERS.get(name, []):
            tried |= set(values) | {needs.get(name)}
        tried |= {options.get(name) for _, options in PAIRS}
        assert set(words) <= tried, name


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("coefficient", 7777),
        ("fee", 77),
        ("fee", 0),
        ("base", 7),
        ("initial", 7),
        ("double_threshold", 7777),
        ("double_threshold", None),
        ("entry_min", 777),
    ],
)
def test_every_stake_is_in_the_sheet(name: str, value: int | None) -> None:
    stakes = Stakes()
    changed = replace(stakes, **{name: value})  # type: ignore[arg-type]
    for language in LANGUAGES:
        after = text(rules(), changed, language)
        assert after != text(rules(), stakes, language)
        if value:
            assert str(value) in after


@pytest.mark.parametrize(
    ("base", "options"),
    [
        ("qq-classic", {"blind_factor": 7}),
        ("qq-classic", {"blind_who": "first_only"}),
        ("qq-classic", {"raise_factor": 7}),
        ("qq-classic", {"raise_scope": "per_peasant"}),
        ("qq-classic", {"seconds_raise": 7}),
        ("qq-classic", {"bomb_order": "rank"}),
        ("qq-classic", {"forced_score": -7}),
        ("qq-classic", {"autoplay_when": "ever"}),
        ("qq-classic", {"autoplay_both_win": "normal"}),
        ("qq-menzhua", {"caller_last_chance": False}),
        ("qq-menzhua", {"seconds_rob": 7}),
        ("qq-menzhua", {"seconds_double": 7}),
        ("qq-menzhua", {"seconds_start": 7}),
        ("qq-menzhua", {"all_pass_after_show": "redeal"}),
        ("qq-menzhua", {"show_bottom_if_none": True}),
        ("jj-happy", {"escape_boundary": "gt"}),
        ("jj-happy", {"escape_floor": "loss"}),
        ("jj-happy", {"all_pass_after_show": "redeal"}),
        ("jj-match", {"max_redeals": 7}),
        ("jj-match", {"fee_order": "before"}),
    ],
)
def test_what_does_not_matter_is_not_written(base: str, options: dict[str, Any]) -> None:
    """A field that a ruleset has no use for confuses nobody."""
    stakes = preset(base).stakes
    for language in LANGUAGES:
        assert text(rules(base, **options), stakes, language) == text(rules(base), stakes, language)


@given(rulesets(), STAKES)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_any_ruleset_has_a_sheet(ruleset: Ruleset, stakes: Stakes) -> None:
    """Both languages say the same things in the same order; no gap is left open."""
    zh, en = (rule_sheet(ruleset, stakes, language) for language in LANGUAGES)
    assert [(s.id, len(s.lines)) for s in zh] == [(s.id, len(s.lines)) for s in en]
    for a, b in zip(zh, en, strict=True):
        for one, other in zip(a.lines, b.lines, strict=True):
            assert "None" not in one + other
            assert "{" not in one + other
            assert one.endswith("。")
            assert other.endswith(".")
    ids = {s.id for s in zh}
    assert ("raises" in ids) == ruleset.raises
    assert ("wilds" in ids) == ruleset.wild_enabled
    assert ("double" in ids) == ruleset.doubling


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_factors_are_written(name: str) -> None:
    """The numbers of a preset stand in its sheet."""
    ruleset, stakes = preset(name).ruleset, preset(name).stakes
    for language in LANGUAGES:
        written = text(ruleset, stakes, language)
        factors = [f for _, f in ruleset.show_deal_table] + [ruleset.show_start]
        for factor in factors:
            if factor is not None:
                assert f"×{factor}" in written
        if stakes.double_threshold is not None and ruleset.doubling:
            assert str(stakes.double_threshold) in written


def test_patterns_come_from_the_table_of_shapes() -> None:
    """A line for each kind, with the shape's own lengths."""
    [section] = [s for s in rule_sheet(rules(), Stakes(), "zh") if s.id == "patterns"]
    for kind in Kind:
        assert any(line.startswith(f"{KIND_NAMES[kind][0]}：") for line in section.lines)
    for shape in SHAPES:
        if shape.max_length > 1:
            [line] = [x for x in section.lines if x.startswith(f"{KIND_NAMES[shape.kind][0]}：")]
            assert f"{shape.min_length}～{shape.max_length}" in line


@pytest.mark.parametrize("kind", EXAMPLES)
def test_examples_are_what_they_are_said_to_be(kind: Kind) -> None:
    [found] = patterns_for(rules()).readings(packed(EXAMPLES[kind]))
    assert found.kind is kind, combo_text(found)


def test_every_word_is_used_and_every_name_is_there() -> None:
    """Two different texts for each key; the names of everything that a ruleset may name."""
    for key, (zh, en) in WORDS.items():
        assert zh
        assert en
        assert set(re.findall(r"{(\w+)}", zh)) == set(re.findall(r"{(\w+)}", en)), key
    assert {f"bottom.{n}" for n in BOTTOM_NAMES} | {f"task.{n}" for n in TASK_NAMES} <= set(WORDS)
    assert {f"kind.{k.code}" for k in Kind} <= set(WORDS)


def test_unknown_language() -> None:
    with pytest.raises(ValueError, match="tuple"):
        rule_sheet(rules(), Stakes(), "fr")
