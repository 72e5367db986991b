"""An audit on several cores: each has a connection of its own, so nothing may change meanwhile."""

import fcntl
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from dizhu.store.audit.opening import open_for_reading
from dizhu.store.audit.tables import Audited, Chunk, audit_tables
from dizhu.store.sqlite import LOCK
from dizhu.workers import pool_of


def in_use(folder: Path) -> bool:
    """Whether a server is running on a folder."""
    path = folder / LOCK
    if not path.exists():
        return False
    with path.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def spread_over(
    folder: Path, jobs: int, since: int | None, chunks: list[Chunk]
) -> Iterable[Audited]:
    """Audit chunks of tables on so many cores, in their order."""
    with pool_of(jobs) as pool:
        yield from pool.map(partial(_audit, folder, since), chunks)


def _audit(folder: Path, since: int | None, chunk: Chunk) -> Audited:
    connection = open_for_reading(folder)
    try:
        return audit_tables(connection, chunk, since)
    finally:
        connection.close()
