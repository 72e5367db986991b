"""RLCard's rule model `doudizhu-rule-v1` as a bot, to be compared with: the extra `arena`.

RLCard writes a move as the letters of its cards, lowest first. It has no auction, so ours answers
for it until there is a landlord. Its moves are ours but for what docs/bots.md lists; a move on the
table that it does not know is shown to it as the nearest that it does, and an answer that our rules
refuse becomes the lowest of the moves that both know.
"""

from typing import TYPE_CHECKING, Any

from dizhu.arena.players import PlayerError
from dizhu.bots.bot import Seed
from dizhu.bots.chance import Chance
from dizhu.bots.history import Turn, turns_of
from dizhu.bots.pick import play_of
from dizhu.bots.rule_bot import RuleBot
from dizhu.rules.actions import Action, Pass
from dizhu.rules.cards import Packed, pack, unpack
from dizhu.rules.combos import Kind
from dizhu.rules.patterns import patterns_for
from dizhu.rules.view import Observation

if TYPE_CHECKING:
    from dizhu.rules.plays import Move

LETTERS = "3456789TJQKA2BR"
PASS = "pass"


def _imports() -> tuple[Any, Any, Any]:
    try:
        import numpy as np
        from rlcard.games.doudizhu.utils import CARD_TYPE
        from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1
    except ImportError as error:
        raise PlayerError(
            f"the player rlcard needs RLCard ({error}): pip install 'dizhu[arena]'"
        ) from error
    return np.random, CARD_TYPE[0], DouDizhuRuleAgentV1


def letters(cards: Packed) -> str:
    """A move as RLCard writes it."""
    return "".join(LETTERS[rank] for rank in unpack(cards))


class RlcardRules:
    """The rule model. Where it chooses at random, the choice is made from the seed."""

    name = "rlcard"

    def __init__(self, seed: Seed = 0) -> None:
        self._seed = seed
        self._random, self._known, agent = _imports()
        self._agent = agent()

    def act(self, seen: Observation) -> Action | None:
        """What it does now."""
        if seen.phase != "play" or seen.viewer is None or seen.turn != seen.viewer:
            return RuleBot().act(seen)
        held = seen.cards[seen.viewer] or ()
        patterns = patterns_for(seen.ruleset, seen.wild)
        moves = patterns.moves(pack(held), seen.to_beat.combo if seen.to_beat else None)
        known: dict[str, Move] = {}
        for move in moves:
            if (text := letters(move.cards)) in self._known:
                known.setdefault(text, move)
        chosen = self._choose(seen, pack(held), list(known))
        if chosen in known:
            return play_of(held, known[chosen], patterns)
        if seen.to_beat is not None:
            return Pass()
        return play_of(held, min(moves, key=lambda m: (m.combo.main, m.combo.size)), patterns)

    def _choose(self, seen: Observation, hand: Packed, known: list[str]) -> str:
        leads = seen.to_beat is None
        if not leads and not known:
            return PASS
        self._random.seed(Chance(self._seed, seen).below(2**32))
        state = {
            "trace": [(t.seat, self._text(t)) for t in turns_of(seen)],
            "current_hand": letters(hand),
            "actions": known if leads else [PASS, *known],
            "landlord": seen.landlord,
            "self": seen.viewer,
        }
        return str(self._agent.step({"raw_obs": state}))

    def _text(self, turn: Turn) -> str:
        """A turn in its trace."""
        if turn.play is None:
            return PASS
        text = letters(pack(turn.play.cards))
        if text in self._known:
            return text
        # Both jokers, or equal cards, attached: it only looks at the kind, so any of it will do.
        return _LIKE.get(turn.play.combo.kind, PASS)


_LIKE = {
    Kind.AIRPLANE_WITH_SOLOS: "33344456",
    Kind.AIRPLANE_WITH_PAIRS: "3334445566",
    Kind.QUAD_WITH_SOLOS: "333345",
    Kind.QUAD_WITH_PAIRS: "33334455",
}
