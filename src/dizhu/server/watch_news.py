"""Tables as those see them who watch: `app.watching.WatchAudience` for sockets.

Everything goes through `table_view` for nobody's seat; each message is put together once for all.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from dizhu.app.notices import Update
from dizhu.app.ports import Clock
from dizhu.server import protocol as p
from dizhu.server.event_view import table_events
from dizhu.server.hub import Hub
from dizhu.server.outbox import encode
from dizhu.server.views import table_view
from dizhu.table import TableState


class WatchNews:
    """Sends what is shown. Clocks are as late as everything else."""

    def __init__(self, hub: Hub, clock: Clock, delay_ms: int) -> None:
        self._hub = hub
        self._clock = clock
        self._delay_ms = delay_ms

    def watching(self, player: str, table: str, starts_at: int) -> None:
        """Somebody watches from now on."""
        self._hub.send(player, p.Watching(table, self._delay_ms, starts_at))

    def shown(self, players: Sequence[str], update: Update) -> None:
        """What happened a while ago."""
        table = update.table
        message = p.Events(
            table=table.table_id,
            from_version=update.from_version,
            version=table.version,
            server_time=self._clock.now(),
            events=table_events(update.events),
            view=self._view(table),
        )
        self._to_all(players, message)

    def pictured(self, players: Sequence[str], table: TableState) -> None:
        """The whole table as it was a while ago."""
        now = self._clock.now()
        self._to_all(players, p.Snapshot(table.table_id, table.version, now, self._view(table)))

    def unwatched(self, player: str, table: str, reason: str) -> None:
        """Somebody watches no longer."""
        self._hub.send(player, p.WatchEnded(table, reason))

    def counted(self, table: TableState, count: int) -> None:
        """To those who sit there."""
        message = p.Watchers(table.table_id, count)
        for seat in table.seats:
            if seat.player.bot is None and not seat.left:
                self._hub.send(seat.player.id, message)

    def _view(self, table: TableState) -> p.TableView:
        view = table_view(table, None, self._hub.connected)
        late = self._delay_ms
        clocks = [replace(c, starts_at=c.starts_at + late, at=c.at + late) for c in view.clocks]
        return replace(view, clocks=tuple(clocks))

    def _to_all(self, players: Sequence[str], message: msgspec.Struct) -> None:
        frame = encode(message)
        for player in players:
            self._hub.send_frame(player, frame)
