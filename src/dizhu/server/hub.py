"""All connections, by player; and what the application tells, sent to those whom it concerns."""

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

import msgspec

from dizhu.app.notices import Update, Waiting
from dizhu.app.ports import Clock
from dizhu.ledger.titles import title_of
from dizhu.rules.actions import SEATS, Seat
from dizhu.server import protocol as p
from dizhu.server import views
from dizhu.server.event_view import table_events
from dizhu.server.outbox import encode
from dizhu.table import TableState

log = logging.getLogger(__name__)

LOBBY_SECONDS = 1.0


class Link(Protocol):
    """A connection as the hub sees it. Neither method waits or raises."""

    def send(self, frame: bytes, *, of_table: bool = False) -> None:
        """Queue a frame."""
        ...

    def replace(self) -> None:
        """Say that another connection has taken over, and end."""
        ...

    def close(self, code: int) -> None:
        """Send what is queued, then end."""
        ...


class Hub:
    """`app.notices.Audience` for sockets; the application behind it is set by `serve`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._links: dict[str, Link] = {}
        self._sessions: dict[str, str] = {}
        self._lobby_dirty = False
        self._rooms: Callable[[], tuple[p.RoomView, ...]] = tuple
        self._table_of: Callable[[str], TableState | None] = lambda _player: None

    def serve(
        self,
        rooms: Callable[[], tuple[p.RoomView, ...]],
        table_of: Callable[[str], TableState | None],
    ) -> None:
        """Where to look up the rooms, and the table of a player."""
        self._rooms = rooms
        self._table_of = table_of

    def __len__(self) -> int:
        return len(self._links)

    def connected(self, player: str) -> bool:
        """Whether a player has a connection."""
        return player in self._links

    def attach(self, player: str, link: Link, session: str = "") -> None:
        """A player's new connection; an older one is told and ends (F95)."""
        old = self._links.get(player)
        self._links[player] = link
        self._sessions[player] = session
        if old is not None:
            old.replace()
        else:
            self._presence(player)

    def detach(self, player: str, link: Link) -> bool:
        """A connection ended; whether the player has none now."""
        if self._links.get(player) is not link:
            return False
        del self._links[player]
        del self._sessions[player]
        self._presence(player)
        return True

    def rebind(self, player: str, old: str, new: str) -> None:
        """A session has another id now; the connection that came with it goes on."""
        if self._sessions.get(player) == old:
            self._sessions[player] = new

    def end(self, player: str, code: int, session: str | None = None) -> None:
        """End a player's connection; with a session only if it came with that one."""
        link = self._links.get(player)
        if link is not None and session in (None, self._sessions[player]):
            link.close(code)

    def end_but(self, player: str, code: int, session: str | None) -> None:
        """End a player's connection unless it came with this session."""
        if player in self._links and self._sessions[player] != session:
            self._links[player].close(code)

    def send(self, player: str, message: msgspec.Struct) -> None:
        """A message to a player, if he is connected."""
        link = self._links.get(player)
        if link is not None:
            link.send(encode(message))

    def send_all(self, message: msgspec.Struct) -> None:
        """A message to everybody who is connected."""
        frame = encode(message)
        for link in list(self._links.values()):
            link.send(frame)

    def send_frame(self, player: str, frame: bytes) -> None:
        """News of a table that many watch, put together once."""
        link = self._links.get(player)
        if link is not None:
            link.send(frame, of_table=True)

    # --- the audience ---

    def table_changed(self, update: Update) -> None:
        """Its events to those who sit there, each with his own view; the first time a snapshot."""
        links = self._watching(update)
        if not links:
            return
        sight = views.Sight(update.table, self.connected, self._clock.now())
        happened = table_events(update.events)
        for seat, link in links:
            message: msgspec.Struct
            if update.before is None:
                message = sight.snapshot(seat)
            else:
                message = sight.events(happened, update.from_version, seat)
            link.send(encode(message), of_table=True)

    def _watching(self, update: Update) -> list[tuple[Seat, Link]]:
        """Who sits there, has not left before, and is connected."""
        found = []
        for seat in SEATS:
            was_left = update.before is not None and update.before.seats[seat].left
            link = self._links.get(update.table.seats[seat].player.id)
            if link is not None and not was_left:
                found.append((seat, link))
        return found

    def seated(self, player: str, table: str) -> None:
        """A player sits at a table."""
        self.send(player, p.Seated(table))

    def left(self, player: str, table: str, reason: str) -> None:
        """A player sits there no longer."""
        self.send(player, p.Left(table, reason))

    def beans_changed(self, player: str, beans: int) -> None:
        """A player's balance."""
        self.send(player, p.Wallet(beans, title_of(beans)))

    def queued(self, player: str, waiting: Waiting) -> None:
        """A player looks for a game."""
        self.send(player, p.Queued(waiting.room, waiting.waiting, waiting.bots_at))

    def unqueued(self, player: str, room: str, reason: str) -> None:
        """A player no longer looks for a game."""
        self.send(player, p.Unqueued(room, reason))

    def lobby_changed(self) -> None:
        """Noted; sent by `tell_lobby`."""
        self._lobby_dirty = True

    # --- by itself ---

    async def tell_lobby(self) -> None:
        """For ever: the rooms to those who sit at no table, at most once a second."""
        while True:
            await asyncio.sleep(LOBBY_SECONDS)
            if not self._lobby_dirty:
                continue
            self._lobby_dirty = False
            frame = encode(p.Lobby(self._rooms(), len(self)))
            for player, link in list(self._links.items()):
                if self._table_of(player) is None:
                    link.send(frame)

    def _presence(self, player: str) -> None:
        self.lobby_changed()
        table = self._table_of(player)
        if table is None:
            return
        a, b, c = (s.player.bot is not None or self.connected(s.player.id) for s in table.seats)
        message = encode(p.Presence(table.table_id, (a, b, c)))
        for seat in table.seats:
            link = self._links.get(seat.player.id)
            if link is not None and not seat.left and seat.player.id != player:
                link.send(message)
