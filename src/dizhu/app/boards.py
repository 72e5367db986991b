"""Leaderboards, read from the archive now and then and kept in between."""

import asyncio
from dataclasses import dataclass

from dizhu.app.archive import Archive, Leader, week_ends, week_of
from dizhu.app.ports import Clock

PAGE = 20
DEPTH = 500
"""So many places a board has."""
LEAST_HANDS = 20
"""Who has played fewer is not on the board of win rates: one lucky hand is no art."""
FRESH_MS = 10_000


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard as it was read; `at`: when; `week_ends`: when the week is over."""

    at: int
    week_ends: int
    leaders: tuple[Leader, ...]


class Boards:
    """Each board is read at most once in ten seconds, however many people look at it."""

    def __init__(self, archive: Archive, clock: Clock) -> None:
        self._archive = archive
        self._clock = clock
        self._boards: dict[str, Board] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def board(self, name: str) -> Board:
        """One of `BOARDS`. Raises StorageFailed."""
        async with self._locks.setdefault(name, asyncio.Lock()):
            now = self._clock.now()
            known = self._boards.get(name)
            if known is None or now - known.at >= FRESH_MS:
                week = week_of(now)
                leaders = await self._archive.leaders(name, week, LEAST_HANDS, DEPTH)
                known = self._boards[name] = Board(now, week_ends(week), tuple(leaders))
            return known
