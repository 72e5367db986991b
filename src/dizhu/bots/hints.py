"""Hints for people: every sensible answer, the best first."""

from itertools import islice

from dizhu.bots import candidates
from dizhu.bots.choose import choose, score
from dizhu.bots.mind import Mind
from dizhu.bots.pick import play_of
from dizhu.bots.position import Position, position_of
from dizhu.rules.actions import Play
from dizhu.rules.combos import Kind
from dizhu.rules.patterns import WildPatterns
from dizhu.rules.plays import Move
from dizhu.rules.view import Observation

_ENOUGH = 50
"""Of the plays that no bot would think of, so many are looked at."""


def hints(seen: Observation, limit: int = 12) -> list[Play]:
    """Sensible plays for the viewer, best first; none when nothing beats or it is not his turn.

    Bombs come after everything else unless one is the best there is. The rocket is never attached
    to anything.
    """
    if seen.phase != "play" or seen.viewer is None or seen.turn != seen.viewer:
        return []
    position = position_of(seen)
    moves = ranked(Mind(position))[:limit]
    held = seen.cards[seen.viewer] or ()
    return [play_of(held, move, position.patterns) for move in moves]


def ranked(mind: Mind) -> list[Move]:
    """The plays of a position, best first."""
    position = mind.position
    moves = candidates.leads(mind) if position.to_beat is None else candidates.follows(mind)
    if not moves:
        return _any(position)
    best = choose(mind)
    return sorted(moves, key=lambda m: (m != best, m.combo.kind <= Kind.BOMB, -score(mind, m)))


def _any(position: Position) -> list[Move]:
    """Whatever beats, where the candidates have found nothing."""
    assert position.to_beat is not None, "every hand can lead"
    patterns, hand = position.patterns, position.hand
    if isinstance(patterns, WildPatterns):
        moves = list(islice(patterns.each_follow(hand, position.to_beat), _ENOUGH))
    else:
        moves = patterns.follows(hand, position.to_beat)[:_ENOUGH]
    moves = [m for m in moves if not candidates.throws_rocket(m)]
    return sorted(moves, key=lambda m: (m.combo.kind <= Kind.BOMB, m.combo.main))
