"""The statements of the hot path, each a function of a connection; they run inside a savepoint."""

import sqlite3
from collections.abc import Sequence

from dizhu.app.ports import Append, Appended, Conflict, NotEnoughBeans
from dizhu.ledger.transfers import Transfer
from dizhu.store import cup_rows, hands, holdings
from dizhu.store.codec import Codec
from dizhu.store.noting import note

_Row = tuple[str, int, int, str, str]


def append(connection: sqlite3.Connection, codec: Codec, entry: Append) -> Appended:
    """Events, transfers, the command's id, the table's row and the orders of one decision."""
    key = entry.command
    if key is not None:
        done = command_version(connection, key.player, key.id)
        if done is not None:
            return Appended(done, True, {})
    rows = [
        (entry.stream, entry.expected + n, entry.at, *codec.write(event))
        for n, event in enumerate(entry.events, 1)
    ]
    version = entry.expected + len(rows)
    if not _at_version(connection, entry, rows):
        return Appended(version, False, balances(connection, _accounts(entry.transfers)))
    connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)
    if key is not None:
        values = (key.player, key.id, version, entry.at)
        connection.execute("INSERT INTO commands VALUES (?, ?, ?, ?)", values)
    _table_row(connection, entry)
    for order in entry.orders:
        note(connection, order)
    if entry.hand is not None:
        hands.add(connection, entry.hand)
    if entry.cup is not None:
        cup_rows.save(connection, entry.cup)
    holdings.post(connection, entry.moves, entry.at)
    return Appended(version, False, post(connection, entry.transfers, entry.at))


def _at_version(connection: sqlite3.Connection, entry: Append, rows: list[_Row]) -> bool:
    """False when these very events are stored already: a commit whose answer was lost."""
    version = stream_version(connection, entry.stream)
    if version == entry.expected:
        return True
    stored = connection.execute(
        "SELECT * FROM events WHERE stream = ? AND version > ? ORDER BY version LIMIT ?",
        (entry.stream, entry.expected, len(rows)),
    ).fetchall()
    if rows and stored == rows:
        return False
    raise Conflict(f"{entry.stream} is at version {version}, not {entry.expected}")


def stream_version(connection: sqlite3.Connection, stream: str) -> int:
    """The last version of a stream, 0 for a new one."""
    (version,) = connection.execute(
        "SELECT max(version) FROM events WHERE stream = ?", (stream,)
    ).fetchone()
    return version or 0


def command_version(connection: sqlite3.Connection, player: str, command: str) -> int | None:
    """The version with which a command was answered."""
    row = connection.execute(
        "SELECT version FROM commands WHERE player = ? AND id = ?", (player, command)
    ).fetchone()
    return None if row is None else row[0]


def _table_row(connection: sqlite3.Connection, entry: Append) -> None:
    if entry.opens is not None:
        connection.execute(
            "INSERT INTO tables (id, room, live, opened_at) VALUES (?, ?, 1, ?)",
            (entry.stream, entry.opens, entry.at),
        )
    if entry.closes:
        connection.execute(
            "UPDATE tables SET live = 0, closed_at = ? WHERE id = ?", (entry.at, entry.stream)
        )


def post(connection: sqlite3.Connection, transfers: Sequence[Transfer], at: int) -> dict[str, int]:
    """Move beans, each transfer once; the balances of the accounts concerned."""
    for transfer in transfers:
        if _is_new(connection, transfer, at):
            _change(connection, transfer.credit, transfer.beans)
            _change(connection, transfer.debit, -transfer.beans)
    return balances(connection, _accounts(transfers))


def posted(connection: sqlite3.Connection, transfers: Sequence[str]) -> frozenset[str]:
    """Which of some ids of transfers there are."""
    query = "SELECT 1 FROM transfers WHERE id = ?"
    return frozenset(t for t in transfers if connection.execute(query, (t,)).fetchone())


def last_number(connection: sqlite3.Connection, prefix: str) -> int | None:
    """The largest of the numbers that follow a prefix ending with a colon; by the key."""
    query = "SELECT max(CAST(substr(id, ?) AS INTEGER)) FROM transfers WHERE id > ? AND id < ?"
    after = prefix[:-1] + ";"  # the character after the colon
    found: int | None = connection.execute(query, (len(prefix) + 1, prefix, after)).fetchone()[0]
    return found


def _is_new(connection: sqlite3.Connection, transfer: Transfer, at: int) -> bool:
    row = (transfer.id, transfer.debit, transfer.credit, transfer.beans, transfer.reason)
    added = connection.execute(
        "INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING", (*row, at)
    ).rowcount
    if added:
        return True
    known = connection.execute(
        "SELECT id, debit, credit, beans, reason FROM transfers WHERE id = ?", (transfer.id,)
    ).fetchone()
    if known != row:
        raise Conflict(f"the transfer {transfer.id} was posted before, and was another")
    return False


def _change(connection: sqlite3.Connection, account: str, beans: int) -> None:
    """SQLite checks the row that an upsert would insert, so the account is made first."""
    connection.execute("INSERT INTO accounts VALUES (?, 0) ON CONFLICT (id) DO NOTHING", (account,))
    try:
        connection.execute("UPDATE accounts SET beans = beans + ? WHERE id = ?", (beans, account))
    except sqlite3.IntegrityError as error:
        raise NotEnoughBeans(account) from error


def _accounts(transfers: Sequence[Transfer]) -> tuple[str, ...]:
    return tuple({account for t in transfers for account in (t.debit, t.credit)})


def balances(connection: sqlite3.Connection, accounts: Sequence[str]) -> dict[str, int]:
    """The balances of some accounts; 0 for one that has never been used."""
    found = dict.fromkeys(accounts, 0)
    for account in accounts:
        row = connection.execute("SELECT beans FROM accounts WHERE id = ?", (account,)).fetchone()
        if row is not None:
            found[account] = row[0]
    return found


def forget_tables(connection: sqlite3.Connection, before: int, most: int) -> int:
    """Remove tables closed before a time, with their events and hands; transfers stay for ever."""
    rows = connection.execute(
        "SELECT id FROM tables WHERE live = 0 AND closed_at < ? LIMIT ?", (before, most)
    ).fetchall()
    connection.executemany("DELETE FROM events WHERE stream = ?", rows)
    hands.forget(connection, rows)
    connection.executemany("DELETE FROM tables WHERE id = ?", rows)
    return len(rows)
