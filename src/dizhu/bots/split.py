"""Splitting a hand into plays: the cheapest way to get rid of it.

A hand is taken apart from its lowest rank upwards: either cards of that rank form a group, or a
chain starts there (`groups`). What a group costs comes from `Prices`. Trios offer slots for
attached cards; the dearest small groups go into them for nothing. Wild cards join groups and fill
chains; those left over stand for themselves.
"""

from typing import NamedTuple

from dizhu.bots.groups import NATURALS, WILDS, Choices, Group
from dizhu.bots.prices import Prices
from dizhu.rules.cards import UNIT, Packed, Rank
from dizhu.rules.combos import Kind


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


_NOTHING = Split(0.0, 0.0, 0, (), None, 0)


class Splitter:
    """The splits of hands at some prices; remembers every hand asked."""

    def __init__(self, prices: Prices, wild: Rank | None = None) -> None:
        self._choices = Choices(prices, wild)
        self._keep = prices.keep
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
        return self._of(self.key(hand))

    def groups(self, hand: Packed) -> list[Group]:
        """The groups of the cheapest split, lowest first."""
        found: list[Group] = []
        split = self.split(hand)
        while split.group is not None:
            found.append(split.group)
            split = self._of(split.rest)
        return found

    def _of(self, key: int) -> Split:
        found = self._memo.get(key)
        if found is None:
            found = self._memo[key] = self._best(key)
        return found

    def _best(self, key: int) -> Split:
        best_cost, best = _TOO_MUCH, None
        for group, price in self._choices.of(key):
            after = self._memo.get(key - group.key) or self._of(key - group.key)
            slots, loose = after.slots, after.loose
            if group.kind in _SMALL:
                if price > self._keep:
                    loose = _with(loose, price)
            elif group.kind in _WITH_SLOTS:
                slots += group.length
            cost = after.gross + price
            if slots and loose:
                cost -= _saved(slots, loose, self._keep)
            if cost < best_cost:
                best_cost, best = cost, (after.gross + price, slots, loose, group)
        assert best is not None, "every card is at least a solo"
        return Split(best_cost, *best, key - best[3].key)


_TOO_MUCH = 1e9
_SMALL = (Kind.SOLO, Kind.PAIR)
_WITH_SLOTS = (Kind.TRIO, Kind.AIRPLANE)


def _with(loose: tuple[float, ...], price: float) -> tuple[float, ...]:
    """With one more price, dearest first: mostly that of the lowest rank, which comes last."""
    if not loose or price >= loose[0]:
        return (price, *loose)
    return tuple(sorted((*loose, price), reverse=True))


def _saved(slots: int, loose: tuple[float, ...], keep: float) -> float:
    """What attaching the dearest groups saves."""
    attached = loose[:slots]
    return sum(attached) - keep * len(attached)
