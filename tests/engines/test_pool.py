"""Engines at a server's tables: the game never waits for them, and goes on without them."""

import asyncio
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dizhu.app.health import Health
from dizhu.arena.formats import FORMATS
from dizhu.arena.game import Game
from dizhu.bootstrap.config import Config, ConfigError, config_from
from dizhu.bots import BOTS
from dizhu.engines.pool import EnginePool
from dizhu.engines.talks import read_engines, talk_with
from dizhu.rules.actions import Action
from dizhu.rules.view import Observation
from dizhu.table import Status
from dizhu.table.events import HandHappened
from tests.app.conftest import simple
from tests.app.stage import Stage, hands, until

ROOT = Path(__file__).resolve().parents[2]
BAD = f"engine:{sys.executable} {Path(__file__).with_name('bad_engine.py')}"
GOOD = f"engine:{sys.executable} {ROOT / 'examples' / 'engine.py'}"


def question() -> Observation:
    asked: list[Observation] = []

    def act(seen: Observation) -> Action | None:
        asked.append(seen)
        return BOTS["rule"](0).act(seen)

    Game(FORMATS["play-only"], b"q", [act] * 3, 0).play()
    return asked[0]


@contextmanager
def pool(command: str, seconds: float, processes: int = 1) -> Iterator[tuple[EnginePool, Health]]:
    health = Health()
    engines = EnginePool({"x": command}, seconds, processes, health)
    try:
        yield engines, health
    finally:
        engines.close()


async def test_an_engine_answers() -> None:
    with pool(GOOD, 20.0) as (engines, health):
        assert engines.has("x")
        assert not engines.has("rule")
        answer = await engines.act("x", "h", question(), 20.0)
        assert answer is not None
        assert answer[0] is not None
        assert not health.counts


@pytest.mark.parametrize("fault", ["crash", "illegal", "garbage"])
async def test_after_a_fault_it_is_out_for_the_hand_and_back_in_the_next(fault: str) -> None:
    with pool(f"{BAD} {fault}", 20.0) as (engines, health):
        seen = question()
        assert await engines.act("x", "one", seen, 20.0) is None
        assert await engines.act("x", "one", seen, 20.0) is None
        assert health.counts == {"engine_faults": 1}  # the second time it was not asked
        assert await engines.act("x", "two", seen, 20.0) is None
        assert health.counts == {"engine_faults": 2}


async def test_it_is_never_waited_for_longer_than_the_clock_allows() -> None:
    """The limit is the least of the pool's and the clock's; its start counts as well."""
    with pool(f"{BAD} hang", 0.6) as (engines, health):
        for hand, seconds, most in (("a", 30.0, 5.0), ("b", 0.2, 5.0), ("c", 0.01, 0.2)):
            started = time.monotonic()
            assert await engines.act("x", hand, question(), seconds) is None
            assert time.monotonic() - started < most
        assert health.counts == {"engine_faults": 2}  # for 10 ms it is not even asked


async def test_who_waits_for_a_busy_process_waits_no_longer() -> None:
    with pool(f"{BAD} hang", 1.0) as (engines, _health):
        started = time.monotonic()
        answers = await asyncio.gather(
            *(engines.act("x", f"h{n}", question(), 1.0) for n in range(4))
        )
        assert answers == [None] * 4
        assert time.monotonic() - started < 8


async def test_a_cancelled_question_leaves_its_process_busy_until_it_is_done() -> None:
    with pool(f"{BAD} hang", 1.0) as (engines, _health):
        task = asyncio.create_task(engines.act("x", "h", question(), 1.0))
        await asyncio.sleep(0.2)
        task.cancel()
        await asyncio.sleep(0)
        assert engines._free["x"].empty()
        await until(lambda: not engines._free["x"].empty(), 10)


async def test_an_engine_that_does_not_start_is_counted() -> None:
    with pool("engine:/no/such/engine", 1.0) as (engines, health):
        engines.start()
        await until(lambda: health.counts["engine_faults"] == 1, 10)
        assert await engines.act("x", "h", question(), 1.0) is None


@pytest.mark.parametrize(
    "command", [GOOD, f"{BAD} hang qq-classic", f"{BAD} illegal qq-classic", f"{BAD} none"]
)
async def test_a_table_with_engines_plays_on(tmp_path: Path, command: str) -> None:
    """No clock runs out, whatever the engines do (a fault is logged, the rule bot plays)."""
    stage = Stage(tmp_path, simple)
    engines = EnginePool({"test": command}, 0.3, 3, stage.health)
    object.__setattr__(stage.tables._services.thinker, "engines", engines)
    object.__setattr__(stage.tables._services.thinker, "bots", lambda _n, s: BOTS["rule"](s))
    runner = await stage.open()
    await until(lambda: hands(runner.state) >= 1 or runner.state.status is Status.CLOSED, 60)
    await runner.stop()
    recorded = await stage.store.load(runner.log.table_id)
    types = [r.event.event.type for r in recorded if isinstance(r.event, HandHappened)]
    assert "played" in types
    assert "timed_out" not in types
    assert not stage.health.counts["bot_refused"]
    assert bool(stage.health.counts["engine_faults"]) == (command is not GOOD)
    engines.close()
    await stage.close()


# --- settings -----------------------------------------------------------------------------------


def test_engines_are_named_in_the_settings() -> None:
    text = "one=engine:node a.js; two = botzone:./b --fast;"
    config = config_from({"DIZHU_ENGINES": text, "DIZHU_BOT": "two"}, {})
    assert config.engines == {"one": "engine:node a.js", "two": "botzone:./b --fast"}
    assert config.bot == "two"
    assert Config().engines == {}


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"ENGINES": "x"}, "write a new name"),
        ({"ENGINES": "x=uci:y"}, "is no program"),
        ({"ENGINES": "x=engine:"}, "is no program"),
        ({"ENGINES": "x="}, "write a new name"),
        ({"ENGINES": "x=engine:a;x=engine:b"}, "a new name"),
        ({"ENGINES": "rule=engine:a"}, "must not be called 'rule'"),
        ({"BOT": "two"}, "no bot 'two'"),
        ({"ENGINE_SECONDS": "0"}, "engine_seconds"),
        ({"ENGINE_PROCESSES": "0"}, "engine_processes"),
    ],
)
def test_nonsense_is_refused(settings: dict[str, str], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        config_from({f"DIZHU_{k}": v for k, v in settings.items()}, {})


def test_a_talk_is_not_started_before_it_is_needed() -> None:
    before = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    talks = [talk_with(c) for c in read_engines("a=engine:x;b=botzone:y;c=botzone-keep:z").values()]
    after = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    assert (len(talks), after) == (3, before)
