"""What the competitions need from outside: what is stored of them, and who is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from dizhu.app.archive import Cursor
from dizhu.app.ports import CupEnd, CupRow, Recorded
from dizhu.tournament import Cup
from dizhu.tournament.events import CupEvent
from dizhu.tournament.results import ResultRow


@dataclass(frozen=True, slots=True)
class StreamRow:
    """A table of a cup as stored. `settled`: what the hands that it has finished changed, in order,
    each with its id.
    """

    id: str
    live: bool
    settled: tuple[tuple[str, tuple[int, int, int]], ...]


@dataclass(frozen=True, slots=True)
class HoldingRow:
    """Cards or badges that came (positive) or went."""

    id: str
    at: int
    what: str
    count: int
    reason: str


@dataclass(frozen=True, slots=True)
class UnseenEnd:
    """The end of a cup that somebody has not been shown, or has not put away. `rank`: None where
    it was cancelled.
    """

    cup: CupRow
    end: CupEnd
    rank: ResultRow | None


class CupShelf(Protocol):
    """Reads what `Store.append` has written of cups, and notes who has seen their ends. Every
    method raises StorageFailed.
    """

    async def live(self) -> Sequence[str]:
        """The ids of the cups that are not over, the oldest first."""
        ...

    async def log(self, cup: str) -> Sequence[Recorded]:
        """All events of a cup; empty for one that never was."""
        ...

    async def row(self, cup: str) -> CupRow | None:
        """A cup, without its ranks."""
        ...

    async def past(self, before: Cursor | None, most: int, player: str | None) -> Sequence[CupRow]:
        """Cups that are over, newest first; public ones that were played to their end, or with
        `player` all in which he was when they ended.
        """
        ...

    async def ranks(self, cup: str, first: int, most: int) -> Sequence[ResultRow]:
        """The final ranks from `first` on."""
        ...

    async def rank_of(self, cup: str, player: str) -> ResultRow | None:
        """The final rank of a player."""
        ...

    async def unseen(self, player: str, most: int) -> Sequence[UnseenEnd]:
        """The ends of cups that somebody has not put away, the oldest of the last `most` first."""
        ...

    async def see(self, player: str, cup: str) -> None:
        """He has put the end of a cup away; no change if there is none."""
        ...

    async def streams(self, cup: str) -> Sequence[StreamRow]:
        """The tables of a cup."""
        ...

    async def names(self, players: Sequence[str]) -> dict[str, str]:
        """The names of some players; who is unknown is left out."""
        ...

    async def held(self, player: str) -> dict[str, int]:
        """What a player holds: `platinum` and `badge:NAME`, with how many."""
        ...

    async def moves(self, player: str, most: int) -> Sequence[HoldingRow]:
        """The last changes of what he holds, newest first."""
        ...


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody's table is ready. `table` None: he has to finish his hand at `elsewhere` first, at
    most until `by` (milliseconds since 1970).
    """

    cup: str
    player: str
    table: str | None
    elsewhere: str | None = None
    by: int | None = None


class CupAudience(Protocol):
    """Who is told. None of it may wait or raise."""

    def cup_changed(self, after: Cup, events: Sequence[CupEvent]) -> None:
        """Something happened in a cup, and is stored."""
        ...

    def called(self, call: Call) -> None:
        """Somebody's table is ready, or waits for him."""
        ...

    def beans_changed(self, player: str, beans: int) -> None:
        """A player's balance after a transfer."""
        ...

    def holdings_changed(self, player: str) -> None:
        """A player's cards or badges have changed."""
        ...
