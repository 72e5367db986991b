"""What a running server does by itself, for ever: signs of life, tidying up, and its followers."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from dizhu.app.health import Health
from dizhu.app.ports import Clock, StorageFailed
from dizhu.store.sqlite import SqliteStore

log = logging.getLogger(__name__)

BEAT_SECONDS = 1.0
TIDY_BEATS = 60
TABLES_AT_A_TIME = 20
DAY_MS = 24 * 3600 * 1000

Work = Callable[[], Awaitable[None]]


class Caretaker:
    """`keep_days`: closed tables are forgotten after so many; None: never."""

    def __init__(
        self, store: SqliteStore, clock: Clock, health: Health, keep_days: int | None
    ) -> None:
        self._store = store
        self._clock = clock
        self._health = health
        self._keep_days = keep_days
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self, followers: Iterable[Work]) -> None:
        """Begin with it; `followers`: what else never ends."""
        for work in (self._beat, *followers):
            self._tasks.append(asyncio.create_task(self._for_ever(work)))

    def stop(self) -> None:
        """No more of it."""
        for task in self._tasks:
            task.cancel()

    async def _for_ever(self, work: Work) -> None:
        """After an error it begins again."""
        while True:
            try:
                await work()
            except Exception:
                self._health.count("background_errors")
                log.exception("background work failed")
                await asyncio.sleep(BEAT_SECONDS)

    async def _beat(self) -> None:
        """Note every second that the server lives: how long an outage was is counted from there."""
        beats = 0
        while True:
            try:
                await self._store.beat(self._clock.now())
                if beats % TIDY_BEATS == 0:
                    await self._tidy_up(self._clock.now())
            except StorageFailed as error:
                self._health.count("beats_missed")
                log.error("no heartbeat: %s", error)
            beats += 1
            await asyncio.sleep(BEAT_SECONDS)

    async def _tidy_up(self, now: int) -> None:
        """Little by little, so that no table ever waits for it."""
        await self._store.forget_commands(now - DAY_MS)
        await self._store.forget_sessions(now)
        if self._keep_days is not None:
            before = now - self._keep_days * DAY_MS
            await self._store.forget_tables(before, TABLES_AT_A_TIME)
