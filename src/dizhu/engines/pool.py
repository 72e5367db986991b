"""Engines at the tables of a server: a few processes each, never waited for longer than allowed."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from time import monotonic

from dizhu.app.health import Health
from dizhu.engines.process import EngineFault
from dizhu.engines.talks import Talk, talk_with
from dizhu.rules.actions import Action
from dizhu.rules.view import Observation

log = logging.getLogger(__name__)

MOST_HANDS = 1_000
"""So many hands in which an engine was replaced are remembered."""
LEAST_SECONDS = 0.05
"""With less an engine is not even asked."""


class EnginePool:
    """The engines of a server, by the names under which they sit at tables.

    `commands`: `kind:command` by name; `seconds`: the most an answer may take; `processes`: of each
    engine. Raises ValueError for a command that is none.
    """

    def __init__(
        self, commands: Mapping[str, str], seconds: float, processes: int, health: Health
    ) -> None:
        self._talks = {n: [talk_with(c) for _ in range(processes)] for n, c in commands.items()}
        self._free = {n: asyncio.LifoQueue[Talk]() for n in commands}
        for name, talks in self._talks.items():
            for talk in talks:
                self._free[name].put_nowait(talk)
        self._seconds = seconds
        self._health = health
        self._replaced: OrderedDict[str, None] = OrderedDict()
        self._threads = ThreadPoolExecutor(
            max(1, processes * len(commands)), thread_name_prefix="dizhu-engine"
        )

    def has(self, name: str) -> bool:
        """Whether there is an engine of that name."""
        return name in self._free

    def start(self) -> None:
        """Begin to start one process of each, so that nobody has to wait for it."""
        for name in self._free:
            self._threads.submit(self._warm_up, name, self._talks[name][-1])

    def _warm_up(self, name: str, talk: Talk) -> None:
        try:
            talk.rulesets()
        except EngineFault as fault:
            self._count(name, "at the start", fault)

    async def act(
        self, name: str, hand: str, seen: Observation, seconds: float
    ) -> tuple[Action | None] | None:
        """What an engine does in a hand, within so many seconds; None when it has been replaced,
        in this hand before or by a fault just now: then somebody else must answer.
        """
        until = monotonic() + min(self._seconds, seconds)
        if hand in self._replaced or until - monotonic() < LEAST_SECONDS:
            return None
        try:
            async with asyncio.timeout(until - monotonic()):
                talk = await self._free[name].get()
        except TimeoutError:
            self._count(name, hand, EngineFault("timeout", "all its processes are busy"))
            return None
        return await self._ask(name, talk, hand, seen, until)

    async def _ask(
        self, name: str, talk: Talk, hand: str, seen: Observation, until: float
    ) -> tuple[Action | None] | None:
        loop = asyncio.get_running_loop()
        asked = self._threads.submit(_answer, talk, hand, seen, until)
        # Only when the thread is done, whatever becomes of who waits for it.
        asked.add_done_callback(partial(_give_back, loop, self._free[name], talk))
        try:
            return (await asyncio.wrap_future(asked),)
        except EngineFault as fault:
            self._replace(hand)
            self._count(name, hand, fault)
            return None

    def _replace(self, hand: str) -> None:
        self._replaced[hand] = None
        if len(self._replaced) > MOST_HANDS:
            self._replaced.popitem(last=False)

    def _count(self, name: str, hand: str, fault: EngineFault) -> None:
        self._health.count("engine_faults")
        log.error("the engine %s failed, hand %s: %s", name, hand, fault)

    def close(self) -> None:
        """End all processes, when the last answer is in."""
        self._threads.shutdown(cancel_futures=True)
        for talks in self._talks.values():
            for talk in talks:
                talk.kill()


def _answer(talk: Talk, hand: str, seen: Observation, until: float) -> Action | None:
    """In a thread: what is left of the time is the engine's, for its start as well."""
    plays = talk.rulesets(until - monotonic())
    if seen.ruleset.name not in plays:
        raise EngineFault("start", f"it plays {', '.join(plays)}, not {seen.ruleset.name}")
    return talk.act(hand, seen, until - monotonic())


def _give_back(
    loop: asyncio.AbstractEventLoop, free: asyncio.Queue[Talk], talk: Talk, _done: object
) -> None:
    with suppress(RuntimeError):  # the loop is closed: the server has ended
        loop.call_soon_threadsafe(free.put_nowait, talk)
