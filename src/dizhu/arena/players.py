"""Who can be matched: the bots of the registry, and opponents from elsewhere."""

from collections.abc import Callable
from typing import Protocol

from dizhu.arena.formats import Format
from dizhu.arena.game import Actor
from dizhu.bots import BOTS, Factory
from dizhu.rules.actions import Seat
from dizhu.rules.state import HandState


class PlayerError(Exception):
    """A player cannot be had; the message says which and what to do."""


class Player(Protocol):
    """One side of a match. It may sit on two seats at once."""

    name: str
    """As it was asked for. Chance hangs on the name, so equal players play equal games."""

    faults: int
    """How often it did not answer as it must; our rule bot then played the hand to its end."""

    def sit(self, hand: str, seat: Seat, form: Format) -> Actor:
        """Who answers for a seat in a hand. Raises PlayerError for a format it does not play."""

    def leave(self, hand: str, seat: Seat, state: HandState) -> None:
        """The hand is over."""

    def close(self) -> None:
        """The match is over."""


class OwnBot:
    """A bot in this process: a new one for each hand, its chance from the name of the hand."""

    def __init__(self, name: str, factory: Factory) -> None:
        self.name = name
        self.faults = 0
        self._factory = factory

    def sit(self, hand: str, seat: Seat, form: Format) -> Actor:  # noqa: ARG002
        """A bot made from the name of the hand."""
        return self._factory(hand).act

    def leave(self, hand: str, seat: Seat, state: HandState) -> None:
        """Nothing to tell it."""

    def close(self) -> None:
        """Nothing to close."""


def player_called(name: str) -> Player:
    """The player of a name. Raises PlayerError."""
    if name in BOTS:
        return OwnBot(name, BOTS[name])
    if name in _ELSEWHERE:
        return _ELSEWHERE[name]()
    if name.partition(":")[0] in PROGRAMS:
        return _program(name)
    programs = (f"{kind}:COMMAND" for kind in PROGRAMS)
    raise PlayerError(f"no player {name!r}; there are {', '.join((*BOTS, *_ELSEWHERE, *programs))}")


def _rlcard() -> Player:
    from dizhu.arena.rlcard_rules import RlcardRules

    RlcardRules()
    return OwnBot("rlcard", RlcardRules)


def _program(name: str) -> Player:
    from dizhu.arena.engine_player import EnginePlayer
    from dizhu.engines.talks import talk_with

    try:
        talk_with(name)
    except ValueError as error:
        raise PlayerError(str(error)) from error
    return EnginePlayer(name, lambda: talk_with(name))


_ELSEWHERE: dict[str, Callable[[], Player]] = {"rlcard": _rlcard}
PROGRAMS = ("engine", "botzone", "botzone-keep")
"""Programs outside, as `kind:command`; `dizhu.engines.talks` starts them."""
