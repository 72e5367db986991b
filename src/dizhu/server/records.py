"""What the HTTP interface says of finished hands, leaderboards and beans. The client's types are
generated from this file, too.
"""

from typing import Any

import msgspec

from dizhu.server.protocol import ResultView, TableEvent, TableView

# --- finished hands (HTTP) ---


class HandPlayer(msgspec.Struct, frozen=True):
    """Somebody in a finished hand. `role`: landlord, peasant or None; `won`: None when nobody
    did.
    """

    player: str
    name: str
    bot: bool
    role: str | None
    won: bool | None
    delta: int
    bombs: int


class HandLine(msgspec.Struct, frozen=True):
    """A finished hand in a list. `how`: out, escape, forced; `you`: the seat of who asks."""

    id: str
    room: str
    ruleset: str
    hand_no: int
    started_at: int
    ended_at: int
    how: str
    unit: str
    landlord: int | None
    winner: str | None
    spring: str | None
    multiplier: int
    seats: tuple[HandPlayer, HandPlayer, HandPlayer]
    you: int | None


class HandPage(msgspec.Struct, frozen=True):
    """Some finished hands, newest first; `next`: what to ask as `before` for older ones."""

    hands: tuple[HandLine, ...]
    next: str | None


class ReplayFrame(msgspec.Struct, frozen=True):
    """A step of a replay: what happened, and the fields of `HandView` that are different now."""

    event: TableEvent
    hand: dict[str, Any]


class DealtCards(msgspec.Struct, frozen=True):
    """A deal: the cards of each seat in the order in which they came, and what chance decided;
    `previous_first`: who bid first in the deal before it, which some rules make count.
    """

    previous_first: int | None

    hands: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    bottom: tuple[int, ...]
    first: int
    wild: int | None
    turned: int | None
    task: str | None


class DealRules(msgspec.Struct, frozen=True):
    """What of a ruleset bears on a deal."""

    deal_order: str
    first_bidder: str
    wild: bool
    tasks: tuple[str, ...]


class DealProof(msgspec.Struct, frozen=True):
    """All that is needed to make the deals of a hand again (docs/fairness.md)."""

    table: str
    hand_no: int
    hash: str
    seed: str
    client_seeds: tuple[str, str, str] | None
    rules: DealRules
    deals: tuple[DealtCards, ...]


class ReplayView(msgspec.Struct, frozen=True):
    """A finished hand to look at: the table before it, its steps, its result, with all cards."""

    hand: HandLine
    table: TableView
    frames: tuple[ReplayFrame, ...]
    result: ResultView
    proof: DealProof


# --- leaderboards and statistics (HTTP) ---


class LeaderLine(msgspec.Struct, frozen=True):
    """A line of a leaderboard: hands played, hands won, beans now, beans won this week."""

    place: int
    name: str
    title: str
    beans: int
    hands: int
    won: int
    week: int
    you: bool


class LeaderPage(msgspec.Struct, frozen=True):
    """A page of a leaderboard. `own`: the line of who asks, if he is on the board at all; `least`:
    the hands one must have played to be on it; `week_ends`: when the week is over.
    """

    board: str
    page: int
    pages: int
    lines: tuple[LeaderLine, ...]
    own: LeaderLine | None
    least: int
    week_ends: int


class TallyView(msgspec.Struct, frozen=True):
    """What one's hands under a ruleset come to; `multiplier` the highest one won with; `springs`
    those won by.
    """

    ruleset: str
    landlord: int
    landlord_won: int
    peasant: int
    peasant_won: int
    beans: int
    multiplier: int
    bombs: int
    springs: int


class StatsView(msgspec.Struct, frozen=True):
    """A player's statistics; `recent`: the beans won or lost in his last hands, oldest first."""

    tallies: tuple[TallyView, ...]
    recent: tuple[int, ...]


class MovementLine(msgspec.Struct, frozen=True):
    """Beans that came or went. `reason`: opening, relief, pair, escape, fee, ...; `hand`: the
    finished hand they belong to.
    """

    at: int
    beans: int
    reason: str
    hand: str | None


class MovementPage(msgspec.Struct, frozen=True):
    """Some of one's transfers, newest first; `next`: what to ask as `before` for older ones."""

    movements: tuple[MovementLine, ...]
    next: str | None
