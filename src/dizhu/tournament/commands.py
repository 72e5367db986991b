"""What may be asked of a cup. Facts from outside (who has what, random bytes) are parameters."""

from dataclasses import dataclass

from dizhu.rules.state import NO3, type_3b, type_3i
from dizhu.tournament.spec import Competition


@dataclass(frozen=True, slots=True)
class Open:
    """A cup is announced. `seed`: 64 hex digits of chance, secret.

    `starts_at`: for mode "at"; `opens_at` None: now, or the window before the start. `host`: the
    player who may start and cancel it; `code`: it is private, and this opens it.
    """

    cup_id: str
    competition: Competition
    seed: str
    opens_at: int | None = None
    starts_at: int | None = None
    host: str | None = None
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Register:
    """A player enters; `beans` and `cards`: what he has now. While he is in it a second
    time is a no-op.
    """

    player: str
    beans: int = 0
    cards: int = 0
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A player takes back his entry before the start, and gets it refunded."""

    player: str


@dataclass(frozen=True, slots=True)
class StartNow:
    """The host (None: the operator) starts it by hand."""

    by: str | None = None


@dataclass(frozen=True, slots=True)
class HandFinished:
    """A table has settled a hand: the changes of score by seat, and who was on autoplay at its end.
    A second time is a no-op.
    """

    table: int
    hand: int
    deltas: type_3i
    autoplay: type_3b = NO3


@dataclass(frozen=True, slots=True)
class HandVoided:
    """A hand cannot be finished (its table was closed): it is dealt anew."""

    table: int
    hand: int


@dataclass(frozen=True, slots=True)
class DropOut:
    """A player leaves a running cup for good; what is left of his table is played for him."""

    player: str


@dataclass(frozen=True, slots=True)
class Depart:
    """A player's account is deleted: he withdraws or drops out, and gets nothing any more."""

    player: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: whatever is due happens."""


@dataclass(frozen=True, slots=True)
class Pause:
    """No hand and no round begins until `Resume`; hands in play are finished."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on; the schedule moves back by the length of the pause."""


@dataclass(frozen=True, slots=True)
class Extend:
    """After an outage: the schedule of what runs moves back by so many milliseconds; forward where
    the machine's clock was set back, and then of what is announced, too. A set time stays.
    """

    by_ms: int


@dataclass(frozen=True, slots=True)
class Say:
    """The host or the operator tells everybody something, and it stays to be read. The last one
    sent again, by the same `command`, is a no-op.
    """

    text: str
    by: str
    command: str


@dataclass(frozen=True, slots=True)
class Cancel:
    """The host or (None) the operator ends it; everybody gets his entry back."""

    reason: str
    by: str | None = None


CupCommand = (
    Open
    | Register
    | Withdraw
    | StartNow
    | HandFinished
    | HandVoided
    | DropOut
    | Depart
    | Tick
    | Pause
    | Resume
    | Extend
    | Say
    | Cancel
)
