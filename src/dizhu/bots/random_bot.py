"""A bot that does anything legal: for tests, and as the least that another bot must beat."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from dizhu.bots.answers import asked_for, plain_action
from dizhu.bots.bot import Seed
from dizhu.bots.chance import Chance
from dizhu.bots.pick import play_of
from dizhu.rules.actions import Action, Pass, Play
from dizhu.rules.cards import UNIT, Packed, pack
from dizhu.rules.combos import Combo, beats
from dizhu.rules.patterns import Patterns, WildPatterns, patterns_for
from dizhu.rules.plays import Move
from dizhu.rules.view import Observation
from dizhu.rules.wild_moves import Core

DEAL_SHOW_ONE_IN = 20
"""While the cards are dealt it is asked at every step; it shows at about one in twenty."""
_MANY = 200
"""With wild cards there may be thousands of plays: never more than so many are listed."""


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Chooses evenly among the answers there are, and among the plays and the pass.

    With wild cards it first chooses a body, then what to attach, so that it need not list them all.
    """

    seed: Seed
    name: str = "random"

    def act(self, seen: Observation) -> Action | None:
        """What it does now."""
        chance = Chance(self.seed, seen)
        options = asked_for(seen)
        if not options or (seen.phase == "deal" and chance.below(DEAL_SHOW_ONE_IN)):
            return None
        option = options[chance.below(len(options))]
        if seen.phase == "play" and option.type in ("play", "pass"):
            return _any_play(seen, chance)
        return plain_action(option)


def _any_play(seen: Observation, chance: Chance) -> Play | Pass:
    assert seen.viewer is not None, "watchers do not play"
    held = seen.cards[seen.viewer] or ()
    patterns = patterns_for(seen.ruleset, seen.wild)
    to_beat = seen.to_beat.combo if seen.to_beat else None
    moves = _moves(patterns, pack(held), to_beat, chance)
    n = chance.below(len(moves) + (to_beat is not None))
    return play_of(held, moves[n], patterns) if n < len(moves) else Pass()


def _moves(
    patterns: Patterns, hand: Packed, to_beat: Combo | None, chance: Chance
) -> Sequence[Move]:
    if not isinstance(patterns, WildPatterns):
        return patterns.moves(hand, to_beat)
    each = patterns.each_lead(hand) if to_beat is None else patterns.each_follow(hand, to_beat)
    moves = list(islice(each, _MANY))
    return moves if len(moves) < _MANY else _with_wilds(patterns, hand, to_beat, chance) or moves


def _with_wilds(
    patterns: WildPatterns, hand: Packed, to_beat: Combo | None, chance: Chance
) -> list[Move]:
    """The moves of one body, chosen at random."""
    cores = list(patterns.cores(hand, to_beat))
    core = cores[chance.below(len(cores))]
    moves = (_move(patterns, core, wings) for wings in patterns.attach(hand, core))
    legal = (m for m in moves if m.combo in patterns.readings(m.cards))
    if to_beat is not None:
        legal = (m for m in legal if beats(m.combo, to_beat, patterns.bomb_order))
    return list(islice(legal, _MANY))


def _move(patterns: WildPatterns, core: Core, wings: tuple[Packed, int]) -> Move:
    assert patterns.wild is not None, "there are wild cards"
    cards = core.natural + wings[0] + (core.wilds + wings[1]) * UNIT[patterns.wild]
    return Move(cards, core.place.combo)
