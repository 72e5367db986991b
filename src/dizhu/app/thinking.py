"""Bots think in worker threads, so that the event loop goes on, and answer at a person's pace."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Protocol

from dizhu.app.health import Health
from dizhu.app.ports import Random
from dizhu.rules.actions import Action, Look, NoDouble, Pass, Play, Ready
from dizhu.rules.view import Observation

log = logging.getLogger(__name__)


class Bot(Protocol):
    """A program that plays: it gets what a seat may know and answers with an action."""

    def act(self, observation: Observation) -> Action:
        """What to do now."""
        ...


@dataclass(frozen=True, slots=True)
class BotPace:
    """How long a bot takes over a move, seconds."""

    least: float = 0.7
    most: float = 2.2


@dataclass(frozen=True, slots=True)
class Thinker:
    """Asks bots by their names."""

    bots: Callable[[str], Bot]
    executor: Executor
    pace: BotPace
    random: Random
    health: Health

    async def pause(self) -> None:
        """Take the time that a person would."""
        await asyncio.sleep(self.random.uniform(self.pace.least, self.pace.most))

    async def think(self, bot: str, seen: Observation, table: str) -> Action:
        """What a bot wants to do; one that fails plays safe."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.executor, self.bots(bot).act, seen)
        except Exception:
            self.health.count("bot_errors")
            log.exception("the bot %s failed at table %s", bot, table)
            return safe_action(seen)


def safe_action(seen: Observation) -> Action:
    """Something that is allowed: decline, or lead the lowest card."""
    allowed = {option.type for option in seen.options}
    for name, action in (("pass", Pass()), ("no_double", NoDouble()), ("look", Look())):
        if name in allowed:
            return action
    if "ready" in allowed:
        return Ready()
    assert seen.viewer is not None, "a bot has a seat"
    return Play((min(seen.cards[seen.viewer] or (0,)),))
