"""Legal moves without wild cards: leading and following, from the table of plays.

Masks of the ranks held once, twice, three and four times select chains and groups. What depends on
one mask alone is looked up by it, so that most of a generation is joining tuples.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from itertools import chain
from typing import Any, TypeVar

from dizhu.rules.cards import (
    CHAIN_ONES,
    GUARD,
    ONES,
    ROCKET,
    UNIT,
    Packed,
    at_least,
    contains,
    held_masks,
)
from dizhu.rules.combos import SHAPE_OF, SHAPES, Combo, Kind
from dizhu.rules.plays import Body, Move, Plays, held, plays_for
from dizhu.rules.wings import Switches

_CHAINS = tuple((s.kind, s.per, s.min_length) for s in SHAPES if s.max_length > 1 and not s.wing)
_WINGED = tuple(s for s in SHAPES if s.wing)
_LEFTOVERS = 64
"""For so many rests of hands a body's moves are kept: the same come again in one hand."""
_LOW_RANKS = 8
_LOW: Packed = (1 << 4 * _LOW_RANKS) - 1

T = TypeVar("T")


class _Attaching:
    """One body, and its moves by the rest of the hand that may be attached to it."""

    def __init__(self, body: Body) -> None:
        self.cards = body.cards
        self.free = body.free
        self.moves = lru_cache(maxsize=_LEFTOVERS)(partial(_attached, body.moves))


class Moves:
    """Readings and legal moves under some switches."""

    def __init__(self, switches: Switches) -> None:
        self.plays: Plays = plays_for(switches)
        self.plain = {
            (kind, length): self._cached(self._plain, kind, moves)
            if SHAPE_OF[kind].max_length > 1
            else by_rank(moves)
            for (kind, length), moves in self.plays.plain.items()
        }
        self.chains = {
            kind: self._cached(self._plain, kind, _every_length(self.plays.plain, kind))
            for kind, _, _ in _CHAINS
        }
        bodies = {of: tuple(map(_Attaching, some)) for of, some in self.plays.bodies.items()}
        self.bodies = {of: self._cached(self._bodies, of[0], some) for of, some in bodies.items()}
        self.all_bodies = {
            s.kind: self._cached(self._bodies, s.kind, _every_length(bodies, s.kind))
            for s in _WINGED
        }

    @staticmethod
    def _cached(select: Callable[..., T], *of: Any) -> Callable[[Packed], T]:
        """By the mask alone: quicker than one cache with longer keys, and bounded by the masks."""
        return cache(partial(select, *of))

    def readings(self, cards: Packed) -> tuple[Combo, ...]:
        """Every combo the cards can be; empty when they are none."""
        return self.plays.readings.get(cards, ())

    @staticmethod
    def _plain(kind: Kind, moves: Sequence[Move], mask: Packed) -> tuple[Move, ...]:
        """Those of some moves without attached cards whose ranks all lie in the mask."""
        return tuple(held(mask * SHAPE_OF[kind].per, moves))

    @staticmethod
    def _bodies(kind: Kind, bodies: Sequence[_Attaching], mask: Packed) -> tuple[_Attaching, ...]:
        """Those of some bodies whose ranks all lie in the mask."""
        hand = mask * SHAPE_OF[kind].per
        return tuple(b for b in bodies if contains(hand, b.cards))

    def leads(self, hand: Packed) -> list[Move]:
        """Every legal lead: each set of ranks under each of its readings."""
        one, two, three, four = masks = held_masks(hand)
        found = [*self.plain[Kind.SOLO, 1](one), *self.plain[Kind.PAIR, 1](two)]
        if three:
            found += self.plain[Kind.TRIO, 1](three)
        if four or hand & ROCKET == ROCKET:
            found += self.bombs(hand)
        for kind, per, shortest in _CHAINS:
            mask = masks[per - 1] & CHAIN_ONES
            if mask.bit_count() >= shortest:
                found += self.chains[kind](mask)
        if three:
            for shape in _WINGED:
                for body in self.all_bodies[shape.kind](masks[shape.per - 1]):
                    found += body.moves(hand - body.cards & body.free)
        return found

    def bombs(self, hand: Packed) -> list[Move]:
        """Every bomb held, and the rocket."""
        bombs = list(self.plain[Kind.BOMB, 1](hand >> 2 & ONES))
        if hand & ROCKET == ROCKET:
            bombs.append(self.plays.rocket)
        return bombs

    def follows(self, hand: Packed, to_beat: Combo) -> list[Move]:
        """Every legal move over a combo; passing is not listed."""
        kind = to_beat.kind
        if kind is Kind.ROCKET:
            return []
        if kind is Kind.BOMB:
            return [
                m
                for m in self.bombs(hand)
                if m.combo.kind is Kind.ROCKET or m.combo.main > to_beat.main
            ]
        shape, length = SHAPE_OF[kind], to_beat.length
        low = 4 * (to_beat.main - length + 2)
        mask = at_least(hand, shape.per) >> low << low
        if length > 1:
            mask &= CHAIN_ONES
        found: list[Move] = []
        if mask and shape.wing:
            for body in self.bodies[kind, length](mask):
                found += body.moves(hand - body.cards & body.free)
        elif mask:
            found += self.plain[kind, length](mask)
        if hand >> 2 & ONES or hand & ROCKET == ROCKET:
            found += self.bombs(hand)
        return found


def by_rank(of_rank: Sequence[T]) -> Callable[[Packed], tuple[T, ...]]:
    """The function that selects, by a mask of ranks, what belongs to its ranks: `of_rank[0]` to
    the lowest. Two tables of half the ranks serve every mask.
    """
    low = _selections(of_rank[:_LOW_RANKS])
    high = _selections(of_rank[_LOW_RANKS:])

    def select(mask: Packed) -> tuple[T, ...]:
        return low[mask & _LOW] + high[mask >> 4 * _LOW_RANKS]

    return select


def _selections(of_rank: Sequence[T]) -> dict[Packed, tuple[T, ...]]:
    """What is selected by every mask of some few ranks."""
    found: dict[Packed, tuple[T, ...]] = {0: ()}
    for unit, item in zip(UNIT, of_rank, strict=False):
        found |= {mask | unit: (*selected, item) for mask, selected in found.items()}
    return found


def _attached(moves: Sequence[tuple[Packed, Move]], rest: Packed) -> tuple[Move, ...]:
    """The moves whose attached cards are all among the rest of a hand."""
    rest |= GUARD
    return tuple([move for wings, move in moves if rest - wings & GUARD == GUARD])


def _every_length(table: dict[tuple[Kind, int], tuple[T, ...]], kind: Kind) -> tuple[T, ...]:
    """The entries of a kind, the shortest first."""
    return tuple(chain.from_iterable(of for (k, _), of in table.items() if k is kind))


@lru_cache(maxsize=8)
def moves_for(switches: Switches) -> Moves:
    """The generator for some switches."""
    return Moves(switches)
