"""The state of one hand: a fold of events (`evolve.py`) and nothing else."""

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from dizhu.rules.actions import SEATS, Deal, Seat
from dizhu.rules.cards import Card, Rank
from dizhu.rules.combos import Combo
from dizhu.rules.ruleset import Ruleset, Stakes

Hands = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
type_3i = tuple[int, int, int]
type_3b = tuple[bool, bool, bool]

NO3: type_3b = (False, False, False)
ZERO3: type_3i = (0, 0, 0)


class Phase(IntEnum):
    """Where a hand is. START and DEAL are open to all seats, DOUBLE to those who have not
    answered.
    """

    START = 0  # the start window, before the deal
    AWAIT_DEAL = 1  # chance must make a deal
    DEAL = 2  # cards come out step by step
    CALL = 3  # calling, or looking and blind grabbing
    ROB = 4
    RAISE = 5
    DOUBLE = 6
    PLAY = 7
    OVER = 8

    @property
    def code(self) -> str:
        """The stable name."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class ShowMade:
    """An accepted show."""

    seat: Seat
    stage: str
    factor: int


@dataclass(frozen=True, slots=True)
class Auction:
    """Calling and robbing. `answered` counts the answers to "call?"; `to_rob` are the seats still
    to be asked to rob.
    """

    first: Seat = 0
    answered: int = 0
    declined: type_3b = NO3
    looked: type_3b = NO3
    blind: bool = False
    caller: Seat | None = None
    robbers: tuple[Seat, ...] = ()
    not_robbed: tuple[Seat, ...] = ()
    to_rob: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Raising:
    """倒 拉 垒 沃. `step` 0..3 is being asked of `to_ask`; `yes` holds who said yes in this step.

    `factor` raises the whole game; `pairs` (P1, P2) are the factors of the pairs under
    `per_peasant`, `inside` says which pairs are still being raised.
    """

    step: int = 0
    to_ask: tuple[Seat, ...] = ()
    yes: tuple[Seat, ...] = ()
    factor: int = 1
    pairs: tuple[int, int] = (1, 1)
    inside: tuple[bool, bool] = (True, True)
    answers: tuple[tuple[Seat, int, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class TableCards:
    """A combo on the table: who played which cards under which reading."""

    seat: Seat
    cards: tuple[Card, ...]
    combo: Combo


@dataclass(frozen=True)
class HandState:
    """One hand. Seat-indexed triples throughout.

    `cards` are the cards held now, largest first; `dealt_to` how many each player has been given
    so far; `to_beat` the combo to beat, None for who leads; `last` what each seat did last in this
    trick (a combo, "pass", or None); `autoplay_cards` the cards left when autoplay last began.
    """

    ruleset: Ruleset
    stakes: Stakes
    beans: type_3i
    phase: Phase = Phase.START
    ready: type_3b = NO3
    shows: tuple[ShowMade, ...] = ()
    deals: int = 0
    deal: Deal | None = None
    dealt_to: int = 0
    cards: Hands = ((), (), ())
    turn: Seat | None = None
    auction: Auction = field(default_factory=Auction)
    landlord: Seat | None = None
    bottom_factor: int = 1
    wild: Rank | None = None
    raising: Raising = field(default_factory=Raising)
    doubles: tuple[bool | None, bool | None, bool | None] = (None, None, None)
    to_beat: TableCards | None = None
    passes: int = 0
    last: tuple[TableCards | str | None, TableCards | str | None, TableCards | str | None] = (
        None,
        None,
        None,
    )
    plays: type_3i = ZERO3
    played: tuple[TableCards, ...] = ()
    bombs: int = 0
    soft_bombs: int = 0
    rockets: int = 0
    timeouts: type_3i = ZERO3
    autoplay: type_3b = NO3
    autoplay_ever: type_3b = NO3
    autoplay_cards: type_3i = ZERO3
    out: Seat | None = None
    escaped: Seat | None = None
    forced: bool = False

    def changed(self, **changes: Any) -> "HandState":
        """A copy with some fields changed: what `dataclasses.replace` does, in a tenth of its time.

        The fields are not checked; only `evolve` calls this.
        """
        new = object.__new__(HandState)
        new.__dict__.update(self.__dict__)
        new.__dict__.update(changes)
        return new

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.phase is Phase.OVER

    @property
    def end(self) -> str | None:
        """How the hand ended: "out", "escape", "forced", or None while it goes on."""
        if not self.over:
            return None
        return "out" if self.out is not None else "escape" if self.escaped is not None else "forced"

    @property
    def peasants(self) -> tuple[Seat, Seat]:
        """P1 and P2: the two seats after the landlord's."""
        assert self.landlord is not None, "there is no landlord yet"
        return ((self.landlord + 1) % 3, (self.landlord + 2) % 3)

    @property
    def winner(self) -> str | None:
        """ "landlord", "peasants", or None (not over, forced, or an escape before a landlord was
        fixed).
        """
        if self.landlord is None:
            return None
        if self.out is not None:
            return "landlord" if self.out == self.landlord else "peasants"
        if self.escaped is not None:
            return "peasants" if self.escaped == self.landlord else "landlord"
        return None

    def showed(self, seat: Seat) -> bool:
        """Whether a seat has shown its cards."""
        return any(s.seat == seat for s in self.shows)

    def asked(self) -> tuple[Seat, ...]:
        """The seats that are asked for an answer now, each under a clock."""
        if self.phase is Phase.START:
            return tuple(s for s in SEATS if not self.ready[s])
        if self.phase is Phase.DOUBLE:
            return tuple(s for s in SEATS if self.doubles[s] is None)
        return () if self.turn is None or self.over else (self.turn,)


def new_hand(ruleset: Ruleset, stakes: Stakes, beans: type_3i) -> HandState:
    """A hand about to begin, with each seat's beans or table score. Without early shows the deal
    is awaited at once.
    """
    phase = Phase.START if ruleset.early_show else Phase.AWAIT_DEAL
    return HandState(ruleset, stakes, beans, phase)
