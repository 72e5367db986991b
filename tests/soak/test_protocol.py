"""A short run of the machine that drives the protocol; the long one is `make soak-protocol`."""

from pathlib import Path

import pytest
from hypothesis.errors import FlakyFailure

from dizhu.app.chat import Blocks
from dizhu.server.hub import Hub
from tests.soak.protocol import drive

STEPS, EACH = 300, 25


def test_the_protocol_does_what_the_model_says(tmp_path: Path) -> None:
    """F83, F85, F88, F95, F103."""
    figures = drive(tmp_path, STEPS, EACH)
    assert figures["steps"] >= STEPS
    assert figures["join: ack"] > 0


def finds_a_fault(folder: Path) -> None:
    """A walk is made again to be told. A real server need not do the same twice: then Hypothesis
    calls the fault, which must be one of ours, flaky.
    """
    with pytest.raises((AssertionError, FlakyFailure)) as found:
        drive(folder, 3000, EACH)
    assert found.errisinstance(AssertionError) or found.group_contains(AssertionError)


def test_it_finds_who_is_heard_though_blocked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model that agrees with everything shows nothing."""

    async def nobody(_blocks: Blocks, _player: str) -> frozenset[str]:
        return frozenset()

    monkeypatch.setattr(Blocks, "of", nobody)
    finds_a_fault(tmp_path)


def test_it_finds_who_is_not_told_that_he_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Hub, "left", lambda *_anything: None)
    finds_a_fault(tmp_path)
