"""What an operator does to competitions. Each is stored with the events of the cup that it brings
about.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MakeCup:
    """A public cup is announced. `house_beans`, `house_cards`: what the house gives at most, all
    prizes together; `starts_at`: milliseconds since 1970, None: not by the clock.
    """

    cup: str
    key: str
    zh: str
    en: str
    house_beans: int
    house_cards: int
    starts_at: int | None


@dataclass(frozen=True, slots=True)
class StartCup:
    """A cup begins by hand."""

    cup: str


@dataclass(frozen=True, slots=True)
class PauseCup:
    """Nothing begins in a cup; or, not `on`, it goes on."""

    cup: str
    on: bool


@dataclass(frozen=True, slots=True)
class CancelCup:
    """A cup ends, and everybody gets his entry back; the order's reason says why."""

    cup: str


@dataclass(frozen=True, slots=True)
class AnnounceCup:
    """All who are in a cup are told something."""

    cup: str
    text: str


CupDeed = MakeCup | StartCup | PauseCup | CancelCup | AnnounceCup
