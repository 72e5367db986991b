"""Cups as they are found in lists, and the final ranks; written with their events."""

import sqlite3
from collections.abc import Iterable
from typing import Any

from dizhu.app.ports import CupEnd, CupRow
from dizhu.tournament.results import ResultRow

COLUMNS = (
    "id, key, zh, en, phase, live, private, opened_at, finished_at, entrants, champion, reason"
)
RANK_COLUMNS = "rank, player, bot, score, beans, cards, badge"


def save(connection: sqlite3.Connection, row: CupRow) -> None:
    """As it is now; the ranks and the ends once, when there are any."""
    connection.execute(
        f"INSERT OR REPLACE INTO cups ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - our own constants
        values_of(row),
    )
    connection.executemany(
        f"INSERT INTO cup_ranks (cup, {RANK_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - our own constants
        [(row.id, r.rank, r.player, r.bot, r.score, r.beans, r.cards, r.badge) for r in row.ranks],
    )
    connection.executemany(
        "INSERT INTO cup_ends (player, cup, beans, cards, seen) VALUES (?, ?, ?, ?, 0)",
        [(end.player, row.id, end.beans, end.cards) for end in row.ends],
    )


def values_of(row: CupRow) -> tuple[object, ...]:
    """Without its ranks, in the order of COLUMNS."""
    return (
        row.id,
        row.key,
        row.zh,
        row.en,
        row.phase,
        int(row.live),
        int(row.private),
        row.opened_at,
        row.finished_at,
        row.entrants,
        row.champion,
        row.reason,
    )


def read(rows: Iterable[tuple[Any, ...]]) -> list[CupRow]:
    """The cups of some rows of COLUMNS."""
    return [_row(*row) for row in rows]


def _row(cup: str, key: str, zh: str, en: str, phase: str, *rest: Any) -> CupRow:
    live, private, opened_at, finished_at, entrants, champion, reason = rest
    return CupRow(
        id=cup,
        key=key,
        zh=zh,
        en=en,
        phase=phase,
        live=bool(live),
        private=bool(private),
        opened_at=opened_at,
        finished_at=finished_at,
        entrants=entrants,
        champion=champion,
        reason=reason,
    )


def read_ends(connection: sqlite3.Connection, cup: str) -> list[CupEnd]:
    """Whose part in a cup ended with it, by id."""
    query = "SELECT player, beans, cards FROM cup_ends WHERE cup = ? ORDER BY player"
    return [CupEnd(*row) for row in connection.execute(query, (cup,))]


def read_ranks(rows: Iterable[tuple[Any, ...]]) -> list[ResultRow]:
    """The ranks of some rows of RANK_COLUMNS."""
    return [ResultRow(rank, player, bool(bot), *rest) for rank, player, bot, *rest in rows]
