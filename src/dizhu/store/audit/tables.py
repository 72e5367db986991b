"""Every table: its log folded and played again, its hands, deals, settlements and transfers."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from dizhu.app.archive import StoredHand
from dizhu.ledger.transfers import Transfer
from dizhu.rules.errors import RuleViolation
from dizhu.store import hands, recent
from dizhu.store.audit.difference import Count, Difference
from dizhu.store.audit.log import LogReader
from dizhu.store.codec import Codec, table_codec
from dizhu.store.errors import StoreError
from dizhu.store.hands import Tallies
from dizhu.table import Status, TableEvent
from dizhu.table.events import TableOpened
from dizhu.table.shortcut import Boundary, from_boundary

_BROKEN = (
    StoreError,
    RuleViolation,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    AssertionError,
    ArithmeticError,
)
"""What folding events that never were may end in."""
_BEGINNING = Boundary(0, 0, None)
_OF_HANDS = "reason IN ('pair', 'escape', 'fee')"


CHUNK = 10
"""So many tables are looked at between two reports of progress."""

Chunk = Sequence[tuple[str, bool]]
"""Tables, each with whether it is live."""


@dataclass(slots=True)
class Audited:
    """What came of some tables."""

    tables: int = 0
    hands: int = 0
    differences: list[Difference] = field(default_factory=list)
    tallies: Tallies = field(default_factory=dict)


Spread = Callable[[list[Chunk]], Iterable[Audited]]
"""Audits chunks of tables, here or in other processes."""


def table_differences(
    connection: sqlite3.Connection,
    count: Count,
    since: int | None = None,
    spread: Spread | None = None,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Iterator[Difference]:
    """All tables, then what belongs to none.

    `since`: only hands that ended then or later and those that go on, each table from the hand
    before; what is counted over all hands is left out. `progress` is told of how many tables.
    """
    tallies: Tallies = {}
    chunks, total = _chunks(connection, since)
    here = (audit_tables(connection, chunk, since) for chunk in chunks)
    for audited in here if spread is None else spread(chunks):
        yield from audited.differences
        count.tables += audited.tables
        count.hands += audited.hands
        hands.add_tallies(tallies, audited.tallies)
        progress(count.tables, total)
    if _complete(connection):
        yield from _strays(connection)
        if since is None:
            yield from _tallies(connection, tallies)


def _chunks(connection: sqlite3.Connection, since: int | None) -> tuple[list[Chunk], int]:
    query = (
        "SELECT id, live FROM tables WHERE live = 1 OR coalesce(closed_at, 0) >= ? "
        "ORDER BY opened_at, id"
    )
    rows = connection.execute(query, (since or 0,)).fetchall()
    tables = [(table, bool(live)) for table, live in rows]
    return [tables[n : n + CHUNK] for n in range(0, len(tables), CHUNK)], len(tables)


def audit_tables(connection: sqlite3.Connection, tables: Chunk, since: int | None) -> Audited:
    """Some tables, each by itself: log, hands and transfers."""
    audited, codec = Audited(), table_codec()
    for table, live in tables:
        found = _Table(connection, codec, table, since)
        audited.differences += found.differences(live=live)
        audited.tables += 1
        audited.hands += len(found.hands)
        hands.add_up(audited.tallies, found.hands)
    return audited


def _complete(connection: sqlite3.Connection) -> bool:
    """Whether no old table has been forgotten."""
    query = "SELECT 1 FROM meta WHERE key = 'tables_forgotten'"
    return connection.execute(query).fetchone() is None


class _Table:
    def __init__(
        self, connection: sqlite3.Connection, codec: Codec, table: str, since: int | None
    ) -> None:
        self._connection = connection
        self._codec = codec
        self._table = table
        found = None if since is None else recent.boundary(connection, table, since)
        self._from = found or _BEGINNING
        self.hands: list[StoredHand] = []

    def differences(self, *, live: bool) -> Iterator[Difference]:
        reader = LogReader(self._table)
        try:
            self._enter(reader)
            for version, at, event in self._events():
                if version <= reader.version and self._from.version > 0:
                    continue  # the opening, which has been read
                yield from reader.read(version, at, event)
        except _BROKEN as error:
            reason = f"{type(error).__name__}: {error}"
            where = f"table {self._table}, event {reader.version + 1}"
            yield Difference(where, f"the log cannot be folded: {reason}")
            return
        yield from self._closed(reader, live=live)
        yield from self._stored_hands(reader.hands)
        yield from self._transfers(reader.transfers)
        self.hands = list(reader.hands.values())

    def _enter(self, reader: LogReader) -> None:
        """Begin at the end of a hand, if that is enough; else at the beginning."""
        if self._from.version > 0:
            (_, _, opened), *later = self._events()
            assert isinstance(opened, TableOpened), "a log begins with the opening"
            state = from_boundary(opened, self._from, [event for _, _, event in later])
            if state is None:
                self._from = _BEGINNING
            else:
                reader.state, reader.version = state, state.version

    def _events(self) -> Iterator[tuple[int, int, TableEvent]]:
        rows = recent.events_after(self._connection, self._table, self._from.version)
        for version, at, name, data in rows:
            event = self._codec.read(name, data)
            if not isinstance(event, TableEvent):
                raise TypeError(f"{name} is no event of a table")
            yield version, at, event

    def _closed(self, reader: LogReader, *, live: bool) -> Iterator[Difference]:
        closed = reader.state is not None and reader.state.status is Status.CLOSED
        if closed == live:
            words = "is marked as open, its log is closed", "is marked as closed, its log goes on"
            yield Difference(f"table {self._table}", words[not live])

    def _stored_hands(self, settled: dict[int, StoredHand]) -> Iterator[Difference]:
        query = f"SELECT {hands.HAND_COLUMNS} FROM hands WHERE stream = ? AND hand_no > ?"  # noqa: S608 - our own constants
        values = (self._table, self._from.hand_no)
        rows = self._connection.execute(query, values).fetchall()
        try:
            stored = {h.hand_no: h for h in hands.read(rows, self._connection)}
        except ValueError:
            yield Difference(f"table {self._table}", "a stored hand has not three seats")
            return
        for number in sorted({*settled, *stored}):
            where = f"table {self._table}, hand {number}"
            if number not in stored:
                yield Difference(where, "was settled, but is not among the stored hands")
            elif number not in settled:
                yield Difference(where, "is among the stored hands, but was never settled")
            elif stored[number] != settled[number]:
                yield Difference(where, _first_change(stored[number], settled[number]))

    def _transfers(self, expected: dict[str, Transfer]) -> Iterator[Difference]:
        query = (
            "SELECT id, debit, credit, beans, reason FROM transfers "  # noqa: S608 - our own constants
            f"WHERE id >= ? AND id < ? AND {_OF_HANDS}"
        )
        span = (f"{self._table}/", f"{self._table}0")  # 0 is the character after /
        rows = self._connection.execute(query, span)
        posted = {row[0]: row for row in rows if _hand_of(row[0]) > self._from.hand_no}
        for name in sorted({*expected, *posted}):
            wanted, row = expected.get(name), posted.get(name)
            if wanted is None:
                yield Difference(f"transfer {name}", "belongs to no settlement")
            elif row is None:
                yield Difference(f"transfer {name}", f"is missing: {wanted.beans} beans")
            elif (wanted.id, wanted.debit, wanted.credit, wanted.beans, wanted.reason) != row:
                what = f"moves {row[3]} beans from {row[1]} to {row[2]}; settled were"
                what += f" {wanted.beans} from {wanted.debit} to {wanted.credit}"
                yield Difference(f"transfer {name}", what)


def _hand_of(transfer: str) -> int:
    """The number of the hand to which a transfer belongs; an odd name belongs to all."""
    number = transfer.split("/")[1]
    return int(number) if number.isdecimal() else 2**62


def _first_change(stored: StoredHand, settled: StoredHand) -> str:
    names = StoredHand.__dataclass_fields__
    name = next(n for n in names if getattr(stored, n) != getattr(settled, n))
    return f"is stored with {name} {getattr(stored, name)}, its log says {getattr(settled, name)}"


def _strays(connection: sqlite3.Connection) -> Iterator[Difference]:
    """Payments of hands of tables that never were."""
    query = (
        "SELECT id, beans FROM transfers "  # noqa: S608 - our own constants
        f"WHERE {_OF_HANDS} AND substr(id, 1, instr(id, '/') - 1) NOT IN (SELECT id FROM tables)"
    )
    for name, beans in connection.execute(query):
        yield Difference(f"transfer {name}", f"moves {beans} beans for a table that never was")


def _tallies(connection: sqlite3.Connection, expected: Tallies) -> Iterator[Difference]:
    stored = {row[:3]: row[3:] for row in connection.execute("SELECT * FROM tallies")}
    for key in sorted({*stored, *expected}):
        if stored.get(key) != expected.get(key):
            player, ruleset, week = key
            what = f"are {stored.get(key)}, the hands say {expected.get(key)}"
            yield Difference(f"statistics of {player} in {ruleset}, week {week}", what)
