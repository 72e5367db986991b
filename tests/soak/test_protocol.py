"""A short run of the machine that drives the protocol; the long one is `make soak-protocol`."""

from pathlib import Path

import pytest

from dizhu.app.chat import Blocks
from dizhu.server.hub import Hub
from tests.soak.protocol import drive

STEPS, EACH = 100, 25


def test_the_protocol_does_what_the_model_says(tmp_path: Path) -> None:
    """F83, F85, F88, F95, F103."""
    figures = drive(tmp_path, STEPS, EACH)
    assert figures["steps"] >= STEPS
    assert figures["join: ack"] > 0


def test_it_finds_who_is_heard_though_blocked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model that agrees with everything shows nothing."""

    async def nobody(_blocks: Blocks, _player: str) -> frozenset[str]:
        return frozenset()

    monkeypatch.setattr(Blocks, "of", nobody)
    with pytest.raises(AssertionError):
        drive(tmp_path, 3000, EACH)


def test_it_finds_who_is_not_told_that_he_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Hub, "left", lambda *_anything: None)
    with pytest.raises(AssertionError):
        drive(tmp_path, 3000, EACH)
