"""What it costs to get rid of a group of cards, in plays that somebody else may beat.

A group that nobody can beat costs next to nothing: it keeps the lead. A low solo costs about two:
one play to bring it out and one lead to win back. Bombs cost less than nothing.
"""

from dizhu.bots.odds import Odds
from dizhu.rules.cards import SUITED_RANKS, Packed, Rank, counts
from dizhu.rules.combos import Kind, combo

SURE = 0.05
_CHAINS = (Kind.SOLO, Kind.SOLO_CHAIN, Kind.PAIR_CHAIN, Kind.AIRPLANE)
_PAIR_WAYS = (0, 0, 1, 3, 6)


class Prices:
    """The prices of a position: `group[n][rank]` for n equal cards, the rocket, a wild card used,
    and `keep`: a group cheaper than this is not worth attaching.
    """

    rocket = -1.3
    wild = 0.15
    keep = 0.35

    def __init__(self, odds: Odds, enemy_cards: Packed, most: int) -> None:
        held = counts(enemy_cards)
        self._odds = odds
        solo = _by_share([*held], 2.0)
        pair = _by_share([_PAIR_WAYS[c] for c in held[:SUITED_RANKS]], 2.0 if most > 1 else 0.0)
        trio = [SURE + 0.1 + 1.6 * odds.beaten(combo(Kind.TRIO, r)) for r in range(SUITED_RANKS)]
        bomb = [-0.75 - 0.02 * rank for rank in range(SUITED_RANKS)]
        self.group: tuple[list[float], ...] = ([], solo, pair, trio, bomb)
        self._chains: dict[tuple[int, int, Rank], float] = {}

    def chain(self, per: int, length: int, top: Rank) -> float:
        """The price of a chain."""
        key = (per, length, top)
        found = self._chains.get(key)
        if found is None:
            beaten = self._odds.beaten(combo(_CHAINS[per], top, length))
            found = self._chains[key] = SURE + 0.15 + 1.1 * beaten
        return found


def _by_share(ways: list[int], most: float) -> list[float]:
    """The dearer the more of the ways to hold such a group are higher."""
    total = max(sum(ways), 1)
    higher, prices = 0, [0.0] * len(ways)
    for rank in range(len(ways) - 1, -1, -1):
        prices[rank] = SURE + most * higher / total
        higher += ways[rank]
    return prices
