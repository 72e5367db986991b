"""Which cards to play, or to pass: late in a hand by playing worlds to their ends."""

from collections.abc import Sequence

from dizhu.bots.beliefs import Beliefs
from dizhu.bots.choose import certain, choose, going_out, possible, score
from dizhu.bots.mind import Mind
from dizhu.bots.solving import Solver
from dizhu.rules.plays import Move

MOST_CARDS = 34
"""With more cards in the three hands too few worlds can be solved."""
WORLDS = 20
MOVES = 6
NODES = 300
"""For one world after one move."""
_JUDGEMENT = 0.3
"""What the rule bot's score of a move is worth beside the share of worlds that it wins."""
_PRIOR = 1.0
"""So many worlds are taken to be won, and as many to be lost, before any is solved."""


def choose_ahead(mind: Mind, beliefs: Beliefs) -> Move | None:
    """The play of a position, or None to pass."""
    if sum(mind.position.counts) > MOST_CARDS or not beliefs.worlds:
        return choose(mind)
    moves = possible(mind)
    out = going_out(mind, moves)
    if out is not None or len(moves) == 1:
        return moves[0] if out is None else out
    sure = certain(mind, moves)
    if sure is not None:
        return sure
    scores = {move: score(mind, move) for move in moves}
    best = sorted(moves, key=lambda m: -scores[m])[:MOVES]
    shares = won_shares(mind, best, beliefs)
    return max(best, key=lambda m: shares[m] + _JUDGEMENT * scores[m])


def won_shares(
    mind: Mind, moves: Sequence[Move | None], beliefs: Beliefs
) -> dict[Move | None, float]:
    """For each move, the share of the worlds that it wins with open cards."""
    solver = Solver(mind.position)
    won, solved = dict.fromkeys(moves, _PRIOR), dict.fromkeys(moves, 2 * _PRIOR)
    for world in beliefs.drawn(WORLDS):
        for move in moves:
            result = solver.wins(world, move, NODES)
            if result is not None:
                won[move] += result
                solved[move] += 1
        if solver.left <= 0:
            break
    return {move: won[move] / solved[move] for move in moves}
