"""Every way to have a program outside as a player, by its kind: `engine:COMMAND` and so on."""

from collections.abc import Callable
from typing import Protocol

from dizhu.engines import protocol as p
from dizhu.engines.botzone.session import BotzoneSession
from dizhu.engines.session import START_SECONDS, Session
from dizhu.rules.actions import Action
from dizhu.rules.view import Observation


class Talk(Protocol):
    """How a program is asked. All but `quit`, `stop` and `kill` may raise EngineFault."""

    def rulesets(self, seconds: float = START_SECONDS) -> tuple[str, ...]:
        """The rulesets it plays, by name; it may be started for that."""

    def act(self, name: str, seen: Observation, seconds: float) -> Action | None:
        """What it does in a hand, None for waiting; legal, and in time."""

    def end_hand(self, end: p.EndHand) -> None:
        """A hand is over."""

    def quit(self) -> None:
        """Ask it to end, and see to it."""

    def stop(self) -> None:
        """End it for good, from any thread: who waits for its answer hears of a fault."""

    def kill(self) -> None:
        """End it at once."""


TALKS: dict[str, Callable[[str], Talk]] = {
    "engine": Session,
    "botzone": BotzoneSession,
    "botzone-keep": lambda command: BotzoneSession(command, keep=True),
}
KINDS = " or ".join(f"{kind}:COMMAND" for kind in TALKS)


def talk_with(name: str) -> Talk:
    """A talk with `kind:command`; nothing is started yet. Raises ValueError."""
    kind, _, command = name.partition(":")
    if kind not in TALKS or not command.strip():
        raise ValueError(
            f"{name!r} is no program; write {', '.join(f'{k}:COMMAND' for k in TALKS)}"
        )
    return TALKS[kind](command.strip())


def read_engines(text: str) -> dict[str, str]:
    """Engines by name, from `name=kind:command`, apart by semicolons. Raises ValueError."""
    found: dict[str, str] = {}
    for part in filter(None, (t.strip() for t in text.split(";"))):
        name, _, command = (w.strip() for w in part.partition("="))
        if not name or not command or name in found:
            raise ValueError(f"{part!r}: write a new name, = and {KINDS}")
        talk_with(command)
        found[name] = command
    return found
