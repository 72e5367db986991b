"""A stage whose bots play safe."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dizhu.app.thinking import safe_action
from dizhu.rules.actions import Action, Call
from dizhu.rules.view import Observation
from tests.app.stage import Stage


def simple(seen: Observation) -> Action:
    """Call, then play safe."""
    if any(o.type == "call" for o in seen.options):
        return Call()
    return safe_action(seen)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    set_up = Stage(tmp_path, simple)
    yield set_up
    await set_up.close()
