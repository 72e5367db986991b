"""From a combo to the cards of one move, a rank at a time (`actions`)."""

from collections.abc import Sequence

from dizhu.env.actions import FIRST_COMBO, FIRST_RANK, combo_action, unary
from dizhu.rules.cards import RANKS, Packed
from dizhu.rules.plays import Move

_BITS = 15


class Choosing:
    """The moves of one combo that are still possible.

    `sure`: the cards that all of them have, packed; `ranks`: what may be named next.
    """

    def __init__(self, combo: int, moves: Sequence[Move]) -> None:
        self.combo = combo
        self._moves = moves
        common = -1
        for move in moves:
            common &= unary(move.cards)
        self._common = common
        self._lowest = [_lowest_rank(unary(m.cards) & ~common) for m in moves]

    @property
    def only(self) -> Move | None:
        """The move, when there is one only."""
        return self._moves[0] if len(self._moves) == 1 else None

    @property
    def ranks(self) -> list[int]:
        """The ranks of which a set may hold one more than all do, as its lowest."""
        return sorted(set(self._lowest))

    @property
    def sure(self) -> Packed:
        """The cards that all have."""
        return sum((self._common >> 4 * r & _BITS).bit_count() << 4 * r for r in range(RANKS))

    def towards(self, move: Move) -> int:
        """The rank that leads to a move."""
        return _lowest_rank(unary(move.cards) & ~self._common)

    def narrowed(self, rank: int) -> "Choosing":
        """With the moves of which `rank` is the lowest that not all hold."""
        kept = [m for m, low in zip(self._moves, self._lowest, strict=True) if low == rank]
        return Choosing(self.combo, kept)


def _lowest_rank(bits: int) -> int:
    return ((bits & -bits).bit_length() - 1) // 4


def path(move: Move, moves: Sequence[Move]) -> list[int]:
    """The actions that play a move, one of those that are legal."""
    steps = [combo_action(move.combo)]
    choosing = Choosing(steps[0] - FIRST_COMBO, [m for m in moves if m.combo == move.combo])
    while choosing.only is None:
        rank = choosing.towards(move)
        steps.append(FIRST_RANK + rank)
        choosing = choosing.narrowed(rank)
    return steps
