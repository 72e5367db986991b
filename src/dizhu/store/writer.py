"""The one writing thread: jobs of many tables share a transaction, each in its own savepoint."""

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from dizhu.app.ports import StorageFailed

log = logging.getLogger(__name__)

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], T]

GROUP = 256
"""At most so many jobs in one transaction."""
RETRIES = (0.02, 0.1, 0.5)
"""Seconds to wait before each new try of a transaction that the disk refused."""


@dataclass(frozen=True, slots=True)
class _Entry:
    job: Job[Any]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


@dataclass(frozen=True, slots=True)
class _Outcome:
    entry: _Entry
    result: Any = None
    error: Exception | None = None


class Writer:
    """Runs jobs in the order in which they came; a job is done only once it is on the disk."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._queue: queue.SimpleQueue[_Entry | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="dizhu-store", daemon=True)
        self.failures = 0
        self.commits = 0
        self.jobs = 0
        self.observer: Callable[[float], None] = lambda _seconds: None
        """Told, in the writing thread, how many seconds each transaction took."""
        self._closed = False
        self._thread.start()

    async def run(self, job: Job[T]) -> T:
        """What the job returns, once its changes are stored.

        Raises what the job raises (then none of its changes are stored) and StorageFailed.
        """
        if self._closed or not self._thread.is_alive():
            raise StorageFailed("the store is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._queue.put(_Entry(job, future, loop))
        return await future

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return self._queue.qsize()

    @property
    def alive(self) -> bool:
        """Whether anything can still be written."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Finish what was given, then end the thread."""
        self._closed = True
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            batch, last = self._take()
            if batch:
                _deliver(self._commit(batch))
            if last:
                return

    def _take(self) -> tuple[list[_Entry], bool]:
        """Wait for a job, then take all there are: while one group is written the next gathers."""
        batch: list[_Entry] = []
        entry = self._queue.get()
        while entry is not None:
            batch.append(entry)
            if len(batch) == GROUP:
                return batch, False
            try:
                entry = self._queue.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True

    def _commit(self, batch: list[_Entry]) -> list[_Outcome]:
        for wait in (*RETRIES, None):
            begun = time.perf_counter()
            try:
                outcomes = self._transaction(batch)
            except sqlite3.Error as error:
                self.failures += 1
                log.error("the store could not write %d jobs: %s", len(batch), error)
                self._roll_back()
                if wait is None:
                    failed = StorageFailed(str(error))
                    return [_Outcome(entry, error=failed) for entry in batch]
                time.sleep(wait)
            else:
                self.observer(time.perf_counter() - begun)
                self.commits += 1
                self.jobs += len(batch)
                return outcomes
        raise AssertionError("the last try returns")

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):  # the failure itself has been reported
                self._connection.execute("ROLLBACK")

    def _transaction(self, batch: list[_Entry]) -> list[_Outcome]:
        self._connection.execute("BEGIN IMMEDIATE")
        outcomes = [self._one(entry) for entry in batch]
        self._connection.execute("COMMIT")
        return outcomes

    def _one(self, entry: _Entry) -> _Outcome:
        """A job's own mistake undoes that job alone; trouble with the database undoes the group."""
        execute = self._connection.execute
        execute("SAVEPOINT job")
        try:
            result = entry.job(self._connection)
        except Exception as error:
            if _is_the_databases(error):
                raise
            execute("ROLLBACK TO job")
            execute("RELEASE job")
            return _Outcome(entry, error=error)
        execute("RELEASE job")
        return _Outcome(entry, result=result)


def _is_the_databases(error: Exception) -> bool:
    """Whether the disk or the file failed, and not the job."""
    jobs_own = (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.DataError)
    return isinstance(error, sqlite3.Error) and not isinstance(error, jobs_own)


def _deliver(outcomes: list[_Outcome]) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[_Outcome]] = {}
    for outcome in outcomes:
        by_loop.setdefault(outcome.entry.loop, []).append(outcome)
    for loop, group in by_loop.items():
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_settle, group)


def _settle(outcomes: list[_Outcome]) -> None:
    for outcome in outcomes:
        future = outcome.entry.future
        if future.done():
            continue
        if outcome.error is not None:
            future.set_exception(outcome.error)
        else:
            future.set_result(outcome.result)
