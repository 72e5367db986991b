"""The operator's side in the database: deeds with their audit entries, and what he looks at."""

import sqlite3
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from dizhu.app.archive import Cursor
from dizhu.app.operators.deeds import Order
from dizhu.app.operators.ports import (
    Allowance,
    Announcement,
    AuditLine,
    Case,
    Closing,
    Performed,
    Sanction,
)
from dizhu.app.ports import Line, PlayerRow, Report
from dizhu.store.archive import END_OF_TIME, SqliteArchive
from dizhu.store.deeds import perform
from dizhu.store.sqlite import SqliteStore

_lines = msgspec.json.Decoder(tuple[Line, ...])
_LAST = 2**62


class SqliteOffice:
    """`app.operators.ports.OfficeStore` over a store; long lists are read where nobody waits."""

    def __init__(self, store: SqliteStore, archive: SqliteArchive) -> None:
        self._store = store
        self._archive = archive

    async def perform(self, order: Order, allowance: Allowance | None = None) -> Performed:
        """Store a deed and its audit entry. Raises Impossible, NotEnoughBeans, Conflict."""
        return await self._store.writer.run(partial(perform, order=order, allowance=allowance))

    async def operators(self) -> frozenset[str]:
        """The ids of all operators."""
        rows = await self._read("SELECT player FROM roles WHERE role = 'operator'")
        return frozenset(player for (player,) in rows)

    async def sanctions(self, now: int) -> Sequence[Sanction]:
        """Those that hold."""
        query = (
            "SELECT kind, player, until, reason, imposed_by, at FROM sanctions "
            "WHERE until IS NULL OR until > ?"
        )
        return [Sanction(*row) for row in await self._read(query, now)]

    async def announcements(self, now: int) -> Sequence[Announcement]:
        """Those that are shown, the newest first."""
        query = (
            "SELECT id, zh, en, at, expires_at FROM announcements "
            "WHERE expires_at > ? AND withdrawn = 0 ORDER BY at DESC, id"
        )
        return [Announcement(*row) for row in await self._read(query, now)]

    async def find_people(self, text: str, before: Cursor | None, most: int) -> Sequence[PlayerRow]:
        """People with this id or with this text in their name, the newest first."""
        at = before or END_OF_TIME
        query = (
            "SELECT id, name, locale, kind, created_at FROM players "
            "WHERE kind <> 'bot' AND (id = ? OR instr(lower(name), lower(?)) > 0) "
            "AND (created_at < ? OR (created_at = ? AND id < ?)) "
            "ORDER BY created_at DESC, id DESC LIMIT ?"
        )
        rows = await self._read(query, text, text, at.at, at.at, at.id, most)
        return [PlayerRow(*row) for row in rows]

    async def names(self, players: Sequence[str]) -> Mapping[str, str]:
        """The names of those who are known."""
        wanted = msgspec.json.encode(sorted(set(players))).decode()
        query = "SELECT id, name FROM players WHERE id IN (SELECT value FROM json_each(?))"
        return dict(await self._read(query, wanted))

    async def cases(self, *, open_only: bool, before: int | None, most: int) -> Sequence[Case]:
        """Complaints, the newest first."""
        query = (
            "SELECT reports.id, reports.at, reporter, reported, place, reason, said, "
            "closings.at, closed_by, outcome, note "
            "FROM reports LEFT JOIN report_closings AS closings ON report = reports.id "
            "WHERE reports.id < ? AND (NOT ? OR outcome IS NULL) ORDER BY reports.id DESC LIMIT ?"
        )
        rows = await self._read(query, _LAST if before is None else before, open_only, most)
        return [_case(row) for row in rows]

    async def reports_against(self, player: str) -> int:
        """How often somebody has complained about him."""
        rows = await self._read("SELECT count(*) FROM reports WHERE reported = ?", player)
        return int(rows[0][0])

    async def audit(self, before: int | None, most: int) -> Sequence[AuditLine]:
        """The audit log, the newest first."""
        query = (
            "SELECT id, at, operator, action, target, reason, details, command FROM audit "
            "WHERE id < ? ORDER BY id DESC LIMIT ?"
        )
        rows = await self._read(query, _LAST if before is None else before, most)
        return [AuditLine(*row) for row in rows]

    async def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        def job(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
            return connection.execute(query, values).fetchall()

        return await self._archive.read(job)


def _case(row: tuple[Any, ...]) -> Case:
    number, at, reporter, reported, place, reason, said, *closing = row
    report = Report(at, reporter, reported, place, reason, _lines.decode(said))
    return Case(number, report, None if closing[0] is None else Closing(*closing))
