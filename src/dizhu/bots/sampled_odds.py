"""Odds by counting worlds, where they can be counted, in the place of independent chances."""

from collections.abc import Sequence

from dizhu.bots.beliefs import Beliefs, highest
from dizhu.bots.odds import Odds
from dizhu.bots.position import Position
from dizhu.rules.actions import Seat
from dizhu.rules.cards import RANKS
from dizhu.rules.combos import SHAPE_OF, Combo, Kind

_PRIOR = 0.15
"""The share of the odds without worlds: what no world has may still be."""


class SampledOdds(Odds):
    """The odds of some players' hands, from beliefs. What is certain stays certain."""

    def __init__(self, position: Position, seats: Sequence[Seat], beliefs: Beliefs) -> None:
        super().__init__(position, seats)
        self._seats = [(s, position.counts[s]) for s in seats]
        self._beliefs = beliefs
        self._shares: dict[tuple[Kind, int], list[float]] = {}

    def beaten(self, play: Combo) -> float:
        """How likely one of them could beat a combo without a bomb; a bomb by a higher one."""
        chance = super().beaten(play)
        if play.kind <= Kind.BOMB or not 0.0 < chance < 1.0:
            return chance
        key = (play.kind, play.length)
        shares = self._shares.get(key)
        if shares is None:
            shares = self._shares[key] = self._higher(play)
        return _PRIOR * chance + (1.0 - _PRIOR) * shares[play.main]

    def _higher(self, play: Combo) -> list[float]:
        """By rank: in which share of the worlds somebody has a higher body than that."""
        per, length = SHAPE_OF[play.kind].per, play.length
        seats = [s for s, held in self._seats if held >= play.size]
        at_top = [0.0] * (RANKS + 1)
        for world, weight in zip(self._beliefs.worlds, self._beliefs.weights, strict=True):
            at_top[1 + max((highest(world[s], per, length) for s in seats), default=-1)] += weight
        shares, above = [0.0] * RANKS, 0.0
        for rank in range(RANKS - 1, -1, -1):
            shares[rank] = above
            above += at_top[rank + 1]
        return shares
