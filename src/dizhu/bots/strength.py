"""How likely a hand wins, before it is played."""

from math import exp

from dizhu.bots.mind import Mind
from dizhu.bots.position import Position
from dizhu.bots.strength_weights import Weights
from dizhu.rules.cards import (
    BLACK_JOKER,
    DECK,
    RED_JOKER,
    TWO,
    Packed,
    Rank,
    count,
    pack,
)
from dizhu.rules.patterns import Patterns

ACE: Rank = 11
KING: Rank = 10
_FULL: Packed = pack(DECK)
Row = list[float]


def chance(weights: Weights, row: Row, wilds: bool) -> float:
    """The logistic chance of a row of features, in a hand with or without wild cards."""
    columns = zip(weights.values(), row, strict=True)
    return 1.0 / (1.0 + exp(-sum(w[wilds] * x for w, x in columns)))


def moved(p: float, shift: float) -> float:
    """A chance moved by what others have let on."""
    odds = p / (1.0 - p) * exp(shift)
    return odds / (1.0 + odds)


def controls(hand: Packed) -> Row:
    """The cards that win tricks: jokers, twos, aces, kings."""
    red, black = count(hand, RED_JOKER), count(hand, BLACK_JOKER)
    return [
        1.0,
        red,
        black,
        red * black,
        count(hand, TWO),
        count(hand, ACE),
        count(hand, KING),
    ]


def as_landlord(hand: Packed, patterns: Patterns) -> Position:
    """The position of a seat that would be landlord with the cards it has now."""
    return Position(
        me=0,
        landlord=0,
        hand=hand,
        counts=(17, 17, 17),
        sure=(hand, 0, 0),
        open=(True, False, False),
        unseen=_FULL - hand,
        to_beat=None,
        holder=None,
        patterns=patterns,
        wild=None,
    )


def landlord_row(position: Position) -> Row:
    """The features of a landlord's hand, with or without the bottom."""
    outlook = Mind(position).outlook(position.hand)
    wilds = 0 if position.wild is None else count(position.hand, position.wild)
    return [
        *controls(position.hand),
        outlook.bombs,
        outlook.cost,
        outlook.plays,
        outlook.risk,
        wilds,
    ]


def peasant_row(position: Position) -> Row:
    """The features of a peasant's hand against what is known of the landlord's."""
    bottom = position.sure[position.landlord]
    before_landlord = float((position.landlord - position.me) % 3 == 1)
    return [
        *landlord_row(position),
        count(bottom, RED_JOKER) + count(bottom, BLACK_JOKER),
        count(bottom, TWO),
        before_landlord,
    ]
