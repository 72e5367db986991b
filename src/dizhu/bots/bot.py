"""What a bot is: something that answers an observation."""

from typing import Protocol

from dizhu.rules.actions import Action
from dizhu.rules.view import Observation

Seed = int | str


class Bot(Protocol):
    """A player. It is asked whenever its seat may do something, and sees what that seat may know.

    The same observation gets the same answer: there is no state between two questions, no clock and
    no chance but the seed it was made with.
    """

    @property
    def name(self) -> str:
        """Its name in the registry."""

    def act(self, seen: Observation) -> Action | None:
        """What it does now.

        None only where waiting is an answer: no show while the cards are dealt, or nothing that is
        asked of the seat. A seat that is asked gets an action. Never escapes, never touches
        autoplay.
        """


class Factory(Protocol):
    """Makes a bot from a seed."""

    def __call__(self, seed: Seed) -> Bot:
        """A bot; equal seeds make equal bots."""
