"""Checks a database against itself: every bean, every hand. Reads only; a server may be running."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from dizhu.store.audit.cups import cup_differences
from dizhu.store.audit.deeds import deed_differences
from dizhu.store.audit.difference import Count, Difference
from dizhu.store.audit.holdings import holding_differences
from dizhu.store.audit.ledger import ledger_differences
from dizhu.store.audit.tables import table_differences
from dizhu.store.errors import StoreError
from dizhu.store.migrations import STEPS
from dizhu.store.sqlite import FILE

__all__ = ["Count", "Difference", "audit", "open_for_reading"]


def audit(connection: sqlite3.Connection, count: Count) -> Iterator[Difference]:
    """Everything that is not as it must be; `count` tells at the end how much was looked at."""
    connection.execute("BEGIN")  # one moment of a database that may go on changing
    try:
        yield from ledger_differences(connection, count)
        yield from table_differences(connection, count)
        yield from deed_differences(connection)
        yield from holding_differences(connection)
        yield from cup_differences(connection, count)
    finally:
        connection.execute("ROLLBACK")


def open_for_reading(folder: Path) -> sqlite3.Connection:
    """The database of a folder. Raises StoreError."""
    path = folder / FILE
    if not path.is_file():
        raise StoreError(f"there is no database {path}")
    try:
        connection = _connect(path, "mode=ro")
    except sqlite3.OperationalError as error:
        if path.with_name(f"{FILE}-wal").exists():
            raise StoreError(f"{path} cannot be opened: {error}") from error
        connection = _connect(path, "immutable=1")  # a folder in which nothing may be written
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != len(STEPS):
        connection.close()
        raise StoreError(f"{path} has schema {version}, this program knows {len(STEPS)}")
    return connection


def _connect(path: Path, how: str) -> sqlite3.Connection:
    url = f"{path.resolve().as_uri()}?{how}"
    connection = sqlite3.connect(url, uri=True, isolation_level=None, timeout=5)
    connection.execute("PRAGMA query_only = ON")
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return connection
