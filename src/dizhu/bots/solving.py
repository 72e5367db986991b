"""Who wins with open cards: by the kernel where it is there, else by the search of `endgame`."""

from dizhu.bots.endgame import OutOfBudgetError, Search
from dizhu.bots.position import Position
from dizhu.bots.worlds import Hands
from dizhu.rules.actions import Seat, next_seat
from dizhu.rules.combos import Combo
from dizhu.rules.plays import Move

KERNEL_NODES = 4_000
"""In all for one question: some 15 ms."""
PURE_NODES = 400
_OVERHEAD = 2
"""What a call costs, in nodes."""


class Solver:
    """Solves what follows from the moves of one position, within a number of nodes in all."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._kernel = position.patterns.kernel
        self.left = PURE_NODES if self._kernel is None else KERNEL_NODES

    def wins(self, world: Hands, move: Move | None, most: int) -> bool | None:
        """Whether this seat's side wins after a move or a pass; None: not found out in `most`."""
        position = self._position
        turn, holder, to_beat = next_seat(position.me), position.holder, position.to_beat
        if move is not None:
            if move.cards == position.hand:
                return True
            held = [*world]
            held[position.me] -= move.cards
            world, holder, to_beat = (held[0], held[1], held[2]), position.me, move.combo
        if turn == holder:
            to_beat = holder = None
        most = min(most, self.left)
        if most <= 0:
            return None
        solve = self._search if self._kernel is None else self._ask
        landlord_wins = solve(world, turn, to_beat, holder, most)
        return None if landlord_wins is None else landlord_wins == position.is_landlord

    def _ask(
        self, world: Hands, turn: Seat, to_beat: Combo | None, holder: Seat | None, most: int
    ) -> bool | None:
        assert self._kernel is not None, "else it is searched"
        landlord = self._position.landlord
        wins, _, _, nodes = self._kernel.solve(
            world, landlord=landlord, turn=turn, to_beat=to_beat, last=holder, nodes=most
        )
        self.left -= nodes + _OVERHEAD
        return None if wins is None else bool(wins)

    def _search(
        self, world: Hands, turn: Seat, to_beat: Combo | None, holder: Seat | None, most: int
    ) -> bool | None:
        search = Search(self._position.patterns, self._position.landlord, most)
        try:
            return search.landlord_wins(world, turn, to_beat, int(holder == next_seat(turn)))
        except OutOfBudgetError:
            return None
        finally:
            self.left -= most - search.left + _OVERHEAD
