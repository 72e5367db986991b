"""The bots and hints of `dizhu.bots`, as the application wants them."""

from collections.abc import Sequence

from dizhu.app.thinking import Bot, safe_action
from dizhu.rules.actions import Action
from dizhu.rules.cards import Card
from dizhu.rules.combos import Combo
from dizhu.rules.view import Observation


class _Safe:
    def act(self, observation: Observation) -> Action:
        return safe_action(observation)


def bot_called(_name: str) -> Bot:
    """The bot of a name."""
    return _Safe()


def hints(_seen: Observation) -> Sequence[tuple[tuple[Card, ...], Combo]]:
    """Sensible plays, best first."""
    return ()
