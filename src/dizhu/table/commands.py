"""What may be asked of a table. Players' commands carry the seat of their session."""

from dataclasses import dataclass, field

from dizhu.rules.actions import Action, Seat
from dizhu.rules.fairness import ClientSeeds
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.state import type_3i
from dizhu.table.state import Clock, Pace, Player

START_SCORES = (1000, 1000, 1000)
"""What everyone begins with at a table for points, as in a challenge cup (section 16)."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Three people (or bots) sit down; the first hand is wanted at once.

    `scores`: what each begins with when the ruleset plays for points. `asks_next`: False for a
    table that an organiser runs (see `TableState`). `hands`: how many there will be.
    `seed`: of the first hand, sealed at once.
    """

    table_id: str
    room: str
    ruleset: Ruleset
    stakes: Stakes
    players: tuple[Player, Player, Player]
    scores: type_3i = START_SCORES
    pace: Pace = field(default_factory=Pace)
    asks_next: bool = True
    seed: bytes | None = None
    hands: int | None = None


@dataclass(frozen=True, slots=True)
class Seal:
    """The application's answer to `wants_seal`: 32 random bytes for the next hand."""

    seed: bytes


@dataclass(frozen=True, slots=True)
class StartHand:
    """The application's answer to `wants_hand`: each seat's beans now (points are played from the
    table's own scores), and 32 random bytes from which every deal of the hand follows, together
    with what the players gave. A seed that was sealed is the one that counts; then `seed` is None.
    `next_seed`: to be sealed for the hand after this one.
    """

    beans: type_3i
    seed: bytes | None
    client_seeds: ClientSeeds | None = None
    next_seed: bytes | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """A player does something in the hand. `seen_version`: the last version he has seen; None: do
    not check (a bot that has just been asked).
    """

    seat: Seat
    action: Action
    seen_version: int | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """After a hand: another one, please. `start`: what to say in its start window."""

    seat: Seat
    start: str = "ask"


@dataclass(frozen=True, slots=True)
class Leave:
    """A player goes. In mid-hand that is an escape, or, where there is none, autoplay to the
    end.
    """

    seat: Seat


@dataclass(frozen=True, slots=True)
class Expire:
    """A clock is due. It must still stand as it was when its time came."""

    clock: Clock


@dataclass(frozen=True, slots=True)
class Extend:
    """After an outage: every deadline is this much later (milliseconds, at least 1)."""

    by_ms: int


@dataclass(frozen=True, slots=True)
class Close:
    """The application ends the table; a hand in progress is void."""

    reason: str


TableCommand = OpenTable | Seal | StartHand | Act | Again | Leave | Expire | Extend | Close
