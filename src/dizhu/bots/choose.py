"""Which cards to play, or to pass."""

from collections.abc import Sequence
from operator import mul

from dizhu.bots import candidates
from dizhu.bots.endgame import winning
from dizhu.bots.features import features
from dizhu.bots.mind import Mind
from dizhu.bots.weights import FOLLOW_WEIGHTS, LEAD_WEIGHTS
from dizhu.rules.combos import Kind
from dizhu.rules.plays import Move

BOMB_FEARED = 0.35
"""With a greater chance of a bomb against it a win is not certain."""


def choose(mind: Mind) -> Move | None:
    """The play of a position, or None to pass."""
    moves = possible(mind)
    out = going_out(mind, moves)
    if out is not None:
        return out
    if len(moves) == 1:
        return moves[0]
    sure = certain(mind, moves)
    if sure is not None:
        return sure
    moves = winning(mind.position, moves)
    return max(moves, key=lambda m: score(mind, m)) if len(moves) > 1 else moves[0]


def going_out(mind: Mind, moves: Sequence[Move | None]) -> Move | None:
    """The play that ends the hand, as a bomb if it can be one; or the rocket, when all the rest is
    one more play: nobody beats the rocket, and it counts double.
    """
    hand = mind.position.hand
    outs = [m for m in moves if m is not None and m.cards == hand]
    out = min(outs, key=lambda m: m.combo.kind > Kind.BOMB, default=None)
    if out is None or not candidates.throws_rocket(out):
        return out
    rocket = next((m for m in moves if m is not None and m.combo.kind is Kind.ROCKET), out)
    return rocket if mind.outlook(hand - rocket.cards).plays == 1 else out


def possible(mind: Mind) -> list[Move | None]:
    """The moves worth thinking about, the pass last."""
    if mind.position.to_beat is None:
        return [*candidates.leads(mind)]
    return [*candidates.follows(mind), None]


def certain(mind: Mind, moves: Sequence[Move | None]) -> Move | None:
    """A play that nobody can beat, after which at most one of the others can be beaten: played
    last, it does not matter. Bombs are left out of account unless they are likely.
    """
    found: list[tuple[float, Move]] = []
    for move in moves:
        if move is None or mind.odds.beaten(move.combo) > 0.0:
            continue
        feared = mind.odds.bombed(move.combo)
        if feared <= BOMB_FEARED and mind.outlook(mind.position.hand - move.cards).risky <= 1:
            found.append((feared, move))
    return min(found, key=lambda f: (f[0], -f[1].combo.size))[1] if found else None


def score(mind: Mind, move: Move | None) -> float:
    """How good a move is, by the weights of the seat's role."""
    position = mind.position
    role = (position.me - position.landlord) % 3
    weights = (LEAD_WEIGHTS if position.to_beat is None else FOLLOW_WEIGHTS)[role]
    return float(sum(map(mul, weights, features(mind, move))))
