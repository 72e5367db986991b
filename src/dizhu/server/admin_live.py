"""Who and what is here now, as an operator sees it; never a card."""

from dataclasses import dataclass
from typing import Protocol

from dizhu.app.friend_rooms import FriendRooms
from dizhu.app.health import Health
from dizhu.app.lobby import Lobby
from dizhu.app.operators.drain import Drain, DrainState
from dizhu.app.rooms import Rooms
from dizhu.app.tables import Tables
from dizhu.app.watching import Watching
from dizhu.rules.actions import SEATS, Seat
from dizhu.server import admin
from dizhu.server.hub import Hub
from dizhu.server.views import stakes_view
from dizhu.table import TableState

MOST_TABLES = 200


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where somebody is."""

    online: bool = False
    table: str | None = None
    queued: str | None = None
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Numbers:
    """How many there are of what, and what went wrong."""

    drain: DrainState
    connections: int
    waiting: int
    counts: dict[str, int]


class Presence(Protocol):
    """The house as it is now."""

    running: bool

    def of(self, player: str) -> Whereabouts:
        """Where somebody is."""
        ...

    def tables(self) -> admin.LiveTables:
        """The open tables."""
        ...

    def numbers(self) -> Numbers:
        """The house in numbers."""
        ...


@dataclass(frozen=True, slots=True)
class Premises:
    """What a running server has."""

    tables: Tables
    rooms: Rooms
    lobby: Lobby
    friends: FriendRooms
    watching: Watching
    hub: Hub
    drain: Drain
    health: Health


class LivePresence:
    """`Presence` of a running server."""

    running = True

    def __init__(self, premises: Premises) -> None:
        self._at = premises

    def of(self, player: str) -> Whereabouts:
        """Where somebody is."""
        waiting = self._at.lobby.waiting(player)
        room = self._at.friends.of(player)
        return Whereabouts(
            online=self._at.hub.connected(player),
            table=self._at.tables.seating.table_of(player),
            queued=None if waiting is None else waiting.room,
            code=None if room is None else room.code,
        )

    def tables(self) -> admin.LiveTables:
        """Those with most people first."""
        found = [r.state for r in self._at.tables.runners()]
        found.sort(key=lambda t: (-_people(t), t.table_id))
        return admin.LiveTables(tuple(self._table(t) for t in found[:MOST_TABLES]), len(found))

    def _table(self, table: TableState) -> admin.LiveTableView:
        first, second, third = (self._seat(table, seat) for seat in SEATS)
        return admin.LiveTableView(
            table=table.table_id,
            room=table.room,
            ruleset=table.ruleset.name,
            stakes=stakes_view(table.stakes),
            status=table.status.value,
            phase=None if table.hand is None else table.hand.phase.name.lower(),
            hand_no=table.hand_no,
            version=table.version,
            seats=(first, second, third),
            watchers=self._at.watching.count(table.table_id),
        )

    def _seat(self, table: TableState, seat: Seat) -> admin.LiveSeat:
        sits = table.seats[seat]
        return admin.LiveSeat(
            player=sits.player.id,
            name=sits.player.name,
            bot=sits.player.bot is not None,
            left=sits.left,
            connected=sits.player.bot is not None or self._at.hub.connected(sits.player.id),
            autoplay=table.hand is not None and table.hand.autoplay[seat],
        )

    def numbers(self) -> Numbers:
        """The house in numbers."""
        return Numbers(
            drain=self._at.drain.state(self._at.tables),
            connections=len(self._at.hub),
            waiting=self._at.lobby.looking(),
            counts=dict(self._at.health.counts),
        )


def _people(table: TableState) -> int:
    return sum(s.player.bot is None and not s.left for s in table.seats)


class NobodyHere:
    """`Presence` when no server runs."""

    running = False

    def of(self, player: str) -> Whereabouts:  # noqa: ARG002
        """Nowhere."""
        return Whereabouts()

    def tables(self) -> admin.LiveTables:
        """None is open."""
        return admin.LiveTables((), 0)

    def numbers(self) -> Numbers:
        """Nothing."""
        return Numbers(DrainState(on=False, since=None, hands=0, tables=0), 0, 0, {})
