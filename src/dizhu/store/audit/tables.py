"""Every table: its log folded and played again, its hands, deals, settlements and transfers."""

import sqlite3
from collections.abc import Iterator

from dizhu.app.archive import StoredHand
from dizhu.ledger.transfers import Transfer
from dizhu.rules.errors import RuleViolation
from dizhu.store import hands
from dizhu.store.audit.difference import Count, Difference
from dizhu.store.audit.log import LogReader
from dizhu.store.codec import Codec, table_codec
from dizhu.store.errors import StoreError
from dizhu.table import Status, TableEvent

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
_OF_HANDS = "reason IN ('pair', 'escape', 'fee')"


def table_differences(connection: sqlite3.Connection, count: Count) -> Iterator[Difference]:
    """All tables, then what belongs to none."""
    tallies: hands.Tallies = {}
    codec = table_codec()
    rows = connection.execute("SELECT id, live FROM tables ORDER BY opened_at, id").fetchall()
    for table, live in rows:
        count.tables += 1
        found = _Table(connection, codec, table)
        yield from found.differences(live=bool(live))
        count.hands += len(found.hands)
        hands.add_up(tallies, found.hands)
    if _complete(connection):
        yield from _strays(connection)
        yield from _tallies(connection, tallies)


def _complete(connection: sqlite3.Connection) -> bool:
    """Whether no old table has been forgotten."""
    query = "SELECT 1 FROM meta WHERE key = 'tables_forgotten'"
    return connection.execute(query).fetchone() is None


def differences_of(connection: sqlite3.Connection, table: str, count: Count) -> list[Difference]:
    """One table that is closed, by itself: its log, hands and transfers."""
    found = _Table(connection, table_codec(), table)
    differences = list(found.differences(live=False))
    count.tables += 1
    count.hands += len(found.hands)
    return differences


class _Table:
    def __init__(self, connection: sqlite3.Connection, codec: Codec, table: str) -> None:
        self._connection = connection
        self._codec = codec
        self._table = table
        self.hands: list[StoredHand] = []

    def differences(self, *, live: bool) -> Iterator[Difference]:
        reader = LogReader(self._table)
        try:
            for version, at, event in self._events():
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

    def _events(self) -> Iterator[tuple[int, int, TableEvent]]:
        query = "SELECT version, at, type, data FROM events WHERE stream = ? ORDER BY version"
        for version, at, name, data in self._connection.execute(query, (self._table,)):
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
        query = f"SELECT {hands.HAND_COLUMNS} FROM hands WHERE stream = ?"  # noqa: S608
        rows = self._connection.execute(query, (self._table,)).fetchall()
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
            "SELECT id, debit, credit, beans, reason FROM transfers "  # noqa: S608
            f"WHERE id >= ? AND id < ? AND {_OF_HANDS}"
        )
        span = (f"{self._table}/", f"{self._table}0")  # 0 is the character after /
        posted = {row[0]: row for row in self._connection.execute(query, span)}
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


def _first_change(stored: StoredHand, settled: StoredHand) -> str:
    names = StoredHand.__dataclass_fields__
    name = next(n for n in names if getattr(stored, n) != getattr(settled, n))
    return f"is stored with {name} {getattr(stored, name)}, its log says {getattr(settled, name)}"


def _strays(connection: sqlite3.Connection) -> Iterator[Difference]:
    """Payments of hands of tables that never were."""
    query = (
        "SELECT id, beans FROM transfers "  # noqa: S608
        f"WHERE {_OF_HANDS} AND substr(id, 1, instr(id, '/') - 1) NOT IN (SELECT id FROM tables)"
    )
    for name, beans in connection.execute(query):
        yield Difference(f"transfer {name}", f"moves {beans} beans for a table that never was")


def _tallies(connection: sqlite3.Connection, expected: hands.Tallies) -> Iterator[Difference]:
    stored = {row[:3]: row[3:] for row in connection.execute("SELECT * FROM tallies")}
    for key in sorted({*stored, *expected}):
        if stored.get(key) != expected.get(key):
            player, ruleset, week = key
            what = f"are {stored.get(key)}, the hands say {expected.get(key)}"
            yield Difference(f"statistics of {player} in {ruleset}, week {week}", what)
