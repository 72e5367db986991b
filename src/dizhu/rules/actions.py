"""What a player, or the clock for him, may do in a hand. The seat comes from the session, never
from the action.
"""

from dataclasses import dataclass
from typing import ClassVar

from dizhu.rules.cards import Card, Rank
from dizhu.rules.combos import Kind

Seat = int
SEATS: tuple[Seat, ...] = (0, 1, 2)


def next_seat(seat: Seat) -> Seat:
    """The seat that plays after this one (counter-clockwise on the screen)."""
    return (seat + 1) % 3


@dataclass(frozen=True, slots=True)
class Ready:
    """In the start window: deal, I do not show (G-SHOW-7)."""

    type: ClassVar[str] = "ready"


@dataclass(frozen=True, slots=True)
class Show:
    """明牌. `stage` "start", "deal" or "bottom" is what the player saw; a show that comes too late
    for it is refused.
    """

    type: ClassVar[str] = "show"
    stage: str


@dataclass(frozen=True, slots=True)
class Call:
    """叫地主."""

    type: ClassVar[str] = "call"


@dataclass(frozen=True, slots=True)
class Rob:
    """抢地主."""

    type: ClassVar[str] = "rob"


@dataclass(frozen=True, slots=True)
class Pass:
    """不叫, 不抢, 不倒 .. 不沃, 不出: decline whatever one is asked."""

    type: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Blind:
    """闷抓: call without having looked."""

    type: ClassVar[str] = "blind"


@dataclass(frozen=True, slots=True)
class Look:
    """看牌."""

    type: ClassVar[str] = "look"


@dataclass(frozen=True, slots=True)
class Raise:
    """倒, 拉, 垒 or 沃, whichever is asked."""

    type: ClassVar[str] = "raise"


@dataclass(frozen=True, slots=True)
class Double:
    """加倍."""

    type: ClassVar[str] = "double"


@dataclass(frozen=True, slots=True)
class NoDouble:
    """不加倍."""

    type: ClassVar[str] = "no_double"


@dataclass(frozen=True, slots=True)
class Declaration:
    """The reading a player wants for his cards (G-PAT-7). `length` None: any length."""

    kind: Kind
    main: Rank
    length: int | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """出牌: the very cards, with the reading wanted when there are several."""

    type: ClassVar[str] = "play"
    cards: tuple[Card, ...]
    declare: Declaration | None = None


@dataclass(frozen=True, slots=True)
class Autoplay:
    """托管 on or off, by the button."""

    type: ClassVar[str] = "autoplay"
    on: bool


@dataclass(frozen=True, slots=True)
class Escape:
    """逃跑: leave the hand."""

    type: ClassVar[str] = "escape"


@dataclass(frozen=True, slots=True)
class Timeout:
    """The deadline of a seat is reached; for a seat on autoplay: make the automatic move now. Only
    the clock says this.
    """

    type: ClassVar[str] = "timeout"


Action = (
    Ready
    | Show
    | Call
    | Rob
    | Pass
    | Blind
    | Look
    | Raise
    | Double
    | NoDouble
    | Play
    | Autoplay
    | Escape
    | Timeout
)
PLAYER_ACTIONS = (
    Ready,
    Show,
    Call,
    Rob,
    Pass,
    Blind,
    Look,
    Raise,
    Double,
    NoDouble,
    Play,
    Autoplay,
    Escape,
)


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything that chance decides in a deal, made outside the rules (`shuffle.deal`).

    `hands`: 3 x 17 cards, each in the order in which its owner gets them (already sorted, largest
    first, for `deal_order` descending); `bottom`: 3 cards; `first`: who bids first unless an early
    show changes it; `wild`: the rank drawn once the bottom is known (R-WILD-1), None without wild
    cards; `turned`: the card turned up to find the first bidder (R-BLIND-1), else None; `task`: a
    task's name or None.
    """

    hands: tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
    bottom: tuple[Card, ...]
    first: Seat
    wild: Rank | None = None
    turned: Card | None = None
    task: str | None = None
