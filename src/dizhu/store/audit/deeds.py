"""The operator's deeds: no gap in their log, and every compensation stands in it."""

import json
import sqlite3
from collections.abc import Iterator

from dizhu.app.operators.deeds import COMPENSATION
from dizhu.store.audit.difference import Difference

_COLUMNS = "id, debit, credit, beans, reason"


def deed_differences(connection: sqlite3.Connection) -> Iterator[Difference]:
    """The audit log against itself, and against the transfers that it orders."""
    count, last = connection.execute("SELECT count(*), max(id) FROM audit").fetchone()
    if count != (last or 0):
        yield Difference("audit log", f"has {count} entries, the last is number {last}")
    ordered = dict(_ordered(connection))
    query = f"SELECT {_COLUMNS} FROM transfers WHERE reason = ?"  # noqa: S608 - our own constants
    posted = {row[0]: row for row in connection.execute(query, (COMPENSATION,))}
    for name in sorted({*ordered, *posted}):
        where = f"transfer {name}"
        if name not in ordered:
            yield Difference(where, "compensates, but no operator has ordered it")
        elif name not in posted:
            yield Difference(where, "was ordered by an operator, but is missing")
        elif ordered[name] != posted[name]:
            yield Difference(where, f"is {posted[name][1:4]}, ordered was {ordered[name][1:4]}")


def _ordered(connection: sqlite3.Connection) -> Iterator[tuple[str, tuple[object, ...]]]:
    query = "SELECT details FROM audit WHERE action = 'compensate'"
    for (details,) in connection.execute(query):
        transfer = json.loads(details)["transfer"]
        yield transfer["id"], tuple(transfer[c] for c in _COLUMNS.split(", "))
