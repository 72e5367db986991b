"""People are called to their tables, wherever they are: nobody ever sits at two.

Who looks for a game elsewhere looks no more; who sits at a table between two hands leaves it; who
plays finishes his hand, and when that takes too long the system finishes it for him.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from dizhu.app.cups.names import table_name
from dizhu.app.cups.opening import bound_of, people_of
from dizhu.app.cups.ports import Call
from dizhu.app.ports import Clock
from dizhu.app.seating import Place
from dizhu.app.tables import Tables
from dizhu.rules.actions import Autoplay
from dizhu.table import Act, Leave, Status
from dizhu.tournament import Cup
from dizhu.tournament.commands import CupCommand, DropOut
from dizhu.tournament.state import Table

PATIENCE_MS = 60_000
"""So long somebody may go on with a hand elsewhere."""
AGAIN_MS = 5_000
"""So often it is seen to then that he does not play himself."""


@dataclass(slots=True)
class _Wait:
    """A table that waits for its people, until when, and whom it has called."""

    by: int
    retry: Callable[[], None]
    called: set[str] = field(default_factory=set)


class Calling:
    """For one cup. `cancel`: somebody looks for a game no more; `let_go`: a table of the cup that
    is done with is closed; `opening`: tables that are just being stored.
    """

    def __init__(
        self,
        tables: Tables,
        clock: Clock,
        cancel: Callable[[str, str], object],
        tell: Callable[[Call], None],
        demand: Callable[[CupCommand], None],
    ) -> None:
        self.opening: set[str] = set()
        self.let_go: Callable[[str], None] = lambda _table: None
        self._tables = tables
        self._clock = clock
        self._cancel = cancel
        self._tell = tell
        self._demand = demand
        self._waits: dict[int, _Wait] = {}

    def all_free(self, cup: Cup, table: Table, retry: Callable[[], None]) -> bool:
        """Whether all people of a table may sit down; `retry`: asked again when that may be."""
        bound = self._tables.seating.bound
        places = {p: place for p in bound_of(cup, table) if (place := bound(p))}
        if not places:
            self._waits.pop(table.number, None)
            for player in people_of(cup, table):
                self._cancel(player, "moved")
            return True
        wait = self._waits.get(table.number)
        if wait is None:
            wait = self._waits[table.number] = _Wait(self._clock.now() + PATIENCE_MS, retry)
            self._set_timer(PATIENCE_MS, table.number)
        for player, place in places.items():
            self._fetch(cup, wait, player, place)
        return False

    def waiting_for(self, player: str, cup: Cup) -> Call | None:
        """What a player has been told who is waited for; for one who comes back."""
        number = cup.entrants[player].table if player in cup.entrants else None
        wait = None if number is None else self._waits.get(number)
        place = self._tables.seating.bound(player)
        if wait is None or place is None:
            return None
        return Call(cup.id, player, None, place.table, wait.by)

    def look_again(self) -> None:
        """Somebody has left a table somewhere."""
        for wait in list(self._waits.values()):
            wait.retry()

    def ready(self, cup: Cup, table: Table, table_id: str) -> None:
        """The table is there."""
        for player in people_of(cup, table):
            self._tell(Call(cup.id, player, table_id))

    def forget(self, number: int) -> None:
        """Nobody is waited for at this table any more."""
        self._waits.pop(number, None)

    def _set_timer(self, ms: int, number: int) -> None:
        asyncio.get_running_loop().call_later(ms / 1000, self._too_long, number)

    def _too_long(self, number: int) -> None:
        wait = self._waits.get(number)
        if wait is not None:
            wait.retry()
            self._set_timer(AGAIN_MS, number)

    def _fetch(self, cup: Cup, wait: _Wait, player: str, place: Place) -> None:
        name = table_name(place.table)
        if name is not None and name.cup == cup.id:
            self.let_go(place.table)
            return
        self._cancel(player, "moved")
        if player not in wait.called:
            wait.called.add(player)
            self._tell(Call(cup.id, player, None, place.table, wait.by))
        late = self._clock.now() >= wait.by
        runner = self._tables.find(place.table)
        seat = None if runner is None else runner.state.seat_of(player)
        if runner is None or seat is None:
            if late and runner is None:  # held where there is no table: he will not come
                self._demand(DropOut(player))
            return
        if runner.state.status is Status.BETWEEN:
            runner.demand(Leave(seat))
        elif late and not runner.state.on_autoplay(seat):
            runner.demand(Act(seat, Autoplay(on=True)))
