"""What happened at a table. The `type` strings are stored: they never change."""

from dataclasses import dataclass
from typing import ClassVar

from dizhu.ledger.outcome import Settlement
from dizhu.rules.actions import Seat
from dizhu.rules.events import HandEvent
from dizhu.rules.fairness import ClientSeeds
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.state import type_3i
from dizhu.table.state import Clock, Pace, Player


@dataclass(frozen=True, slots=True)
class TableOpened:
    """Three people sat down."""

    type: ClassVar[str] = "table_opened"
    table_id: str
    room: str
    ruleset: Ruleset
    stakes: Stakes
    players: tuple[Player, Player, Player]
    scores: type_3i
    pace: Pace
    asks_next: bool
    at: int
    hands: int | None = None


@dataclass(frozen=True, slots=True)
class SeedSealed:
    """The seed (hex) of the next hand was drawn; it is secret, its hash is told at once."""

    type: ClassVar[str] = "seed_sealed"
    seed: str
    at: int


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A hand began. `seed` (hex) is secret until it is over; `beans`: by seat, what counts for the
    hand; `client_seeds`: what the players gave (`rules.fairness`), None: the seed alone counts.
    """

    type: ClassVar[str] = "hand_started"
    seed: str
    beans: type_3i
    at: int
    client_seeds: ClientSeeds | None = None


@dataclass(frozen=True, slots=True)
class HandHappened:
    """An event of the hand. `by`: the seat whose own action caused it; None: a clock or the
    table.
    """

    type: ClassVar[str] = "hand_event"
    event: HandEvent
    at: int
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class ClocksSet:
    """The clocks that run from now on; all others are gone."""

    type: ClassVar[str] = "clocks_set"
    clocks: tuple[Clock, ...]


@dataclass(frozen=True, slots=True)
class ClocksExtended:
    """Every clock is `by` milliseconds later."""

    type: ClassVar[str] = "clocks_extended"
    by: int


@dataclass(frozen=True, slots=True)
class Settled:
    """The hand is over and was settled."""

    type: ClassVar[str] = "settled"
    settlement: Settlement
    at: int


@dataclass(frozen=True, slots=True)
class NextWanted:
    """A player wants another hand."""

    type: ClassVar[str] = "next_wanted"
    seat: Seat
    start: str
    at: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player is gone for good."""

    type: ClassVar[str] = "seat_left"
    seat: Seat
    at: int


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is over. `reason`: left (somebody went), abandoned (nobody plays), not_started,
    finished (all hands were played), idle (nobody asked for another hand), or the application's.
    """

    type: ClassVar[str] = "closed"
    reason: str
    at: int


TableEvent = (
    TableOpened
    | SeedSealed
    | HandStarted
    | HandHappened
    | ClocksSet
    | ClocksExtended
    | Settled
    | NextWanted
    | SeatLeft
    | Closed
)
