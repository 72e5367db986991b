"""The state of a table: a fold of its events and nothing else, deadlines included."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from dizhu.ledger.outcome import Settlement
from dizhu.rules import fairness
from dizhu.rules.actions import SEATS, Seat
from dizhu.rules.fairness import ClientSeeds
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.state import ZERO3, HandState, type_3i

START_CHOICES = ("ask", "ready", "show")
"""What a player wants said in the start window (G-SHOW-7): ask me, ready, or ready with a show."""


class Status(StrEnum):
    """Where a table is. BETWEEN: before the first hand and after each; CLOSED is for ever."""

    BETWEEN = "between"
    PLAYING = "playing"
    CLOSED = "closed"


class TableCode(StrEnum):
    """Why the table, and not the rules of the hand, refused a command."""

    CLOSED = "closed"
    STALE = "stale"
    NOT_DUE = "not_due"
    LEFT = "left"
    NOT_ENOUGH_BEANS = "not_enough_beans"
    WRONG_PHASE = "wrong_phase"
    NOT_ALLOWED = "not_allowed"


@dataclass(frozen=True, slots=True)
class Player:
    """Who takes a seat. `bot`: the name of the bot that plays, None for a person; `start` is one
    of START_CHOICES.
    """

    id: str
    name: str
    bot: str | None = None
    start: str = "ask"


@dataclass(frozen=True, slots=True)
class Pace:
    """The table's own times, milliseconds, and its patience.

    `autoplay_ms`: how long an automatic move takes; `next_ms`: how long after a hand it is waited
    for people who say nothing; `silent_deals`: the table is given up after so many deals in a row
    that all declined while no person did anything (R-CALL-2 would go on for ever); `most_deals`:
    and after so many deals in a hand in any case. `silent_stay`: who says nothing after a hand is
    held to go on, as long as anybody does say something; otherwise he is held to have left.
    """

    autoplay_ms: int = 800
    next_ms: int = 20_000
    silent_deals: int = 3
    most_deals: int = 100
    silent_stay: bool = False


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat: who sits there; `left` for good; wants another hand; what to say in its start window,
    and since which version (the earlier choice is said first, G-SHOW-2).
    """

    player: Player
    left: bool = False
    wants_next: bool = False
    start: str = "ask"
    chosen_at: int = 0


@dataclass(frozen=True, slots=True)
class Clock:
    """A deadline, milliseconds since 1970. `seat` None: the table's own.

    `kind`: start, call, rob, raise, double, play (a question put to a seat), auto (a seat on
    autoplay is about to move), deal (the next card comes), next (people who have not asked for
    another hand are held to have left). `starts_at`: when the question was put; `since`: the first
    version whose viewer has seen it.
    """

    seat: Seat | None
    kind: str
    starts_at: int
    at: int
    since: int = 0


@dataclass(frozen=True)
class TableState:
    """A table. `version` counts the events folded.

    `asks_next`: people are asked after each hand whether they go on, and the table closes when one
    has left; otherwise an organiser (a tournament) decides both. `hands`: after so many the table
    is over, None: never. `scores`: running totals, for unit points. `seed`: hex, the secret of the
    present hand; `client_seeds`: what its players gave; `next_seed`: the secret of the next hand,
    once it is sealed. `hand_since`: the version that began the present
    hand, or the last. `previous_first`: who bid first in the last deal (G-BID-2). `heard`: some
    person has acted since the deal; `silent_deals`: deals in a row voided without.
    """

    table_id: str
    room: str
    ruleset: Ruleset
    stakes: Stakes
    seats: tuple[SeatState, SeatState, SeatState]
    pace: Pace = Pace()
    asks_next: bool = True
    version: int = 0
    status: Status = Status.BETWEEN
    hand_no: int = 0
    hand_since: int = 0
    seed: str | None = None
    client_seeds: ClientSeeds | None = None
    next_seed: str | None = None
    hand: HandState | None = None
    settlement: Settlement | None = None
    scores: type_3i = ZERO3
    clocks: tuple[Clock, ...] = ()
    previous_first: Seat | None = None
    heard: bool = False
    silent_deals: int = 0
    close_reason: str | None = None
    hands: int | None = None

    def changed(self, **changes: Any) -> "TableState":
        """A copy with some fields changed, unchecked and quick; only `evolve` calls this."""
        new = object.__new__(TableState)
        new.__dict__.update(self.__dict__)
        new.__dict__.update(changes)
        return new

    @property
    def wants_hand(self) -> bool:
        """Whether the application should bring fresh beans and a seed now, with `StartHand`."""
        if self.status is not Status.BETWEEN or self.played_out:
            return False
        return not self.asks_next or all(s.wants_next for s in self.seats)

    @property
    def played_out(self) -> bool:
        """Whether all hands of the table have been played."""
        return self.hands is not None and self.hand_no >= self.hands

    @property
    def wants_seal(self) -> bool:
        """Whether the application should bring the seed of the next hand now, with `Seal`, so that
        its hash is known before the players give theirs. An organiser brings his own with the hand.
        """
        return self.status is Status.BETWEEN and self.asks_next and self.next_seed is None

    @property
    def deal_seed(self) -> bytes:
        """What the deals of the present hand follow from."""
        assert self.seed is not None, "a hand has a seed"
        seed = bytes.fromhex(self.seed)
        return fairness.deal_seed(seed, self.client_seeds, self.table_id, self.hand_no)

    def seat_of(self, player_id: str) -> Seat | None:
        """Where a player sits, if he has not left."""
        for seat in SEATS:
            if self.seats[seat].player.id == player_id and not self.seats[seat].left:
                return seat
        return None

    def on_autoplay(self, seat: Seat) -> bool:
        """Whether the system moves for this seat: on autoplay, or gone."""
        return self.seats[seat].left or (self.hand is not None and self.hand.autoplay[seat])

    def clock_of(self, seat: Seat | None) -> Clock | None:
        """The clock of a seat, or of the table (None), if one is running."""
        return next((c for c in self.clocks if c.seat == seat), None)
