"""Everything a bot works out about one position, each thing once."""

from typing import NamedTuple

from dizhu.bots.groups import Group
from dizhu.bots.odds import Odds, against
from dizhu.bots.position import Position
from dizhu.bots.prices import Prices
from dizhu.bots.split import Splitter
from dizhu.rules.actions import next_seat
from dizhu.rules.cards import Packed, size
from dizhu.rules.combos import Combo, Kind, combo

_ONE_PLAY = 8
"""Hands of at most so many cards are tried as a single play."""


class Outlook(NamedTuple):
    """What a hand still has before it.

    `cost` of its cheapest split; `risk`: how many of its plays will be beaten, a bomb wins one
    back; `plays`: how many there are; `risky`: how many of them can be beaten at all.
    """

    cost: float
    risk: float
    plays: int
    bombs: int
    risky: int
    cards: int


class Mind:
    """A position with the odds of its enemies, the prices of groups and the splits of hands."""

    def __init__(self, position: Position, odds: Odds | None = None) -> None:
        self.position = position
        self.odds = Odds(position, position.enemies) if odds is None else odds
        counts = position.counts
        most = max(counts[s] for s in position.enemies)
        self.few = min(counts[s] for s in position.enemies)
        self.partner_cards = 20 if position.partner is None else counts[position.partner]
        self.enemy_next = next_seat(position.me) in position.enemies
        self.prices = Prices(self.odds, against(position), most)
        self.splitter = Splitter(self.prices, position.wild)

    def outlook(self, hand: Packed) -> Outlook:
        """What a hand, of which it is nobody's turn yet, still has before it."""
        cost, groups = self.splitter.split(hand).cost, self.splitter.groups(hand)
        outlook = self._outlook(cost, groups, size(hand))
        if 0 < outlook.cards <= _ONE_PLAY:
            readings = self.position.patterns.readings(hand)
            if readings:
                return _in_one(outlook, min(self.odds.beaten(r) for r in readings))
        return outlook

    def _outlook(self, cost: float, groups: list[Group], cards: int) -> Outlook:
        bombs = sum(g.kind <= Kind.BOMB for g in groups)
        slots, loose, risks = 0, [], []
        for group in groups:
            if group.kind <= Kind.BOMB:
                continue
            risk = self.odds.beaten(combo(group.kind, group.main, group.length))
            if group.kind is Kind.SOLO or group.kind is Kind.PAIR:
                loose.append(risk)
            else:
                risks.append(risk)
                if group.kind in _WITH_SLOTS:
                    slots += group.length
        attached = min(slots, len(loose))
        risks += sorted(loose)[: len(loose) - attached]
        risky = sum(r > 0.0 for r in risks)
        return Outlook(cost, sum(risks) - bombs, len(groups) - attached, bombs, risky, cards)

    def lethal(self, play: Combo) -> float:
        """How likely an enemy goes out by beating a play."""
        beaten = self.odds.beaten(play)
        counts = self.position.counts
        if beaten and any(counts[e] == play.size for e in self.position.enemies):
            return beaten
        return 0.0


_WITH_SLOTS = (Kind.TRIO, Kind.AIRPLANE)


def _in_one(outlook: Outlook, risk: float) -> Outlook:
    """The same when all the cards are one play."""
    return outlook._replace(
        cost=min(outlook.cost, 0.05 + 0.4 * risk),
        risk=min(outlook.risk, risk),
        plays=1,
        risky=min(outlook.risky, int(risk > 0.0)),
    )
