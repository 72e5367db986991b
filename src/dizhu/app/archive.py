"""Finished hands as they are kept for ever, and what can be read of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from dizhu.table import TableEvent

WEEK_OFFSET_MS = (8 + 3 * 24) * 3600 * 1000
"""Weeks begin on Monday, Chinese time; 1970 began on a Thursday."""
WEEK_MS = 7 * 24 * 3600 * 1000


def week_of(at: int) -> int:
    """The number of the week of a time."""
    return (at + WEEK_OFFSET_MS) // WEEK_MS


def week_ends(week: int) -> int:
    """When a week is over."""
    return (week + 1) * WEEK_MS - WEEK_OFFSET_MS


DAY_MS = 24 * 3600 * 1000
DAY_OFFSET_MS = 8 * 3600 * 1000
"""Days begin at midnight, Chinese time (UTC+8)."""


def day_of(at: int) -> int:
    """The number of the day of a time."""
    return (at + DAY_OFFSET_MS) // DAY_MS


def day_ends(day: int) -> int:
    """When a day is over."""
    return (day + 1) * DAY_MS - DAY_OFFSET_MS


@dataclass(frozen=True, slots=True)
class HandSeat:
    """A player in a finished hand. `role`: landlord, peasant, or None when there was no landlord;
    `won`: None when nobody won; `bombs`: how many he played, rockets included.
    """

    player: str
    name: str
    bot: bool
    role: str | None
    won: bool | None
    delta: int
    bombs: int


@dataclass(frozen=True, slots=True)
class StoredHand:
    """A finished hand. `first_version` to `last_version`: its events in the log of its table, from
    `hand_started` to `settled`; `previous_first`: who bid first in the deal before it; `how`: out,
    escape or forced; `spring`: spring, anti_spring or None.
    """

    id: str
    table: str
    hand_no: int
    room: str
    ruleset: str
    first_version: int
    last_version: int
    previous_first: int | None
    started_at: int
    ended_at: int
    how: str
    unit: str
    landlord: int | None
    winner: str | None
    spring: str | None
    multiplier: int
    seats: tuple[HandSeat, HandSeat, HandSeat]


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player's finished hands under a ruleset come to; `spring` counts those he won by."""

    ruleset: str
    landlord: int
    landlord_won: int
    peasant: int
    peasant_won: int
    beans: int
    multiplier: int
    bombs: int
    springs: int


@dataclass(frozen=True, slots=True)
class Leader:
    """A line of a leaderboard."""

    player: str
    name: str
    beans: int
    hands: int
    won: int
    week: int


@dataclass(frozen=True, slots=True)
class Movement:
    """A transfer as its player sees it: `beans` with a sign; `hand`: the finished hand it belongs
    to; `other`: the account on the other side.
    """

    id: str
    at: int
    beans: int
    reason: str
    other: str
    hand: str | None


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in a list that is sorted by time, newest first: after this entry."""

    at: int
    id: str


BOARDS = ("beans", "week", "rate")
"""Who has most beans; who won most this week; who wins most often."""


class Archive(Protocol):
    """Reads what `Store.append` has written. Every method raises StorageFailed."""

    async def hand(self, hand: str) -> StoredHand | None:
        """A finished hand."""
        ...

    async def events(self, hand: StoredHand) -> Sequence[TableEvent]:
        """The opening of its table, then its own events; empty when they are gone."""
        ...

    async def hands_of(self, player: str, before: Cursor | None, most: int) -> Sequence[StoredHand]:
        """A player's finished hands, newest first."""
        ...

    async def tallies(self, player: str) -> Sequence[Tally]:
        """By ruleset."""
        ...

    async def leaders(self, board: str, week: int, least: int, most: int) -> Sequence[Leader]:
        """The first of a leaderboard; bots are on none. `least`: so many hands one must have played
        to be on that of win rates.
        """
        ...

    async def movements(self, player: str, before: Cursor | None, most: int) -> Sequence[Movement]:
        """A player's transfers, newest first."""
        ...
