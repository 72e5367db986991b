"""People who watch a table: late, so that nobody can be told what they see, and only what everybody
may see.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from dizhu.app.cups.names import ROOM as CUP_ROOM
from dizhu.app.friend_rooms import FriendRooms
from dizhu.app.health import Health
from dizhu.app.notices import Done, Refusal, Update
from dizhu.app.ports import Clock
from dizhu.app.tables import Tables
from dizhu.table import Status, TableState

log = logging.getLogger(__name__)

MOST_OF_TABLE = 200
MOST = 5_000


class WatchAudience(Protocol):
    """What those who watch are told. None of it may wait or raise."""

    def watching(self, player: str, table: str, starts_at: int) -> None:
        """Somebody watches from now on; the first he sees is due at that time."""
        ...

    def shown(self, players: Sequence[str], update: Update) -> None:
        """What happened a while ago."""
        ...

    def pictured(self, players: Sequence[str], table: TableState) -> None:
        """The whole table as it was a while ago."""
        ...

    def unwatched(self, player: str, table: str, reason: str) -> None:
        """Somebody watches no longer."""
        ...

    def counted(self, table: TableState, count: int) -> None:
        """To those who sit there: how many watch."""
        ...


class CupSight(Protocol):
    """Which tables of competitions may be seen."""

    def watchable(self, table: TableState) -> bool:
        """Who knows it may watch it."""
        ...

    def listed(self, table: TableState) -> bool:
        """Everybody may find it."""
        ...

    def secret(self, table_id: str) -> bool:
        """What happens there may help somebody who still has to play the same cards."""
        ...


@dataclass(slots=True)
class _Stream:
    """A table as it was `delay` ago, and what has happened since, each with its time."""

    shown: TableState | None = None
    late: deque[tuple[int, Update | TableState]] = field(default_factory=deque)
    watchers: dict[str, None] = field(default_factory=dict)
    timer: asyncio.TimerHandle | None = None


class Watching:
    """All streams. Every open table has one, so that who comes sees at once how it was."""

    def __init__(
        self,
        tables: Tables,
        rooms: FriendRooms,
        audience: WatchAudience,
        clock: Clock,
        health: Health,
        delay_ms: int,
    ) -> None:
        self.delay_ms = delay_ms
        self.cups: CupSight | None = None
        self._tables = tables
        self._rooms = rooms
        self._audience = audience
        self._clock = clock
        self._health = health
        self._streams: dict[str, _Stream] = {}
        self._of: dict[str, str] = {}
        tables.followers.append(self._follow)

    def count(self, table_id: str) -> int:
        """How many people watch a table."""
        stream = self._streams.get(table_id)
        return 0 if stream is None else len(stream.watchers)

    def watched_by(self, player: str) -> str | None:
        """The table that a player watches."""
        return self._of.get(player)

    def may_be_watched(self, table: TableState, *, by_code: bool) -> bool:
        """Tables of the lobby always; those of friends by their code, if the host allows it."""
        if table.room.startswith(CUP_ROOM):
            return self.cups is not None and self.cups.watchable(table)
        room = self._rooms.by_table(table)
        if room is None:
            return not table.room.startswith("friend-")
        return by_code and room.terms.watch

    def listed(self, table: TableState) -> bool:
        """Whether a table stands among those that everybody may watch."""
        if table.room.startswith(CUP_ROOM):
            return self.cups is not None and self.cups.listed(table)
        return self.may_be_watched(table, by_code=False)

    # --- coming and going ---

    def watch(
        self, player: str, table_id: str, *, by_code: bool = False, operator: bool = False
    ) -> Done | Refusal:
        """Watch a table, instead of another one; an operator any table that is no secret,
        as late as the others.
        """
        if self._tables.seating.bound(player) is not None:
            return Refusal("already_seated")
        runner = self._tables.find(table_id)
        if runner is None or runner.log.closed:
            return Refusal("no_table")
        if self.cups is not None and self.cups.secret(table_id):
            return Refusal("not_watchable")
        if not operator and not self.may_be_watched(runner.state, by_code=by_code):
            return Refusal("not_watchable")
        if self.count(table_id) >= MOST_OF_TABLE or len(self._of) >= MOST:
            return Refusal("too_many_watchers")
        if self._of.get(player) != table_id:
            self.unwatch(player)
            self._stream(runner.state).watchers[player] = None
            self._of[player] = table_id
            self._audience.counted(runner.state, self.count(table_id))
        self.show_again(player)
        return Done(0)

    def unwatch(self, player: str, reason: str = "left") -> bool:
        """Watch no longer; False if he did not."""
        table_id = self._of.pop(player, None)
        if table_id is None:
            return False
        self._streams[table_id].watchers.pop(player, None)
        self._audience.unwatched(player, table_id, reason)
        runner = self._tables.find(table_id)
        if runner is not None:
            self._audience.counted(runner.state, self.count(table_id))
        return True

    def show_again(self, player: str) -> bool:
        """Where the table stands, for somebody who watches; False if he does not."""
        table_id = self._of.get(player)
        if table_id is None:
            return False
        stream = self._streams[table_id]
        self._advance(table_id, stream)
        starts_at = stream.late[0][0] if stream.late else self._clock.now()
        self._audience.watching(player, table_id, starts_at)
        if stream.shown is not None:
            self._audience.pictured([player], stream.shown)
        return True

    def _stream(self, table: TableState) -> _Stream:
        """After a restart nothing is known of the last seconds: what is now is shown in a while."""
        stream = self._streams.setdefault(table.table_id, _Stream())
        if stream.shown is None and not stream.late:
            stream.late.append((self._clock.now() + self.delay_ms, table))
        self._set_timer(table.table_id, stream)
        return stream

    # --- what happens ---

    def _follow(self, update: Update) -> None:
        """Something happened at a table: it is shown later."""
        table = update.table
        if update.before is None:
            for seat in table.seats:
                self.unwatch(seat.player.id, "seated")
        stream = self._streams.setdefault(table.table_id, _Stream())
        stream.late.append((self._clock.now() + self.delay_ms, update))
        if stream.watchers:
            self._set_timer(table.table_id, stream)
        elif table.status is Status.CLOSED:
            self._drop(table.table_id, stream)
        else:
            self._advance(table.table_id, stream)

    def _set_timer(self, table_id: str, stream: _Stream) -> None:
        if stream.timer is None and stream.late:
            wait = max(stream.late[0][0] - self._clock.now(), 0) / 1000
            loop = asyncio.get_running_loop()
            stream.timer = loop.call_later(wait, partial(self._wake, table_id, stream))

    def _wake(self, table_id: str, stream: _Stream) -> None:
        stream.timer = None
        try:
            self._advance(table_id, stream)
        except Exception:
            self._health.count("watch_errors")
            log.exception("those who watch the table %s cannot be shown it", table_id)
        if stream.watchers:
            self._set_timer(table_id, stream)

    def _advance(self, table_id: str, stream: _Stream) -> None:
        """What is due is shown."""
        now = self._clock.now()
        while stream.late and stream.late[0][0] <= now:
            _, entry = stream.late.popleft()
            self._show(stream, entry)
        shown = stream.shown
        if shown is not None and shown.status is Status.CLOSED and not stream.late:
            for player in list(stream.watchers):
                self.unwatch(player, "closed")
            self._drop(table_id, stream)

    def _show(self, stream: _Stream, entry: Update | TableState) -> None:
        first, watchers = stream.shown is None, list(stream.watchers)
        stream.shown = entry.table if isinstance(entry, Update) else entry
        if not watchers:
            return
        if first or not isinstance(entry, Update):
            self._audience.pictured(watchers, stream.shown)
        else:
            self._audience.shown(watchers, entry)

    def _drop(self, table_id: str, stream: _Stream) -> None:
        if stream.timer is not None:
            stream.timer.cancel()
        self._streams.pop(table_id, None)

    def stop(self) -> None:
        """No more timers."""
        for stream in self._streams.values():
            if stream.timer is not None:
                stream.timer.cancel()
