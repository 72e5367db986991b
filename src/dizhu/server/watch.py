"""Watching as messages: which tables there are, and coming and going."""

from collections.abc import Callable

from dizhu.app.friend_rooms import FriendRooms
from dizhu.app.notices import Done, Refusal
from dizhu.app.players import Player
from dizhu.app.ports import Clock
from dizhu.app.tables import Tables
from dizhu.app.watching import Watching
from dizhu.server import protocol as p
from dizhu.server.limits import Buckets
from dizhu.server.watch_news import WatchNews
from dizhu.table import Status, TableState

WATCH_RATE, WATCH_BURST = 0.5, 8.0
MOST_LISTED = 60
LIST_MS = 1000


class WatchDesk:
    """Watching, for all sessions."""

    def __init__(
        self,
        watching: Watching,
        news: WatchNews,
        tables: Tables,
        rooms: FriendRooms,
        clock: Clock,
        is_operator: Callable[[str], bool] = lambda _player: False,
    ) -> None:
        self._is_operator = is_operator
        self._watching = watching
        self._news = news
        self._tables = tables
        self._rooms = rooms
        self._clock = clock
        self._rate = Buckets(WATCH_RATE, WATCH_BURST)
        self._listed: tuple[int, tuple[p.WatchTable, ...]] = (0, ())

    def greet(self, player: str) -> None:
        """A player has connected: what he watches, or how many watch him."""
        if self._watching.show_again(player):
            return
        runner = self._tables.find(self._tables.seating.table_of(player) or "")
        if runner is not None and self._watching.count(runner.log.table_id):
            self._news.counted(runner.state, self._watching.count(runner.log.table_id))

    def gone(self, player: str) -> None:
        """A player has been away for a while."""
        self._watching.unwatch(player)

    def picture(self, player: str, table: str) -> bool:
        """The whole table again, for who watches it; False if he does not."""
        return self._watching.watched_by(player) == table and self._watching.show_again(player)

    def watch(self, player: Player, message: p.Watch) -> Done | Refusal:
        """Watch a table, by its id or by the code of a room of friends."""
        if not self._rate.take(player.id):
            return Refusal("rate_limited")
        if message.code is None:
            operator = self._is_operator(player.id)
            return self._watching.watch(player.id, message.table or "", operator=operator)
        room = self._rooms.by_code(message.code)
        if room is None:
            return Refusal("no_friend_room")
        if not room.terms.watch:
            return Refusal("not_watchable")
        return self._watching.watch(player.id, room.table or "", by_code=True)

    def unwatch(self, player: Player) -> Done | Refusal:
        """Watch no longer."""
        return Done(0) if self._watching.unwatch(player.id) else Refusal("no_table")

    def tables(self) -> tuple[p.WatchTable, ...]:
        """Those that may be watched; put together at most once a second."""
        made, listed = self._listed
        if self._clock.now() - made >= LIST_MS:
            listed = self._list()
            self._listed = (self._clock.now(), listed)
        return listed

    def _list(self) -> tuple[p.WatchTable, ...]:
        found = [r.state for r in self._tables.runners() if self._is_listed(r.state)]
        found.sort(key=lambda t: (-_people(t), t.table_id))
        return tuple(self._table(t) for t in found[:MOST_LISTED])

    def _is_listed(self, table: TableState) -> bool:
        playing = table.status is not Status.CLOSED and _people(table) > 0
        return playing and self._watching.listed(table)

    def _table(self, table: TableState) -> p.WatchTable:
        one, two, three = (s.player for s in table.seats)
        return p.WatchTable(
            table=table.table_id,
            room=table.room,
            ruleset=table.ruleset.name,
            hand_no=table.hand_no,
            names=(one.name, two.name, three.name),
            bots=(one.bot is not None, two.bot is not None, three.bot is not None),
            watchers=self._watching.count(table.table_id),
        )


def _people(table: TableState) -> int:
    return sum(s.player.bot is None and not s.left for s in table.seats)
