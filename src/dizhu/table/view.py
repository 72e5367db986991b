"""What one viewer may know of a table: the public part, and the hand through the filter of the
rules.
"""

from dataclasses import dataclass

from dizhu.ledger.escape import escape_penalty_known
from dizhu.ledger.outcome import Settlement
from dizhu.rules import fairness, legal
from dizhu.rules import view as rules
from dizhu.rules.actions import SEATS, Escape, Seat
from dizhu.rules.events import Dealt
from dizhu.rules.fairness import ClientSeeds
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.state import ZERO3, type_3i
from dizhu.table.events import HandHappened, HandStarted, SeedSealed, TableEvent
from dizhu.table.state import Clock, Status, TableState


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """A seat as everybody may see it. `beans`: those (or the score) at the start of the hand, after
    its settlement those after it.
    """

    player: str
    name: str
    bot: bool
    beans: int
    wants_next: bool
    left: bool


@dataclass(frozen=True, slots=True)
class TableSeen:
    """A table as one viewer may know it. `you`: his seat, None for who only watches.

    `commitment`: SHA-256 of the seed of the hand; `seed`: the seed itself, hex, once the hand is
    over, so that the deal can be checked (but not at the table of an organiser, who may deal the
    same elsewhere: its replay tells it in time); `client_seeds`: what the players gave for it;
    `next_commitment`: between hands, SHA-256 of the seed of the next one. `escape_penalty`: what
    leaving now would cost the viewer at least, None where there is no escape.
    """

    table_id: str
    room: str
    ruleset: Ruleset
    stakes: Stakes
    version: int
    status: str
    hand_no: int
    you: Seat | None
    seats: tuple[SeatSeen, SeatSeen, SeatSeen]
    clocks: tuple[Clock, ...]
    hand: rules.Observation | None
    settlement: Settlement | None
    scores: type_3i
    escape_penalty: int | None
    commitment: str | None
    seed: str | None
    client_seeds: ClientSeeds | None = None
    next_commitment: str | None = None
    hands: int | None = None


@dataclass(frozen=True, slots=True)
class PublicHandStarted:
    """A hand began: without its seed, with the commitment to it."""

    type = "hand_started"
    commitment: str
    beans: type_3i
    at: int


@dataclass(frozen=True, slots=True)
class PublicSeedSealed:
    """The seed of the next hand was drawn: without it, with the commitment to it."""

    type = "seed_sealed"
    commitment: str
    at: int


@dataclass(frozen=True, slots=True)
class PublicHandHappened:
    """A deal was made: without the cards."""

    type = "hand_event"
    event: rules.PublicDealt
    at: int
    by: Seat | None = None


PublicEvent = TableEvent | PublicSeedSealed | PublicHandStarted | PublicHandHappened


def see(table: TableState, viewer: Seat | None) -> TableSeen:
    """The table as a viewer may know it."""
    over = table.settlement is not None
    return TableSeen(
        table_id=table.table_id,
        room=table.room,
        ruleset=table.ruleset,
        stakes=table.stakes,
        version=table.version,
        status=str(table.status),
        hand_no=table.hand_no,
        you=viewer,
        seats=_seats(table),
        clocks=table.clocks,
        hand=None if table.hand is None else rules.observe(table.hand, viewer),
        settlement=table.settlement,
        scores=table.scores,
        escape_penalty=escape_penalty(table, viewer),
        commitment=None if table.seed is None else commitment(table.seed),
        seed=table.seed if over and table.asks_next else None,
        client_seeds=table.client_seeds,
        next_commitment=_next_commitment(table),
        hands=table.hands,
    )


def _next_commitment(table: TableState) -> str | None:
    if table.status is not Status.BETWEEN or table.next_seed is None:
        return None
    return commitment(table.next_seed)


def _seats(table: TableState) -> tuple[SeatSeen, SeatSeen, SeatSeen]:
    beans = beans_by_seat(table)
    seen = [
        SeatSeen(
            player=seat.player.id,
            name=seat.player.name,
            bot=seat.player.bot is not None,
            beans=beans[number],
            wants_next=seat.wants_next,
            left=seat.left,
        )
        for number, seat in zip(SEATS, table.seats, strict=True)
    ]
    return (seen[0], seen[1], seen[2])


def beans_by_seat(table: TableState) -> type_3i:
    """What each seat has as far as the table knows: zeros before the first hand for beans."""
    if table.settlement is not None:
        return table.settlement.after
    if table.hand is not None:
        return table.hand.beans
    return table.scores if table.ruleset.unit == "points" else ZERO3


def escape_penalty(table: TableState, viewer: Seat | None) -> int | None:
    """What leaving now would cost the viewer, at least; None when it would be no escape."""
    if viewer is None or table.hand is None or table.status is not Status.PLAYING:
        return None
    if not legal.allowed(table.hand, viewer, Escape()):
        return None
    return escape_penalty_known(table.hand, viewer)


def commitment(seed: str) -> str:
    """The hash by which a deal is fixed before anybody sees a card (hex)."""
    return fairness.commitment(bytes.fromhex(seed))


def public_event(event: TableEvent, after: TableState) -> PublicEvent:
    """An event without its secrets; `after` is the table after it. The same for every viewer: cards
    reach him by his view alone.
    """
    if isinstance(event, SeedSealed):
        return PublicSeedSealed(commitment(event.seed), event.at)
    if isinstance(event, HandStarted):
        return PublicHandStarted(commitment(event.seed), event.beans, event.at)
    if isinstance(event, HandHappened) and isinstance(event.event, Dealt):
        assert after.hand is not None, "a deal belongs to a hand"
        shown = rules.public_event(event.event, after.hand)
        assert isinstance(shown, rules.PublicDealt)
        return PublicHandHappened(shown, event.at, event.by)
    return event
