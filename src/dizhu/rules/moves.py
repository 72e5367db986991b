"""Legal moves without wild cards: leading and following, from the table of plays.

Masks of the ranks held once, twice, three and four times select chains and groups; everything that
depends on one mask alone is cached by it, so that most of a generation is joining tuples.
"""

from collections.abc import Callable
from functools import cache, lru_cache, partial
from itertools import chain
from typing import Any, TypeVar

from dizhu.rules.cards import (
    CHAIN_ONES,
    ONES,
    RANKS,
    ROCKET,
    SUITED_RANKS,
    Packed,
    at_least,
    contains,
    held_masks,
)
from dizhu.rules.combos import SHAPE_OF, SHAPES, Combo, Kind, Shape
from dizhu.rules.plays import Body, Move, Plays, held, plays_for
from dizhu.rules.wings import Switches, repeats, wing_sets

_CHAINS = tuple((s.kind, s.per, s.min_length) for s in SHAPES if s.max_length > 1 and not s.wing)
_WINGED = tuple(s for s in SHAPES if s.wing)

T = TypeVar("T")


class Moves:
    """Readings and legal moves under some switches."""

    def __init__(self, switches: Switches) -> None:
        self.plays: Plays = plays_for(switches)
        self.switches = switches
        self.plain = {key: self._cached(self._plain, *key) for key in self.plays.plain}
        self.chains = {kind: self._cached(self._chains, kind) for kind, _, _ in _CHAINS}
        self.bodies = {key: self._cached(self._bodies, *key) for key in self.plays.bodies}
        self.all_bodies = {s.kind: self._cached(self._all_bodies, s.kind) for s in _WINGED}
        self._repeats = {shape.kind: repeats(switches, shape) for shape in _WINGED}

    @staticmethod
    def _cached(select: Callable[..., T], *of: Any) -> Callable[[Packed], T]:
        """By the mask alone: quicker than one cache with longer keys, and bounded by the masks."""
        return cache(partial(select, *of))

    def readings(self, cards: Packed) -> tuple[Combo, ...]:
        """Every combo the cards can be; empty when they are none."""
        return self.plays.readings.get(cards, ())

    def _plain(self, kind: Kind, length: int, mask: Packed) -> tuple[Move, ...]:
        """Moves without attached cards of one kind and length whose ranks all lie in the mask."""
        return tuple(held(mask * SHAPE_OF[kind].per, self.plays.plain[kind, length]))

    def _chains(self, kind: Kind, mask: Packed) -> tuple[Move, ...]:
        """Every chain of a kind whose ranks all lie in the mask."""
        lengths = _lengths(SHAPE_OF[kind])
        return tuple(chain.from_iterable(self._plain(kind, n, mask) for n in lengths))

    def _bodies(self, kind: Kind, length: int, mask: Packed) -> tuple[Body, ...]:
        """The bodies of one kind and length whose ranks all lie in the mask of those held often
        enough.
        """
        hand = mask * SHAPE_OF[kind].per
        return tuple(b for b in self.plays.bodies[kind, length] if contains(hand, b.cards))

    def _all_bodies(self, kind: Kind, mask: Packed) -> tuple[Body, ...]:
        """The same of every length."""
        lengths = (n for n in _lengths(SHAPE_OF[kind]) if (kind, n) in self.bodies)
        return tuple(chain.from_iterable(self._bodies(kind, n, mask) for n in lengths))

    def leads(self, hand: Packed) -> list[Move]:
        """Every legal lead: each set of ranks under each of its readings."""
        masks = held_masks(hand)
        found = [
            *self.plain[Kind.SOLO, 1](masks[0]),
            *self.plain[Kind.PAIR, 1](masks[1]),
            *self.plain[Kind.TRIO, 1](masks[2]),
            *self.bombs(hand),
        ]
        for kind, per, shortest in _CHAINS:
            mask = masks[per - 1] & CHAIN_ONES
            if mask.bit_count() >= shortest:
                found += self.chains[kind](mask)
        for shape in _WINGED:
            if mask := masks[shape.per - 1]:
                for body in self.all_bodies[shape.kind](mask):
                    found += self._attach(hand, shape, body)
        return found

    def bombs(self, hand: Packed) -> list[Move]:
        """Every bomb held, and the rocket."""
        four = hand >> 2 & ONES
        bombs = list(self.plain[Kind.BOMB, 1](four)) if four else []
        if hand & ROCKET == ROCKET:
            bombs.append(self.plays.rocket)
        return bombs

    def _attach(self, hand: Packed, shape: Shape, body: Body) -> list[Move]:
        """The body with every choice of attached cards."""
        rest = hand - body.cards & body.free
        moves = body.moves
        if body.groups == 1:
            return [moves[w] for w in _units(at_least(rest, shape.wing), shape.wing)]
        wings = wing_sets(
            rest,
            shape.wing,
            body.groups,
            self._repeats[shape.kind],
            self.switches.both_jokers_as_kickers,
        )
        return [moves[w] for w in wings]

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
        found: list[Move] = []
        if not shape.wing:
            found += self.plain[kind, length](mask)
        elif mask:
            for body in self.bodies[kind, length](mask):
                found += self._attach(hand, shape, body)
        if hand >> 2 & ONES or hand & ROCKET == ROCKET:
            found += self.bombs(hand)
        return found


def _lengths(shape: Shape) -> range:
    return range(shape.min_length, shape.max_length + 1)


@cache
def _units(mask: Packed, each: int) -> tuple[Packed, ...]:
    """One packed group of `each` cards for every rank of a mask; pairs are no jokers."""
    ranks: range = range(RANKS if each == 1 else SUITED_RANKS)
    return tuple(each << 4 * r for r in ranks if mask >> 4 * r & 1)


@lru_cache(maxsize=8)
def moves_for(switches: Switches) -> Moves:
    """The generator for some switches."""
    return Moves(switches)
