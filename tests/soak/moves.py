"""What people in a soak play: quick to find, legal, and long enough that hands end."""

import random

from dizhu.rules.actions import Action
from dizhu.rules.cards import DECK, pick
from dizhu.rules.view import Observation
from dizhu.server import protocol as p
from dizhu.server.actions import command_of
from dizhu.table import Act
from tests.players import moves_of

_PLAIN: dict[str, p.ActionMessage] = {
    "ready": p.ReadyAction(),
    "call": p.CallAction(),
    "blind": p.BlindAction(),
    "look": p.LookAction(),
    "rob": p.RobAction(),
    "raise": p.RaiseAction(),
    "double": p.DoubleAction(),
    "no_double": p.NoDoubleAction(),
    "pass": p.PassAction(),
}


def move(seen: Observation, chance: random.Random) -> p.ActionMessage:
    """One of the allowed answers; of some plays the longest."""
    allowed = {option.type: option.stage for option in seen.options}
    moves = moves_of(seen) if "play" in allowed else ()
    if moves and ("pass" not in allowed or chance.random() < 0.85):
        best = max(chance.sample(moves, min(4, len(moves))), key=lambda m: m.combo.size)
        assert seen.viewer is not None
        held = seen.cards[seen.viewer]
        assert held is not None
        return p.PlayAction(list(pick(held, best.cards)))
    if "show" in allowed and chance.random() < 0.05:
        return p.ShowAction(allowed["show"] or "")
    return _PLAIN[chance.choice([name for name in _PLAIN if name in allowed])]


class QuickBot:
    """A bot that costs next to nothing and does not decline for ever."""

    name = "quick"

    def __init__(self, _name: str, seed: str) -> None:
        self._random = random.Random(seed)

    def act(self, seen: Observation) -> Action:
        """What `move` says, as an action of the rules."""
        assert seen.viewer is not None
        message = p.Act("", move(seen, self._random), "", 0)
        command = command_of(seen.viewer, message)
        assert isinstance(command, Act)
        return command.action


def any_play(chance: random.Random) -> p.ActionMessage:
    """Cards that one may have or not: the server believes nothing."""
    return p.PlayAction(chance.sample(DECK, chance.randrange(1, 8)))
