"""docs/environments.md: its examples run, its tables are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="no pettingzoo: pip install 'dizhu[env]'")

from dizhu.env.actions import ACTIONS, ANSWERS, FIRST_COMBO, FIRST_RANK
from dizhu.env.layout import LARGEST, PARTS, WIDTH

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "environments.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_examples_run(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(EXAMPLES[number], f"example {number}", "exec"), {})  # noqa: S102
    assert capsys.readouterr().out


def test_the_parts_of_an_observation() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\d x]+) \| (-?\d+) \.\. (.+?) \|", TEXT, re.MULTILINE)
    assert rows == [
        (
            part.name,
            " x ".join(map(str, part.shape)),
            str(part.low),
            "2^31 - 1" if part.high == LARGEST else str(part.high),
        )
        for part in PARTS
    ]
    assert f"a row of {WIDTH} whole numbers" in TEXT


def test_the_actions() -> None:
    assert f"One space of {ACTIONS} " in TEXT
    assert f"| 1..{FIRST_COMBO - 1} | {', '.join(ANSWERS[1:])} |" in TEXT
    assert f"| {FIRST_COMBO}..{FIRST_RANK - 1} | a combo" in TEXT
    assert f"| {FIRST_RANK}..{ACTIONS - 1} | a rank" in TEXT
