"""The cases of the rule book, and the runner that runs them."""

import json
from pathlib import Path
from typing import Any

import pytest

from dizhu.cli import main
from dizhu.cli.cases import AREAS, Case, read_cases, run_cases
from dizhu.cli.cases import mouse as mouse_area

FILES = sorted((Path(__file__).parents[1] / "cases").glob("*.jsonl"))
CASES = [case for file in FILES for case in read_cases(file)]


@pytest.mark.parametrize("area", sorted({case.area for case in CASES}))
def test_cases_of_the_rule_book(area: str) -> None:
    """Every area of tests/cases/README.md; nothing is skipped but for want of node or its
    module.
    """
    results = list(run_cases(case for case in CASES if case.area == area))
    wrong = {r.case.id: r.differences for r in results if r.differences}
    assert not wrong
    skipped = {r.skipped for r in results if r.skipped}
    assert not skipped or area == "mouse"


def test_every_area_has_cases_and_a_worker() -> None:
    """No area is written for nothing, none is forgotten."""
    assert {case.area for case in CASES} == set(AREAS)


def written(tmp_path: Path, *cases: dict[str, Any]) -> str:
    """A file of cases."""
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join(json.dumps(case) for case in cases) + "\n\n", encoding="utf-8")
    return str(file)


def title(beans: int, wanted: str) -> dict[str, Any]:
    """A small case."""
    return {
        "id": f"T{beans}",
        "area": "title",
        "ruleset": "qq-classic",
        "input": {"beans": beans},
        "expected": {"title": wanted},
    }


def test_all_pass_is_status_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The last line counts."""
    assert main(["cases", written(tmp_path, title(0, "短工"), title(100, "长工"))]) == 0
    assert capsys.readouterr().out == "2 passed, 0 failed, 0 skipped\n"


def test_failure_is_named_with_expected_and_got(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the status is 1."""
    assert main(["cases", written(tmp_path, title(0, "丞相"))]) == 1
    out = capsys.readouterr().out
    assert "FAILED T0 (title, qq-classic)" in out
    assert 'title: expected "丞相", got "短工"' in out
    assert out.endswith("0 passed, 1 failed, 0 skipped\n")


def test_unknown_area_is_skipped_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A case of a later rule book does not fail here."""
    case = {**title(0, "短工"), "area": "weather"}
    assert main(["cases", written(tmp_path, case)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("skipped weather: 1")
    assert out[-1] == "0 passed, 0 failed, 1 skipped"


def test_mouse_without_its_module_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the built client nothing fails, and it is said."""
    monkeypatch.setattr(mouse_area, "MODULE", tmp_path / "missing.mjs")
    case = {**title(0, ""), "area": "mouse", "input": {"hand": ["3"], "events": []}}
    assert main(["cases", written(tmp_path, case)]) == 0
    assert "skipped mouse: 1" in capsys.readouterr().out


def test_fault_in_one_case_does_not_hide_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A case that makes the program fail is a failed case."""
    broken = {**title(0, "短工"), "input": {}}
    assert main(["cases", written(tmp_path, broken, title(0, "短工"))]) == 1
    out = capsys.readouterr().out
    assert "raised KeyError" in out
    assert out.endswith("1 passed, 1 failed, 0 skipped\n")


@pytest.mark.parametrize("text", ["{", "[]", '{"id": "x"}'])
def test_file_that_is_none_is_status_2(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the name of the file and the line."""
    file = tmp_path / "bad.jsonl"
    file.write_text(text, encoding="utf-8")
    assert main(["cases", str(file)]) == 2
    assert "bad.jsonl:1: no case" in capsys.readouterr().err
    assert main(["cases", str(tmp_path / "missing")]) == 2


HANDS = {case.id: case for case in CASES if case.area == "hand"}


def changed(case: Case, **expected: Any) -> Case:
    """A case that expects something else."""
    return Case(case.id, case.area, case.ruleset_name, case.input, {**case.expected, **expected})


@pytest.mark.parametrize("key", ["delta", "system", "landlord", "plays", "readings", "cards_left"])
def test_whole_hands_are_really_compared(key: str) -> None:
    """A hand that expects something wrong fails, key by key."""
    (result,) = run_cases([changed(HANDS["H001"], **{key: "wrong"})])
    assert len(result.differences) == 1
    assert result.differences[0].startswith(key)


def test_refusal_that_does_not_come_is_a_failure() -> None:
    """An action marked as refused must be refused, with that very code."""
    case = HANDS["H001"]
    for number, error in ((0, "not_allowed"), (1, "wrong_phase")):
        actions = [list(a) for a in case.input["actions"]]
        plain = [part for part in actions[number] if not isinstance(part, dict)]
        actions[number] = [*plain, {"error": error}]
        given = {**case.input, "actions": actions}
        (result,) = run_cases([Case("x", "hand", case.ruleset_name, given, case.expected)])
        assert "raised Unexpected: action" in result.differences[0]
