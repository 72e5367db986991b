"""The ledger: double entry, no bean made or lost, nobody below zero."""

import sqlite3
from collections.abc import Iterator

from dizhu.ledger.transfers import is_house
from dizhu.store.audit.difference import Count, Difference

_SUMS = """
SELECT id, sum(moved) FROM (
    SELECT credit AS id, beans AS moved FROM transfers
    UNION ALL SELECT debit, -beans FROM transfers
) GROUP BY id
"""


def ledger_differences(connection: sqlite3.Connection, count: Count) -> Iterator[Difference]:
    """Balances against transfers, and both against zero."""
    balances = dict(connection.execute("SELECT id, beans FROM accounts"))
    sums = dict(connection.execute(_SUMS))
    count.accounts = len(balances)
    count.transfers = connection.execute("SELECT count(*) FROM transfers").fetchone()[0]
    if total := sum(balances.values()):
        yield Difference("accounts", f"they come to {total} beans together, not to 0")
    for account in sorted({*balances, *sums}):
        yield from _account(account, balances.get(account), sums.get(account, 0))
    query = "SELECT id, debit, beans FROM transfers WHERE beans < 1 OR debit = credit ORDER BY id"
    for transfer, debit, beans in connection.execute(query):
        yield Difference(f"transfer {transfer}", f"moves {beans} beans out of {debit}")


def _account(account: str, balance: int | None, moved: int) -> Iterator[Difference]:
    where = f"account {account}"
    if balance is None:
        yield Difference(where, f"is missing, though its transfers come to {moved} beans")
    elif balance != moved:
        yield Difference(where, f"holds {balance} beans, its transfers come to {moved}")
    if balance is not None and balance < 0 and not is_house(account):
        yield Difference(where, f"is below zero: {balance} beans")
