"""Who stands before whom: the score, then the tie rule of the kind of competition (R-JJ-4)."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

LAST_THEN_REGISTRATION = "last_then_registration"
REGISTRATION = "registration"

TIE_RULES: dict[str, str] = {
    "challenge": LAST_THEN_REGISTRATION,
    "regular": LAST_THEN_REGISTRATION,
    "championship": LAST_THEN_REGISTRATION,
    "swiss": REGISTRATION,
}
"""The kinds of competition. Registration is unique, so nobody ever shares a rank."""


class Scored(Protocol):
    """Somebody with a score, the score of his last hand and the number of his registration."""

    @property
    def score(self) -> int:
        """Of the stage or round."""
        ...

    @property
    def last(self) -> int:
        """Of the last hand."""
        ...

    @property
    def reg(self) -> int:
        """1 for whoever registered first."""
        ...


S = TypeVar("S", bound=Scored)


def _by_last_hand(player: Scored) -> tuple[int, ...]:
    return (-player.score, -player.last, player.reg)


def _by_registration(player: Scored) -> tuple[int, ...]:
    return (-player.score, player.reg)


def key_of(kind: str) -> Callable[[Scored], tuple[int, ...]]:
    """The sort key of a kind of competition, best first. KeyError for no kind."""
    return _by_last_hand if TIE_RULES[kind] == LAST_THEN_REGISTRATION else _by_registration


def ranked(kind: str, players: Iterable[S]) -> list[S]:
    """The players, best first."""
    return sorted(players, key=key_of(kind))
