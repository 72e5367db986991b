"""Bots think in worker threads, so that the event loop goes on, and answer at a person's pace."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Protocol

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


MARGIN_SECONDS = 0.5
"""A bot from outside must have answered so long before the clock of its seat runs out."""


class Engines(Protocol):
    """Bots from outside, which may fail and may take too long."""

    def has(self, name: str) -> bool:
        """Whether there is one of that name."""

    async def act(
        self, name: str, hand: str, seen: Observation, seconds: float
    ) -> tuple[Action | None] | None:
        """Its answer in a hand, within so many seconds; None when another must answer for it."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is asked: what it sees, at which table, in which hand, and until when."""

    seen: Observation
    table: str
    hand_no: int
    seconds: float

    @property
    def hand(self) -> str:
        """The name of the hand, for this seat."""
        return f"{self.table}/{self.hand_no}/{self.seen.viewer}"


@dataclass(frozen=True, slots=True)
class Thinker:
    """Asks bots by their names. `bots` makes one from a name and a seed."""

    bots: Callable[[str, str], Bot]
    executor: Executor
    pace: BotPace
    random: Random
    health: Health
    engines: Engines | None = None

    async def pause(self) -> None:
        """Take the time that a person would."""
        await asyncio.sleep(self.random.uniform(self.pace.least, self.pace.most))

    async def think(self, bot: str, question: Question) -> Action:
        """What a bot wants to do; one that fails, or does not know, plays safe."""
        seen = question.seen
        if self.engines is not None and self.engines.has(bot):
            seconds = question.seconds - MARGIN_SECONDS
            answer = await self.engines.act(bot, question.hand, seen, seconds)
            if answer is not None:
                return safe_action(seen) if answer[0] is None else answer[0]
            bot = DEFAULT_BOT
        loop = asyncio.get_running_loop()
        try:
            player = self.bots(bot, f"{question.table}:{seen.viewer}")
            action = await loop.run_in_executor(self.executor, player.act, seen)
        except Exception:
            self.health.count("bot_errors")
            log.exception("the bot %s failed at table %s", bot, question.table)
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
