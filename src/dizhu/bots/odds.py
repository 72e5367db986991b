"""How likely it is that somebody can beat a combo, from the cards that are still out."""

from collections.abc import Iterable
from functools import lru_cache
from math import comb
from typing import NamedTuple

from dizhu.bots.position import Position, hidden_count
from dizhu.rules.actions import Seat
from dizhu.rules.cards import (
    BLACK_JOKER,
    RANKS,
    RED_JOKER,
    SUITED_RANKS,
    Packed,
    Rank,
    counts,
    size,
)
from dizhu.rules.combos import SHAPE_OF, Combo, Kind, Shape

_OVERLAP = 0.8
"""Chains overlap, so that their chances add up to too much: measured on dealt hands."""
Chances = list[list[float]]
"""`chances[n][rank]`: how likely a player holds at least n cards of a rank."""


class Hand(NamedTuple):
    """What is known of a player's hand: how many cards are held, which share of the unseen cards is
    in it, the cards that are for certain, and the chances.
    """

    held: int
    share: float
    sure: list[int]
    chances: Chances


class Odds:
    """The odds of some players' hands, worked out once for a position."""

    def __init__(self, position: Position, seats: Iterable[Seat]) -> None:
        self._hands = [_hand(position, s) for s in seats]
        self._pool = counts(position.unseen)
        self._wild = position.wild is not None
        self._known: dict[tuple[Kind, Rank, int], float] = {}
        self._bombs: dict[Rank, float] = {}

    def beaten(self, play: Combo) -> float:
        """How likely one of them could beat a combo without a bomb; a bomb by a higher one."""
        if play.kind <= Kind.BOMB:
            return self.bombed(play)
        key = (play.kind, play.main, play.length)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._beaten(play)
        return found

    def bombed(self, play: Combo) -> float:
        """How likely one of them has a bomb (or the rocket) that beats a combo."""
        if play.kind is Kind.ROCKET:
            return 0.0
        above = play.main if play.kind is Kind.BOMB else -1
        found = self._bombs.get(above)
        if found is None:
            misses = 1.0
            for hand in self._hands:
                misses *= 1.0 - _bomb(hand, above)
            found = self._bombs[above] = 1.0 - misses
        return found

    def _beaten(self, play: Combo) -> float:
        shape = SHAPE_OF[play.kind]
        if play.length == 1:
            self._add_groups(play.kind, shape)
            return self._known[play.kind, play.main, 1]
        misses = 1.0
        for hand in self._hands:
            if hand.held >= shape.size(play.length):
                for top in range(play.main + 1, shape.body_ranks):
                    misses *= 1.0 - _run(hand.chances[shape.per], top, play.length)
        return (1.0 - misses) * _OVERLAP

    def _add_groups(self, kind: Kind, shape: Shape) -> None:
        """All ranks of a kind that is no chain, from the highest down."""
        able = [hand for hand in self._hands if hand.held >= shape.size(1)]
        misses = 1.0
        for rank in range(shape.body_ranks - 1, -1, -1):
            self._known[kind, rank, 1] = 1.0 - misses
            misses *= self._nobody(able, shape.per, rank)

    def _nobody(self, hands: list[Hand], n: int, rank: Rank) -> float:
        """How likely none of some hands holds n cards of a rank."""
        if len(hands) == 2 and not self._wild:
            return _neither(hands[0], hands[1], n, rank, self._pool[rank])
        misses = 1.0
        for hand in hands:
            misses *= 1.0 - hand.chances[n][rank]
        return misses


@lru_cache(maxsize=1 << 14)
def _split_chance(cards: int, share: float, other: float, most: int, most_other: int) -> float:
    """How likely at most so many of some cards are in one hand, and so many in another."""
    elsewhere = max(0.0, 1.0 - share - other)
    return sum(
        comb(cards, a) * comb(cards - a, b) * share**a * other**b * elsewhere ** (cards - a - b)
        for a in range(min(most, cards) + 1)
        for b in range(min(most_other, cards - a) + 1)
    )


def _neither(one: Hand, other: Hand, n: int, rank: Rank, cards: int) -> float:
    """A card that one of two hands lacks is in the other: they are not independent."""
    most, most_other = n - 1 - one.sure[rank], n - 1 - other.sure[rank]
    if most < 0 or most_other < 0:
        return 0.0
    return _split_chance(cards, one.share, other.share, most, most_other)


def _run(chances: list[float], top: Rank, length: int) -> float:
    chance = 1.0
    for rank in range(top, top - length, -1):
        chance *= chances[rank]
    return chance


def _bomb(hand: Hand, above: Rank) -> float:
    misses, chances = 1.0, hand.chances
    if hand.held >= 4:
        for rank in range(above + 1, SUITED_RANKS):
            misses *= 1.0 - chances[4][rank]
    return 1.0 - misses * (1.0 - chances[1][BLACK_JOKER] * chances[1][RED_JOKER])


def _hand(position: Position, seat: Seat) -> Hand:
    unseen = size(position.unseen)
    share = min(1.0, hidden_count(position, seat) / unseen) if unseen else 0.0
    tails = _tails(share)
    sure, pool = counts(position.sure[seat]), counts(position.unseen)
    chances = [
        [1.0 if sure[r] >= n else tails[pool[r]][n - sure[r]] for r in range(RANKS)]
        for n in range(5)
    ]
    if position.wild is not None:
        _help_by_wilds(chances, position.wild, sure[position.wild] + pool[position.wild] * share)
    return Hand(position.counts[seat], share, sure, chances)


@lru_cache(maxsize=1 << 12)
def _tails(share: float) -> Chances:
    """`tails[c][n]`: how likely at least n of c cards are in a hand that gets this share."""
    exactly = [[1.0, 0.0, 0.0, 0.0, 0.0]]
    for _ in range(4):
        last = exactly[-1]
        shifted = [0.0, *last[:4]]
        exactly.append([a * (1 - share) + b * share for a, b in zip(last, shifted, strict=True)])
    return [[sum(row[n:]) for n in range(5)] for row in exactly]


def _help_by_wilds(table: Chances, wild: Rank, expected: float) -> None:
    """A wild raises the number of equal cards by one: roughly, as often as one is held."""
    help_of = min(1.0, 0.7 * expected)
    for n in (4, 3, 2):
        for rank in range(SUITED_RANKS):
            if rank != wild:
                table[n][rank] += (table[n - 1][rank] - table[n][rank]) * help_of


def against(position: Position) -> Packed:
    """All cards that an enemy may hold."""
    sure = sum(position.sure[s] for s in position.enemies)
    if all(position.open[s] for s in position.enemies):
        return sure
    return sure + position.unseen
