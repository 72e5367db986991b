"""Passwords are hashed with argon2id, in threads of their own and never too many at a time."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from dizhu.app.accounts import Busy

T = TypeVar("T")

THREADS = 1
"""The tables need the rest of the machine: a hash takes some 50 ms of a core and 19 MiB."""
MOST_WAITING = 200
"""A class that signs in at once waits some seconds; whoever comes after them is told to retry."""


class Argon2:
    """`app.accounts.Hasher`, with the costs that OWASP asks for at least."""

    def __init__(self, threads: int = THREADS, most_waiting: int = MOST_WAITING) -> None:
        self._argon = PasswordHasher(
            time_cost=2, memory_cost=19 * 1024, parallelism=1, type=Type.ID
        )
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="dizhu-password")
        self._most = most_waiting
        self._waiting = 0
        self._decoy = self._executor.submit(self._argon.hash, secrets.token_urlsafe())

    async def hash(self, password: str) -> str:
        """A salted hash. Raises Busy."""
        return await self._away(partial(self._argon.hash, password))

    async def verify(self, known: str | None, password: str) -> bool:
        """Whether it is the password; with nothing known it takes as long. Raises Busy."""
        if known is None:
            await self._away(lambda: self._matches(self._decoy.result(), password))
            return False
        return await self._away(lambda: self._matches(known, password))

    def outdated(self, known: str) -> bool:
        """Whether it was hashed with other costs."""
        return self._argon.check_needs_rehash(known)

    def _matches(self, known: str, password: str) -> bool:
        try:
            return self._argon.verify(known, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _away(self, work: Callable[[], T]) -> T:
        if self._waiting >= self._most:
            raise Busy
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """No more."""
        self._executor.shutdown(cancel_futures=True)
