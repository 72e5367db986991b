"""One writer per cup: it takes commands, and what time brings, decides, stores, then tells.

What waits is decided together and stored in one transaction: thousands of tables may finish a hand
in the same second.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dizhu.app.cups.draft import Draft, Request, row_of
from dizhu.app.cups.posting import Postings
from dizhu.app.health import Health
from dizhu.app.notices import Done, Refusal, Reply
from dizhu.app.operators.deeds import Order
from dizhu.app.ports import (
    Append,
    Appended,
    Clock,
    CommandReused,
    CupRow,
    NotEnoughBeans,
    NotEnoughHeld,
    Recorded,
    Store,
)
from dizhu.app.storing import stored
from dizhu.app.table_log import unheard
from dizhu.tournament import Cup, CupCode, next_due, replay
from dizhu.tournament.commands import CupCommand, Tick
from dizhu.tournament.events import CupEvent, Opened

COMMAND_REUSED = "command_reused"
BATCH = 256
"""So many commands are decided and stored together."""
PATIENCE_MS = 1000
"""So long after a tick that brought nothing, though it was due, another one is tried."""
_CODES: dict[type[Exception], str] = {
    NotEnoughBeans: CupCode.NOT_ENOUGH_BEANS,
    NotEnoughHeld: CupCode.NOT_ENOUGH_CARDS,
    CommandReused: COMMAND_REUSED,
}


@dataclass(frozen=True, slots=True)
class Change:
    """Stored events of a cup; `before` None: it was announced. `balances`: of the accounts that
    they touched.
    """

    before: Cup | None
    after: Cup
    events: tuple[CupEvent, ...]
    postings: Postings
    balances: dict[str, int]


class CupRunner:
    """The one task that changes a cup. `changed` must neither wait nor raise."""

    def __init__(
        self,
        cup_id: str,
        store: Store,
        clock: Clock,
        health: Health,
        changed: Callable[[Change], None],
    ) -> None:
        self.id = cup_id
        self.version = 0
        self.opened_at = 0
        self.state: Cup | None = None
        self._store = store
        self._clock = clock
        self._health = health
        self._changed = changed
        self._queue: deque[Request] = deque()
        self._wake = asyncio.Event()
        self._not_before = 0
        self._task: asyncio.Task[None] | None = None

    @property
    def cup(self) -> Cup:
        """The cup as it is stored."""
        assert self.state is not None, "the cup is open"
        return self.state

    @property
    def over(self) -> bool:
        """Whether nothing can happen any more."""
        return self.state is not None and self.state.over

    def restore(self, recorded: Sequence[Recorded]) -> None:
        """As its stored events have left it. Raises TypeError for the log of something else."""
        events: list[CupEvent] = []
        for entry in recorded:
            if not isinstance(entry.event, CupEvent):
                raise TypeError(f"{self.id} is the log of something else than a cup")
            events.append(entry.event)
        first = events[0]
        if not isinstance(first, Opened):
            raise TypeError(f"the log of {self.id} does not begin with its announcement")
        self.state, self.version, self.opened_at = replay(events), len(events), first.at

    def start(self) -> asyncio.Task[None]:
        """Begin to run."""
        self._task = asyncio.create_task(self._run(), name=f"cup {self.id}")
        return self._task

    async def stop(self) -> None:
        """End; the cup goes on after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def demand(
        self, command: CupCommand, reply: Reply = unheard, order: Order | None = None
    ) -> None:
        """A command; `reply` is told what became of it. `order`: an operator's, stored with it when
        it changes anything.
        """
        if self.over:
            reply(Refusal(CupCode.OVER))
            return
        self._queue.append(Request(command, reply, order))
        self._wake.set()

    async def ask(self, command: CupCommand, order: Order | None = None) -> Done | Refusal:
        """A command, and what became of it."""
        answer: asyncio.Future[Done | Refusal] = asyncio.get_running_loop().create_future()
        reply: Reply = lambda r: None if answer.done() else answer.set_result(r)  # noqa: E731
        self.demand(command, reply, order)
        return await answer

    # --- the task ---

    async def _run(self) -> None:
        try:
            while not self.over:
                await self._turn()
        finally:
            while self._queue:
                self._queue.popleft().reply(Refusal(CupCode.OVER))

    async def _turn(self) -> None:
        self._wake.clear()
        batch = [self._queue.popleft() for _ in range(min(len(self._queue), BATCH))]
        if self._tick_is_due():
            batch.append(Request(Tick(), self._ticked))
        if batch:
            await self._commit(batch)
        else:
            await self._sleep()

    def _due(self) -> int | None:
        due = None if self.state is None else next_due(self.state)
        return None if due is None else max(due, self._not_before)

    def _tick_is_due(self) -> bool:
        due = self._due()
        return due is not None and due <= self._clock.now()

    def _ticked(self, _result: Done | Refusal) -> None:
        """It must not be asked again and again when it has brought nothing."""
        self._not_before = self._clock.now() + PATIENCE_MS if self._tick_is_due() else 0

    async def _sleep(self) -> None:
        """Until a command comes or something is due."""
        due = self._due()
        if due is None:
            await self._wake.wait()
            return
        wait = max(due - self._clock.now(), 1) / 1000
        timer = asyncio.get_running_loop().call_later(wait, self._wake.set)
        try:
            await self._wake.wait()
        finally:
            timer.cancel()

    async def _commit(self, batch: Sequence[Request]) -> None:
        """Store, fold, acknowledge, tell: in this order."""
        draft = Draft(self._clock.now(), self.state)
        for request in batch:
            draft.add(request)
        for _ in range(draft.broken):
            self._health.count("cup_errors")
        if not draft.events:
            self._answer(draft)
            return
        try:
            appended = await stored(self._store, self._entry(draft), self._health)
        except tuple(_CODES) as error:
            await self._each_alone(batch, _CODES[type(error)])
            return
        except Exception:
            for request in batch:
                request.reply(Refusal("internal"))
            raise
        self._done(draft, appended)

    async def _each_alone(self, batch: Sequence[Request], code: str) -> None:
        """Somebody has spent in the meantime what he had when he asked, or an operator's command
        was used before: each for himself.
        """
        if len(batch) > 1:
            for request in batch:
                await self._commit([request])
            return
        batch[0].reply(Refusal(code))

    def _entry(self, draft: Draft) -> Append:
        return Append(
            stream=self.id,
            expected=self.version,
            events=tuple(draft.events),
            at=draft.now,
            transfers=draft.postings.transfers,
            moves=draft.postings.moves,
            cup=self._row(draft),
            orders=tuple(draft.orders),
        )

    def _row(self, draft: Draft) -> CupRow | None:
        """How it is found, where that changes."""
        cup = draft.after
        assert cup is not None, "an event leaves a cup"
        if self.state is not None and self.state.phase is cup.phase:
            return None
        opened = draft.now if self.state is None else self.opened_at
        return row_of(cup, opened)

    def _done(self, draft: Draft, appended: Appended) -> None:
        before, self.state = self.state, draft.after
        self.version = appended.version
        if before is None:
            self.opened_at = draft.now
        self._answer(draft)
        events = tuple(draft.events)
        self._changed(Change(before, self.cup, events, draft.postings, appended.balances))

    def _answer(self, draft: Draft) -> None:
        for reply, refusal in draft.answers:
            reply(Done(self.version) if refusal is None else refusal)
