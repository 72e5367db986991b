"""Questions about a hand: hints, readings, sweeps. Answered from what the seat may know; they
change nothing and touch no clock.
"""

from collections.abc import Callable, Sequence

from dizhu.rules.cards import Card, Packed, contains, pack, pick
from dizhu.rules.combos import Combo, Kind, beats
from dizhu.rules.patterns import Patterns, patterns_for
from dizhu.rules.view import Observation
from dizhu.server import protocol as p
from dizhu.server.hand_view import reading

Hints = Callable[[Observation], Sequence[tuple[tuple[Card, ...], Combo]]]
"""Sensible plays, best first: the very cards and the reading."""

CHAINS = (Kind.SOLO_CHAIN, Kind.PAIR_CHAIN, Kind.AIRPLANE)


def holds(seen: Observation, cards: Sequence[Card]) -> bool:
    """Whether the viewer has these cards, each once."""
    own = () if seen.viewer is None else seen.cards[seen.viewer] or ()
    return len(set(cards)) == len(cards) and set(cards) <= set(own)


def options(hints: Hints, seen: Observation) -> tuple[p.PlayOption, ...]:
    """The hints as a message; none when it is not the viewer's turn to play."""
    if not _may_play(seen):
        return ()
    return tuple(p.PlayOption(cards, reading(combo)) for cards, combo in hints(seen))


def readings(
    seen: Observation, cards: Sequence[Card]
) -> tuple[tuple[p.Reading, ...], tuple[p.Reading, ...]]:
    """Under which readings the cards may be played now, and which they have at all."""
    patterns = _patterns(seen)
    every = patterns.readings(pack(cards)) if cards else ()
    now = [c for c in every if _beats(seen, patterns, c)] if _may_play(seen) else []
    return tuple(reading(c) for c in now), tuple(reading(c) for c in every)


def sweep(seen: Observation, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The one chain among the cards that may be played now; all of them when there is not one.

    A chain inside a longer one does not count.
    """
    patterns = _patterns(seen)
    to_beat = None if seen.to_beat is None else seen.to_beat.combo
    moves = patterns.moves(pack(cards), to_beat)
    chains = {m.cards for m in moves if m.combo.kind in CHAINS}
    largest = [c for c in chains if not any(_inside(c, other) for other in chains)]
    return pick(cards, largest[0]) if len(largest) == 1 else tuple(cards)


def _inside(part: Packed, whole: Packed) -> bool:
    return part != whole and contains(whole, part)


def _patterns(seen: Observation) -> Patterns:
    return patterns_for(seen.ruleset, seen.wild)


def _may_play(seen: Observation) -> bool:
    return seen.phase == "play" and seen.viewer is not None and seen.turn == seen.viewer


def _beats(seen: Observation, patterns: Patterns, combo: Combo) -> bool:
    return seen.to_beat is None or beats(combo, seen.to_beat.combo, patterns.bomb_order)
