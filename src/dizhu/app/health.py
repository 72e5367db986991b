"""Counters of what went wrong, for the health page and for tests: no failure is only a log line."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Health:
    """`storing`: how many tables wait for a disk that refuses; anything but 0 is an alarm."""

    storing: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    def count(self, what: str) -> None:
        """One more of something: table_errors, bot_errors, storage_retries, ..."""
        self.counts[what] += 1
