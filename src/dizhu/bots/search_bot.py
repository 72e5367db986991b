"""The strong bot: the rule bot's judgement, with beliefs about the others' cards, and late in a
hand by looking ahead to its end.
"""

from dataclasses import dataclass

from dizhu.bots import auction
from dizhu.bots.ahead import choose_ahead
from dizhu.bots.answers import option
from dizhu.bots.beliefs import Beliefs
from dizhu.bots.bot import Seed
from dizhu.bots.chance import Chance
from dizhu.bots.mind import Mind
from dizhu.bots.pick import play_of
from dizhu.bots.position import position_of
from dizhu.bots.rule_bot import RuleBot
from dizhu.bots.sampled_odds import SampledOdds
from dizhu.rules.actions import Action, Pass
from dizhu.rules.view import Observation


@dataclass(frozen=True, slots=True)
class SearchBot:
    """Draws worlds from its seed and from what it sees. With wild cards, and in the auction, it
    plays as the rule bot does.
    """

    seed: Seed = 0
    name: str = "search"

    def act(self, seen: Observation) -> Action | None:
        """What it does now."""
        playing = seen.phase == "play" and option(seen, "play") is not None
        if not playing or seen.wild is not None or auction.bottom_show(seen) is not None:
            return RuleBot().act(seen)
        position = position_of(seen)
        beliefs = Beliefs(position, seen, Chance(self.seed, seen))
        odds = SampledOdds(position, position.enemies, beliefs) if beliefs.worlds else None
        move = choose_ahead(Mind(position, odds), beliefs)
        if move is None:
            return Pass()
        return play_of(seen.cards[position.me] or (), move, position.patterns)
