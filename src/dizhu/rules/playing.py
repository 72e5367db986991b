"""Which cards may be played, under which reading (R-PLAY-1, G-PAT-7), and what the system plays by
itself (G-TIM-2).
"""

from dizhu.rules.actions import Declaration, Play, Seat
from dizhu.rules.cards import Card, pack
from dizhu.rules.combos import Combo, beats, follow_preference, lead_preference
from dizhu.rules.errors import Code, RuleViolation
from dizhu.rules.patterns import Patterns, patterns_for
from dizhu.rules.state import HandState


def patterns_of(state: HandState) -> Patterns:
    """The patterns of this hand: those of its ruleset, with the wild rank once it is drawn."""
    return patterns_for(state.ruleset, state.wild)


def reading_of(state: HandState, seat: Seat, play: Play) -> Combo:
    """The reading under which the cards are played.

    Raises RuleViolation: not_in_hand, not_a_combo, impossible_reading or does_not_beat, the first
    that applies.
    """
    held = state.cards[seat]
    if len(set(play.cards)) != len(play.cards) or not set(play.cards) <= set(held):
        raise RuleViolation(Code.NOT_IN_HAND)
    to_beat = state.to_beat.combo if state.to_beat else None
    return choose_reading(patterns_of(state), play.cards, to_beat, play.declare)


def choose_reading(
    patterns: Patterns, cards: tuple[Card, ...], to_beat: Combo | None, declare: Declaration | None
) -> Combo:
    """G-PAT-7: the declared reading, else the preferred one of those that may be played."""
    readings = patterns.readings(pack(cards))
    if not readings:
        raise RuleViolation(Code.NOT_A_COMBO)
    if declare is not None:
        readings = tuple(r for r in readings if fits(r, declare))
        if not readings:
            raise RuleViolation(Code.IMPOSSIBLE_READING)
    if to_beat is None:
        return max(readings, key=lead_preference)
    beating = [r for r in readings if beats(r, to_beat, patterns.bomb_order)]
    if not beating:
        raise RuleViolation(Code.DOES_NOT_BEAT)
    return max(beating, key=follow_preference)


def fits(reading: Combo, declare: Declaration) -> bool:
    """Whether a reading is the one declared."""
    return (
        reading.kind is declare.kind
        and reading.main == declare.main
        and (declare.length is None or reading.length == declare.length)
    )


def automatic_play(state: HandState, seat: Seat) -> tuple[Card, Combo] | None:
    """R-PLAY-4, R-PLAY-5, G-TIM-2: what the system plays for a seat whose turn it is; None is a
    pass.

    With the lead the smallest solo. Following: on autoplay and with one card left that card if it
    beats.
    """
    patterns = patterns_of(state)
    held = state.cards[seat]
    card = min(held)
    if state.to_beat is None:
        return card, choose_reading(patterns, (card,), None, None)
    if not state.autoplay[seat] or len(held) != 1:
        return None
    try:
        return card, choose_reading(patterns, held, state.to_beat.combo, None)
    except RuleViolation:
        return None
