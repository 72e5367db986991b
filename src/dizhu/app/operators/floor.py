"""What an operator's deeds do at once to those who are here."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from dizhu.app.debits import Debits
from dizhu.app.lobby import Lobby
from dizhu.app.notices import Update
from dizhu.app.operators.ports import Sanction
from dizhu.app.operators.register import Register
from dizhu.app.ports import Store
from dizhu.app.table_runner import TableRunner
from dizhu.app.tables import Tables
from dizhu.rules.actions import Autoplay
from dizhu.table import Act, Leave, SeatState, Status, TableState
from dizhu.table.events import TableEvent
from dizhu.table.evolve import evolve

BANNED = "banned"


class HouseAudience(Protocol):
    """Who is told. None of it may wait or raise."""

    def house_changed(self) -> None:
        """To everybody: what is announced, and whether the house drains."""
        ...

    def banned(self, player: str, ban: Sanction) -> None:
        """To him, and his connection ends."""
        ...

    def beans_changed(self, player: str, beans: int) -> None:
        """A player's balance after a transfer."""
        ...


class Floor(Protocol):
    """The house while it is open, or nothing when no server runs."""

    async def send_away(self, player: str, ban: Sanction) -> None:
        """Somebody is banned from now on."""
        ...

    def taking(self, player: str) -> AbstractAsyncContextManager[bool]:
        """While beans are taken from him; False when a hand counts on them."""
        ...

    def tell(self) -> None:
        """What is announced has changed."""
        ...

    def paid(self, player: str, beans: int) -> None:
        """A player's balance after a compensation."""
        ...


class LiveFloor:
    """`Floor` of a running server. `going`: what has to end before somebody goes, such as his room
    of friends.
    """

    def __init__(
        self,
        tables: Tables,
        lobby: Lobby,
        audience: HouseAudience,
        register: Register,
        going: Callable[[str], Awaitable[None]],
        debits: Debits,
    ) -> None:
        self._debits = debits
        self._tables = tables
        self._lobby = lobby
        self._audience = audience
        self._register = register
        self._going = going
        tables.followers.append(self._follow)

    async def send_away(self, player: str, ban: Sanction) -> None:
        """He is told, his connection ends; his seat is played by the system to the hand's end."""
        self._audience.banned(player, ban)
        self._lobby.cancel(player, BANNED)
        await self._going(player)
        runner = self._tables.find(self._tables.seating.table_of(player) or "")
        if runner is not None:
            self._play_for(runner, player)

    def _follow(self, update: Update) -> None:
        """Who was banned before the cards came is played for as soon as the rules allow it, and who
        was played for leaves after the hand.
        """
        for seat in update.table.seats:
            player = seat.player.id
            if not _absent(seat) and self._register.ban(player) is not None:
                runner = self._tables.find(update.table.table_id)
                if runner is not None:
                    self._play_for(runner, player)

    def _play_for(self, runner: TableRunner, player: str) -> None:
        table, seat = runner.state, runner.state.seat_of(player)
        if seat is None or table.seats[seat].left:
            return
        if table.status is Status.BETWEEN:
            if table.asks_next:  # else an organiser decides who sits there
                runner.demand(Leave(seat))
        elif table.hand is not None and not table.hand.autoplay[seat]:
            runner.demand(Act(seat, Autoplay(on=True)))

    @asynccontextmanager
    async def taking(self, player: str) -> AsyncIterator[bool]:
        """No hand begins with him meanwhile."""
        with self._debits.begun(player) as may:
            yield may

    def tell(self) -> None:
        """To all."""
        self._audience.house_changed()

    def paid(self, player: str, beans: int) -> None:
        """To him."""
        self._audience.beans_changed(player, beans)


def _absent(seat: SeatState) -> bool:
    return seat.player.bot is not None or seat.left


class EmptyFloor:
    """`Floor` when no server runs: nobody is here, but stored tables go on after the next start."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def send_away(self, player: str, ban: Sanction) -> None:
        """Nobody to send away."""

    @asynccontextmanager
    async def taking(self, player: str) -> AsyncIterator[bool]:
        """What the players of an open table have is counted on until it is closed."""
        tables = [await self._table(live.id) for live in await self._store.live_tables()]
        seats = [seat for t in tables if t.ruleset.unit == "beans" for seat in t.seats]
        yield all(seat.player.id != player for seat in seats)

    async def _table(self, table_id: str) -> TableState:
        table = None
        for recorded in await self._store.load(table_id):
            if isinstance(recorded.event, TableEvent):
                table = evolve(table, recorded.event)
        assert table is not None, "an open table has events"
        return table

    def tell(self) -> None:
        """Nobody listens."""

    def paid(self, player: str, beans: int) -> None:
        """Nobody listens."""
