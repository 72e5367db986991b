"""A case, how it is read, run and compared."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dizhu.rules.errors import RuleViolation
from dizhu.rules.ruleset import Ruleset, Stakes, preset

Answer = Mapping[str, Any]
ABSENT = "<absent>"
_STAKES = {
    "N": "coefficient",
    "A": "fee",
    "base": "base",
    "init": "initial",
    "initial": "initial",
    "threshold": "double_threshold",
    "double_threshold": "double_threshold",
}


class Skipped(Exception):
    """The case cannot be run here; the text says why."""


@dataclass(frozen=True, slots=True)
class Case:
    """One line of a case file. `input` and `expected` as in tests/cases/README.md."""

    id: str
    area: str
    ruleset_name: str
    input: Mapping[str, Any]
    expected: Mapping[str, Any]

    @property
    def ruleset(self) -> Ruleset:
        """The preset with the options of the case."""
        return preset(self.ruleset_name).ruleset.with_options(self.input.get("options", {}))

    @property
    def stakes(self) -> Stakes:
        """The preset's stakes with the numbers of the case."""
        given = {**self.input, **self.input.get("room", {})}
        changes = {_STAKES[k]: v for k, v in given.items() if k in _STAKES}
        return replace(preset(self.ruleset_name).stakes, **changes)


Area = Callable[[Case], Answer]
"""Works out the answer to a case; may raise Skipped, or RuleViolation, which is the answer
{"error": code}.
"""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a case: passed when nothing differs and nothing was skipped."""

    case: Case
    differences: tuple[str, ...] = ()
    skipped: str = ""


def read_cases(path: Path) -> Iterator[Case]:
    """The cases of a file. Raises OSError, or ValueError naming the line that is no case."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            raw = json.loads(line)
            yield Case(raw["id"], raw["area"], raw["ruleset"], raw["input"], raw["expected"])
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path}:{number}: no case: {error!r}") from error


def run_case(case: Case, area: Area) -> Result:
    """Run a case and compare. A fault of the program is a failure of the case."""
    try:
        answer = area(case)
    except Skipped as why:
        return Result(case, skipped=str(why))
    except RuleViolation as refusal:
        answer = {"error": refusal.code}
    except Exception as error:  # noqa: BLE001 - one broken case must not hide the others
        return Result(case, (f"raised {type(error).__name__}: {error}",))
    return Result(case, tuple(differences(case.expected, answer)))


def differences(expected: Mapping[str, Any], got: Answer) -> Iterator[str]:
    """A line for each expected key whose value is another."""
    for key, value in expected.items():
        actual = _plain(got.get(key, ABSENT))
        any_error = key == "error" and value == "any" and actual != ABSENT
        if actual != value and not any_error:
            yield f"{key}: expected {_text(value)}, got {_text(actual)}"
    if "error" in got and "error" not in expected:
        yield f"refused: {got['error']}"


def _plain(value: Any) -> Any:
    """As JSON has it."""
    return json.loads(json.dumps(value))


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
