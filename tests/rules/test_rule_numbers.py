"""docs/rules.md is whole: every number is cited by a test, every field is described."""

import re
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from dizhu.rules.actions import PLAYER_ACTIONS, Timeout
from dizhu.rules.combos import SHAPES, Kind
from dizhu.rules.errors import Code
from dizhu.rules.record import option_text
from dizhu.rules.ruleset import PRESETS, Ruleset, Stakes
from dizhu.rules.state import Phase
from dizhu.rules.validation import BOTTOM_NAMES, CHOICES, TASK_NAMES

TESTS = Path(__file__).parents[1]
RULES = (TESTS.parent / "docs" / "rules.md").read_text(encoding="utf-8")
NUMBER = re.compile(r"\b[RG]-[A-Z]+-\d+\b")
RANGE = re.compile(r"\b([RG]-[A-Z]+)-(\d+)\.\.(\d+)\b")

NOT_YET: dict[str, str] = {}
"""Numbers that no test cites, with the reason. It only gets shorter: an entry that a test cites by
now fails, too.
"""


def numbers(text: str) -> set[str]:
    """The numbers in a text; `R-ROB-1..4` are four."""
    found = set(NUMBER.findall(text))
    for family, first, last in RANGE.findall(text):
        found |= {f"{family}-{n}" for n in range(int(first), int(last) + 1)}
    return found


@cache
def cited() -> dict[str, set[str]]:
    """By test file, the numbers it names."""
    files = [p for p in TESTS.rglob("*.py") if p != Path(__file__)]
    files += [*(TESTS.parent / "client").glob("tests/**/*.ts")]
    files += [*(TESTS.parent / "client").glob("src/**/*.test.ts")]
    return {str(p): numbers(p.read_text(encoding="utf-8")) for p in files}


def test_every_number_is_cited() -> None:
    everywhere = set().union(*cited().values())
    missing = sorted(numbers(RULES) - everywhere - set(NOT_YET))
    assert not missing, f"no test cites {', '.join(missing)}"


def test_the_list_of_exceptions_gets_shorter() -> None:
    everywhere = set().union(*cited().values())
    stale = sorted(set(NOT_YET) & everywhere | set(NOT_YET) - numbers(RULES))
    assert not stale, f"tested by now, take them out of NOT_YET: {', '.join(stale)}"


def test_no_test_cites_what_is_not_there() -> None:
    known = numbers(RULES)
    for path, found in cited().items():
        assert found <= known, f"{path} cites {', '.join(sorted(found - known))}"


def test_the_sources_cite_what_is_there() -> None:
    known = numbers(RULES)
    for path in (TESTS.parent / "src" / "dizhu").rglob("*.py"):
        found = numbers(path.read_text(encoding="utf-8"))
        assert found <= known, f"{path} cites {', '.join(sorted(found - known))}"


def test_no_number_is_given_twice() -> None:
    """Each is explained in one place: at the start of a line or of a list item."""
    given = re.findall(r"^(?:- )?([RG]-[A-Z]+-\d+) ", RULES, re.MULTILINE)
    assert len(given) == len(set(given))
    assert set(given) == numbers(RULES)


def rows(heading: str) -> dict[str, tuple[str, str]]:
    """The table under a heading: default and meaning by field."""
    section = RULES.split(f"### {heading}\n", 1)[1].split("\n#", 1)[0]
    cells = [line.strip("|").split(" | ") for line in section.splitlines() if "| `" in line[:4]]
    return {c[0].strip(" `"): (c[1].strip(), c[2].strip()) for c in cells}


@pytest.mark.parametrize(
    ("heading", "kind"),
    [("Every field of a ruleset", Ruleset), ("Every field of the stakes", Stakes)],
)
def test_every_field_is_described(heading: str, kind: type[Ruleset] | type[Stakes]) -> None:
    """In the order of the code, with its default; choices with every word."""
    described = rows(heading)
    assert list(described) == [f.name for f in fields(kind)]
    for field in fields(kind):
        default, meaning = described[field.name]
        assert default == option_text(field.default), field.name
        assert len(meaning) > 10, field.name
    for name, words in CHOICES.items():
        if kind is Ruleset:
            assert all(f"`{word}`" in described[name][1] for word in words), name


def test_every_word_is_there() -> None:
    """Names that people write into options, records and cases."""
    words = [k.code for k in Kind] + [str(c) for c in Code] + [p.code for p in Phase]
    words += [*PRESETS, *BOTTOM_NAMES, *TASK_NAMES]
    words += [a.type for a in (*PLAYER_ACTIONS, Timeout)]
    assert not [w for w in words if w not in RULES]


def test_lengths_of_the_table() -> None:
    """R-PAT-1, G-PAT-8: the document's table of patterns has the lengths of the code's."""
    text = {
        Kind.SOLO_CHAIN: "5 to 12 consecutive ranks",
        Kind.PAIR_CHAIN: "3 to 10 consecutive pairs",
        Kind.AIRPLANE: "2 to 6 consecutive trios",
        Kind.AIRPLANE_WITH_SOLOS: "m solos (m 2 to 5)",
        Kind.AIRPLANE_WITH_PAIRS: "m pairs (m 2 to 4)",
    }
    for shape in SHAPES:
        if shape.max_length > 1:
            assert f"{shape.min_length} to {shape.max_length}" in text[shape.kind]
            assert text[shape.kind] in RULES
