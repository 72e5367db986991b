"""What a player may hold besides beans: platinum cards and badges. It moves as beans do (double
entry), in tables of its own, so that no card is ever counted as a bean.
"""

from dataclasses import dataclass

PLATINUM = "platinum"
"""The card that opens the platinum cup (R-CUP-1)."""
BADGE = "badge:"
"""Begins the names of badges."""
HOUSE_CUPS = "house:cups"
"""Where prizes that no entry has paid for come from, beans as well; what it holds is the negative
of all that was given.
"""


@dataclass(frozen=True, slots=True)
class Move:
    """`count` pieces of `what` go from the account `debit` to the account `credit`.

    `id` says what it is for; posting an id twice is a no-op. Raises ValueError for what makes no
    sense.
    """

    id: str
    debit: str
    credit: str
    what: str
    count: int
    reason: str

    def __post_init__(self) -> None:
        if not self.id or not self.debit or not self.credit or self.debit == self.credit:
            raise ValueError(f"a move needs an id and two different accounts: {self}")
        if self.what != PLATINUM and not self.what.startswith(BADGE):
            raise ValueError(f"there is nothing to hold that is called {self.what!r}")
        if type(self.count) is not int or self.count < 1:
            raise ValueError(f"a move moves at least one whole piece: {self}")


def badge(name: str) -> str:
    """What a badge of this name is called among the holdings."""
    return f"{BADGE}{name}"
