"""The groups that the lowest card of a hand may belong to, each with its price.

A key is a packed hand of naturals with the number of wild cards above its 60 bits.
"""

from functools import lru_cache
from typing import NamedTuple

from dizhu.bots.prices import Prices
from dizhu.rules.cards import (
    BLACK_JOKER,
    CHAIN_ONES,
    CHAIN_RANKS,
    ONES,
    RED_JOKER,
    ROCKET,
    UNIT,
    Packed,
    Rank,
    at_least,
)
from dizhu.rules.combos import SHAPE_OF, Kind

WILDS = 60
NATURALS = (1 << WILDS) - 1
_HIGH: Rank = 9
"""From the queen upwards a rank may be broken up into smaller groups."""
_CHAIN_KIND = (Kind.SOLO, Kind.SOLO_CHAIN, Kind.PAIR_CHAIN, Kind.AIRPLANE)
_SHORTEST = tuple(SHAPE_OF[kind].min_length for kind in _CHAIN_KIND)
_GROUP_KIND = (Kind.SOLO, Kind.SOLO, Kind.PAIR, Kind.TRIO, Kind.BOMB)
_MOST_FILLED = (0, 2, 1, 2)
"""So many wild cards may fill a chain of solos, pairs, trios: more would be wasted on it."""
_TOP: Rank = CHAIN_RANKS - 1
_TWO, _THREE, _FIVE = (sum(UNIT[:n]) for n in (2, 3, 5))


class Group(NamedTuple):
    """One play of a split, still without attached cards."""

    kind: Kind
    main: Rank
    length: int
    key: int


Choice = tuple[Group, float]
_ROCKET = Group(Kind.ROCKET, RED_JOKER, 1, ROCKET)


@lru_cache(maxsize=1024)
def _group(rank: Rank, n: int, wilds: int = 0) -> Group:
    return Group(_GROUP_KIND[n + wilds], rank, 1, UNIT[rank] * n + (wilds << WILDS))


@lru_cache(maxsize=4096)
def _chain(per: int, low: Rank, length: int) -> Group:
    return Group(_CHAIN_KIND[per], low + length - 1, length, sum(UNIT[low : low + length]) * per)


def run_length(mask: Packed, rank: Rank) -> int:
    """How many consecutive ranks from `rank` upwards a mask of ranks holds."""
    gaps = ~(mask >> 4 * rank) & ONES
    return (gaps & -gaps).bit_length() - 1 >> 2


class Choices:
    """Lists the groups, at some prices."""

    def __init__(self, prices: Prices, wild: Rank | None) -> None:
        self._prices = prices
        self._wild = wild

    def of(self, key: int) -> list[Choice]:
        """The groups that may contain the lowest card of a hand that is not empty."""
        naturals, wilds = key & NATURALS, key >> WILDS
        if not naturals:
            return self._wilds_alone(wilds)
        rank = (naturals & -naturals).bit_length() - 1 >> 2
        if rank >= BLACK_JOKER:
            return self._jokers(naturals, rank)
        n = naturals >> 4 * rank & 15
        found = self._groups(rank, n, wilds)
        if rank < CHAIN_RANKS:
            self._add_chains(found, naturals, rank, n)
            if wilds:
                self._add_all_filled(found, naturals, rank, wilds)
        return found

    def _wilds_alone(self, wilds: int) -> list[Choice]:
        assert self._wild is not None, "there are wild cards"
        rank, prices = self._wild, self._prices.group
        return [
            (Group(_GROUP_KIND[n], rank, 1, n << WILDS), prices[n][rank])
            for n in range(1, wilds + 1)
        ]

    def _jokers(self, naturals: Packed, rank: Rank) -> list[Choice]:
        alone = [(_group(rank, 1), self._prices.group[1][rank])]
        return [(_ROCKET, self._prices.rocket), *alone] if naturals == ROCKET else alone

    def _groups(self, rank: Rank, n: int, wilds: int) -> list[Choice]:
        prices = self._prices.group
        found = [(_group(rank, n), prices[n][rank])]
        if rank >= _HIGH:
            found += [(_group(rank, k), prices[k][rank]) for k in range(1, min(n, 3))]
        for helped in range(1, min(wilds, 4 - n, n) + 1):
            price = prices[n + helped][rank] + self._prices.wild * helped
            found.append((_group(rank, n, helped), price))
        return found

    def _add_chains(self, found: list[Choice], naturals: Packed, rank: Rank, n: int) -> None:
        for per in range(1, min(n, 3) + 1):
            run = run_length(at_least(naturals, per) & CHAIN_ONES, rank)
            if run < 2:
                return
            for length in range(_SHORTEST[per], run + 1):
                price = self._prices.chain(per, length, rank + length - 1)
                found.append((_chain(per, rank, length), price))

    def _add_all_filled(
        self, found: list[Choice], naturals: Packed, rank: Rank, wilds: int
    ) -> None:
        n, held = naturals >> 4 * rank & 15, at_least(naturals, 1) & CHAIN_ONES
        near = held >> 4 * rank
        fill = min(wilds, _MOST_FILLED[1])
        if (near & _FIVE).bit_count() + fill >= 5 or rank > _TOP - 4:
            self._add_filled(found, 1, naturals, rank, fill)
        if near & _THREE == _THREE:
            self._add_filled(found, 2, naturals, rank, _MOST_FILLED[2])
        if n > 1 and near & _TWO == _TWO:
            self._add_filled(found, 3, naturals, rank, min(wilds, _MOST_FILLED[3]))

    def _add_filled(
        self, found: list[Choice], per: int, naturals: Packed, rank: Rank, wilds: int
    ) -> None:
        """Chains upwards from `rank` in which wild cards stand for what is missing."""
        missing, taken = 0, 0
        for top in range(rank, CHAIN_RANKS):
            have = min(naturals >> 4 * top & 15, per)
            missing += per - have
            if missing > wilds or (have == 0 and per > 1):
                return
            taken += have * UNIT[top]
            if missing:
                self._add_one_filled(found, per, top - rank + 1, top, taken + (missing << WILDS))
        if per == 1:
            for low in range(rank - 1, max(rank - 1 - wilds + missing, -1), -1):
                key = taken + (missing + rank - low << WILDS)
                self._add_one_filled(found, per, CHAIN_RANKS - low, _TOP, key)

    def _add_one_filled(
        self, found: list[Choice], per: int, length: int, top: Rank, key: int
    ) -> None:
        if length >= _SHORTEST[per]:
            price = self._prices.chain(per, length, top) + self._prices.wild * (key >> WILDS)
            found.append((Group(_CHAIN_KIND[per], top, length, key), price))
