"""The numbers of the moment, looked up when the measurements are asked for."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from dizhu.app.health import Health
from dizhu.app.lobby import Lobby
from dizhu.app.operators.drain import Drain
from dizhu.app.rooms import Rooms
from dizhu.app.tables import Tables
from dizhu.server.hub import Hub
from dizhu.server.metrics import Snapshot
from dizhu.store.writer import Writer


@dataclass(frozen=True, slots=True)
class Gauges:
    """Where they are; `outbox`: how many frames wait on the slowest connection."""

    tables: Tables
    rooms: Rooms
    lobby: Lobby
    hub: Hub
    health: Health
    drain: Drain
    writer: Writer
    outbox: Callable[[], int]

    def look(self) -> Snapshot:
        """As they are now."""
        runners = self.tables.runners()
        by_status = Counter(r.state.status.value for r in runners)
        people = sum(s.player.bot is None and not s.left for r in runners for s in r.state.seats)
        queued = max((r.queued for r in runners), default=0)
        return Snapshot(
            gauges={
                "connections": ("Open connections", len(self.hub)),
                "people_seated": ("People at tables", people),
                "table_queue_longest": ("Commands that wait at the busiest table", queued),
                "outbox_longest": ("Frames that wait on the slowest connection", self.outbox()),
                "store_queue": ("Jobs that wait for the store", self.writer.waiting),
                "tables_waiting_for_disk": ("Tables whose disk refuses", self.health.storing),
                "draining": ("1 before a planned restart", int(self.drain.on)),
            },
            tables={status: by_status[status] for status in ("between", "playing")},
            waiting={room: self.lobby.looking_in(room) for room in self.rooms},
            faults=dict(self.health.counts),
            store_jobs=self.writer.jobs,
            store_failures=self.writer.failures,
        )
