"""Bots at a table: every question gets its answer, also after something that is no answer."""

from pathlib import Path

from dizhu.rules.actions import Action, Show
from dizhu.rules.view import Observation
from dizhu.table import Status
from dizhu.table.events import HandHappened
from tests.app.conftest import simple
from tests.app.stage import Stage, hands, until


async def test_a_bot_that_shows_still_answers(tmp_path: Path) -> None:
    """G-SHOW-5, F74: the landlord's show answers nothing; doubling and first play must follow
    before their clocks run out.
    """

    def showing(seen: Observation) -> Action:
        if any(o.type == "show" and o.stage == "bottom" for o in seen.options):
            return Show("bottom")
        return simple(seen)

    stage = Stage(tmp_path, showing)
    runner = await stage.open()
    await until(lambda: hands(runner.state) >= 2 or runner.state.status is Status.CLOSED, 20)
    await runner.stop()
    recorded = await stage.store.load(runner.log.table_id)
    events = [r.event for r in recorded if isinstance(r.event, HandHappened)]
    types = [e.event.type for e in events]
    assert types.count("shown") >= 2
    assert "timed_out" not in types
    assert all(e.by is not None for e in events if e.event.type == "double_answered")
    await stage.close()
