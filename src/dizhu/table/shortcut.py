"""A table from its last hands on, without folding the hundred before: what is needed of those is
kept with the finished hands.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dizhu.rules.actions import Seat
from dizhu.table.events import HandStarted, TableEvent, TableOpened
from dizhu.table.evolve import evolve
from dizhu.table.state import TableState


@dataclass(frozen=True, slots=True)
class Boundary:
    """The end of a hand that another one followed. `version`: after its settlement; `hand_no`: its
    number; `previous_first`: who bid first in its last deal.
    """

    version: int
    hand_no: int
    previous_first: Seat | None


def from_boundary(
    opened: TableOpened, boundary: Boundary, later: Sequence[TableEvent]
) -> TableState | None:
    """The table at a boundary, such that folding the events after it leads to the table as the
    whole log does, as soon as the next hand has begun. None: it cannot be told.

    What is unknown here is what the next hand replaces: the last one's cards and result, and what
    was said about its start window. Where an organiser asks nobody, seats may have been left.
    """
    began = next((e for e in later if isinstance(e, HandStarted)), None)
    if began is None or not opened.asks_next:
        return None
    state = evolve(None, opened)
    points = state.ruleset.unit == "points"
    one, two, three = (replace(s, wants_next=s.player.bot is not None) for s in state.seats)
    return state.changed(
        version=boundary.version,
        hand_no=boundary.hand_no,
        previous_first=boundary.previous_first,
        scores=began.beans if points else state.scores,
        seats=(one, two, three),
    )
