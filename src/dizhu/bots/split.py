"""Splitting a hand into plays: the cheapest way to get rid of it.

A hand is taken apart from its lowest rank upwards: either cards of that rank form a group, or a
chain starts there. What a group costs comes from `Prices`. Trios offer slots for attached cards;
the dearest small groups go into them for nothing. Wild cards join groups and fill chains; those
left over stand for themselves.
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
)
from dizhu.rules.combos import Kind

WILDS = 60
"""A key is a packed hand of naturals with the number of wild cards above its 60 bits."""
NATURALS = (1 << WILDS) - 1
_HIGH: Rank = 9
"""From the queen upwards a rank may be broken up into smaller groups."""
_SHORTEST = {1: 5, 2: 3, 3: 2}
_CHAIN_KIND = {1: Kind.SOLO_CHAIN, 2: Kind.PAIR_CHAIN, 3: Kind.AIRPLANE}
_GROUP_KIND = (Kind.SOLO, Kind.SOLO, Kind.PAIR, Kind.TRIO, Kind.BOMB)


class Group(NamedTuple):
    """One play of a split, still without attached cards; `key` as that of a hand."""

    kind: Kind
    main: Rank
    length: int
    key: int


class Split(NamedTuple):
    """The cheapest split of a hand.

    `cost`: what it costs in all; `gross`: the sum before attaching; `slots`: places for attached
    cards; `loose`: the prices of the groups that could be attached, dearest first; `group`: the
    first group; `rest`: the key of what is left after it.
    """

    cost: float
    gross: float
    slots: int
    loose: tuple[float, ...]
    group: Group | None
    rest: int


Choice = tuple[Group, float]
_NOTHING = Split(0.0, 0.0, 0, (), None, 0)
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


class Splitter:
    """The splits of hands at some prices; remembers every hand asked."""

    def __init__(self, prices: Prices, wild: Rank | None = None) -> None:
        self._prices = prices
        self._wild = wild
        self._memo: dict[int, Split] = {0: _NOTHING}

    def key(self, hand: Packed) -> int:
        """The key of a packed hand."""
        if self._wild is None:
            return hand
        wilds = hand >> 4 * self._wild & 15
        return hand - wilds * UNIT[self._wild] + (wilds << WILDS)

    def cards(self, key: int) -> Packed:
        """The packed hand of a key."""
        if self._wild is None:
            return key
        return (key & NATURALS) + (key >> WILDS) * UNIT[self._wild]

    def split(self, hand: Packed) -> Split:
        """The cheapest split of a packed hand."""
        return self.of_key(self.key(hand))

    def groups(self, hand: Packed) -> list[Group]:
        """The groups of the cheapest split, lowest first."""
        found: list[Group] = []
        split = self.split(hand)
        while split.group is not None:
            found.append(split.group)
            split = self.of_key(split.rest)
        return found

    def of_key(self, key: int) -> Split:
        """The cheapest split of a key."""
        found = self._memo.get(key)
        if found is None:
            found = self._memo[key] = self._best(key)
        return found

    def _best(self, key: int) -> Split:
        best: Split | None = None
        for group, price in self._choices(key):
            rest = key - group.key
            split = _join(group, price, rest, self.of_key(rest), self._prices.keep)
            if best is None or split.cost < best.cost:
                best = split
        assert best is not None, "every card is at least a solo"
        return best

    def _choices(self, key: int) -> list[Choice]:
        """The groups that may contain the lowest card."""
        naturals = key & NATURALS
        if not naturals:
            return self._wilds_alone(key >> WILDS)
        rank = (naturals & -naturals).bit_length() - 1 >> 2
        if rank >= BLACK_JOKER:
            return self._jokers(naturals, rank)
        found = self._groups_of(rank, naturals >> 4 * rank & 15, key >> WILDS)
        if rank < CHAIN_RANKS:
            self._add_chains(found, naturals, rank)
            if key >> WILDS:
                self._add_filled(found, naturals, rank, key >> WILDS)
        return found

    def _jokers(self, naturals: Packed, rank: Rank) -> list[Choice]:
        alone = [(_group(rank, 1), self._prices.group[1][rank])]
        return [(_ROCKET, self._prices.rocket), *alone] if naturals == ROCKET else alone

    def _groups_of(self, rank: Rank, n: int, wilds: int) -> list[Choice]:
        prices = self._prices.group
        found = [(_group(rank, n), prices[n][rank])]
        if rank >= _HIGH:
            found += [(_group(rank, k), prices[k][rank]) for k in range(1, min(n, 3))]
        for helped in range(1, min(wilds, 4 - n, n) + 1):
            found.append(
                (_group(rank, n, helped), prices[n + helped][rank] + self._prices.wild * helped)
            )
        return found

    def _wilds_alone(self, wilds: int) -> list[Choice]:
        assert self._wild is not None, "there are wild cards"
        rank = self._wild
        return [
            (
                Group(_GROUP_KIND[n], rank, 1, n << WILDS),
                self._prices.group[n][rank],
            )
            for n in range(1, wilds + 1)
        ]

    def _add_chains(self, found: list[Choice], naturals: Packed, rank: Rank) -> None:
        mask = (naturals | naturals >> 1 | naturals >> 2) & CHAIN_ONES
        run = run_length(mask, rank)
        if run < 2:
            return
        self._add_runs(found, 1, rank, run)
        if run >= 2 and naturals >> 4 * rank & 15 >= 2:
            mask = (naturals >> 1 | naturals >> 2) & CHAIN_ONES
            self._add_runs(found, 2, rank, run_length(mask, rank))
            if naturals >> 4 * rank & 15 >= 3:
                mask = (naturals & naturals >> 1 | naturals >> 2) & CHAIN_ONES
                self._add_runs(found, 3, rank, run_length(mask, rank))

    def _add_runs(self, found: list[Choice], per: int, rank: Rank, run: int) -> None:
        for length in range(_SHORTEST[per], run + 1):
            price = self._prices.chain(per, length, rank + length - 1)
            found.append((_chain(per, rank, length), price))

    def _add_filled(self, found: list[Choice], naturals: Packed, rank: Rank, wilds: int) -> None:
        """Chains in which wild cards stand for what is missing."""
        n = naturals >> 4 * rank & 15
        for per in (1, 2, 3):
            if per > n + 1:
                break
            self._add_filled_runs(found, per, naturals, rank, min(wilds, _most_filled(per)))

    def _add_filled_runs(
        self, found: list[Choice], per: int, naturals: Packed, rank: Rank, wilds: int
    ) -> None:
        """Upwards from `rank`; at the top of the ranks a wild may also stand below it."""
        missing, taken, low = 0, 0, rank
        for top in range(rank, CHAIN_RANKS):
            have = min(naturals >> 4 * top & 15, per)
            missing += per - have
            if missing > wilds or (have == 0 and per > 1):
                return
            taken += have * UNIT[top]
            length = top - low + 1
            if missing and length >= _SHORTEST[per]:
                group = Group(_CHAIN_KIND[per], top, length, taken + (missing << WILDS))
                found.append((group, self._filled_price(per, length, top, missing)))
        while missing < wilds and per == 1 and low > 0:
            missing, low = missing + 1, low - 1
            length = CHAIN_RANKS - low
            if length >= _SHORTEST[per]:
                group = Group(_CHAIN_KIND[per], CHAIN_RANKS - 1, length, taken + (missing << WILDS))
                found.append((group, self._filled_price(per, length, CHAIN_RANKS - 1, missing)))

    def _filled_price(self, per: int, length: int, top: Rank, wilds: int) -> float:
        return self._prices.chain(per, length, top) + self._prices.wild * wilds


def _most_filled(per: int) -> int:
    return 1 if per == 2 else 2


def _join(group: Group, price: float, rest: int, after: Split, keep: float) -> Split:
    """The split that begins with a group and goes on with the split of the rest."""
    gross, slots, loose = after.gross + price, after.slots, after.loose
    kind = group.kind
    if kind is Kind.TRIO or kind is Kind.AIRPLANE:
        slots += group.length
    elif (kind is Kind.SOLO or kind is Kind.PAIR) and price > keep:
        loose = tuple(sorted((*loose, price), reverse=True))
    cost = gross
    if slots and loose:
        attached = loose[:slots]
        cost -= sum(attached) - keep * len(attached)
    return Split(cost, gross, slots, loose, group, rest)
