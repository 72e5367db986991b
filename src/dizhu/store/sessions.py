"""The statements of sessions."""

import sqlite3

from dizhu.app.ports import SessionRow

SESSION_COLUMNS = "id, player, expires_at, created_at, seen_at, address, device"
MOST_SESSIONS = 20
"""So many sessions a player may have."""


def add_session(connection: sqlite3.Connection, session: SessionRow) -> None:
    """A new one; of too many the oldest ends."""
    connection.execute(
        f"INSERT INTO sessions ({SESSION_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - our own constants
        (
            session.id,
            session.player,
            session.expires_at,
            session.created_at,
            session.seen_at,
            session.address,
            session.device,
        ),
    )
    connection.execute(
        "DELETE FROM sessions WHERE player = ?1 AND id NOT IN (SELECT id FROM sessions "
        "WHERE player = ?1 AND revoked = 0 ORDER BY created_at DESC, id LIMIT ?2) AND id <> ?3",
        (session.player, MOST_SESSIONS, session.id),
    )


def session(connection: sqlite3.Connection, session: str, now: int) -> SessionRow | None:
    """A session that has not expired and was not revoked."""
    query = (
        f"SELECT {SESSION_COLUMNS} FROM sessions "  # noqa: S608 - our own constants
        "WHERE id = ? AND expires_at > ? AND revoked = 0"
    )
    row = connection.execute(query, (session, now)).fetchone()
    return None if row is None else SessionRow(*row)
