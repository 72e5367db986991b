"""The list of codes is whole: whatever the sources send stands there, and nothing else."""

import re
from pathlib import Path

import pytest

from dizhu.cli.admin.line import WORDS
from dizhu.server.codes import OPERATOR_CODES, PLAYER_CODES
from tests.server.codes_in_source import ENUMS, Sources

OPERATORS = re.compile(r"app/operators/|store/deeds\.py|server/admin")
FOR_METERS = {"ok", "repeated"}
"""Outcomes of commands that are counted, and no refusals."""


@pytest.fixture(scope="module")
def found() -> dict[str, set[Path]]:
    return Sources().codes()


def test_every_code_in_the_sources_is_listed(found: dict[str, set[Path]]) -> None:
    assert len(found) > 90
    listed = {*PLAYER_CODES, *OPERATOR_CODES}
    missing = {code: files for code, files in found.items() if code not in listed | FOR_METERS}
    assert not missing
    of_enums = {str(code) for kind in ENUMS.values() for code in kind}
    assert listed - found.keys() - of_enums == set()


def test_what_players_may_be_answered_is_no_operators_matter(
    found: dict[str, set[Path]],
) -> None:
    assert not {*PLAYER_CODES} & {*OPERATOR_CODES}
    for code, files in found.items():
        if code in OPERATOR_CODES:
            assert all(OPERATORS.match(path.as_posix()) for path in files), code


def test_the_command_line_has_words_for_what_operators_are_answered() -> None:
    assert {*OPERATOR_CODES} - WORDS.keys() == {"host_only"}, "the host is the command line"


def test_a_code_that_is_not_listed_would_be_found(tmp_path: Path) -> None:
    """In each of the ways in which a code may come to be sent."""
    text = """
MOVED: dict[type, str] = {KeyError: "by_dict"}
STOPPED = "by_constant"
def why(player):
    if player:
        return "by_function"
    return None
def refuse(self, to, code): ...
def answer(self, error, on):
    code = why(on)
    if code is not None:
        return Refusal(code)
    refuse(1, "by_parameter")
    self._audience.unqueued(1, 2, "by_reason")
    raise ApiRefusal(400, MOVED.get(error, "by_default") if on else STOPPED)
"""
    for package in ("app", "bootstrap", "friends", "rules", "server", "store", "table"):
        (tmp_path / package).mkdir()
    (tmp_path / "server" / "x.py").write_text(text)
    assert set(Sources(tmp_path).codes()) == {
        *("by_dict", "by_constant", "by_function", "by_parameter", "by_reason", "by_default")
    }
