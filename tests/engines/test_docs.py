"""docs/engine-protocol.md against the types: every message and every field of the view is told."""

import re
from pathlib import Path
from typing import get_args

import pytest

from dizhu.arena.players import PROGRAMS
from dizhu.engines import protocol as p
from dizhu.engines.talks import TALKS

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "engine-protocol.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("message", [*get_args(p.FromHost), *get_args(p.FromEngine)])
def test_every_message_is_told(message: type) -> None:
    assert f"`{message.__struct_config__.tag}`" in TEXT  # type: ignore[attr-defined]


def test_every_field_of_the_view_is_told() -> None:
    section = TEXT[TEXT.index("## View") : TEXT.index("## The check")]
    assert set(p.View.__struct_fields__) <= set(re.findall(r"`(\w+)`", section))


def test_every_kind_of_program_is_a_player() -> None:
    assert tuple(TALKS) == PROGRAMS
