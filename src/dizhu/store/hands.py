"""Finished hands: written with their settlement, in the same transaction."""

import sqlite3
from collections.abc import Iterable
from typing import Any

from dizhu.app.archive import HandSeat, StoredHand, week_of

HAND_COLUMNS = (
    "id, stream, hand_no, room, ruleset, first_version, last_version, previous_first, "
    "started_at, ended_at, how, unit, landlord, winner, spring, multiplier"
)
SEAT_COLUMNS = "player, name, bot, role, won, delta, bombs"


def add(connection: sqlite3.Connection, hand: StoredHand) -> None:
    """A finished hand, its seats, and what it adds to its people's tallies."""
    values = ", ".join("?" * len(_row(hand)))
    connection.execute(f"INSERT INTO hands ({HAND_COLUMNS}) VALUES ({values})", _row(hand))  # noqa: S608 - our own constants
    connection.executemany(
        f"INSERT INTO hand_seats (hand, seat, ended_at, {SEAT_COLUMNS}) "  # noqa: S608 - our own constants
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(hand.id, n, hand.ended_at, *_seat_row(seat)) for n, seat in enumerate(hand.seats)],
    )
    counted = (_tally(hand, seat) for seat in hand.seats if not seat.bot)
    connection.executemany(_TALLY, [(*key, *numbers) for key, numbers in counted])


def _row(hand: StoredHand) -> tuple[object, ...]:
    return (
        hand.id,
        hand.table,
        hand.hand_no,
        hand.room,
        hand.ruleset,
        hand.first_version,
        hand.last_version,
        hand.previous_first,
        hand.started_at,
        hand.ended_at,
        hand.how,
        hand.unit,
        hand.landlord,
        hand.winner,
        hand.spring,
        hand.multiplier,
    )


def _seat_row(seat: HandSeat) -> tuple[object, ...]:
    return (seat.player, seat.name, seat.bot, seat.role, seat.won, seat.delta, seat.bombs)


_TALLY = """
INSERT INTO tallies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (player, ruleset, week) DO UPDATE SET
    landlord = landlord + excluded.landlord,
    landlord_won = landlord_won + excluded.landlord_won,
    peasant = peasant + excluded.peasant,
    peasant_won = peasant_won + excluded.peasant_won,
    beans = beans + excluded.beans,
    multiplier = max(multiplier, excluded.multiplier),
    bombs = bombs + excluded.bombs,
    springs = springs + excluded.springs,
    rated = rated + excluded.rated,
    rated_won = rated_won + excluded.rated_won
"""


Key = tuple[str, str, int]
"""A player, a ruleset and a week."""
BEST = 5
"""Where the highest multiplier stands among the numbers of a tally."""


def _tally(hand: StoredHand, seat: HandSeat) -> tuple[Key, tuple[int, ...]]:
    """Scores of a table are no beans; an abandoned auction is nobody's hand as a role; rated, on
    public boards, is only what was for beans: hands for points can be arranged among friends.
    """
    won = bool(seat.won)
    landlord, peasant = seat.role == "landlord", seat.role == "peasant"
    rated = hand.unit == "beans" and (landlord or peasant)
    numbers = (
        landlord,
        landlord and won,
        peasant,
        peasant and won,
        seat.delta if hand.unit == "beans" else 0,
        hand.multiplier if won else 0,
        seat.bombs,
        won and hand.spring is not None,
        rated,
        rated and won,
    )
    return (seat.player, hand.ruleset, week_of(hand.ended_at)), tuple(map(int, numbers))


Tallies = dict[Key, tuple[int, ...]]


def add_up(found: Tallies, hands: Iterable[StoredHand]) -> None:
    """Some more hands in what the table of tallies must hold: for checking it."""
    for key, numbers in (_tally(h, s) for h in hands for s in h.seats if not s.bot):
        _add(found, key, numbers)


def add_tallies(found: Tallies, others: Tallies) -> None:
    """The same, of hands that have been added up elsewhere."""
    for key, numbers in others.items():
        _add(found, key, numbers)


def _add(found: Tallies, key: Key, numbers: tuple[int, ...]) -> None:
    known = found.get(key, (0,) * len(numbers))
    together = [a + b for a, b in zip(known, numbers, strict=True)]
    together[BEST] = max(known[BEST], numbers[BEST])
    found[key] = tuple(together)


def read(rows: Iterable[tuple[Any, ...]], connection: sqlite3.Connection) -> list[StoredHand]:
    """The hands of some rows of HAND_COLUMNS."""
    query = f"SELECT {SEAT_COLUMNS} FROM hand_seats WHERE hand = ? ORDER BY seat"  # noqa: S608 - our own constants
    hands = []
    for row in rows:
        one, two, three = (_seat(s) for s in connection.execute(query, (row[0],)))
        hands.append(StoredHand(*(*row, (one, two, three))))
    return hands


def _seat(row: tuple[str, str, int, str | None, int | None, int, int]) -> HandSeat:
    player, name, bot, role, won, delta, bombs = row
    return HandSeat(player, name, bool(bot), role, None if won is None else bool(won), delta, bombs)


def forget(connection: sqlite3.Connection, streams: Iterable[tuple[str]]) -> None:
    """The hands of tables that are forgotten; what was counted of them stays."""
    for stream in streams:
        connection.execute(
            "DELETE FROM hand_seats WHERE hand IN (SELECT id FROM hands WHERE stream = ?)", stream
        )
        connection.execute("DELETE FROM hands WHERE stream = ?", stream)
        connection.execute("INSERT OR REPLACE INTO meta VALUES ('tables_forgotten', 1)")
