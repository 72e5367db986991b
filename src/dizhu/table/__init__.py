"""A table: hands for three seats, with their clocks. Pure: `decide`, `evolve`, `see`."""

from dizhu.table.commands import (
    Act,
    Again,
    Close,
    Expire,
    Extend,
    Leave,
    OpenTable,
    Seal,
    StartHand,
    TableCommand,
)
from dizhu.table.decide import decide
from dizhu.table.draft import Decision
from dizhu.table.events import TableEvent
from dizhu.table.evolve import evolve, replay
from dizhu.table.state import Clock, Pace, Player, SeatState, Status, TableCode, TableState
from dizhu.table.view import TableSeen, public_event, see

__all__ = [
    "Act",
    "Again",
    "Clock",
    "Close",
    "Decision",
    "Expire",
    "Extend",
    "Leave",
    "OpenTable",
    "Pace",
    "Player",
    "Seal",
    "SeatState",
    "StartHand",
    "Status",
    "TableCode",
    "TableCommand",
    "TableEvent",
    "TableSeen",
    "TableState",
    "decide",
    "evolve",
    "public_event",
    "replay",
    "see",
]
