"""What the tables of all cups share."""

from collections.abc import Callable
from dataclasses import dataclass

from dizhu.app.tables import Tables
from dizhu.table import Pace


@dataclass(frozen=True, slots=True)
class House:
    """What the floors of all cups share. `name_of` a player; `bot`: which one plays for bots;
    `rest_ms`: between two hands, and before a table that is done with is closed; `draining`: no new
    hand is to begin.
    """

    tables: Tables
    name_of: Callable[[str], str]
    bot: str
    pace: Pace
    rest_ms: int
    draining: Callable[[], bool] = lambda: False
