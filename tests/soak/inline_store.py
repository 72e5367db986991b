"""The real store, but every job is done by who asks for it: threads know no virtual time."""

import asyncio
import random
import sqlite3
from pathlib import Path
from typing import TypeVar

from dizhu.app.ports import StorageFailed
from dizhu.store.codec import table_codec
from dizhu.store.sqlite import SqliteStore
from dizhu.store.writer import Job, Writer, _Entry
from tests.soak.virtual_time import Inline

T = TypeVar("T")


class InlineWriter(Writer):
    """Same transactions, no thread; a commit takes some virtual milliseconds and, now and then,
    the disk refuses.
    """

    def __init__(
        self, connection: sqlite3.Connection, chance: random.Random, refuse: float
    ) -> None:
        super().__init__(connection)
        super().close()  # the thread; jobs are done here
        self._chance = chance
        self._refuse = refuse
        self.refused = 0

    async def run(self, job: Job[T]) -> T:
        """What the job returns. Raises what it raises, and StorageFailed."""
        await asyncio.sleep(self._chance.uniform(0.001, 0.03))
        if self._chance.random() < self._refuse:
            self.refused += 1
            raise StorageFailed("the disk refuses, as it was told to")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        (outcome,) = self._commit([_Entry(job, future, loop)])
        if outcome.error is not None:
            raise outcome.error
        result: T = outcome.result
        return result

    @property
    def alive(self) -> bool:
        """Always."""
        return True

    def close(self) -> None:
        """Nothing waits."""


def open_store(folder: Path, chance: random.Random, refuse: float = 0.0) -> SqliteStore:
    """The store of a folder; not synced to the disk, for nothing is killed here."""
    store = SqliteStore(folder, table_codec())
    store.writer.close()
    store._writing.execute("PRAGMA synchronous = OFF")
    store.writer = InlineWriter(store._writing, chance, refuse)
    store._reader.shutdown()
    store._reader = Inline()  # type: ignore[assignment]
    return store
