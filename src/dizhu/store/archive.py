"""Reads what is kept of finished hands, on a connection of its own: a long list never makes a table
wait for a balance.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from dizhu.app.archive import Cursor, Leader, Movement, StoredHand, Tally
from dizhu.app.ports import StorageFailed
from dizhu.ledger.transfers import player_account
from dizhu.store import hands
from dizhu.store.codec import Codec
from dizhu.store.sqlite import FILE
from dizhu.table import TableEvent

T = TypeVar("T")

END_OF_TIME = Cursor(2**62, "")


class SqliteArchive:
    """`app.archive.Archive` over the file of a `SqliteStore`, which must have been opened."""

    def __init__(self, folder: Path, codec: Codec) -> None:
        self._codec = codec
        path = f"{(folder / FILE).resolve().as_uri()}?mode=ro"
        self._connection = sqlite3.connect(
            path, uri=True, isolation_level=None, check_same_thread=False, timeout=5
        )
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="dizhu-archive")

    def close(self) -> None:
        """Finish what is being read."""
        self._reader.shutdown()
        self._connection.close()

    async def read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What a job reads. Raises StorageFailed."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, job, self._connection)
        except sqlite3.Error as error:
            raise StorageFailed(f"cannot read: {error}") from error

    async def hand(self, hand: str) -> StoredHand | None:
        """A finished hand."""
        query = f"SELECT {hands.HAND_COLUMNS} FROM hands WHERE id = ?"  # noqa: S608 - our own constants
        found = await self.read(lambda c: hands.read(c.execute(query, (hand,)).fetchall(), c))
        return found[0] if found else None

    async def events(self, hand: StoredHand) -> Sequence[TableEvent]:
        """The opening of its table, then its own events; empty when they are gone."""
        return await self.read(lambda c: events_of(c, self._codec, hand))

    async def hands_of(self, player: str, before: Cursor | None, most: int) -> Sequence[StoredHand]:
        """A player's finished hands, newest first."""
        at = before or END_OF_TIME
        values = (player, at.at, at.at, at.id, most)
        return await self.read(lambda c: hands.read(c.execute(_HANDS, values).fetchall(), c))

    async def tallies(self, player: str) -> Sequence[Tally]:
        """By ruleset, the one most played first."""
        rows = await self.read(lambda c: c.execute(_TALLIES, (player,)).fetchall())
        return [Tally(*row) for row in rows]

    async def leaders(self, board: str, week: int, least: int, most: int) -> Sequence[Leader]:
        """The first of a leaderboard; bots are on none."""
        values = {"week": week, "most": most, "least": least}
        rows = await self.read(lambda c: c.execute(_LEADERS[board], values).fetchall())
        return [Leader(*row) for row in rows]

    async def movements(self, player: str, before: Cursor | None, most: int) -> Sequence[Movement]:
        """A player's transfers, newest first."""
        at, account = before or END_OF_TIME, player_account(player)
        values = {"account": account, "at": at.at, "id": at.id, "most": most}
        rows = await self.read(lambda c: c.execute(_MOVEMENTS, values).fetchall())
        return [Movement(*row) for row in rows]


def events_of(connection: sqlite3.Connection, codec: Codec, hand: StoredHand) -> list[TableEvent]:
    """The opening of the table of a hand, then the events of the hand. Raises UnknownEvent."""
    query = (
        "SELECT type, data FROM events WHERE stream = ? "
        "AND (version = 1 OR version BETWEEN ? AND ?) ORDER BY version"
    )
    values = (hand.table, hand.first_version, hand.last_version)
    found = [codec.read(*row) for row in connection.execute(query, values)]
    return [event for event in found if isinstance(event, TableEvent)]


_HANDS = f"""
SELECT {hands.HAND_COLUMNS} FROM hands JOIN (
    SELECT hand, ended_at AS at FROM hand_seats
    WHERE player = ? AND bot = 0 AND (ended_at < ? OR (ended_at = ? AND hand < ?))
    ORDER BY ended_at DESC, hand DESC LIMIT ?
) ON hand = id ORDER BY at DESC, id DESC
"""  # noqa: S608 - our own constants

_TALLIES = """
SELECT ruleset, sum(landlord), sum(landlord_won), sum(peasant), sum(peasant_won),
    sum(beans), max(multiplier), sum(bombs), sum(springs)
FROM tallies WHERE player = ? GROUP BY ruleset
ORDER BY sum(landlord) + sum(peasant) DESC, ruleset
"""

_OF_TALLIES = """
    coalesce(sum(rated), 0) AS hands,
    coalesce(sum(rated_won), 0) AS won,
    coalesce(sum(CASE WHEN week = :week THEN tallies.beans END), 0) AS of_week
"""

_LEADERS = {
    "beans": f"""
WITH best AS (
    SELECT players.id AS player, name, accounts.beans AS beans
    FROM accounts JOIN players ON accounts.id = 'player:' || players.id
    WHERE kind NOT IN ('bot', 'gone') AND EXISTS (
        SELECT 1 FROM tallies WHERE player = players.id AND rated > 0
    )
    ORDER BY accounts.beans DESC, players.id LIMIT :most
)
SELECT player, name, best.beans, {_OF_TALLIES} FROM best LEFT JOIN tallies USING (player)
GROUP BY player ORDER BY best.beans DESC, player
""",  # noqa: S608 - our own constants
    "week": """
SELECT player, name, accounts.beans, sum(rated), sum(rated_won),
    sum(tallies.beans) AS of_week
FROM tallies JOIN players ON players.id = player
    JOIN accounts ON accounts.id = 'player:' || player
WHERE week = :week AND kind NOT IN ('bot', 'gone')
GROUP BY player HAVING of_week > 0 ORDER BY of_week DESC, player LIMIT :most
""",
    "rate": f"""
SELECT player, name, accounts.beans, {_OF_TALLIES}
FROM tallies JOIN players ON players.id = player
    JOIN accounts ON accounts.id = 'player:' || player
WHERE kind NOT IN ('bot', 'gone')
GROUP BY player HAVING hands >= :least ORDER BY 1.0 * won / hands DESC, hands DESC, player
LIMIT :most
""",  # noqa: S608 - our own constants
}

_MOVEMENTS = """
SELECT moved.id, moved.at, moved.beans, reason, other, hands.id FROM (
    SELECT id, at, -beans AS beans, reason, credit AS other FROM transfers
    WHERE debit = :account AND (at < :at OR (at = :at AND id < :id))
    UNION ALL
    SELECT id, at, beans, reason, debit FROM transfers
    WHERE credit = :account AND (at < :at OR (at = :at AND id < :id))
    ORDER BY at DESC, id DESC LIMIT :most
) AS moved LEFT JOIN hands
    ON stream = substr(moved.id, 1, instr(moved.id, '/') - 1)
    AND instr(moved.id, stream || '/' || hand_no || '/') = 1
ORDER BY moved.at DESC, moved.id DESC
"""
