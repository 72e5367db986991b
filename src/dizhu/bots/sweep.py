"""A sweep over a range of cards: what the player means by it."""

from collections.abc import Collection, Iterator

from dizhu.bots.candidates import natural_bodies
from dizhu.rules.cards import UNIT, Card, Packed, contains, pack, pick
from dizhu.rules.combos import SHAPES, Combo, beats
from dizhu.rules.patterns import Patterns, WildPatterns, patterns_for
from dizhu.rules.plays import Move
from dizhu.rules.view import Observation

_CHAINS = tuple(s for s in SHAPES if s.max_length > 1 and not s.wing)
_KINDS = frozenset(s.kind for s in _CHAINS)


def sweep(seen: Observation, cards: Collection[Card]) -> tuple[Card, ...]:
    """The cards to raise: all that were swept when they can be played as they are; else the longest
    chain among them that can be played now, if there is exactly one; else all.
    """
    swept = tuple(cards)
    patterns, to_beat = patterns_for(seen.ruleset, seen.wild), _to_beat(seen)
    packed = pack(swept)
    if any(_legal(reading, to_beat, patterns) for reading in patterns.readings(packed)):
        return swept
    chains = {m for m in _chains(patterns, packed) if _legal(m.combo, to_beat, patterns)}
    longest = max((m.combo.size for m in chains), default=0)
    best = {m.cards for m in chains if m.combo.size == longest}
    return pick(swept, best.pop()) if len(best) == 1 else swept


def _to_beat(seen: Observation) -> Combo | None:
    if seen.to_beat is None or seen.to_beat.seat == seen.viewer:
        return None
    return seen.to_beat.combo


def _legal(play: Combo, to_beat: Combo | None, patterns: Patterns) -> bool:
    return to_beat is None or beats(play, to_beat, patterns.bomb_order)


def _chains(patterns: Patterns, packed: Packed) -> Iterator[Move]:
    """Every chain in the cards, with wild cards where they are needed."""
    for shape in _CHAINS:
        for length in range(shape.min_length, shape.max_length + 1):
            for reading, body in natural_bodies(shape.kind, length):
                if contains(packed, body):
                    yield Move(body, reading)
    if isinstance(patterns, WildPatterns) and patterns.wild is not None:
        for core in patterns.cores(packed):
            if core.place.shape.kind in _KINDS and core.natural and core.wilds:
                cards = core.natural + core.wilds * UNIT[patterns.wild]
                if core.place.combo in patterns.readings(cards):
                    yield Move(cards, core.place.combo)
