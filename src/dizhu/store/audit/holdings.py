"""Cards and badges: double entry, none made or lost, nobody below zero."""

import sqlite3
from collections.abc import Iterator

from dizhu.ledger.transfers import is_house
from dizhu.store.audit.difference import Difference

_SUMS = """
SELECT account, what, sum(moved) FROM (
    SELECT credit AS account, what, count AS moved FROM moves
    UNION ALL SELECT debit, what, -count FROM moves
) GROUP BY account, what
"""


def holding_differences(connection: sqlite3.Connection) -> Iterator[Difference]:
    """What is held against what was moved, and both against zero."""
    held = {row[:2]: row[2] for row in connection.execute("SELECT * FROM holdings")}
    sums = {row[:2]: row[2] for row in connection.execute(_SUMS)}
    for key in sorted({*held, *sums}):
        where = f"{key[1]} of {key[0]}"
        if held.get(key, 0) != sums.get(key, 0):
            yield Difference(where, f"is {held.get(key, 0)}, its moves come to {sums.get(key, 0)}")
        if held.get(key, 0) < 0 and not is_house(key[0]):
            yield Difference(where, f"is below zero: {held[key]}")
    for what, total in connection.execute("SELECT what, sum(count) FROM holdings GROUP BY what"):
        if total:
            yield Difference(f"all {what}", f"come to {total} together, not to 0")
