"""Texts of the messages are checked to their last character."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import msgspec
import pytest

from dizhu.app.phrases import PHRASES
from dizhu.server.admin import AnnouncedText, Reason
from dizhu.server.fields import exactly
from dizhu.server.protocol import AgainAction, Join
from dizhu.tools.contract import Alias, contract

CHAT = Path(__file__).parents[2] / "client" / "src" / "core" / "chat.ts"


def patterns(wanted: Any) -> Iterator[str]:
    """Every pattern inside a type."""
    if get_origin(wanted) is Annotated:
        yield from (note.pattern for note in get_args(wanted)[1:] if note.pattern)
    for inner in get_args(wanted):
        if not isinstance(inner, msgspec.Meta):
            yield from patterns(inner)


def every_pattern() -> set[str]:
    found: set[str] = set()
    for section in contract():
        for entry in section.entries:
            types = [entry.type] if isinstance(entry, Alias) else [f.type for f in entry.fields]
            found.update(p for t in types for p in patterns(t))
    return found


def test_no_pattern_lets_a_line_break_through_at_the_end() -> None:
    found = every_pattern()
    assert len(found) >= 10
    assert not [p for p in found if re.search(r"(?<!\\)\$", p)], "$ matches before a line break"


@pytest.mark.parametrize(
    ("pattern", "good"), [("ask|ready|show", "show"), ("[0-9a-f]{4}", "00ff"), ("[a-z-]+", "a-b")]
)
@pytest.mark.parametrize("more", ["\n", "\r", " ", "\x00", "\u2028"])
def test_exactly(pattern: str, good: str, more: str) -> None:
    kind = Annotated[str, exactly(pattern)]
    assert msgspec.convert(good, kind) == good
    for bad in (good + more, more + good):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(bad, kind)


@pytest.mark.parametrize("message", [AgainAction, Join])
def test_a_start_choice_with_a_line_break_is_no_choice(message: type[msgspec.Struct]) -> None:
    """A table that was sent one failed."""
    every = {"command_id": "c", "room": "r", "start": "ask\n"}
    wanted = {f.name: every[f.name] for f in msgspec.structs.fields(message) if f.name in every}
    with pytest.raises(msgspec.ValidationError, match="start"):
        msgspec.convert(wanted, message)


def test_the_page_offers_the_phrases_that_the_server_knows() -> None:
    text = CHAT.read_text(encoding="utf-8")
    for kind, name in (("quick", "QUICK"), ("emote", "EMOTES")):
        listed = re.search(rf"const {name} = \[(.*?)\]", text, re.DOTALL)
        assert listed is not None
        assert set(re.findall(r'"(\w+)"', listed[1])) == PHRASES[kind]


@pytest.mark.parametrize("text", ["   ", "", "a\nb", "a\u202eb", "\x07", "x" * 201, "a\u2028"])
def test_a_reason_is_one_visible_line(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(text, Reason)


@pytest.mark.parametrize("text", ["骂人", "a b", " 👨\u200d👩\u200d👧 ", "x" * 200])
def test_reasons(text: str) -> None:
    assert msgspec.convert(text, Reason) == text
    assert msgspec.convert("", AnnouncedText) == "", "one of the languages may be empty"
