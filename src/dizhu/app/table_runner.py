"""One writer per table: takes commands from a bounded queue, and what the clocks and bots do."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import perf_counter

from dizhu.app.bot_seats import BotSeats
from dizhu.app.meters import UNMETERED, Meters
from dizhu.app.notices import Done, Refusal, Reply
from dizhu.app.ports import Clock, CommandKey, StorageFailed
from dizhu.app.seeds import WAIT_MS, SeedBox
from dizhu.app.table_log import TableLog, unheard
from dizhu.app.thinking import Thinker
from dizhu.rules.actions import SEATS
from dizhu.rules.errors import RuleViolation
from dizhu.rules.state import type_3i
from dizhu.table import (
    Act,
    Close,
    Decision,
    Expire,
    Leave,
    Seal,
    StartHand,
    TableCommand,
    TableState,
    decide,
)
from dizhu.table import Clock as Deadline
from dizhu.table.events import Closed

log = logging.getLogger(__name__)

BACKLOG = 64
"""So many commands may wait; the next is refused `busy`."""
PATIENCE = 3
"""After so many errors in a row of its own work a table is closed: its clocks would fail for ever.
What a player asks for is no work of its own: he could close the table with it."""
DRAINING = "draining"
"""Why a table is closed, and nothing begun, before a planned restart."""
AGAIN_AFTER = 1.0
"""Seconds to wait with a new hand when the store fails."""

Guard = Callable[[TableState], None]
"""Looked at before deciding; refuses with a RuleViolation."""


@dataclass(frozen=True, slots=True)
class Services:
    """What a table needs from outside.

    `fund`: each seat's beans for the next hand; `seed`: 32 secret bytes for its deals; `seeds`:
    what the players give for them; `draining`: no new hand is to begin;
    `meters`: what is measured.
    """

    clock: Clock
    thinker: Thinker
    fund: Callable[[TableState], Awaitable[type_3i]]
    seed: Callable[[], bytes]
    seeds: SeedBox = field(default_factory=SeedBox)
    draining: Callable[[], bool] = lambda: False
    meters: Meters = UNMETERED


def kind_of(command: TableCommand) -> str:
    """The name under which a command is counted."""
    return command.action.type if isinstance(command, Act) else type(command).__name__.lower()


@dataclass(frozen=True, slots=True)
class _Request:
    command: TableCommand
    reply: Reply = unheard
    key: CommandKey | None = None
    guard: Guard | None = None
    asked: bool = False
    """By a player, not by the application itself."""


class TableRunner:
    """The one task that changes a table."""

    def __init__(self, table: TableLog, services: Services) -> None:
        self.log = table
        self._services = services
        self._queue: deque[_Request] = deque()
        self._wake = asyncio.Event()
        self._failures = 0
        self._bots = BotSeats(services.thinker, table, self.demand, services.clock.now)
        self._task: asyncio.Task[None] | None = None
        self._sealed_at = services.clock.now()

    @property
    def state(self) -> TableState:
        """The table as it is stored."""
        assert self.log.state is not None, "the table is open"
        return self.log.state

    def start(self) -> asyncio.Task[None]:
        """Begin to run."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.log.table_id}")
        return self._task

    async def stop(self) -> None:
        """End without closing the table: it goes on after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def offer(
        self,
        command: TableCommand,
        reply: Reply,
        key: CommandKey | None = None,
        guard: Guard | None = None,
    ) -> None:
        """A command of a player; `reply` is told what became of it."""
        if self.log.closed:
            self._services.meters.acted(kind_of(command), "closed")
            reply(Refusal("closed"))
        elif len(self._queue) >= BACKLOG:
            self.log.health.count("busy")
            self._services.meters.acted(kind_of(command), "busy")
            reply(Refusal("busy"))
        else:
            self._put(_Request(command, reply, key, guard, asked=True))

    def demand(self, command: TableCommand, reply: Reply = unheard) -> None:
        """A command of the application itself: never refused for a full queue."""
        self._put(_Request(command, reply))

    @property
    def queued(self) -> int:
        """How many commands wait."""
        return len(self._queue)

    def give_seed(self, player: str, seal: str, seed: str) -> None:
        """What a player's browser gives for the next deal, having seen the hash `seal`."""
        if self._services.seeds.give(player, self.state, seal, seed):
            self._wake.set()

    def _put(self, request: _Request) -> None:
        self._queue.append(request)
        self._wake.set()

    async def _run(self) -> None:
        try:
            while not self.log.closed:
                await self._turn()
        finally:
            self._bots.stop()
            while self._queue:
                self._queue.popleft().reply(Refusal("closed"))

    async def _turn(self) -> None:
        """A command, then what is due: neither can keep the other waiting."""
        self._wake.clear()
        if self._queue:
            request = self._queue.popleft()
            if isinstance(request.command, Leave) and self._wants_hand:
                await self._guarded(self._start_hand())  # R-ESC-4: all have agreed to it
            await self._guarded(self._handle(request), counts=not request.asked)
        for clock in self._due():
            await self._guarded(self._handle(_Request(Expire(clock))))
        if self.log.state is not None and self.log.state.wants_seal:
            await self._guarded(self._seal())
        if self._wants_hand and self._seeds_are_in():
            await self._guarded(self._start_hand())
        self._bots.look()
        if not self._queue and not self.log.closed:
            await self._sleep()

    @property
    def _wants_hand(self) -> bool:
        """Whether the next hand begins by itself; an organiser brings it when he likes."""
        state = self.log.state
        return state is not None and state.asks_next and state.wants_hand

    def _due(self) -> list[Deadline]:
        now = self._services.clock.now()
        clocks = () if self.log.state is None else self.log.state.clocks
        return [c for c in clocks if c.at <= now]

    async def _sleep(self) -> None:
        """Until a command comes or something is due."""
        state = self.log.state
        due = [] if state is None else [c.at for c in state.clocks]
        if self._wants_hand:
            due.append(self._seeds_by)
        if not due:
            await self._wake.wait()
            return
        wait = min(due) - self._services.clock.now()
        timer = asyncio.get_running_loop().call_later(max(wait, 0) / 1000, self._wake.set)
        try:
            await self._wake.wait()
        finally:
            timer.cancel()

    async def _guarded(self, work: Awaitable[None], *, counts: bool = True) -> None:
        """An error costs this table a command, in the end the table if it `counts`; never another
        table.
        """
        try:
            await work
        except Exception:
            self.log.health.count("table_errors")
            log.exception("table %s failed", self.log.table_id)
            self._failures += counts
            if self._failures >= PATIENCE:
                await self._give_up()
        else:
            if counts:
                self._failures = 0

    async def _handle(self, request: _Request) -> None:
        now, begun = self._services.clock.now(), perf_counter()
        try:
            if request.guard is not None:
                request.guard(self.state)
            decision = decide(self.log.state, request.command, now)
            self._services.meters.decided(perf_counter() - begun)
        except RuleViolation as violation:
            await self._refuse(request, violation.code)
            return
        except Exception:
            request.reply(Refusal("internal"))
            raise
        await self._commit(decision, now, request)

    async def _commit(self, decision: Decision, now: int, request: _Request) -> None:
        try:
            await self.log.commit(decision, now, request.reply, request.key)
        except Exception:
            request.reply(Refusal("internal"))
            raise
        if request.key is not None:
            self._services.meters.acted(kind_of(request.command), "ok")

    async def _refuse(self, request: _Request, code: str) -> None:
        """Perhaps the command was done before, and only its answer was lost."""
        version = None
        if request.key is not None:
            try:
                version = await self.log.store.command_version(request.key)
            except StorageFailed as error:
                self.log.health.count("storage_failures")
                log.error("table %s cannot look up a command: %s", self.log.table_id, error)
        if request.key is not None:
            outcome = code if version is None else "repeated"
            self._services.meters.acted(kind_of(request.command), outcome)
        request.reply(Refusal(code) if version is None else Done(version))

    async def _seal(self) -> None:
        """For a table that has none: the seed of the next hand is drawn now, and its hash told."""
        now = self._services.clock.now()
        self._sealed_at = now
        await self.log.commit(decide(self.state, Seal(self._services.seed()), now), now, unheard)

    @property
    def _seeds_by(self) -> int:
        """How long to wait for the players' seeds: well before the table gives up waiting."""
        return self._sealed_at + min(WAIT_MS, self.state.pace.next_ms // 2)

    def _seeds_are_in(self) -> bool:
        """Whether nobody has to be waited for any more."""
        late = self._services.clock.now() >= self._seeds_by
        return late or self._services.seeds.complete(self.state)

    async def _start_hand(self) -> None:
        """Who cannot pay for another hand has to go; else the cards are dealt."""
        if self._services.draining():
            now = self._services.clock.now()
            await self.log.commit(decide(self.state, Close(DRAINING), now), now, unheard)
            return
        try:
            beans = await self._services.fund(self.state)
        except StorageFailed as error:
            log.error("table %s cannot begin a hand: %s", self.log.table_id, error)
            self.log.health.count("storage_failures")
            await asyncio.sleep(AGAIN_AFTER)
            self._wake.set()
            return
        needed = self.state.stakes.minimum if self.state.ruleset.unit == "beans" else None
        poor = [s for s in SEATS if needed is not None and beans[s] < needed]
        now = self._services.clock.now()
        command = Leave(poor[0]) if poor else self._hand(beans)
        await self.log.commit(decide(self.state, command, now), now, unheard)

    def _hand(self, beans: type_3i) -> StartHand:
        """A table that was opened before there were seals has no seed yet."""
        if self.state.next_seed is None:
            return StartHand(beans, self._services.seed())
        given = self._services.seeds.seeds(self.state)
        return StartHand(beans, None, given, self._services.seed())

    async def _give_up(self) -> None:
        """Close a table that only fails; without `decide`, for it may be what fails."""
        closing = Decision((Closed("error", self._services.clock.now()),))
        log.error("table %s is closed after %d errors", self.log.table_id, self._failures)
        self.log.health.count("tables_given_up")
        await self.log.commit(closing, self._services.clock.now(), unheard)
