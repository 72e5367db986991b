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
        best: Split | None = None
        for group, price in self._choices.of(key):
            rest = key - group.key
            split = _join(group, price, rest, self._of(rest), self._keep)
            if best is None or split.cost < best.cost:
                best = split
        assert best is not None, "every card is at least a solo"
        return best


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
