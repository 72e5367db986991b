"""Platinum cards and badges: who has how many, and how they came there."""

import sqlite3
from collections.abc import Sequence

from dizhu.app.ports import Conflict, NotEnoughHeld
from dizhu.ledger.holdings import Move

MOVE_COLUMNS = "id, debit, credit, what, count, reason"


def post(connection: sqlite3.Connection, moves: Sequence[Move], at: int) -> None:
    """Each move once. Raises NotEnoughHeld, and Conflict for an id that meant another move."""
    for move in moves:
        if _is_new(connection, move, at):
            _change(connection, move.credit, move.what, move.count)
            _change(connection, move.debit, move.what, -move.count)


def _is_new(connection: sqlite3.Connection, move: Move, at: int) -> bool:
    row = (move.id, move.debit, move.credit, move.what, move.count, move.reason)
    added = connection.execute(
        f"INSERT INTO moves ({MOVE_COLUMNS}, at) VALUES (?, ?, ?, ?, ?, ?, ?) "  # noqa: S608 - our own constants
        "ON CONFLICT (id) DO NOTHING",
        (*row, at),
    ).rowcount
    if added:
        return True
    query = f"SELECT {MOVE_COLUMNS} FROM moves WHERE id = ?"  # noqa: S608 - our own constants
    if connection.execute(query, (move.id,)).fetchone() != row:
        raise Conflict(f"the move {move.id} was posted before, and was another")
    return False


def _change(connection: sqlite3.Connection, account: str, what: str, count: int) -> None:
    connection.execute(
        "INSERT INTO holdings VALUES (?, ?, 0) ON CONFLICT (account, what) DO NOTHING",
        (account, what),
    )
    try:
        connection.execute(
            "UPDATE holdings SET count = count + ? WHERE account = ? AND what = ?",
            (count, account, what),
        )
    except sqlite3.IntegrityError as error:
        raise NotEnoughHeld(f"{account}: {what}") from error


def held(connection: sqlite3.Connection, account: str) -> dict[str, int]:
    """What an account holds, by name; what it has none of is left out."""
    query = "SELECT what, count FROM holdings WHERE account = ? AND count <> 0 ORDER BY what"
    return dict(connection.execute(query, (account,)).fetchall())
