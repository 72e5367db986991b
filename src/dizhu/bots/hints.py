"""Hints for people: every sensible answer, the best first."""

from itertools import islice

from dizhu.bots import candidates
from dizhu.bots.choose import choose, score
from dizhu.bots.mind import Mind
from dizhu.bots.pick import play_of
from dizhu.bots.position import Position, position_of
from dizhu.rules.actions import Play
from dizhu.rules.cards import JOKER_FIELDS, ROCKET, Packed, at_least, contains
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
    """The plays of a position, best first. A lead that breaks up a bomb is left out, a follow that
    does comes last.
    """
    position = mind.position
    if position.to_beat is not None:
        moves = candidates.follows(mind) or _any(position)
    else:
        leads = candidates.leads(mind)
        moves = [m for m in leads if not breaks_bomb(position.hand, m)] or leads
    moves = [m for m in moves if not candidates.throws_rocket(m)]
    if not moves:
        return []
    best = choose(mind)
    return sorted(moves, key=lambda m: (m != best, *_late(position, m), -score(mind, m)))


def _late(position: Position, move: Move) -> tuple[bool, bool]:
    return (breaks_bomb(position.hand, move), move.combo.kind <= Kind.BOMB)


def breaks_bomb(hand: Packed, move: Move) -> bool:
    """Whether a move takes a part of a bomb, or one card of the rocket."""
    if move.combo.kind is Kind.ROCKET:
        return False
    fours = at_least(hand, 4)
    taken, whole = at_least(move.cards, 1) & fours, at_least(move.cards, 4)
    jokers = contains(hand, ROCKET) and bool(move.cards & JOKER_FIELDS)
    return jokers or bool(taken & ~whole)


def _any(position: Position) -> list[Move]:
    """Whatever beats, where the candidates have found nothing."""
    assert position.to_beat is not None, "every hand can lead"
    patterns, hand = position.patterns, position.hand
    if isinstance(patterns, WildPatterns):
        moves = tuple(islice(patterns.each_follow(hand, position.to_beat), _ENOUGH))
    else:
        moves = patterns.follows(hand, position.to_beat)[:_ENOUGH]
    sensible = [m for m in moves if not candidates.throws_rocket(m)]
    return sorted(sensible, key=lambda m: (m.combo.kind <= Kind.BOMB, m.combo.main))
