"""The good bot: judges its cards in the auction, splits its hand and weighs its plays."""

from dataclasses import dataclass

from dizhu.bots import auction
from dizhu.bots.answers import asked_for, option
from dizhu.bots.bot import Seed
from dizhu.bots.choose import choose
from dizhu.bots.mind import Mind
from dizhu.bots.pick import play_of
from dizhu.bots.position import position_of
from dizhu.rules.actions import Action, Pass, Ready
from dizhu.rules.view import Observation


@dataclass(frozen=True, slots=True)
class RuleBot:
    """Plays by judgement of what it sees. It never draws lots: the seed makes no difference."""

    seed: Seed = 0
    name: str = "rule"

    def act(self, seen: Observation) -> Action | None:
        """What it does now."""
        if not asked_for(seen):
            return None
        match seen.phase:
            case "start":
                return Ready() if option(seen, "ready") else None
            case "deal":
                return auction.deal_show(seen)
            case "call":
                return _call(seen)
            case "rob":
                return auction.rob(seen)
            case "raise":
                return auction.raise_or_pass(seen)
            case "double":
                return _double(seen)
            case _:
                return _play(seen)


def _call(seen: Observation) -> Action:
    return auction.call(seen) if option(seen, "call") else auction.blind_or_look(seen)


def _double(seen: Observation) -> Action | None:
    show = auction.bottom_show(seen)
    if show is not None:
        return show
    return auction.double(seen) if option(seen, "no_double") else None


def _play(seen: Observation) -> Action | None:
    show = auction.bottom_show(seen)
    if show is not None or option(seen, "play") is None:
        return show
    position = position_of(seen)
    move = choose(Mind(position))
    if move is None:
        return Pass()
    return play_of(seen.cards[position.me] or (), move, position.patterns)
