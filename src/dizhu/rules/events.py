"""What happened in a hand. The `type` strings are stored and sent: they never change.

`Dealt` holds every card; `view.public_event` takes the secrets out for a viewer.
"""

from dataclasses import dataclass
from typing import ClassVar

from dizhu.rules.actions import Deal, Seat
from dizhu.rules.cards import Card, Rank
from dizhu.rules.combos import Combo


@dataclass(frozen=True, slots=True)
class Readied:
    """A player wants the deal to begin."""

    type: ClassVar[str] = "readied"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal was made: the first of the hand, or the next after all passed. Secret."""

    type: ClassVar[str] = "dealt"
    deal: Deal


@dataclass(frozen=True, slots=True)
class DealStepped:
    """Each player has now been given `to` cards, 1..17 (G-DEAL-2)."""

    type: ClassVar[str] = "deal_stepped"
    to: int


@dataclass(frozen=True, slots=True)
class DealEnded:
    """All cards are out: no early show any more."""

    type: ClassVar[str] = "deal_ended"


@dataclass(frozen=True, slots=True)
class Shown:
    """A show: at `stage` start, deal or bottom, worth `factor`."""

    type: ClassVar[str] = "shown"
    seat: Seat
    stage: str
    factor: int


@dataclass(frozen=True, slots=True)
class Looked:
    """看牌: from now on the player knows his cards."""

    type: ClassVar[str] = "looked"
    seat: Seat


@dataclass(frozen=True, slots=True)
class BlindGrabbed:
    """闷抓."""

    type: ClassVar[str] = "blind_grabbed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Called:
    """叫地主."""

    type: ClassVar[str] = "called"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Robbed:
    """抢地主."""

    type: ClassVar[str] = "robbed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Declined:
    """不叫, or 不抢 when somebody had called."""

    type: ClassVar[str] = "declined"
    seat: Seat


@dataclass(frozen=True, slots=True)
class DealVoided:
    """All three declined: there will be another deal (R-CALL-2)."""

    type: ClassVar[str] = "deal_voided"


@dataclass(frozen=True, slots=True)
class LandlordFixed:
    """The landlord and, now open to all, the bottom cards he takes (R-ROB-6)."""

    type: ClassVar[str] = "landlord_fixed"
    seat: Seat
    bottom: tuple[Card, ...]
    bottom_factor: int = 1


@dataclass(frozen=True, slots=True)
class WildDrawn:
    """The rank whose four cards are wild in this hand (R-WILD-1)."""

    type: ClassVar[str] = "wild_drawn"
    rank: Rank


@dataclass(frozen=True, slots=True)
class RaiseAnswered:
    """倒 / 拉 / 垒 / 沃 (step 0..3) said or declined."""

    type: ClassVar[str] = "raise_answered"
    seat: Seat
    step: int
    yes: bool


@dataclass(frozen=True, slots=True)
class DoubleAnswered:
    """加倍 or 不加倍."""

    type: ClassVar[str] = "double_answered"
    seat: Seat
    yes: bool


@dataclass(frozen=True, slots=True)
class Played:
    """Cards played under the reading `combo`; `auto` when the system played them."""

    type: ClassVar[str] = "played"
    seat: Seat
    cards: tuple[Card, ...]
    combo: Combo
    auto: bool = False


@dataclass(frozen=True, slots=True)
class Passed:
    """不出."""

    type: ClassVar[str] = "passed"
    seat: Seat
    auto: bool = False


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The clock of a seat ran out in the play."""

    type: ClassVar[str] = "timed_out"
    seat: Seat


@dataclass(frozen=True, slots=True)
class AutoplaySet:
    """托管 began or ended."""

    type: ClassVar[str] = "autoplay_set"
    seat: Seat
    on: bool


@dataclass(frozen=True, slots=True)
class Escaped:
    """逃跑: the hand is over."""

    type: ClassVar[str] = "escaped"
    seat: Seat


@dataclass(frozen=True, slots=True)
class ForcedScored:
    """All three declined and the match scores the hand as it is (R-CALL-3)."""

    type: ClassVar[str] = "forced_scored"


HandEvent = (
    Readied
    | Dealt
    | DealStepped
    | DealEnded
    | Shown
    | Looked
    | BlindGrabbed
    | Called
    | Robbed
    | Declined
    | DealVoided
    | LandlordFixed
    | WildDrawn
    | RaiseAnswered
    | DoubleAnswered
    | Played
    | Passed
    | TimedOut
    | AutoplaySet
    | Escaped
    | ForcedScored
)
