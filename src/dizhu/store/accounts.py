"""Names with passwords, sessions, and the traces of those who are gone."""

import json
import sqlite3
from collections.abc import Sequence
from functools import partial
from typing import Any

from dizhu.app.account_store import Login, NameTaken, NoGuest
from dizhu.app.operators.deeds import Order, Revoke
from dizhu.app.ports import SessionRow
from dizhu.ledger.transfers import Transfer, player_account
from dizhu.store import sql
from dizhu.store.noting import note
from dizhu.store.sessions import SESSION_COLUMNS
from dizhu.store.sqlite import SqliteStore


class SqliteAccounts:
    """`app.account_store.AccountStore` over a `SqliteStore`."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store

    async def login(self, skeleton: str) -> Login | None:
        """Whose name this is."""
        return await self._login("skeleton", skeleton)

    async def login_of(self, player: str) -> Login | None:
        """How a player signs in; None for a guest."""
        return await self._login("player", player)

    async def _login(self, column: str, value: str) -> Login | None:
        query = f"SELECT player, skeleton, password FROM logins WHERE {column} = ?"  # noqa: S608 - our own constants
        row = await self._store.read(lambda c: c.execute(query, (value,)).fetchone())
        return None if row is None else Login(*row)

    async def register(self, login: Login, name: str, at: int) -> None:
        """A guest becomes a member. Raises NameTaken, NoGuest."""
        await self._store.writer.run(partial(_register, login=login, name=name, at=at))

    async def set_password(self, player: str, password: str, at: int) -> None:
        """Another password."""
        statement = "UPDATE logins SET password = ?, changed_at = ? WHERE player = ?"
        await self._write(statement, (password, at, player))

    async def sessions(self, player: str, now: int) -> Sequence[SessionRow]:
        """The sessions of a player that are good, the one seen last first."""
        query = (
            f"SELECT {SESSION_COLUMNS} FROM sessions "  # noqa: S608 - our own constants
            "WHERE player = ? AND expires_at > ? AND revoked = 0 ORDER BY seen_at DESC, id"
        )
        rows = await self._store.read(lambda c: c.execute(query, (player, now)).fetchall())
        return [SessionRow(*row) for row in rows]

    async def touch_session(self, session: SessionRow) -> None:
        """Note when and where it was seen, and till when it lasts; one that ended stays so."""
        statement = (
            "UPDATE sessions SET seen_at = ?, expires_at = ?, address = ?, device = ? "
            "WHERE id = ? AND revoked = 0"
        )
        seen = (session.seen_at, session.expires_at, session.address, session.device)
        await self._write(statement, (*seen, session.id))

    async def revoke_sessions(self, player: str, only: str | None, keep: str | None) -> int:
        """End one session of a player, or all but one; how many were ended."""
        statement = (
            "UPDATE sessions SET revoked = 1 WHERE player = ? AND revoked = 0 "
            "AND (? IS NULL OR id = ?) AND (? IS NULL OR id <> ?)"
        )
        return await self._write(statement, (player, only, only, keep, keep))

    async def forget_name(self, player: str, name: str, most: int) -> bool:
        """Replace his name at so many of his tables; whether there are more."""
        return await self._store.writer.run(
            partial(_forget_name, player=player, name=name, most=most)
        )

    async def remove(self, player: str, name: str, house: str, at: int) -> None:
        """The person is gone."""
        await self._store.writer.run(partial(_remove, player=player, name=name, house=house, at=at))

    async def _write(self, statement: str, values: tuple[object, ...]) -> int:
        return await self._store.writer.run(lambda c: c.execute(statement, values).rowcount)


def _register(connection: sqlite3.Connection, login: Login, name: str, at: int) -> None:
    changed = connection.execute(
        "UPDATE players SET name = ?, kind = 'member' WHERE id = ? AND kind = 'guest'",
        (name, login.player),
    ).rowcount
    if changed != 1:
        raise NoGuest(login.player)
    try:
        values = (login.player, login.skeleton, login.password, at)
        connection.execute("INSERT INTO logins VALUES (?, ?, ?, ?)", values)
    except sqlite3.IntegrityError as error:
        raise NameTaken(name) from error


def _forget_name(connection: sqlite3.Connection, player: str, name: str, most: int) -> bool:
    """At the tables where his old name still stands: in the list of hands, and as he sat down."""
    rows = connection.execute(
        "SELECT DISTINCT stream FROM hand_seats JOIN hands ON hand = hands.id "
        "WHERE player = ? AND bot = 0 AND name <> ? LIMIT ?",
        (player, name, most),
    ).fetchall()
    for (stream,) in rows:
        _rename_in_opening(connection, stream, player, name)
        connection.execute(
            "UPDATE hand_seats SET name = ? WHERE player = ? "
            "AND hand IN (SELECT id FROM hands WHERE stream = ?)",
            (name, player, stream),
        )
    return len(rows) == most


def _forget_name_unplayed(connection: sqlite3.Connection, player: str, name: str) -> None:
    """At the few tables where no hand was finished; in the list of hands they are not."""
    rows = connection.execute(
        "SELECT id FROM tables JOIN events ON stream = id AND version = 1 "
        "WHERE NOT EXISTS (SELECT 1 FROM hands WHERE hands.stream = tables.id) "
        "AND instr(data, json_quote(?))",
        (player,),
    ).fetchall()
    for (stream,) in rows:
        _rename_in_opening(connection, stream, player, name)


def _rename_in_opening(connection: sqlite3.Connection, stream: str, player: str, name: str) -> None:
    row = connection.execute(
        "SELECT data FROM events WHERE stream = ? AND version = 1", (stream,)
    ).fetchone()
    if row is None:
        return
    data = json.loads(row[0])
    _rename(data, player, name)
    connection.execute(
        "UPDATE events SET data = ? WHERE stream = ? AND version = 1",
        (json.dumps(data, ensure_ascii=False, separators=(",", ":")), stream),
    )


def _rename(value: Any, player: str, name: str) -> None:
    """Wherever a name stands beside his id."""
    if isinstance(value, dict):
        if value.get("id") == player and "name" in value:
            value["name"] = name
        for inner in value.values():
            _rename(inner, player, name)
    elif isinstance(value, list):
        for inner in value:
            _rename(inner, player, name)


def _remove(connection: sqlite3.Connection, player: str, name: str, house: str, at: int) -> None:
    _forget_name_unplayed(connection, player, name)
    account = player_account(player)
    beans = sql.balances(connection, [account])[account]
    if beans > 0:
        gift = Transfer(f"departed:{player}", account, house, beans, "departed")
        sql.post(connection, [gift], at)
    connection.execute(
        "UPDATE players SET name = ?, kind = 'gone' WHERE id = ? AND kind <> 'bot'", (name, player)
    )
    if connection.execute("SELECT 1 FROM roles WHERE player = ?", (player,)).fetchone():
        note(connection, Order(player, "departed", at, "the account was deleted", Revoke(player)))
    for table in ("logins", "sessions", "commands", "blocks", "roles"):
        connection.execute(f"DELETE FROM {table} WHERE player = ?", (player,))  # noqa: S608 - our own constants
