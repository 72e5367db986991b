"""The transfer: the one way in which beans move (double entry)."""

from dataclasses import dataclass

HOUSE_FEES = "house:fees"
"""Where the fee A of every player and hand goes (R-SET-1)."""
HOUSE_GRANTS = "house:grants"
"""Where the beans of new and of broke players come from; its balance is the negative of all beans
given out.
"""

HOUSE_DEPARTED = "house:departed"
"""Where the beans of those who are gone lie, and what would have come to them since."""
HOUSE_GIFTS = "house:gifts"
"""Where the daily gifts come from."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Beans go from the account `debit` to the account `credit`.

    `id` is made by whoever orders the transfer and says what it is for; posting an id twice is a
    no-op. `beans` is at least 1. Raises ValueError for anything else.
    """

    id: str
    debit: str
    credit: str
    beans: int
    reason: str

    def __post_init__(self) -> None:
        if not self.id or not self.debit or not self.credit or self.debit == self.credit:
            raise ValueError(f"a transfer needs an id and two different accounts: {self}")
        if type(self.beans) is not int or self.beans < 1:
            raise ValueError(f"a transfer moves at least one whole bean: {self}")


def player_account(player_id: str) -> str:
    """The account of a player; the only accounts that may never fall below 0."""
    return f"player:{player_id}"


def is_house(account: str) -> bool:
    """Whether an account is the house's, which may be negative (it gives beans away)."""
    return account.startswith("house:")
