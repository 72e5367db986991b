"""The store in one SQLite file: write-ahead log, every commit synced, one writer, one reader."""

import asyncio
import fcntl
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import IO, TypeVar

from dizhu.app.ports import (
    Append,
    Appended,
    CommandKey,
    LiveTable,
    PlayerRow,
    Recent,
    Recorded,
    SessionRow,
    StorageFailed,
)
from dizhu.ledger.transfers import Transfer
from dizhu.store import recent, sessions, sql
from dizhu.store.codec import Codec
from dizhu.store.errors import StoreError
from dizhu.store.migrations import migrate
from dizhu.store.writer import Writer

T = TypeVar("T")

FILE = "dizhu.sqlite3"
LOCK = "dizhu.lock"


CHECKED_BYTES = 100 << 20
"""Up to this size a database is looked through at the start: some 0.3 s."""


class SqliteStore:
    """`app.ports.Store` in a folder. The folder belongs to one server at a time."""

    def __init__(self, folder: Path, codec: Codec) -> None:
        self._codec = codec
        self._lock = locked(folder)
        path = folder / FILE
        try:
            _keep_private(path)
            connection = _connect(path)
            _check_whole(connection, path)
            migrate(connection)
            self._reading = _connect(path)
        except (sqlite3.Error, OSError) as error:
            self._lock.close()
            raise StoreError(f"{path} cannot be opened, or is damaged: {error}") from error
        except StoreError:
            self._lock.close()
            raise
        self._reading.execute("PRAGMA query_only = ON")
        self._writing = connection
        self.writer = Writer(connection)
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="dizhu-read")

    def close(self) -> None:
        """Finish what was begun and let go of the folder."""
        self.writer.close()
        self._reader.shutdown()
        self._reading.close()
        self._writing.close()
        self._lock.close()

    async def read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What a job reads. Raises StorageFailed."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, job, self._reading)
        except sqlite3.Error as error:
            raise StorageFailed(f"cannot read: {error}") from error

    async def append(self, entry: Append) -> Appended:
        """Store a decision. Raises Conflict, NotEnoughBeans, StorageFailed."""
        return await self.writer.run(lambda c: sql.append(c, self._codec, entry))

    async def load(self, stream: str) -> Sequence[Recorded]:
        """All events of a stream, oldest first. Raises UnknownEvent."""
        query = "SELECT version, at, type, data FROM events WHERE stream = ? ORDER BY version"
        rows = await self.read(lambda c: c.execute(query, (stream,)).fetchall())
        return [self._recorded(row) for row in rows]

    async def load_recent(self, stream: str) -> Recent | None:
        """The last hand of a table and what came after it. Raises UnknownEvent."""
        found = await self.read(partial(recent.read, stream=stream))
        if found is None:
            return None
        boundary, (first, *rows) = found
        return Recent(self._recorded(first), boundary, [self._recorded(r) for r in rows])

    def _recorded(self, row: recent.EventRow) -> Recorded:
        version, at, name, data = row
        return Recorded(version, at, self._codec.read(name, data))

    async def live_tables(self) -> Sequence[LiveTable]:
        """The tables that are not closed."""
        query = "SELECT id, room FROM tables WHERE live = 1 ORDER BY opened_at, id"
        return [LiveTable(*row) for row in await self.read(lambda c: c.execute(query).fetchall())]

    async def command_version(self, key: CommandKey) -> int | None:
        """The version with which a command was answered, None if it is unknown."""
        return await self.read(partial(sql.command_version, player=key.player, command=key.id))

    async def post(self, transfers: Sequence[Transfer], at: int) -> dict[str, int]:
        """Move beans. Raises NotEnoughBeans, StorageFailed."""
        return await self.writer.run(partial(sql.post, transfers=tuple(transfers), at=at))

    async def posted(self, transfers: Sequence[str]) -> frozenset[str]:
        """Which of some ids of transfers have been posted."""
        return await self.read(partial(sql.posted, transfers=tuple(transfers)))

    async def last_number(self, prefix: str) -> int | None:
        """The largest number after a prefix in ids of transfers."""
        return await self.read(partial(sql.last_number, prefix=prefix))

    async def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        """The balances of some accounts."""
        return await self.read(partial(sql.balances, accounts=tuple(accounts)))

    async def add_player(self, player: PlayerRow, transfers: Sequence[Transfer]) -> None:
        """A new player with his opening beans; known already: no change."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO players VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
                (player.id, player.name, player.locale, player.kind, player.created_at),
            )
            sql.post(connection, transfers, player.created_at)

        await self.writer.run(job)

    async def player(self, player: str) -> PlayerRow | None:
        """A player by id."""
        query = "SELECT id, name, locale, kind, created_at FROM players WHERE id = ?"
        row = await self.read(lambda c: c.execute(query, (player,)).fetchone())
        return None if row is None else PlayerRow(*row)

    async def add_session(self, session: SessionRow) -> None:
        """A sign-in. Of too many of a player the oldest ends."""
        await self.writer.run(partial(sessions.add_session, session=session))

    async def session(self, session: str, now: int) -> SessionRow | None:
        """A session that has not expired and was not revoked."""
        return await self.read(partial(sessions.session, session=session, now=now))

    async def revoke_session(self, session: str) -> None:
        """Sign out."""
        await self._write("UPDATE sessions SET revoked = 1 WHERE id = ?", (session,))

    async def forget_commands(self, before: int) -> None:
        """Ids of commands older than this are no longer needed."""
        await self._write("DELETE FROM commands WHERE at < ?", (before,))

    async def forget_sessions(self, before: int) -> None:
        """Sessions that have expired by then."""
        await self._write("DELETE FROM sessions WHERE expires_at < ?", (before,))

    async def forget_tables(self, before: int, most: int) -> int:
        """The events of tables that were closed before then, so many tables at a time."""
        return await self.writer.run(partial(sql.forget_tables, before=before, most=most))

    async def beat(self, now: int) -> None:
        """Note that the server was alive at this time."""
        await self._write("INSERT OR REPLACE INTO meta VALUES ('alive_at', ?)", (now,))

    async def last_beat(self) -> int | None:
        """When the server was last alive, None on the first start."""
        query = "SELECT value FROM meta WHERE key = 'alive_at'"
        row = await self.read(lambda c: c.execute(query).fetchone())
        return None if row is None else row[0]

    async def _write(self, statement: str, values: tuple[object, ...]) -> None:
        def job(connection: sqlite3.Connection) -> None:
            connection.execute(statement, values)

        await self.writer.run(job)


def _check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Better not to start than to go on with a damaged file; of a large one that takes too long,
    `dizhu verify` looks at it.
    """
    if path.stat().st_size > CHECKED_BYTES:
        return
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise StoreError(f"{path} is damaged: {found}; restore a backup")


def _keep_private(path: Path) -> None:
    """For its owner alone, whatever the folder: it holds the hashes of passwords. SQLite makes the
    log and its index like the database itself.
    """
    path.touch(0o600)
    for file in (path, path.with_name(f"{FILE}-wal"), path.with_name(f"{FILE}-shm")):
        if file.exists():
            file.chmod(0o600)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def locked(folder: Path) -> IO[str]:
    """Held while it is open: two servers on one folder would play the same tables twice.

    Raises StoreError when another dizhu holds it.
    """
    path = folder / LOCK
    file = path.open("a")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise StoreError(f"another dizhu is using {path.parent}") from error
    return file
