"""What the application tells the outside; the server turns it into messages."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from dizhu.table import TableState
from dizhu.table.view import PublicEvent


@dataclass(frozen=True, slots=True)
class Happened:
    """An event as everybody may know it, with the version of the table after it."""

    version: int
    at: int
    event: PublicEvent


@dataclass(frozen=True, slots=True)
class Update:
    """A stored decision: what happened after `from_version`, and the table after it."""

    from_version: int
    events: tuple[Happened, ...]
    before: TableState | None
    table: TableState


@dataclass(frozen=True, slots=True)
class Done:
    """A command was done and is stored; `version` of the table after it."""

    version: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command was refused and nothing changed. `detail`: which part of it was wrong."""

    code: str
    detail: str | None = None


Reply = Callable[[Done | Refusal], None]
"""Told once what became of a command, before anybody is told what it changed."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Where a player looks for a game; `bots_at`: when bots will fill the seats."""

    room: str
    waiting: int
    bots_at: int | None


class Audience(Protocol):
    """Who listens. None of it may wait or raise: slow listeners are the listener's affair."""

    def table_changed(self, update: Update) -> None:
        """Something happened at a table."""
        ...

    def seated(self, player: str, table: str) -> None:
        """A player sits at a table from now on."""
        ...

    def left(self, player: str, table: str, reason: str) -> None:
        """A player sits there no longer."""
        ...

    def beans_changed(self, player: str, beans: int) -> None:
        """A player's balance after a transfer."""
        ...

    def queued(self, player: str, waiting: Waiting) -> None:
        """A player looks for a game, or the number of those who do so with him changed."""
        ...

    def unqueued(self, player: str, room: str, reason: str) -> None:
        """A player no longer looks for a game."""
        ...

    def lobby_changed(self) -> None:
        """The numbers of people in the rooms changed."""
        ...
