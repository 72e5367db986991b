"""Bots think in worker threads, so that the event loop goes on, and answer at a person's pace."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass

from dizhu.app.health import Health
from dizhu.app.ports import Random
from dizhu.bots import BOTS, Bot
from dizhu.rules.actions import Action, Look, NoDouble, Pass, Play, Ready
from dizhu.rules.view import Observation

log = logging.getLogger(__name__)


DEFAULT_BOT = "rule"


@dataclass(frozen=True, slots=True)
class BotPace:
    """How long a bot takes over a move, seconds."""

    least: float = 0.7
    most: float = 2.2


@dataclass(frozen=True, slots=True)
class Thinker:
    """Asks bots by their names. `bots` makes one from a name and a seed."""

    bots: Callable[[str, str], Bot]
    executor: Executor
    pace: BotPace
    random: Random
    health: Health

    async def pause(self) -> None:
        """Take the time that a person would."""
        await asyncio.sleep(self.random.uniform(self.pace.least, self.pace.most))

    async def think(self, bot: str, seen: Observation, table: str) -> Action:
        """What a bot wants to do; one that fails, or does not know, plays safe."""
        loop = asyncio.get_running_loop()
        try:
            player = self.bots(bot, f"{table}:{seen.viewer}")
            action = await loop.run_in_executor(self.executor, player.act, seen)
        except Exception:
            self.health.count("bot_errors")
            log.exception("the bot %s failed at table %s", bot, table)
            return safe_action(seen)
        return safe_action(seen) if action is None else action


def bot_called(name: str, seed: str) -> Bot:
    """A bot of the registry; a table of before may name one that there is no longer."""
    return BOTS.get(name, BOTS[DEFAULT_BOT])(seed)


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
