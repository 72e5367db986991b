"""Opens a database to read it only, whoever else may be using it."""

import sqlite3
from pathlib import Path

from dizhu.store.errors import StoreError
from dizhu.store.migrations import STEPS
from dizhu.store.sqlite import FILE


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
    except sqlite3.DatabaseError as error:
        raise StoreError(f"{path} is damaged: {error}; restore a backup") from error
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
