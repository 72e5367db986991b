"""Checks a database against itself: every bean, every hand. Reads only; a server may be running."""

import sqlite3
from collections.abc import Callable, Iterator

from dizhu.store.audit.cups import cup_differences
from dizhu.store.audit.deeds import deed_differences
from dizhu.store.audit.difference import Count, Difference
from dizhu.store.audit.holdings import holding_differences
from dizhu.store.audit.ledger import ledger_differences
from dizhu.store.audit.opening import open_for_reading
from dizhu.store.audit.tables import Spread, table_differences

__all__ = ["Count", "Difference", "audit", "open_for_reading"]


def audit(
    connection: sqlite3.Connection,
    count: Count,
    since: int | None = None,
    spread: Spread | None = None,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Iterator[Difference]:
    """Everything that is not as it must be; `count` tells at the end how much was looked at.

    `since` (milliseconds since 1970): of the hands only those that ended then or later, see
    `table_differences`; the ledger is always looked at as a whole.
    """
    connection.execute("BEGIN")  # one moment of a database that may go on changing
    try:
        yield from ledger_differences(connection, count)
        yield from table_differences(connection, count, since, spread, progress)
        yield from deed_differences(connection)
        yield from holding_differences(connection)
        yield from cup_differences(connection, count)
    finally:
        connection.execute("ROLLBACK")
