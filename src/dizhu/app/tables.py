"""All tables that are open: making, finding, restoring them, and who sits at them."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from dizhu.app.crew import Crew
from dizhu.app.health import Health
from dizhu.app.notices import Audience, Done, Refusal, Update
from dizhu.app.ports import LiveTable, Random, Store
from dizhu.app.rooms import Room
from dizhu.app.seating import Seating
from dizhu.app.seeds import SeedBox
from dizhu.app.table_log import TableLog, restored, resumed
from dizhu.app.table_runner import DRAINING, Services, TableRunner
from dizhu.ledger.transfers import player_account
from dizhu.rules.actions import SEATS
from dizhu.table import Extend, OpenTable, Pace, Player, SeatState, Status, TableState

log = logging.getLogger(__name__)

EXTENSION_SECONDS = 10.0
"""After a restart nobody is let in before the clocks are extended, unless the disk is stuck."""
REVIVALS = 3
"""A table whose task died is read from the store again, so many times."""


@dataclass(frozen=True, slots=True)
class Company:
    """Friends: so many hands, each with his score; who is silent after a hand stays."""

    scores: Mapping[str, int]
    hands: int
    next_ms: int

    def at(self, table: OpenTable) -> OpenTable:
        """The table as it is opened for them."""
        first, second, third = (self.scores.get(p.id, 0) for p in table.players)
        pace = replace(table.pace, next_ms=self.next_ms, silent_stay=True)
        return replace(table, scores=(first, second, third), hands=self.hands, pace=pace)


class Tables:
    """The tables of this process, each with its runner."""

    def __init__(
        self,
        store: Store,
        services: Services,
        health: Health,
        audience: Audience,
        random: Random,
        pace: Pace,
    ) -> None:
        self.seating = Seating()
        self.crew = Crew(random)
        self._store = store
        self._services = services
        self._health = health
        self._audience = audience
        self._random = random
        self._pace = pace
        self._runners: dict[str, TableRunner] = {}
        self._revivals: dict[str, int] = {}
        self._reviving: set[asyncio.Task[None]] = set()
        self._stopping = False
        self.recovering = 0
        """How many tables of before the restart do not go on yet."""
        self.followers: list[Callable[[Update], None]] = []
        """Told of every stored decision, after the audience."""

    def __len__(self) -> int:
        return len(self._runners)

    @property
    def seeds(self) -> SeedBox:
        """What the players give for their deals."""
        return self._services.seeds

    def find(self, table_id: str) -> TableRunner | None:
        """An open table; one that is not stored yet is not found."""
        runner = self._runners.get(table_id)
        return None if runner is None or runner.log.state is None else runner

    def counts_on(self, player: str) -> bool:
        """Whether he is bound to a table that plays for beans, or that is only being opened."""
        place = self.seating.bound(player)
        if place is None:
            return False
        runner = self.find(place.table)
        return runner is None or runner.state.ruleset.unit == "beans"

    def runners(self) -> list[TableRunner]:
        """All tables that are open and stored."""
        return [r for r in self._runners.values() if r.log.state is not None]

    def open(
        self, room: Room, players: Sequence[Player], company: Company | None = None
    ) -> asyncio.Future[Done | Refusal]:
        """Seat three players, in an order drawn by chance; the first hand begins at once.

        `company`: they are friends, who play a number of hands. They are bound to the table when
        this returns; the future tells whether it was stored. Refused while the house drains.
        """
        if self._services.draining():
            self._dismiss(players)
            refused: asyncio.Future[Done | Refusal] = asyncio.get_running_loop().create_future()
            refused.set_result(Refusal(DRAINING))
            return refused
        first, second, third = self._random.shuffled(players)
        command = OpenTable(
            table_id=self._random.token(),
            room=room.id,
            ruleset=room.ruleset,
            stakes=room.stakes,
            players=(first, second, third),
            pace=self._pace,
            seed=self._services.seed(),
        )
        if company is not None:
            command = company.at(command)
        return self.launch(command)

    def launch(self, command: OpenTable) -> asyncio.Future[Done | Refusal]:
        """Open a table as an organiser wants it, seats and all. Its people are bound to it when
        this returns; the future tells whether it was stored.
        """
        answer: asyncio.Future[Done | Refusal] = asyncio.get_running_loop().create_future()
        for player in command.players:
            assert self.seating.bound(player.id) is None, f"{player.id} sits already"
        for player in command.players:
            bot = player.bot is not None
            self.seating.sit(player.id, command.table_id, command.room, bot=bot)
        runner = self._run(self._new_log(command.table_id))
        runner.demand(command, partial(self._opened, answer, command))
        return answer

    def _dismiss(self, players: Sequence[Player]) -> None:
        """There will be no table: the bots are free again."""
        for player in players:
            if player.bot is not None:
                self.crew.give_back(player.id)

    def _opened(
        self, answer: asyncio.Future[Done | Refusal], command: OpenTable, result: Done | Refusal
    ) -> None:
        if isinstance(result, Refusal):
            self._runners.pop(command.table_id, None)
            for player in command.players:
                self._free(player, command.table_id)
        if not answer.done():
            answer.set_result(result)

    async def restore(self, outage_ms: int) -> int:
        """Go on with the tables of before the restart; every deadline is later by the outage.

        A negative outage: the machine's clock was set back, and the deadlines with it.
        """
        found = [await self._restore(t, outage_ms) for t in await self._store.live_tables()]
        waits = [w for w in found if w is not None]
        self.recovering = len(waits)
        for wait in waits:
            wait.add_done_callback(self._recovered)
        if waits:
            await asyncio.wait(waits, timeout=EXTENSION_SECONDS)
        return len(waits)

    def _recovered(self, _extended: asyncio.Future[Any]) -> None:
        self.recovering -= 1

    async def _restore(self, live: LiveTable, outage_ms: int) -> asyncio.Future[Any] | None:
        """Begin its runner; the future is done when its clocks are extended. None: unreadable."""
        try:
            table = await self._read(live.id)
        except Exception:
            self._health.count("tables_unreadable")
            log.exception("the table %s cannot be read; it is left alone", live.id)
            return None
        assert table.state is not None, "a restored table has a state"
        for seat in table.state.seats:
            self._sit_again(table.state, seat)
        runner = self._run(table)
        extended: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if table.state.clocks and outage_ms != 0:
            runner.demand(Extend(outage_ms), extended.set_result)
        else:
            extended.set_result(None)
        return extended

    async def _read(self, table_id: str) -> TableLog:
        """A table as it is stored; of a long log only the end is read, if that is enough."""
        recent = await self._store.load_recent(table_id)
        table = None if recent is None else resumed(self._new_log(table_id), recent)
        if table is None:
            recorded = await self._store.load(table_id)
            table = restored(self._new_log(table_id), recorded)
        return table

    def _sit_again(self, table: TableState, seat: SeatState) -> None:
        player = seat.player
        bot = player.bot is not None
        if self.crew.employs(player.id):
            self.crew.claim(player.id)
        if seat.left and not table.asks_next:
            return  # an organiser's table plays on without him: he may sit elsewhere by now
        if table.status is Status.PLAYING or not seat.left:
            self.seating.sit(player.id, table.table_id, table.room, bot=bot, left=seat.left)

    async def stop(self) -> None:
        """End all runners; the tables go on after the next start."""
        self._stopping = True
        await asyncio.gather(*(runner.stop() for runner in self._runners.values()))

    def _new_log(self, table_id: str) -> TableLog:
        meters = self._services.meters
        return TableLog(table_id, self._store, self._health, self._changed, meters=meters)

    def _run(self, table: TableLog) -> TableRunner:
        runner = TableRunner(table, self._services)
        self._runners[table.table_id] = runner
        runner.start().add_done_callback(partial(self._ended, runner))
        return runner

    def _ended(self, runner: TableRunner, task: asyncio.Task[None]) -> None:
        """A runner ends with its table; one that died is begun again from what is stored."""
        table_id = runner.log.table_id
        if self._runners.get(table_id) is runner:
            del self._runners[table_id]
        if runner.log.closed or self._stopping or task.cancelled():
            return
        self._health.count("runners_died")
        log.error("the task of table %s died", table_id, exc_info=task.exception())
        self._revivals[table_id] = self._revivals.get(table_id, 0) + 1
        if runner.log.state is not None and self._revivals[table_id] <= REVIVALS:
            revival = asyncio.create_task(self._revive(runner.log.state))
            self._reviving.add(revival)
            revival.add_done_callback(self._reviving.discard)

    async def _revive(self, table: TableState) -> None:
        for seat in table.seats:
            self._free(seat.player, table.table_id)
        await self._restore(LiveTable(table.table_id, table.room), 0)

    def _changed(self, update: Update, balances: dict[str, int]) -> None:
        """Tell the audience, and keep the books of who sits where."""
        try:
            self._tell(update, balances)
            for follower in self.followers:
                follower(update)
        except Exception:
            self._health.count("audience_errors")
            log.exception("telling about table %s failed", update.table.table_id)

    def _tell(self, update: Update, balances: dict[str, int]) -> None:
        people = [s.player.id for s in update.table.seats if s.player.bot is None]
        if update.before is None:
            for player in people:
                self._audience.seated(player, update.table.table_id)
        self._audience.table_changed(update)
        for player in people:
            if player_account(player) in balances:
                self._audience.beans_changed(player, balances[player_account(player)])
        self._book(update)

    def _book(self, update: Update) -> None:
        """Who left is told; who is not in a running hand may sit elsewhere."""
        before, table = update.before, update.table
        closed = table.status is Status.CLOSED
        for number in SEATS:
            seat = table.seats[number]
            was_left = before is not None and before.seats[number].left
            if (closed or seat.left) and not was_left:
                self._gone(seat, table)
            if closed or (seat.left and table.status is not Status.PLAYING):
                self._free(seat.player, table.table_id)

    def _gone(self, seat: SeatState, table: TableState) -> None:
        self.seating.leave(seat.player.id)
        if seat.player.bot is None:
            reason = "left" if seat.left else table.close_reason or "closed"
            self._audience.left(seat.player.id, table.table_id, reason)
            self._audience.lobby_changed()

    def _free(self, player: Player, table_id: str) -> None:
        place = self.seating.bound(player.id)
        if place is None or place.table != table_id:
            return
        self.seating.free(player.id, table_id)
        if self.crew.employs(player.id):
            self.crew.give_back(player.id)
