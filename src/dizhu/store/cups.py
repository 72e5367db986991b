"""Reads cups, their tables, and what people hold; notes who has seen how a cup ended."""

import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from functools import partial

from dizhu.app.archive import Cursor
from dizhu.app.cups.ports import HoldingRow, StreamRow, UnseenEnd
from dizhu.app.ports import CupEnd, CupRow, Recorded
from dizhu.ledger.transfers import player_account
from dizhu.store import cup_rows, holdings
from dizhu.store.archive import END_OF_TIME
from dizhu.store.sqlite import SqliteStore
from dizhu.tournament.results import ResultRow

AT_A_TIME = 500


class SqliteCups:
    """`app.cups.ports.CupShelf` over a `SqliteStore`."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store

    async def live(self) -> Sequence[str]:
        """The ids of the cups that are not over, the oldest first."""
        query = "SELECT id FROM cups WHERE live = 1 ORDER BY opened_at, id"
        return [cup for (cup,) in await self._store.read(lambda c: c.execute(query).fetchall())]

    async def log(self, cup: str) -> Sequence[Recorded]:
        """All events of a cup. Raises UnknownEvent."""
        return await self._store.load(cup)

    async def row(self, cup: str) -> CupRow | None:
        """A cup, without its ranks."""
        query = f"SELECT {cup_rows.COLUMNS} FROM cups WHERE id = ?"  # noqa: S608 - our own constants
        rows = await self._store.read(lambda c: c.execute(query, (cup,)).fetchall())
        return next(iter(cup_rows.read(rows)), None)

    async def past(self, before: Cursor | None, most: int, player: str | None) -> Sequence[CupRow]:
        """Cups that are over, newest first."""
        at = before or END_OF_TIME
        values = {"at": at.at, "id": at.id, "most": most, "player": player}
        query = _PAST if player is None else _OWN
        rows = await self._store.read(lambda c: c.execute(query, values).fetchall())
        return cup_rows.read(rows)

    async def ranks(self, cup: str, first: int, most: int) -> Sequence[ResultRow]:
        """The final ranks from `first` on."""
        query = (
            f"SELECT {cup_rows.RANK_COLUMNS} FROM cup_ranks "  # noqa: S608 - our own constants
            "WHERE cup = ? AND rank >= ? ORDER BY rank LIMIT ?"
        )
        values = (cup, first, most)
        rows = await self._store.read(lambda c: c.execute(query, values).fetchall())
        return cup_rows.read_ranks(rows)

    async def rank_of(self, cup: str, player: str) -> ResultRow | None:
        """The final rank of a player."""
        rows = await self._store.read(lambda c: c.execute(_RANK_OF, (cup, player)).fetchall())
        return next(iter(cup_rows.read_ranks(rows)), None)

    async def unseen(self, player: str, most: int) -> Sequence[UnseenEnd]:
        """The ends of cups that somebody has not put away, oldest first."""
        return await self._store.read(partial(_unseen, player=player, most=most))

    async def see(self, player: str, cup: str) -> None:
        """He has put the end of a cup away."""
        query = "UPDATE cup_ends SET seen = 1 WHERE player = ? AND cup = ?"
        await self._store.writer.run(lambda c: c.execute(query, (player, cup)))

    async def streams(self, cup: str) -> Sequence[StreamRow]:
        """The tables of a cup."""
        return await self._store.read(partial(streams, cup=cup))

    async def names(self, players: Sequence[str]) -> dict[str, str]:
        """The names of some players."""
        return await self._store.read(partial(_names, players=tuple(players)))

    async def held(self, player: str) -> dict[str, int]:
        """What a player holds."""
        return await self._store.read(partial(holdings.held, account=player_account(player)))

    async def moves(self, player: str, most: int) -> Sequence[HoldingRow]:
        """The last changes of what he holds, newest first."""
        values = {"account": player_account(player), "most": most}
        rows = await self._store.read(lambda c: c.execute(_MOVES, values).fetchall())
        return [HoldingRow(*row) for row in rows]


def streams(connection: sqlite3.Connection, cup: str) -> list[StreamRow]:
    """The tables of a cup, each with the hands that it has finished."""
    span = (f"{cup}-", f"{cup}.")  # . is the character after -
    settled: dict[str, dict[int, tuple[str, list[int]]]] = defaultdict(dict)
    for stream, hand_no, hand, delta in connection.execute(_SETTLED, span):
        settled[stream].setdefault(hand_no, (hand, []))[1].append(delta)
    query = "SELECT id, live FROM tables WHERE id >= ? AND id < ? ORDER BY opened_at, id"
    return [
        StreamRow(
            stream,
            bool(live),
            tuple((hand, (d[0], d[1], d[2])) for _, (hand, d) in sorted(settled[stream].items())),
        )
        for stream, live in connection.execute(query, span).fetchall()
    ]


def _unseen(connection: sqlite3.Connection, player: str, most: int) -> list[UnseenEnd]:
    found = connection.execute(_UNSEEN, {"player": player, "most": most}).fetchall()
    return [_end_of(connection, player, *row) for row in reversed(found)]


def _end_of(
    connection: sqlite3.Connection, player: str, beans: int, cards: int, *row: object
) -> UnseenEnd:
    (cup,) = cup_rows.read([row])
    ranks = cup_rows.read_ranks(connection.execute(_RANK_OF, (cup.id, player)))
    return UnseenEnd(cup, CupEnd(player, beans, cards), next(iter(ranks), None))


def _names(connection: sqlite3.Connection, players: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for start in range(0, len(players), AT_A_TIME):
        some = players[start : start + AT_A_TIME]
        marks = ", ".join("?" * len(some))
        query = f"SELECT id, name FROM players WHERE id IN ({marks})"  # noqa: S608 - our own constants
        found.update(connection.execute(query, some).fetchall())
    return found


_SETTLED = """
SELECT stream, hand_no, id, delta FROM hands JOIN hand_seats ON hand = id
WHERE stream >= ? AND stream < ? ORDER BY stream, hand_no, seat
"""

_BEFORE = "live = 0 AND (finished_at < :at OR (finished_at = :at AND id < :id))"
_NEWEST = "ORDER BY finished_at DESC, id DESC LIMIT :most"
_PAST = f"""
SELECT {cup_rows.COLUMNS} FROM cups
WHERE private = 0 AND phase = 'finished' AND {_BEFORE} {_NEWEST}
"""  # noqa: S608 - our own constants
_OWN = f"""
SELECT {cup_rows.COLUMNS} FROM cups
WHERE id IN (SELECT cup FROM cup_ends WHERE player = :player) AND {_BEFORE} {_NEWEST}
"""  # noqa: S608 - our own constants
_UNSEEN = f"""
SELECT beans, cards, {cup_rows.COLUMNS} FROM cup_ends JOIN cups ON cup = id
WHERE player = :player AND seen = 0 {_NEWEST}
"""  # noqa: S608 - our own constants
_RANK_OF = f"""
SELECT {cup_rows.RANK_COLUMNS} FROM cup_ranks WHERE cup = ? AND player = ? AND bot = 0
"""  # noqa: S608 - our own constants

_MOVES = """
SELECT id, at, what, count, reason FROM (
    SELECT id, at, what, -count AS count, reason FROM moves WHERE debit = :account
    UNION ALL
    SELECT id, at, what, count, reason FROM moves WHERE credit = :account
) ORDER BY at DESC, id DESC LIMIT :most
"""
