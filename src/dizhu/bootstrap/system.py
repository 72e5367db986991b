"""Time and chance of the machine, behind the ports of the application."""

import random
import secrets
import time
from collections.abc import Iterable
from typing import TypeVar

from dizhu.rules.shuffle import SEED_BYTES

T = TypeVar("T")


class SystemClock:
    """The wall clock at the start, and from then on a clock that never goes back."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def now(self) -> int:
        """Milliseconds since 1970."""
        return int((self._offset + time.monotonic()) * 1000)


class Chance:
    """Chance from the system, or from a number for tests."""

    def __init__(self, number: int | None = None) -> None:
        self._random: random.Random = (
            random.SystemRandom() if number is None else random.Random(number)  # noqa: S311
        )

    def uniform(self, low: float, high: float) -> float:
        """A number between two others."""
        return self._random.uniform(low, high)

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in another order."""
        result = list(items)
        self._random.shuffle(result)
        return result

    def token(self) -> str:
        """A new id; never repeated, whatever the number."""
        return secrets.token_urlsafe(12)

    def seed(self) -> bytes:
        """The secret from which a hand's cards follow."""
        return self._random.randbytes(SEED_BYTES)
