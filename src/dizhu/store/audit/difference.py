"""What an audit finds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not as it must be: where, and what."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass(slots=True)
class Count:
    """How much an audit has looked at."""

    accounts: int = 0
    transfers: int = 0
    tables: int = 0
    hands: int = 0
    cups: int = 0
