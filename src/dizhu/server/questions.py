"""Questions about a hand: hints and readings. Answered from what the seat may know; they change
nothing and touch no clock.
"""

from collections.abc import Callable, Sequence

from dizhu.rules.actions import Play
from dizhu.rules.cards import Card, pack
from dizhu.rules.combos import Combo, beats
from dizhu.rules.patterns import Patterns, patterns_for
from dizhu.rules.playing import choose_reading
from dizhu.rules.view import Observation
from dizhu.server import protocol as p
from dizhu.server.hand_view import reading

Hints = Callable[[Observation], Sequence[Play]]
"""Sensible plays, best first; none when it is not the viewer's turn."""


def holds(seen: Observation, cards: Sequence[Card]) -> bool:
    """Whether the viewer has these cards, each once."""
    own = () if seen.viewer is None else seen.cards[seen.viewer] or ()
    return len(set(cards)) == len(cards) and set(cards) <= set(own)


def options(hints: Hints, seen: Observation) -> tuple[p.PlayOption, ...]:
    """The hints as a message."""
    return tuple(_option(seen, play) for play in hints(seen))


def _option(seen: Observation, play: Play) -> p.PlayOption:
    to_beat = None if seen.to_beat is None else seen.to_beat.combo
    combo = choose_reading(_patterns(seen), play.cards, to_beat, play.declare)
    return p.PlayOption(play.cards, reading(combo))


def readings(
    seen: Observation, cards: Sequence[Card]
) -> tuple[tuple[p.Reading, ...], tuple[p.Reading, ...]]:
    """Under which readings the cards may be played now, and which they have at all."""
    patterns = _patterns(seen)
    every = patterns.readings(pack(cards)) if cards else ()
    now = [c for c in every if _beats(seen, patterns, c)] if _may_play(seen) else []
    return tuple(reading(c) for c in now), tuple(reading(c) for c in every)


def _patterns(seen: Observation) -> Patterns:
    return patterns_for(seen.ruleset, seen.wild)


def _may_play(seen: Observation) -> bool:
    return seen.phase == "play" and seen.viewer is not None and seen.turn == seen.viewer


def _beats(seen: Observation, patterns: Patterns, combo: Combo) -> bool:
    return seen.to_beat is None or beats(combo, seen.to_beat.combo, patterns.bomb_order)
