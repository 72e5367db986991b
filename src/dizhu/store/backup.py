"""A copy of the database while a server plays on, and the way back.

A copy is one plain file. It is made beside its place, read back, and only then put there: what
stands at the place is never half a copy.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from dizhu.store.audit.difference import Count
from dizhu.store.audit.ledger import ledger_differences
from dizhu.store.errors import StoreError
from dizhu.store.migrations import STEPS, migrate
from dizhu.store.sqlite import FILE, locked

_FILES = (FILE, f"{FILE}-wal", f"{FILE}-shm")
_OURS = ("meta", "accounts", "transfers", "players", "events")
"""Tables without which a file is no database of ours."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What a copy holds. `aside`: where the data of before lie, if there were any."""

    tables: int
    players: int
    transfers: int
    size: int
    aside: Path | None = None


def backup(folder: Path, target: Path, *, replace: bool = False) -> Copied:
    """Copy the database of a folder into a file; a server may be running. Raises StoreError."""
    source = folder / FILE
    if not source.is_file():
        raise StoreError(f"there is no database {source}")
    if target.name in _FILES or (target.exists() and target.samefile(source)):
        raise StoreError(f"{target} is a database that a server may be using; choose another name")
    if target.exists() and not replace:
        raise StoreError(f"{target} exists already; another name, or --force to replace it")
    if target.exists() and not _is_copy(target, folder):
        raise StoreError(f"{target} is no copy of a database, nor replaced; choose another name")
    with _failures(f"{source} cannot be copied to {target}"), _beside(target) as made:
        copied = _copy(source, made)
        _settle(made, target)
    return copied


def restore(source: Path, folder: Path, stamp: str, *, replace: bool = False) -> Copied:
    """Put a copy into a folder in which no server runs, brought to the newest schema. What is there
    is put aside, into a folder named after `stamp`, and only with `replace`. Raises StoreError.
    """
    if not source.is_file():
        raise StoreError(f"there is no file {source}")
    check(source)
    target = folder / FILE
    with _failures(f"{source} cannot be put into {folder}"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with locked(folder), _beside(target) as made:
            if target.exists() and not replace:
                raise StoreError(f"{folder} has a database already; --force puts it aside")
            copied = _copy(source, made)
            with closing(_open(made, "rwc")) as connection:
                migrate(connection)
            check(made)
            aside = _put_aside(folder, stamp)
            try:
                _settle(made, target)
            except OSError:
                _put_back(folder, aside)
                raise
    return Copied(copied.tables, copied.players, copied.transfers, copied.size, aside)


def _is_copy(path: Path, folder: Path) -> bool:
    """Whether a file is a database of ours and lies outside of the data folder."""
    if not path.is_file() or path.resolve().is_relative_to(folder.resolve()):
        return False
    try:
        with closing(_open(path, "ro")) as connection:
            return not _missing(connection)
    except sqlite3.DatabaseError:
        return False


def _missing(connection: sqlite3.Connection) -> list[str]:
    """Which of our tables there are not."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    return [name for name in _OURS if name not in tables]


def check(path: Path) -> None:
    """Whether a file is a whole database of ours, whose beans add up. Raises StoreError."""
    with _failures(f"{path} is no good copy"), closing(_open(path, "ro")) as connection:
        if missing := _missing(connection):
            raise StoreError(f"{path} is no database of dizhu: it has no {', '.join(missing)}")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > len(STEPS):
            raise StoreError(
                f"{path} has schema {version}, this program knows {len(STEPS)}: "
                "it was written by a newer dizhu"
            )
        found = [row[0] for row in connection.execute("PRAGMA integrity_check(5)")]
        if found != ["ok"]:
            raise StoreError(f"{path} is damaged: {'; '.join(found)}")
        for difference in ledger_differences(connection, Count()):
            raise StoreError(f"{path} does not add up: {difference}")


def _copy(source: Path, made: Path) -> Copied:
    """All of it as it is at one moment. A writer is not kept waiting: it goes on in its log."""
    with closing(_open(source, "ro")) as reading, closing(_open(made, "rwc")) as writing:
        reading.execute("BEGIN")
        counts = _counts(reading)
        reading.backup(writing)
        writing.execute("PRAGMA journal_mode = DELETE")  # one plain file
    check(made)
    with closing(_open(made, "ro")) as again:
        if _counts(again) != counts:
            raise StoreError(f"the copy of {source} has not what was copied")
    return Copied(*counts, made.stat().st_size)


def _counts(connection: sqlite3.Connection) -> tuple[int, int, int]:
    one, two, three = (
        connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 - our own constants
        for table in ("tables", "players", "transfers")
    )
    return one, two, three


def _open(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.resolve().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=5
    )


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A new file beside its place, for its owner alone; gone if it did not get there."""
    made = target.with_name(f".{target.name}.{os.getpid()}.new")
    os.close(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield made
    finally:
        made.unlink(missing_ok=True)


def _settle(made: Path, target: Path) -> None:
    """On the disk, then in its place, whole."""
    with made.open("rb") as file:
        os.fsync(file.fileno())
    made.replace(target)
    _sync(target.parent)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _put_aside(folder: Path, stamp: str) -> Path | None:
    """A database and its log belong together: both go into a folder, where it can still be used."""
    there = [folder / name for name in _FILES if (folder / name).exists()]
    if not there:
        return None
    aside = folder / f"before-restore-{stamp}"
    aside.mkdir(mode=0o700)
    for file in there:
        file.replace(aside / file.name)
    _sync(aside)
    return aside


def _put_back(folder: Path, aside: Path | None) -> None:
    if aside is not None:
        for file in list(aside.iterdir()):
            file.replace(folder / file.name)
        aside.rmdir()


@contextmanager
def _failures(what: str) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{what}: {error}") from error
