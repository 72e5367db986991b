"""What happened in a cup. The `type` strings are stored and sent: they never change.

`Opened` holds the secrets (seed, code); `view.public_event` takes them out.
"""

from dataclasses import dataclass
from typing import ClassVar

from dizhu.rules.state import type_3b, type_3i
from dizhu.tournament.spec import Competition
from dizhu.tournament.state import Three


@dataclass(frozen=True, slots=True)
class Opened:
    """A cup was announced."""

    type: ClassVar[str] = "cup_opened"
    cup_id: str
    competition: Competition
    seed: str
    opens_at: int
    starts_at: int | None
    host: str | None
    code: str | None
    at: int


@dataclass(frozen=True, slots=True)
class Registered:
    """Somebody entered; `beans` and `cards` go into escrow (for a bot: the house's)."""

    type: ClassVar[str] = "cup_registered"
    player: str
    bot: bool
    beans: int
    cards: int
    at: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An entry was taken back; `beans` and `cards` leave the escrow."""

    type: ClassVar[str] = "cup_withdrawn"
    player: str
    beans: int
    cards: int
    at: int


@dataclass(frozen=True, slots=True)
class Began:
    """Registration is over; the field is fixed."""

    type: ClassVar[str] = "cup_began"
    at: int


@dataclass(frozen=True, slots=True)
class StageBegan:
    """A stage begins, with these scores; its first round not before `ready_at`."""

    type: ClassVar[str] = "cup_stage_began"
    index: int
    scores: tuple[tuple[str, int], ...]
    ready_at: int
    at: int


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Three people who are to sit down and play their first hand now."""

    number: int
    players: Three
    scores: type_3i
    hands: int
    base: int
    deal: str


@dataclass(frozen=True, slots=True)
class TablesSeated:
    """These tables begin; `resting` sit this round out. `starts`: a new round begins."""

    type: ClassVar[str] = "cup_tables_seated"
    round: int
    tables: tuple[TablePlan, ...]
    resting: tuple[str, ...]
    starts: bool
    at: int


@dataclass(frozen=True, slots=True)
class HandScored:
    """A hand was settled by `deltas`; `points` count at once (a duplicate round compares later)."""

    type: ClassVar[str] = "cup_hand_scored"
    table: int
    hand: int
    deltas: type_3i
    points: type_3i
    autoplay: type_3b
    at: int


@dataclass(frozen=True, slots=True)
class HandDue:
    """A table is to play a hand, another one or (`attempt` > 0) the same dealt anew."""

    type: ClassVar[str] = "cup_hand_due"
    table: int
    hand: int
    attempt: int
    at: int


@dataclass(frozen=True, slots=True)
class Hurried:
    """A table takes too long over its hand: the system is to play for all who think."""

    type: ClassVar[str] = "cup_hurried"
    table: int
    at: int


@dataclass(frozen=True, slots=True)
class TableClosed:
    """A table has finished; `kept`: its results count until the round ends."""

    type: ClassVar[str] = "cup_table_closed"
    table: int
    kept: bool
    at: int


@dataclass(frozen=True, slots=True)
class Rescored:
    """New scores (player, score, last hand): a round restarts, or boards were compared."""

    type: ClassVar[str] = "cup_rescored"
    scores: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """These are out, best first, with the ranks `first_rank` and following.

    `reason`: line (打立出局), cut (not among those who go on), gone (dropped out), end.
    """

    type: ClassVar[str] = "cup_ranked"
    players: tuple[str, ...]
    first_rank: int
    reason: str
    at: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """All tables of a round have finished; the next not before `ready_at`."""

    type: ClassVar[str] = "cup_round_ended"
    round: int
    ready_at: int
    at: int


@dataclass(frozen=True, slots=True)
class StageEnded:
    """A stage is over; whoever has no rank goes on."""

    type: ClassVar[str] = "cup_stage_ended"
    index: int
    at: int


@dataclass(frozen=True, slots=True)
class Award:
    """What a rank brings: `share` out of the escrow, `beans` from the house, cards, a badge.

    Those of a bot, and of who has departed, go to the house.
    """

    player: str
    rank: int
    bot: bool
    share: int
    beans: int
    cards: int
    badge: str


@dataclass(frozen=True, slots=True)
class Awarded:
    """The prizes; `kept`: what of the escrow is the house's. Shares + kept = the escrow."""

    type: ClassVar[str] = "cup_awarded"
    awards: tuple[Award, ...]
    kept: int


@dataclass(frozen=True, slots=True)
class Finished:
    """Everybody has a rank."""

    type: ClassVar[str] = "cup_finished"
    at: int


@dataclass(frozen=True, slots=True)
class DroppedOut:
    """A player left a running cup. `reason`: left, or absent (too long on autoplay)."""

    type: ClassVar[str] = "cup_dropped_out"
    player: str
    reason: str
    at: int


@dataclass(frozen=True, slots=True)
class Departed:
    """Somebody who has entered has deleted his account: what would be his is the house's."""

    type: ClassVar[str] = "cup_departed"
    player: str
    at: int


@dataclass(frozen=True, slots=True)
class Paused:
    """Nothing new begins."""

    type: ClassVar[str] = "cup_paused"
    at: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """It goes on; the schedule is `by_ms` later."""

    type: ClassVar[str] = "cup_resumed"
    by_ms: int
    at: int


@dataclass(frozen=True, slots=True)
class Said:
    """The host or the operator told everybody something, by this command of his."""

    type: ClassVar[str] = "cup_said"
    text: str
    by: str
    command: str
    at: int


@dataclass(frozen=True, slots=True)
class Extended:
    """The schedule is `by_ms` later; below 0: earlier, as the clock was set back."""

    type: ClassVar[str] = "cup_extended"
    by_ms: int


@dataclass(frozen=True, slots=True)
class Refund:
    """What goes back to an entrant (of a bot, or of who has departed: to the house)."""

    player: str
    bot: bool
    beans: int
    cards: int


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The cup is off: too_few, missed, expired, or the operator's reason. Every entry goes back."""

    type: ClassVar[str] = "cup_cancelled"
    reason: str
    refunds: tuple[Refund, ...]
    at: int


CupEvent = (
    Opened
    | Registered
    | Withdrawn
    | Began
    | StageBegan
    | TablesSeated
    | HandScored
    | HandDue
    | Hurried
    | TableClosed
    | Rescored
    | Ranked
    | RoundEnded
    | StageEnded
    | Awarded
    | Finished
    | DroppedOut
    | Departed
    | Paused
    | Resumed
    | Said
    | Extended
    | Cancelled
)
Events = tuple[CupEvent, ...]
