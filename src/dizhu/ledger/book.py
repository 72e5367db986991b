"""Balances in memory: the ledger's meaning in its smallest form, for tests, simulations and as a
model of the store.
"""

from collections.abc import Iterable

from dizhu.ledger.transfers import Transfer, is_house


class Overdrawn(Exception):
    """A transfer would have taken a player's account below 0 (R-SET-3); nothing was posted."""


class Book:
    """Accounts and their balances. Over all accounts the sum is always zero."""

    def __init__(self) -> None:
        self._balances: dict[str, int] = {}
        self._posted: dict[str, Transfer] = {}

    def balance(self, account: str) -> int:
        """The beans on an account; 0 for one never heard of."""
        return self._balances.get(account, 0)

    def accounts(self) -> dict[str, int]:
        """All balances, by account."""
        return dict(self._balances)

    def post(self, transfers: Iterable[Transfer]) -> None:
        """Post some transfers in order, all or none; one whose id was posted before is passed over.

        Raises Overdrawn, or ValueError for an id that was used for a different transfer.
        """
        balances, posted = dict(self._balances), dict(self._posted)
        for transfer in transfers:
            if transfer.id in posted:
                if posted[transfer.id] != transfer:
                    raise ValueError(f"the id {transfer.id} was used for another transfer")
                continue
            posted[transfer.id] = transfer
            balances[transfer.debit] = balances.get(transfer.debit, 0) - transfer.beans
            balances[transfer.credit] = balances.get(transfer.credit, 0) + transfer.beans
            if balances[transfer.debit] < 0 and not is_house(transfer.debit):
                raise Overdrawn(transfer.id)
        self._balances, self._posted = balances, posted
