"""The table of all plays without wild cards, built once for each setting of the switches.

`Plays.readings` maps the packed cards to every combo they can be (G-PAT-7); the permissive table
has 29,984 keys and 30,383 readings. Moves are interned: generation returns objects of the table
and builds none.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from dizhu.rules.cards import GUARD, ROCKET, SUITED_RANKS, Packed
from dizhu.rules.combos import ROCKET_COMBO, SHAPES, Combo, Kind, Shape, combo
from dizhu.rules.wings import Switches, attachable, body_of, repeats, wing_sets

FULL_DECK: Packed = sum(4 << 4 * r for r in range(SUITED_RANKS)) + ROCKET
MOST_CARDS = 20


class Move(NamedTuple):
    """Cards, as packed ranks (wild cards at their own rank), under one reading."""

    cards: Packed
    combo: Combo


class Body(NamedTuple):
    """One place of a body of a shape with attached cards: the packed body, the fields of a hand
    from which cards may be attached, and the moves with their packed attached cards.
    """

    cards: Packed
    free: Packed
    moves: tuple[tuple[Packed, Move], ...]


class Plays:
    """Every play there is under some switches."""

    def __init__(self, switches: Switches) -> None:
        self.switches = switches
        self.rocket = Move(ROCKET, ROCKET_COMBO)
        self.plain: dict[tuple[Kind, int], tuple[Move, ...]] = {}
        """Moves without attached cards, by kind and length, lowest first."""
        self.bodies: dict[tuple[Kind, int], tuple[Body, ...]] = {}
        """Bodies of the shapes with attached cards, by kind and length, lowest first."""
        self._build()
        self.readings = self._index()

    def _build(self) -> None:
        for shape in SHAPES:
            for length in range(shape.min_length, shape.max_length + 1):
                if shape.size(length) > MOST_CARDS:
                    continue
                if shape.wing:
                    self.bodies[shape.kind, length] = tuple(self._bodies(shape, length))
                else:
                    self.plain[shape.kind, length] = tuple(_plain_moves(shape, length))

    def _bodies(self, shape: Shape, length: int) -> Iterator[Body]:
        groups = shape.attached(length)
        repeat = repeats(self.switches, shape)
        for low in range(shape.body_ranks - length + 1):
            body = body_of(shape, low, length)
            reading = combo(shape.kind, low + length - 1, length)
            free = attachable(body, self.switches)
            wings = wing_sets(
                FULL_DECK - body & free,
                shape.wing,
                groups,
                repeat,
                self.switches.both_jokers_as_kickers,
            )
            moves = tuple((w, Move(body + w, reading)) for w in wings)
            yield Body(body, free, moves)

    def moves(self) -> Iterator[Move]:
        """Every move, the rocket first."""
        yield self.rocket
        for moves in self.plain.values():
            yield from moves
        for bodies in self.bodies.values():
            for body in bodies:
                yield from (move for _, move in body.moves)

    def _index(self) -> dict[Packed, tuple[Combo, ...]]:
        found: dict[Packed, list[Combo]] = defaultdict(list)
        for move in self.moves():
            if move.combo not in found[move.cards]:
                found[move.cards].append(move.combo)
        return {cards: tuple(readings) for cards, readings in found.items()}


def _plain_moves(shape: Shape, length: int) -> Iterator[Move]:
    for low in range(shape.body_ranks - length + 1):
        yield Move(body_of(shape, low, length), combo(shape.kind, low + length - 1, length))


@lru_cache(maxsize=8)
def plays_for(switches: Switches) -> Plays:
    """The table for some switches, built at first use (about 0.1 s)."""
    return Plays(switches)


def held(hand: Packed, moves: Iterable[Move]) -> list[Move]:
    """Those of some moves whose cards the hand holds."""
    guarded = hand | GUARD
    return [m for m in moves if guarded - m.cards & GUARD == GUARD]
