"""What the tables of a cup and their bots are called. Everything follows from the cup, so that a
server that comes back finds the tables of before by their names.
"""

from typing import NamedTuple

from dizhu.app.crew import NAMES
from dizhu.tournament.state import BOT_MARK, STAND_INS

ROOM = "cup-"
"""Begins the room of every table of a cup; the key of its competition follows."""


class TableName(NamedTuple):
    """The name of a table: which one of the cup, and the first hand that is played at it.

    A table that is closed in mid-hand is replaced: then the hand is not its first, or `attempt`
    not 0.
    """

    cup: str
    number: int
    hand: int = 1
    attempt: int = 0

    @property
    def id(self) -> str:
        """As the table layer knows it."""
        return f"{self.cup}-{self.number}-{self.hand}-{self.attempt}"


def table_name(table_id: str) -> TableName | None:
    """The parts of a name; None for a table that is no cup's."""
    cup, *numbers = table_id.rsplit("-", 3)
    if len(numbers) != 3 or not all(n.isdecimal() for n in numbers):
        return None
    return TableName(cup, *(int(n) for n in numbers))


def is_bot(player: str) -> bool:
    """Whether it is a bot that a cup has brought in."""
    return player.startswith(BOT_MARK)


def seat_id(cup: str, number: int, player: str) -> str:
    """Who sits at a table: bots of several cups, and stand-ins at several tables, are different."""
    if player in STAND_INS:
        return f"{BOT_MARK}{cup}-{number}-{player.removeprefix(BOT_MARK)}"
    return f"{BOT_MARK}{cup}-{player.removeprefix(BOT_MARK)}" if is_bot(player) else player


def bot_name(player: str) -> str:
    """What people call a bot of a cup."""
    number = int("".join(c for c in player if c.isdecimal()) or 1) - 1
    again = number // len(NAMES)
    return NAMES[number % len(NAMES)] + (str(again + 1) if again else "")
