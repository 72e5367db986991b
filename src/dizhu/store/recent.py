"""Where the log of a table can be entered without reading all of it: the ends of its hands."""

import sqlite3

from dizhu.table.shortcut import Boundary

EventRow = tuple[int, int, str, str]
"""Version, time, type and data of an event."""

_ENDS = """
SELECT hand_no, last_version, previous_first, ended_at FROM hands
WHERE stream = ? ORDER BY hand_no
"""
_EVENTS = """
SELECT version, at, type, data FROM events
WHERE stream = ? AND (version = 1 OR version > ?) ORDER BY version
"""


def boundary(connection: sqlite3.Connection, stream: str, since: int = 2**62) -> Boundary | None:
    """The end of the hand before the first one that ended at `since` or later; before the last one,
    if none did. None when no hand was finished before that.
    """
    rows = connection.execute(_ENDS, (stream,)).fetchall()
    if len(rows) < 2:
        return None
    later = next((n for n, row in enumerate(rows) if row[3] >= since), len(rows) - 1)
    if later == 0:
        return None
    (hand_no, version, _, _), (_, _, previous_first, _) = rows[later - 1 : later + 1]
    return Boundary(version, hand_no, previous_first)


def events_after(connection: sqlite3.Connection, stream: str, version: int) -> list[EventRow]:
    """The first event of a stream, and those after a version."""
    return connection.execute(_EVENTS, (stream, version)).fetchall()


def read(connection: sqlite3.Connection, stream: str) -> tuple[Boundary, list[EventRow]] | None:
    """The end of the last hand but one, the first event, and those after that end."""
    connection.execute("BEGIN")  # of one moment
    try:
        found = boundary(connection, stream)
        return None if found is None else (found, events_after(connection, stream, found.version))
    finally:
        connection.execute("ROLLBACK")
