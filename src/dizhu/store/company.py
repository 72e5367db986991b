"""What people are to one another: rooms of friends, who is blocked by whom, and reports.

Small and rare, so reading goes through the writer as well.
"""

import sqlite3
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from dizhu.app.ports import Line, Report
from dizhu.friends.state import FriendRoom
from dizhu.store.errors import UnknownEvent
from dizhu.store.writer import Writer

T = TypeVar("T")

_encoder = msgspec.json.Encoder()
_room = msgspec.json.Decoder(FriendRoom)
_lines = msgspec.json.Decoder(tuple[Line, ...])


class CompanyStore:
    """`app.ports.FriendStore` and `app.ports.ChatStore` in the database of a store."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def _run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        return await self._writer.run(job)

    async def save_friend_room(self, room: FriendRoom) -> None:
        """A new room, or one that changed."""
        row = (room.id, room.expires_at, _encoder.encode(room).decode())
        await self._run(
            lambda c: _execute(c, "INSERT OR REPLACE INTO friend_rooms VALUES (?, ?, ?)", row)
        )

    async def friend_rooms(self) -> Sequence[FriendRoom]:
        """All rooms there are. Raises UnknownEvent for one that this program cannot read."""
        query = "SELECT data FROM friend_rooms ORDER BY id"
        rows = await self._run(lambda c: c.execute(query).fetchall())
        try:
            return [_room.decode(data) for (data,) in rows]
        except (msgspec.DecodeError, ValueError) as error:
            raise UnknownEvent(f"a stored room of friends cannot be read: {error}") from error

    async def drop_friend_room(self, room: str) -> None:
        """A room by its id is no more."""
        await self._run(lambda c: _execute(c, "DELETE FROM friend_rooms WHERE id = ?", (room,)))

    async def blocks_of(self, player: str) -> frozenset[str]:
        """Whom a player does not want to hear."""
        query = "SELECT blocked FROM blocks WHERE player = ?"
        rows = await self._run(lambda c: c.execute(query, (player,)).fetchall())
        return frozenset(blocked for (blocked,) in rows)

    async def block(self, player: str, blocked: str, at: int) -> None:
        """He does not want to hear somebody."""
        row = (player, blocked, at)
        await self._run(
            lambda c: _execute(c, "INSERT OR REPLACE INTO blocks VALUES (?, ?, ?)", row)
        )

    async def unblock(self, player: str, blocked: str) -> None:
        """He wants to hear him again."""
        statement = "DELETE FROM blocks WHERE player = ? AND blocked = ?"
        await self._run(lambda c: _execute(c, statement, (player, blocked)))

    async def report(self, report: Report) -> None:
        """Somebody complains."""
        said = _encoder.encode(report.said).decode()
        row = (report.at, report.reporter, report.reported, report.place, report.reason, said)
        statement = (
            "INSERT INTO reports (at, reporter, reported, place, reason, said) "
            "VALUES (?, ?, ?, ?, ?, ?)"
        )
        await self._run(lambda c: _execute(c, statement, row))

    async def reports(self, most: int) -> Sequence[Report]:
        """The last complaints, the newest first."""
        return await self._reports("", most)

    async def reports_with(self, player: str, most: int) -> Sequence[Report]:
        """The last complaints that are his, or in which something stands that he said."""
        line = f'"player":"{player}"'
        return await self._reports("WHERE reporter = ? OR instr(said, ?)", player, line, most)

    async def _reports(self, which: str, *values: object) -> Sequence[Report]:
        query = (
            "SELECT at, reporter, reported, place, reason, said FROM reports "  # noqa: S608 - our own constants
            f"{which} ORDER BY id DESC LIMIT ?"
        )
        rows = await self._run(lambda c: c.execute(query, values).fetchall())
        return [
            Report(at, reporter, reported, place, reason, _lines.decode(said))
            for at, reporter, reported, place, reason, said in rows
        ]


def _execute(connection: sqlite3.Connection, statement: str, values: tuple[object, ...]) -> None:
    connection.execute(statement, values)
