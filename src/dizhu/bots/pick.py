"""From a move, which counts ranks, to the very cards and the action."""

from collections.abc import Iterable

from dizhu.rules.actions import Declaration, Play
from dizhu.rules.cards import Card, pick
from dizhu.rules.patterns import Patterns
from dizhu.rules.plays import Move


def pick_cards(held: Iterable[Card], move: Move) -> tuple[Card, ...]:
    """The cards of a move out of those held: of each rank the lowest suits, in the order D C H S.

    Raises ValueError when the move is not in the hand.
    """
    return pick(held, move.cards)


def declaration(move: Move, patterns: Patterns) -> Declaration | None:
    """The declaration that makes the cards of a move what it says; None when they can be nothing
    else.
    """
    if len(patterns.readings(move.cards)) == 1:
        return None
    return Declaration(move.combo.kind, move.combo.main, move.combo.length)


def play_of(held: Iterable[Card], move: Move, patterns: Patterns) -> Play:
    """The action that plays a move, under the reading it has."""
    return Play(pick_cards(held, move), declaration(move, patterns))
