"""What may be seen of the tables of cups, and where somebody is wanted."""

from dizhu.app.cups.names import TableName, table_name
from dizhu.app.cups.office import Cups
from dizhu.app.cups.ports import Call
from dizhu.app.cups.roster import is_in
from dizhu.app.seating import Seating
from dizhu.table import TableState
from dizhu.tournament import Cup, Phase
from dizhu.tournament.formats import FORMATS

FINAL_TABLES = 3
"""In the last stage the tables of a round of at most so many may be watched."""


class Sight:
    """Asked by whoever shows tables and hands."""

    def __init__(self, cups: Cups, seating: Seating) -> None:
        self._cups = cups
        self._seating = seating

    def secret(self, table_id: str) -> bool:
        """Whether what happens at a table may help somebody who still has to play the same cards:
        a duplicate round is not over.
        """
        name = table_name(table_id)
        running = None if name is None else self._cups.find(name.cup)
        if running is None or name is None:
            return False
        cup = running.cup
        if cup.over or not cup.in_stage or FORMATS[cup.stage_now.format].counts_at_once:
            return False
        return name.number in cup.tables or any(t.number == name.number for t in cup.closed)

    def watchable(self, table: TableState) -> bool:
        """Whether a table of a cup may be watched: the final, where that helps nobody."""
        name = table_name(table.table_id)
        running = None if name is None else self._cups.find(name.cup)
        return running is not None and name is not None and is_final(running.cup, name)

    def listed(self, table: TableState) -> bool:
        """Whether everybody may find it."""
        name = table_name(table.table_id)
        running = None if name is None else self._cups.find(name.cup)
        return running is not None and running.cup.code is None and self.watchable(table)

    def parked(self, player: str) -> int:
        """The beans that a player has paid for a cup that has not begun: he may withdraw."""
        cup_id = self._cups.roster.of(player)
        running = None if cup_id is None else self._cups.find(cup_id)
        if running is None or running.cup.phase is not Phase.REGISTERING:
            return 0
        return running.cup.competition.entry.beans if is_in(running.cup, player) else 0

    def call_of(self, player: str) -> Call | None:
        """Where a player is wanted now."""
        cup_id = self._cups.roster.of(player)
        running = None if cup_id is None else self._cups.find(cup_id)
        if running is None:
            return None
        entrant = running.cup.entrants.get(player)
        waits = running.calling.waiting_for(player, running.cup)
        if waits is not None or entrant is None or entrant.table is None:
            return waits
        table_id = running.floor.table_id(entrant.table)
        at_it = table_id is not None and self._seating.table_of(player) == table_id
        return Call(running.cup.id, player, table_id) if at_it else None


def is_final(cup: Cup, name: TableName) -> bool:
    """Whether a table is one of the last few, whose cards nobody else plays."""
    if cup.over or not (cup.in_stage and cup.last_stage and name.number in cup.tables):
        return False
    few = len(cup.tables) + len(cup.closed) <= FINAL_TABLES
    return few and FORMATS[cup.stage_now.format].counts_at_once
