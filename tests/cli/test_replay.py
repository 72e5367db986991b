"""Hands told from their text records."""

import io
from pathlib import Path

import pytest

from dizhu.cli import main
from dizhu.rules.record import write
from dizhu.rules.ruleset import PRESETS
from dizhu.table.history import records
from tests.table.kit import Desk


def record_text(name: str) -> str:
    """The text of a hand that was played out by its clocks."""
    (record,) = records(Desk(name).to_play().play_out().log)
    return write(record)


@pytest.mark.parametrize("name", PRESETS)
def test_a_hand_is_told_to_its_result(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Deal, actions, landlord, end, money."""
    file = tmp_path / "hand.txt"
    file.write_text(record_text(name), encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    out = capsys.readouterr().out
    for words in ("deal 1, seat", "is landlord", "call", "timeout  = solo", "end: out", "result: "):
        assert words in out


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`dizhu replay -`."""
    monkeypatch.setattr("sys.stdin", io.StringIO(record_text("jj-match")))
    assert main(["replay", "-"]) == 0
    assert "jj-match" in capsys.readouterr().out


def test_unfinished_hand_is_told_as_far_as_it_went(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """F50: also one that is void."""
    (record,) = records(Desk().to_play().log)
    file = tmp_path / "hand.txt"
    file.write_text(write(record), encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    assert capsys.readouterr().out.endswith("the hand is not over\n")


@pytest.mark.parametrize("text", ["", "nonsense", "dizhu hand 1\nruleset x"])
def test_what_is_no_record_is_refused(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 1, with the reason."""
    file = tmp_path / "hand.txt"
    file.write_text(text, encoding="utf-8")
    assert main(["replay", str(file)]) == 1
    assert "dizhu replay:" in capsys.readouterr().err


def test_missing_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 1."""
    assert main(["replay", str(tmp_path / "missing")]) == 1
    assert "missing" in capsys.readouterr().err
