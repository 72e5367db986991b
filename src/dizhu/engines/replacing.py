"""A seat of an engine: after a fault our rule bot plays the hand to its end."""

import logging
from collections.abc import Callable

from dizhu.bots.rule_bot import RuleBot
from dizhu.engines.process import EngineFault
from dizhu.rules.actions import Action
from dizhu.rules.view import Observation

log = logging.getLogger(__name__)

Ask = Callable[[str, Observation, float], Action | None]
"""What an engine does in a hand, within some seconds. Raises EngineFault."""


class EngineSeat:
    """Answers for one seat of one hand. `faults` is told of each fault."""

    def __init__(
        self, ask: Ask, hand: str, seconds: float, faults: Callable[[EngineFault], None]
    ) -> None:
        self._ask = ask
        self._hand = hand
        self._seconds = seconds
        self._faults = faults
        self._out = False

    def act(self, seen: Observation) -> Action | None:
        """What the engine does, or after a fault the rule bot."""
        if not self._out:
            try:
                return self._ask(self._hand, seen, self._seconds)
            except EngineFault as fault:
                self._out = True
                self._faults(fault)
                log.error("hand %s: the rule bot plays on for an engine: %s", self._hand, fault)
        return RuleBot().act(seen)
