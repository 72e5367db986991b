"""A table's state and how it changes: stored first, then folded, answered and told."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from dizhu.app.archive import StoredHand
from dizhu.app.finished import Began, finished
from dizhu.app.health import Health
from dizhu.app.meters import UNMETERED, Meters
from dizhu.app.notices import Done, Happened, Refusal, Reply, Update
from dizhu.app.ports import Append, CommandKey, Recent, Recorded, Store
from dizhu.app.storing import stored
from dizhu.rules.events import AutoplaySet
from dizhu.table import Decision, Status, TableEvent, TableState, evolve, public_event
from dizhu.table.events import Closed, HandHappened, HandStarted, Settled, TableOpened
from dizhu.table.shortcut import from_boundary

RECENT = 400
"""So many events are remembered for those who come back."""

Changed = Callable[[Update, dict[str, int]], None]
"""Told of every stored decision, with the balances that it changed."""


@dataclass(slots=True)
class TableLog:
    """The one owner of a table's state. `changed` must neither wait nor raise; `began`: where its
    last hand begins in the log.
    """

    table_id: str
    store: Store
    health: Health
    changed: Changed
    state: TableState | None = None
    began: Began | None = None
    recent: deque[Happened] = field(default_factory=lambda: deque(maxlen=RECENT))
    meters: Meters = UNMETERED

    @property
    def version(self) -> int:
        """How many events there are."""
        return 0 if self.state is None else self.state.version

    @property
    def closed(self) -> bool:
        """Whether the table is over."""
        return self.state is not None and self.state.status is Status.CLOSED

    def tail(self, version: int) -> tuple[Happened, ...] | None:
        """What happened after a version; None when it is too long ago, or has never been."""
        if version == self.version:
            return ()
        known = bool(self.recent) and self.recent[0].version <= version + 1
        if not known or not 0 < version < self.version:
            return None
        return tuple(h for h in self.recent if h.version > version)

    async def commit(
        self, decision: Decision, now: int, reply: Reply, key: CommandKey | None = None
    ) -> None:
        """Store a decision, fold it, acknowledge it, tell it: in this order.

        Raises Conflict and NotEnoughBeans; then nothing has changed.
        """
        events = decision.events
        entry = Append(
            stream=self.table_id,
            expected=self.version,
            events=events,
            at=now,
            transfers=decision.transfers,
            command=key,
            opens=next((e.room for e in events if isinstance(e, TableOpened)), None),
            closes=any(isinstance(e, Closed) for e in events),
            hand=self._finished(decision, now),
        )
        begun = perf_counter()
        appended = await stored(self.store, entry, self.health)
        self.meters.committed(perf_counter() - begun)
        if appended.repeated:
            reply(Done(appended.version))
            return
        update = self.fold([(now, e) for e in events])
        reply(Done(appended.version))
        begun = perf_counter()
        self.changed(update, appended.balances)
        self.meters.told(perf_counter() - begun)
        for event in events:
            if _begins_autoplay(event):
                self.meters.autoplayed()

    def _finished(self, decision: Decision, now: int) -> StoredHand | None:
        """The hand that this decision settles; it began in another one."""
        for version, event in enumerate(decision.events, self.version + 1):
            if isinstance(event, Settled):
                assert self.began is not None, "a hand that is settled has begun"
                assert decision.table is not None, "a decision that settles has a table"
                return finished(decision.table, self.began, version, now)
        return None

    def fold(self, events: Sequence[tuple[int, TableEvent]]) -> Update:
        """The table after some stored events, each with its time."""
        before, happened = self.state, []
        for at, event in events:
            previous, self.state = self.state, evolve(self.state, event)
            if isinstance(event, HandStarted) and previous is not None:
                self.began = Began(self.state.version, at, previous.previous_first)
            happened.append(Happened(self.state.version, at, public_event(event, self.state)))
        assert self.state is not None, "a decision has at least one event"
        self.recent.extend(happened)
        return Update(0 if before is None else before.version, tuple(happened), before, self.state)


def _begins_autoplay(event: TableEvent) -> bool:
    happened = event.event if isinstance(event, HandHappened) else None
    return isinstance(happened, AutoplaySet) and happened.on


def restored(table: TableLog, recorded: Sequence[Recorded]) -> TableLog:
    """A table as its stored events have left it. Raises TypeError for the log of something else."""
    events: list[tuple[int, TableEvent]] = []
    for entry in recorded:
        if not isinstance(entry.event, TableEvent):
            raise TypeError(f"{table.table_id} is the log of something else than a table")
        events.append((entry.at, entry.event))
    table.fold(events)
    return table


def resumed(table: TableLog, recent: Recent) -> TableLog | None:
    """The same, from its last hand on; None when that does not tell everything."""
    opened = recent.opening.event
    events = [(r.at, r.event) for r in recent.events if isinstance(r.event, TableEvent)]
    if not isinstance(opened, TableOpened) or len(events) < len(recent.events):
        return None
    table.state = from_boundary(opened, recent.boundary, [e for _, e in events])
    if table.state is None:
        return None
    table.fold(events)
    return table


def unheard(_result: Done | Refusal) -> None:
    """The reply to commands for whose outcome nobody waits."""
