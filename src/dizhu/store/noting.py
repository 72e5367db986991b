"""The audit log: what is written into it, in the transaction of the deed itself."""

import sqlite3

import msgspec

from dizhu.app.operators.deeds import Order
from dizhu.app.ports import CommandReused


def note(connection: sqlite3.Connection, order: Order) -> None:
    """One entry. Raises CommandReused when there is one of the same command."""
    added = connection.execute(
        "INSERT INTO audit (at, operator, action, target, reason, details, command) "
        "SELECT ?, ?, ?, ?, ?, ?, ? "
        "WHERE NOT EXISTS (SELECT 1 FROM audit WHERE operator = ? AND command = ?)",
        (
            *(order.at, order.by, order.action, order.target, order.reason),
            *(details_of(order), order.command, order.by, order.command),
        ),
    ).rowcount
    if not added:
        raise CommandReused(f"the command {order.command} was done before")


def details_of(order: Order) -> str:
    """The deed as JSON, always the same for the same deed."""
    return msgspec.json.encode(order.deed, order="deterministic").decode()
