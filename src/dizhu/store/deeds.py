"""The statements of an operator's deeds; each runs in one savepoint with its audit entry."""

import sqlite3
from collections.abc import Callable, Mapping
from typing import Any

from dizhu.app.operators.cup_deeds import CupDeed
from dizhu.app.operators.deeds import (
    BAN,
    Announce,
    CloseReport,
    Compensate,
    Deed,
    Grant,
    Impose,
    Impossible,
    Lift,
    Order,
    Revoke,
    SetDrain,
    Withdraw,
)
from dizhu.app.operators.ports import Allowance, Performed
from dizhu.app.ports import Conflict
from dizhu.store import sql
from dizhu.store.noting import details_of, note

_Balances = Mapping[str, int]


def perform(
    connection: sqlite3.Connection, order: Order, allowance: Allowance | None = None
) -> Performed:
    """A deed and its audit entry. Raises Impossible, NotEnoughBeans, Conflict."""
    if _done_before(connection, order):
        return Performed(True, _balances(connection, order.deed))
    if allowance is not None and isinstance(order.deed, Compensate):
        _demand_within(connection, order.by, order.deed.transfer.beans, allowance)
    effect: Callable[[sqlite3.Connection, Order, Any], None] = _EFFECTS[type(order.deed)]
    effect(connection, order, order.deed)
    note(connection, order)
    return Performed(False, _balances(connection, order.deed))


def _done_before(connection: sqlite3.Connection, order: Order) -> bool:
    row = connection.execute(
        "SELECT action, details FROM audit WHERE operator = ? AND command = ?",
        (order.by, order.command),
    ).fetchone()
    if row is None:
        return False
    if row != (order.action, details_of(order)):
        raise Conflict(f"the command {order.command} was another deed")
    return True


def _balances(connection: sqlite3.Connection, deed: Deed | CupDeed) -> _Balances:
    if not isinstance(deed, Compensate):
        return {}
    return sql.balances(connection, (deed.transfer.debit, deed.transfer.credit))


def _demand_within(
    connection: sqlite3.Connection, by: str, beans: int, allowance: Allowance
) -> None:
    """The audit log knows what an operator has moved; it cannot be shortened."""
    query = (
        "SELECT coalesce(sum(json_extract(details, '$.transfer.beans')), 0) FROM audit "
        "WHERE operator = ? AND action = 'compensate' AND at > ?"
    )
    moved: int = connection.execute(query, (by, allowance.since)).fetchone()[0]
    if moved + beans > allowance.most:
        raise Impossible("day_spent", str(max(0, allowance.most - moved)))


# --- the effects ---


def _grant(connection: sqlite3.Connection, order: Order, deed: Grant) -> None:
    if _kind_of(connection, deed.player) != "member":
        raise Impossible("not_registered")  # a guest is whoever holds the browser
    added = connection.execute(
        "INSERT INTO roles VALUES (?, 'operator', ?) ON CONFLICT DO NOTHING",
        (deed.player, order.at),
    ).rowcount
    if not added:
        raise Impossible("operator_already")


def _revoke(connection: sqlite3.Connection, _order: Order, deed: Revoke) -> None:
    _change_one(connection, "not_operator", "DELETE FROM roles WHERE player = ?", deed.player)


def _impose(connection: sqlite3.Connection, order: Order, deed: Impose) -> None:
    """Who is banned is signed out everywhere. A guest's session is all he has: it is not ended, but
    good for nothing while the ban holds (`server.door`).
    """
    kind = _kind_of(connection, deed.player)
    operator = connection.execute("SELECT 1 FROM roles WHERE player = ?", (deed.player,))
    if operator.fetchone() is not None:
        raise Impossible("is_operator")
    connection.execute(
        "INSERT OR REPLACE INTO sanctions VALUES (?, ?, ?, ?, ?, ?)",
        (deed.player, deed.kind, deed.until, order.reason, order.by, order.at),
    )
    if deed.kind == BAN and kind == "member":
        connection.execute("UPDATE sessions SET revoked = 1 WHERE player = ?", (deed.player,))


def _lift(connection: sqlite3.Connection, order: Order, deed: Lift) -> None:
    _change_one(
        connection,
        "not_sanctioned",
        "DELETE FROM sanctions WHERE player = ? AND kind = ? AND (until IS NULL OR until > ?)",
        deed.player,
        deed.kind,
        order.at,
    )


def _compensate(connection: sqlite3.Connection, order: Order, deed: Compensate) -> None:
    _kind_of(connection, deed.player)
    sql.post(connection, [deed.transfer], order.at)


def _announce(connection: sqlite3.Connection, order: Order, deed: Announce) -> None:
    connection.execute(
        "INSERT INTO announcements VALUES (?, ?, ?, ?, ?, 0)",
        (deed.id, deed.zh, deed.en, order.at, deed.expires_at),
    )


def _withdraw(connection: sqlite3.Connection, _order: Order, deed: Withdraw) -> None:
    statement = "UPDATE announcements SET withdrawn = 1 WHERE id = ? AND withdrawn = 0"
    _change_one(connection, "no_announcement", statement, deed.id)


def _close_report(connection: sqlite3.Connection, order: Order, deed: CloseReport) -> None:
    found = connection.execute("SELECT 1 FROM reports WHERE id = ?", (deed.report,)).fetchone()
    if found is None:
        raise Impossible("no_report")
    added = connection.execute(
        "INSERT INTO report_closings VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (deed.report, order.at, order.by, deed.outcome, order.reason),
    ).rowcount
    if not added:
        raise Impossible("report_closed")


def _only_noted(_connection: sqlite3.Connection, _order: Order, _deed: object) -> None:
    """A state of the process; only the entry is stored."""


_EFFECTS: dict[type[Deed | CupDeed], Callable[..., None]] = {
    Grant: _grant,
    Revoke: _revoke,
    Impose: _impose,
    Lift: _lift,
    Compensate: _compensate,
    Announce: _announce,
    Withdraw: _withdraw,
    CloseReport: _close_report,
    SetDrain: _only_noted,
}


def _kind_of(connection: sqlite3.Connection, player: str) -> str:
    """Guest or member. Raises Impossible for a bot, for nobody, and for who is gone."""
    row = connection.execute("SELECT kind FROM players WHERE id = ?", (player,)).fetchone()
    if row is None or row[0] not in ("guest", "member"):
        raise Impossible("no_player")
    return str(row[0])


def _change_one(connection: sqlite3.Connection, code: str, statement: str, *values: object) -> None:
    if connection.execute(statement, values).rowcount != 1:
        raise Impossible(code)
