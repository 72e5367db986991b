"""Legal moves without wild cards: leading and following, from the table of plays.

Masks of the ranks held once, twice, three and four times select chains and groups; everything that
depends on one mask alone is cached by it, so that most of a generation is joining tuples.
"""

from functools import lru_cache
from itertools import chain

from dizhu.rules.cards import (
    CHAIN_ONES,
    GUARD,
    RANKS,
    ROCKET,
    SUITED_RANKS,
    Packed,
    at_least,
    contains,
)
from dizhu.rules.combos import SHAPE_OF, SHAPES, Combo, Kind, Shape
from dizhu.rules.plays import Body, Move, Plays, held, plays_for
from dizhu.rules.wings import Switches, leftovers, repeats, wing_sets

_CHAINS = tuple(s for s in SHAPES if s.max_length > 1 and not s.wing)
_WINGED = tuple(s for s in SHAPES if s.wing)


class Moves:
    """Readings and legal moves under some switches."""

    def __init__(self, switches: Switches) -> None:
        self.plays: Plays = plays_for(switches)
        self.switches = switches
        self.groups = lru_cache(maxsize=1 << 16)(self._groups)
        self.chains = lru_cache(maxsize=1 << 14)(self._chains)
        self._single = {
            kind: self.plays.plain[kind, 1] for kind in (Kind.SOLO, Kind.PAIR, Kind.TRIO, Kind.BOMB)
        }

    def readings(self, cards: Packed) -> tuple[Combo, ...]:
        """Every combo the cards can be; empty when they are none."""
        return self.plays.readings.get(cards, ())

    def _groups(self, kind: Kind, mask: Packed) -> tuple[Move, ...]:
        """Solos, pairs, trios or bombs of the ranks of a mask."""
        moves = self._single[kind]
        return tuple(m for m in moves if mask >> 4 * m.combo.main & 1)

    def _chains(self, kind: Kind, mask: Packed) -> tuple[Move, ...]:
        """Every chain of a kind whose ranks all lie in the mask."""
        shape = SHAPE_OF[kind]
        hand = mask * shape.per
        lengths = range(shape.min_length, shape.max_length + 1)
        return tuple(chain.from_iterable(held(hand, self.plays.plain[kind, n]) for n in lengths))

    def leads(self, hand: Packed) -> list[Move]:
        """Every legal lead: each set of ranks under each of its readings."""
        masks = [at_least(hand, n) for n in (1, 2, 3, 4)]
        found = [
            *self.groups(Kind.SOLO, masks[0]),
            *self.groups(Kind.PAIR, masks[1]),
            *self.groups(Kind.TRIO, masks[2]),
            *self.bombs(hand),
        ]
        for shape in _CHAINS:
            mask = masks[shape.per - 1] & CHAIN_ONES
            if mask.bit_count() >= shape.min_length:
                found += self.chains(shape.kind, mask)
        for shape in _WINGED:
            if masks[shape.per - 1]:
                found += self._winged(hand, shape, masks[shape.per - 1])
        return found

    def bombs(self, hand: Packed) -> list[Move]:
        """Every bomb held, and the rocket."""
        bombs = list(self.groups(Kind.BOMB, at_least(hand, 4)))
        if contains(hand, ROCKET):
            bombs.append(self.plays.rocket)
        return bombs

    def _winged(self, hand: Packed, shape: Shape, mask: Packed) -> list[Move]:
        found: list[Move] = []
        runs = mask.bit_count() if shape.max_length == 1 else (mask & CHAIN_ONES).bit_count()
        for length in range(shape.min_length, min(shape.max_length, runs) + 1):
            for body in self.plays.bodies[shape.kind, length]:
                if contains(hand, body.cards):
                    found += self._attach(hand, shape, body)
        return found

    def _attach(self, hand: Packed, shape: Shape, body: Body) -> list[Move]:
        """The body with every choice of attached cards."""
        if body.groups == 1 and not self.switches.wing_same_rank_as_body:
            rest = at_least(hand, shape.wing) & ~(15 << 4 * body.main)
            return [body.moves[w] for w in _units(rest, shape.wing)]
        rest = leftovers(hand, body.cards, self.switches)
        wings = wing_sets(
            rest,
            shape.wing,
            body.groups,
            repeats(self.switches, shape),
            self.switches.both_jokers_as_kickers,
        )
        return [body.moves[w] for w in wings]

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
        shape = SHAPE_OF[kind]
        if shape.wing:
            found = self._winged_over(hand, shape, to_beat)
        else:
            first = to_beat.main - to_beat.length + 2
            guarded = hand | GUARD
            higher = self.plays.plain[kind, to_beat.length][first:]
            found = [m for m in higher if guarded - m.cards & GUARD == GUARD]
        if hand >> 2 & _ANY_FOUR or hand & ROCKET == ROCKET:
            found += self.bombs(hand)
        return found

    def _winged_over(self, hand: Packed, shape: Shape, to_beat: Combo) -> list[Move]:
        found: list[Move] = []
        for body in self.plays.bodies[shape.kind, to_beat.length]:
            if body.main > to_beat.main and contains(hand, body.cards):
                found += self._attach(hand, shape, body)
        return found


_ANY_FOUR: Packed = sum(1 << 4 * r for r in range(SUITED_RANKS))


@lru_cache(maxsize=1 << 16)
def _units(mask: Packed, each: int) -> tuple[Packed, ...]:
    """One packed group of `each` cards for every rank of a mask; pairs are no jokers."""
    ranks: range = range(RANKS if each == 1 else SUITED_RANKS)
    return tuple(each << 4 * r for r in ranks if mask >> 4 * r & 1)


@lru_cache(maxsize=8)
def moves_for(switches: Switches) -> Moves:
    """The generator for some switches."""
    return Moves(switches)
