"""Numbers and times on every command line: what is out of range is a clear error, status 2."""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dizhu.cli import COMMANDS, _parser, main
from dizhu.cli.values import moment, seconds, span, whole, with_signs

RUN = "import sys; from dizhu.cli import main; sys.exit(main())"
BAD = ("-5", "-5d", "x", "1e400", "nan", "inf", "9" * 30, "-" + "9" * 30, "")
NEEDED = {
    "admin compensate": ["--reason", "r", "who", "5"],
    "admin ban": ["--reason", "r", "who"],
    "admin mute": ["--reason", "r", "who"],
    "admin announce": ["--zh", "x", "--for", "1d"],
    "admin close-report": ["--reason", "r", "1", "acted"],
    "arena": ["rule", "random"],
    "cup simulate": ["three"],
    "engine check": ["engine"],
}


def parsers(parser: argparse.ArgumentParser, path: str) -> Iterator[tuple[str, Any]]:
    """This parser and those of its commands, by what is written."""
    yield path, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield from parsers(below, f"{path} {name}".strip())


def everything() -> Iterator[tuple[str, argparse.Action]]:
    for command in COMMANDS:
        for path, parser in parsers(_parser(command.name), ""):
            if path.split(" ")[0] == command.name:
                yield from ((path, action) for action in parser._actions)


READ = [(path, a) for path, a in everything() if a.type is not None and a.type is not Path]
"""Every argument that is read as a number or a time."""


def test_the_readers_are_those_with_ranges() -> None:
    """int and float take what no command can do, and their own words are not clear."""
    assert len(READ) > 20
    assert not [(path, a.dest) for path, a in READ if a.type in (int, float)]


@pytest.mark.parametrize(
    ("path", "action", "bad"),
    [
        pytest.param(path, action, bad, id=f"{path} {action.dest} {bad[:5]}{len(bad)}")
        for path, action in READ
        for bad in BAD
        if (action.dest, bad) != ("beans", "-5")  # beans may be taken back
    ],
)
def test_what_is_out_of_range_is_refused(
    path: str, action: argparse.Action, bad: str, capsys: pytest.CaptureFixture[str]
) -> None:
    option = action.option_strings[-1] if action.option_strings else None
    given_words = NEEDED.get(path, [])
    if option is None:
        at = given_words.index("5" if action.dest == "beans" else "1")
        words = [*given_words[:at], bad, *given_words[at + 1 :]]
        if bad[1:2].isdigit() and not bad[1:].isdigit():
            words.insert(at, "--")
    else:
        words = [
            w
            for w in given_words
            if not (action.dest in ("span", "until") and w in ("--for", "1d"))
        ]
        words += [option, bad]
    with pytest.raises(SystemExit) as left:
        main([*path.split(" "), *words])
    said = capsys.readouterr().err
    assert left.value.code == 2
    assert f"argument {'/'.join(action.option_strings) or action.dest}: must" in said, said
    assert "Traceback" not in said


def test_the_process_ends_with_2_and_no_traceback() -> None:
    """As a person sees it."""
    command = [sys.executable, "-c", RUN, "arena", "rule", "random", "--deals", "9" * 20]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--deals: must be a whole number from 1 to 1,000,000, not '9999" in done.stderr
    assert "Traceback" not in done.stderr


def test_settings_that_make_no_sense_are_status_2(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DIZHU_NEXT_MS", "-1")
    assert main(["serve", "--data-dir", str(tmp_path / "data")]) == 2
    assert "next_ms must be from 0" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("text", ["0001-01-01", "9999-12-31T23:59", "2026-13-01", "-5d", "1", ""])
def test_times_that_nobody_can_mean(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="must be a time such as"):
        moment(text)


def test_a_time_that_has_passed_is_no_end_of_a_ban(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["admin", "ban", "x", "--reason", "y", "--until", "2020-01-01"])
    assert left.value.code == 2
    assert "must be a time to come, and 2020-01-01" in capsys.readouterr().err


@given(st.text(max_size=30))
def test_readers_give_a_value_in_range_or_refuse(text: str) -> None:
    for read, low, high in (
        (whole(1, 99), 1, 99),
        (seconds(600), 0, 600),
        (span, 1, 3650 * 86_400_000),
        (moment, 0, 253_370_000_000_000),
    ):
        with suppress(argparse.ArgumentTypeError):
            assert low <= read(text) <= high


@given(st.integers(-(10**6), 10**6))
def test_whole_numbers_are_read(number: int) -> None:
    assert whole(-(10**6), 10**6)(str(number)) == number


def test_a_sign_is_a_value() -> None:
    assert with_signs(["ban", "x", "--for", "-5d"]) == ["ban", "x", "--for=-5d"]
    assert with_signs(["compensate", "x", "-5", "--json"]) == ["compensate", "x", "-5", "--json"]
    assert with_signs(["--deals", "-.5"]) == ["--deals=-.5"]
