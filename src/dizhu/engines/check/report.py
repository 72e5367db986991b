"""What a check is, and what it is about."""

from collections.abc import Callable
from dataclasses import dataclass, field


class Failed(Exception):
    """The engine does not do what the protocol says."""


@dataclass(slots=True)
class Subject:
    """The engine that is tried. `number`: of hands of each kind; `seconds`: for an answer;
    `rulesets`: those it claims; `times`: how long its answers took, seconds.
    """

    command: str
    number: int
    seed: str
    seconds: float
    rulesets: tuple[str, ...] = ()
    times: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing to try. `run` raises Failed or EngineFault."""

    name: str
    run: Callable[[Subject], None]


def need(holds: bool, message: str) -> None:
    """Raise Failed unless something holds."""
    if not holds:
        raise Failed(message)
