"""Small endgames searched to the end, when the cards that are out leave few possibilities.

A search answers one question: does the landlord win? Both peasants are taken to know each other's
cards, which is right when hands are open and near enough when few cards are left.
"""

from collections.abc import Iterator
from itertools import product

from dizhu.bots.position import Position, hidden_count
from dizhu.rules.actions import SEATS, Seat, next_seat
from dizhu.rules.cards import UNIT, Packed, counts, size
from dizhu.rules.combos import Combo
from dizhu.rules.patterns import Patterns
from dizhu.rules.plays import Move

MOST_CARDS = 18
MOST_WORLDS = 12
BUDGET = 900
Hands = tuple[Packed, Packed, Packed]
Key = tuple[Hands, Seat, Combo | None, int]


class OutOfBudgetError(Exception):
    """The search would take too long."""


class Search:
    """A search for who wins, within a number of positions."""

    def __init__(self, patterns: Patterns, landlord: Seat, budget: int) -> None:
        self._patterns = patterns
        self._landlord = landlord
        self.left = budget
        self._memo: dict[Key, bool] = {}

    def landlord_wins(self, hands: Hands, turn: Seat, to_beat: Combo | None, passes: int) -> bool:
        """Whether the landlord wins with best play; `passes` since the last play."""
        key = (hands, turn, to_beat, passes)
        found = self._memo.get(key)
        if found is None:
            if not self.left:
                raise OutOfBudgetError
            self.left -= 1
            found = self._memo[key] = self._solve(hands, turn, to_beat, passes)
        return found

    def after(
        self, hands: Hands, turn: Seat, to_beat: Combo | None, passes: int, move: Move | None
    ) -> bool:
        """Whether the landlord wins after a move, or a pass (None)."""
        if move is None:
            over = passes == 1
            return self.landlord_wins(
                hands, next_seat(turn), None if over else to_beat, 0 if over else 1
            )
        rest = hands[turn] - move.cards
        if not rest:
            return turn == self._landlord
        held = [*hands]
        held[turn] = rest
        return self.landlord_wins((held[0], held[1], held[2]), next_seat(turn), move.combo, 0)

    def _solve(self, hands: Hands, turn: Seat, to_beat: Combo | None, passes: int) -> bool:
        mine = turn == self._landlord
        for move in self._moves(hands[turn], to_beat):
            if self.after(hands, turn, to_beat, passes, move) == mine:
                return mine
        return not mine

    def _moves(self, hand: Packed, to_beat: Combo | None) -> list[Move | None]:
        """The largest first; passing last."""
        moves = self._patterns.moves(hand, to_beat)
        ordered: list[Move | None] = [*sorted(moves, key=_largest_first)]
        return ordered if to_beat is None else [*ordered, None]


def _largest_first(move: Move) -> tuple[int, int]:
    return (-move.combo.size, -move.combo.main)


def winning(position: Position, moves: list[Move | None]) -> list[Move | None]:
    """Those of some moves that win in most of the possible worlds; all of them when the worlds are
    too many, too large, or the moves make no difference.
    """
    if position.wild is not None or sum(position.counts) > MOST_CARDS:
        return moves
    worlds = list(_worlds(position))
    if not 0 < len(worlds) <= MOST_WORLDS:
        return moves
    try:
        wins = _count_wins(position, moves, worlds)
    except OutOfBudgetError:
        return moves
    best = max(wins)
    return [m for m, n in zip(moves, wins, strict=True) if n == best]


def _count_wins(position: Position, moves: list[Move | None], worlds: list[Hands]) -> list[int]:
    search = Search(position.patterns, position.landlord, BUDGET)
    me, to_beat = position.me, position.to_beat
    passed = int(to_beat is not None and position.holder == (me + 1) % 3)
    return [
        sum(search.after(w, me, to_beat, passed, m) == position.is_landlord for w in worlds)
        for m in moves
    ]


def _worlds(position: Position) -> Iterator[Hands]:
    """Every way to share out the unseen cards, up to one more than is looked at."""
    hidden = [hidden_count(position, s) for s in SEATS]
    if sum(hidden) != size(position.unseen):
        return
    first = next((s for s in SEATS if hidden[s]), None)
    if first is None:
        yield position.sure
        return
    second = next((s for s in SEATS if hidden[s] and s != first), first)
    for n, share in enumerate(_shares(position.unseen, hidden[first])):
        if n > MOST_WORLDS:
            return
        hands = [*position.sure]
        hands[first] += share
        if second != first:
            hands[second] += position.unseen - share
        yield (hands[0], hands[1], hands[2])


def _shares(pool: Packed, n: int) -> Iterator[Packed]:
    """Every choice of n cards of a pool."""
    held = [(UNIT[r], c) for r, c in enumerate(counts(pool)) if c]
    if len(held) > 2 * MOST_WORLDS:
        return
    for taken in product(*(range(c + 1) for _, c in held)):
        if sum(taken) == n:
            yield sum(unit * k for (unit, _), k in zip(held, taken, strict=True))
