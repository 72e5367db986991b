"""Every cup: its log folded, what it moved, its results against the hands that were stored."""

import sqlite3
from collections.abc import Iterator
from dataclasses import fields

from dizhu.app.cups.draft import row_of
from dizhu.app.cups.names import TableName, table_name
from dizhu.app.cups.posting import (
    REASONS,
    Posting,
    Postings,
    escrow_account,
    postings,
    prefix,
)
from dizhu.app.ports import CupRow
from dizhu.ledger.holdings import Move
from dizhu.ledger.transfers import Transfer
from dizhu.rules.errors import RuleViolation
from dizhu.store import cup_rows
from dizhu.store.audit.difference import Count, Difference
from dizhu.store.codec import Codec, every_codec
from dizhu.store.cups import streams
from dizhu.store.errors import StoreError
from dizhu.store.holdings import MOVE_COLUMNS
from dizhu.tournament import Cup, Phase, evolve
from dizhu.tournament.events import Awarded, Cancelled, CupEvent, HandScored, Opened
from dizhu.tournament.prizes import awarded, escrow, refunds
from dizhu.tournament.results import results

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
_ELSEWHERE = ("ranks", "ends", "entrants")
"""What of a cup is not in its own row, or changes without it."""
_TRANSFER_COLUMNS = "id, debit, credit, beans, reason"
_WHERE = "WHERE id >= ? AND id < ? ORDER BY id"


def cup_differences(connection: sqlite3.Connection, count: Count) -> Iterator[Difference]:
    """All cups, then what belongs to none."""
    codec = every_codec()
    rows = connection.execute(
        f"SELECT {cup_rows.COLUMNS} FROM cups ORDER BY opened_at, id"  # noqa: S608 - our own constants
    ).fetchall()
    whole = connection.execute("SELECT 1 FROM meta WHERE key = 'tables_forgotten'").fetchone()
    for row in cup_rows.read(rows):
        count.cups += 1
        yield from _Cup(connection, codec, row).differences(hands=whole is None)
    yield from _strays(connection)


class _Cup:
    def __init__(self, connection: sqlite3.Connection, codec: Codec, row: CupRow) -> None:
        self._connection = connection
        self._codec = codec
        self._row = row
        self._where = f"cup {row.id}"
        self._cup: Cup | None = None
        self._moved = Postings()
        self._scored: dict[tuple[int, int], tuple[int, int, int]] = {}
        self._opened_at = 0

    def differences(self, *, hands: bool) -> Iterator[Difference]:
        try:
            yield from self._fold()
        except _BROKEN as error:
            reason = f"{type(error).__name__}: {error}"
            yield Difference(self._where, f"the log cannot be folded: {reason}")
            return
        if self._cup is None:
            yield Difference(self._where, "has no log")
            return
        yield from self._as_listed(self._cup)
        yield from self._as_posted(self._cup)
        if hands:
            yield from self._as_played()

    # --- its log ---

    def _fold(self) -> Iterator[Difference]:
        query = "SELECT version, type, data FROM events WHERE stream = ? ORDER BY version"
        rows = self._connection.execute(query, (self._row.id,))
        for expected, (version, name, data) in enumerate(rows, 1):
            if version != expected:
                yield Difference(self._where, f"event {version} stands where {expected} should")
            event = self._codec.read(name, data)
            if not isinstance(event, CupEvent):
                raise TypeError(f"{name} is no event of a cup")
            yield from self._event(event)

    def _event(self, event: CupEvent) -> Iterator[Difference]:
        before, after = self._cup, evolve(self._cup, event)
        if isinstance(event, Opened):
            self._opened_at = event.at
        elif isinstance(event, HandScored):
            key = (event.table, event.hand)
            if key in self._scored:
                yield Difference(self._where, f"table {key[0]}, hand {key[1]} is scored twice")
            self._scored[key] = event.deltas
        assert before is not None or isinstance(event, Opened), "a cup begins with cup_opened"
        if isinstance(event, Awarded) and before is not None and event != awarded(before):
            yield Difference(self._where, "its prizes are not those of its ranks")
        if isinstance(event, Cancelled) and before is not None and event.refunds != refunds(before):
            yield Difference(self._where, "its refunds are not its entries")
        self._moved += postings(after if before is None else before, (event,), after)
        self._cup = after

    # --- beside it ---

    def _as_listed(self, cup: Cup) -> Iterator[Difference]:
        wanted = row_of(cup, self._opened_at)
        for name in (f.name for f in fields(CupRow) if f.name not in _ELSEWHERE):
            if getattr(wanted, name) != getattr(self._row, name):
                listed, is_so = getattr(self._row, name), getattr(wanted, name)
                yield Difference(self._where, f"is listed with {name} {listed}, not {is_so}")
        query = f"SELECT {cup_rows.RANK_COLUMNS} FROM cup_ranks WHERE cup = ? ORDER BY rank"  # noqa: S608 - our own constants
        ranks = cup_rows.read_ranks(self._connection.execute(query, (self._row.id,)))
        if tuple(ranks) != results(cup):
            yield Difference(self._where, "its stored ranks are not those of its log")
        ends = cup_rows.read_ends(self._connection, cup.id)
        unknown = not ends and cup.phase is Phase.CANCELLED  # of before they were kept
        if not unknown and ends != sorted(wanted.ends, key=lambda end: end.player):
            yield Difference(self._where, "its stored ends are not those of its log")

    def _as_posted(self, cup: Cup) -> Iterator[Difference]:
        yield from self._compared(self._moved.transfers, _TRANSFER_COLUMNS, "transfers")
        yield from self._compared(self._moved.moves, MOVE_COLUMNS, "moves")
        account = escrow_account(cup.id)
        query = "SELECT beans FROM accounts WHERE id = ?"
        row = self._connection.execute(query, (account,)).fetchone()
        wanted = 0 if cup.over else escrow(cup)
        if (held := 0 if row is None else row[0]) != wanted:
            yield Difference(f"account {account}", f"holds {held} beans in escrow, not {wanted}")

    def _compared(
        self, expected: tuple[Posting, ...], columns: str, table: str
    ) -> Iterator[Difference]:
        start = prefix(self._row.id)
        span = (start, start[:-1] + "0")  # 0 is the character after /
        query = f"SELECT {columns} FROM {table} {_WHERE}"  # noqa: S608 - our own constants
        posted = {row[0]: row for row in self._connection.execute(query, span)}
        wanted = {p.id: _values(p) for p in expected}
        for name in sorted({*posted, *wanted}):
            if posted.get(name) != wanted.get(name):
                what = f"is {posted.get(name)}, the log of the cup says {wanted.get(name)}"
                yield Difference(f"{table} {name}", what)

    def _as_played(self) -> Iterator[Difference]:
        """Every result that counted was played at one of its tables, and stored."""
        stored: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
        for stream in streams(self._connection, self._row.id):
            name = table_name(stream.id)
            assert name is not None, "the streams of a cup have such names"
            for number, (_, deltas) in enumerate(stream.settled):
                stored.setdefault(_hand_of(name, number), []).append(deltas)
        for key, deltas in sorted(self._scored.items()):
            if deltas not in stored.get(key, []):
                where = f"{self._where}, table {key[0]}, hand {key[1]}"
                yield Difference(where, f"was scored {deltas}; stored were {stored.get(key, [])}")


def _hand_of(name: TableName, number: int) -> tuple[int, int]:
    return (name.number, name.hand + number)


def _values(posting: Posting) -> tuple[object, ...]:
    match posting:
        case Transfer(name, debit, credit, beans, reason):
            return (name, debit, credit, beans, reason)
        case Move(name, debit, credit, what, number, reason):
            return (name, debit, credit, what, number, reason)


def _strays(connection: sqlite3.Connection) -> Iterator[Difference]:
    """Postings of cups that never were."""
    marks = ", ".join("?" * len(REASONS))
    for table in ("transfers", "moves"):
        query = (
            f"SELECT id FROM {table} WHERE reason IN ({marks}) AND "  # noqa: S608 - our own constants
            "substr(id, 5, instr(id, '/') - 5) NOT IN (SELECT id FROM cups)"
        )
        for (name,) in connection.execute(query, REASONS):
            yield Difference(f"{table} {name}", "belongs to a cup that never was")
