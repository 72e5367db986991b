"""The WebSocket: one per client, checked, bounded in both directions."""

import asyncio
import socket
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial

from aiohttp import WSMsgType, web

from dizhu.app.players import Player
from dizhu.server import protocol as p
from dizhu.server import views
from dizhu.server.addresses import household
from dizhu.server.answers import ApiRefusal
from dizhu.server.client_session import ClientSession, Desk
from dizhu.server.connection import Connection
from dizhu.server.door import Door, Visitor
from dizhu.server.house_news import BANNED
from dizhu.server.limiter import Limiter
from dizhu.server.origins import Origins
from dizhu.server.outbox import encode

HEARTBEAT_SECONDS = 20.0
WRITER_BYTES = 32 * 1024
LARGEST_FRAME = 4 * p.MAX_FRAME_BYTES
"""A frame above MAX_FRAME_BYTES is refused; one above this ends the connection unread."""
REFUSALS = 200
"""After so many unreadable or too many frames in a row the connection is closed."""
GRACE_SECONDS = 10.0
"""So long a player who lost his connection keeps his place in a queue."""

MOST = 10_000
"""So many connections at a time."""
MOST_OF_ADDRESS = 3_000
"""So many of them from one address."""

GOING_AWAY, TRY_LATER, ABUSE, UNAUTHORIZED = 1001, 1013, 4029, 4401

WelcomeOf = Callable[[Player], Awaitable[p.Welcome]]


class Sockets:
    """Makes and ends the connections."""

    def __init__(
        self,
        desk: Desk,
        door: Door,
        welcome: WelcomeOf,
        origins: Origins,
        limiter: Limiter,
        most_of_address: int = MOST_OF_ADDRESS,
    ) -> None:
        self._desk = desk
        self._door = door
        self._welcome = welcome
        self._origins = origins
        self._limiter = limiter
        self._most_of_address = most_of_address
        self._of_address: Counter[str] = Counter()
        self._open: set[Connection] = set()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """The handler of /ws."""
        if not self._origins.allows(request):
            raise ApiRefusal(403, "foreign_origin")
        address = household(self._door.addresses.of(request))
        self._limiter.demand("socket.address", address)
        if self._of_address[address] >= self._most_of_address:
            raise ApiRefusal(429, "rate_limited")
        self._of_address[address] += 1
        try:
            return await self._welcome_in(request, address)
        finally:
            self._of_address[address] -= 1
            if self._of_address[address] <= 0:
                del self._of_address[address]

    async def _welcome_in(self, request: web.Request, address: str) -> web.StreamResponse:
        ws = web.WebSocketResponse(
            compress=False,  # offered by every browser, and costs hundreds of KB a table (L5)
            heartbeat=HEARTBEAT_SECONDS,
            max_msg_size=LARGEST_FRAME,
            writer_limit=WRITER_BYTES,
            decode_text=False,
        )
        await ws.prepare(request)
        if len(self._open) >= MOST:
            await ws.close(code=TRY_LATER)
            return ws
        _send_small_frames_at_once(request)
        visitor = await self._door.visitor(request)
        if visitor is None:
            banned = self._door.ban(request) is not None
            await ws.close(code=BANNED if banned else UNAUTHORIZED, message=b"sign in first")
        elif not self._limiter.allows("socket.account", visitor.player.id):
            await ws.close(code=TRY_LATER)
        else:
            await self._serve(ws, request, visitor, address)
        return ws

    async def _serve(
        self, ws: web.WebSocketResponse, request: web.Request, visitor: Visitor, address: str
    ) -> None:
        player = visitor.player
        connection = Connection(ws, request.transport, partial(self._snapshot, player.id))
        writer = asyncio.create_task(connection.write())
        self._open.add(connection)
        try:
            connection.message(await self._welcome(player))
            self._desk.hub.attach(player.id, connection, visitor.session)
            if not await self._door.still_good(visitor):  # it ended before it could be told so
                connection.close(UNAUTHORIZED)
            await self._desk.company.greet(player.id)
            self._desk.cups.greet(player.id)
            self._desk.house.greet(player.id)
            session = ClientSession(player, self._desk, connection.message, address)
            await self._read(ws, session, connection)
        finally:
            self._open.discard(connection)
            if self._desk.hub.detach(player.id, connection):
                self._desk.cups.gone(player.id)
                self._give_grace(player.id)
            connection.close(1000)
            await asyncio.wait([writer], timeout=1)
            writer.cancel()

    async def _read(
        self, ws: web.WebSocketResponse, session: ClientSession, connection: Connection
    ) -> None:
        async for frame in ws:
            if frame.type is WSMsgType.TEXT:
                await session.receive(frame.data)
            elif frame.type is WSMsgType.BINARY:
                session.refuse_frame("a text frame is expected")
            await connection.breathe()
            if session.refused_in_a_row > REFUSALS:
                connection.close(ABUSE)
                return

    def _snapshot(self, player: str) -> bytes | None:
        """For a client that could not keep up: where the table stands now."""
        table_id = self._desk.tables.seating.table_of(player)
        runner = None if table_id is None else self._desk.tables.find(table_id)
        seat = None if runner is None else runner.state.seat_of(player)
        if runner is None or seat is None:
            return None
        now = self._desk.clock.now()
        return encode(views.Sight(runner.state, self._desk.hub.connected, now).snapshot(seat))

    def _give_grace(self, player: str) -> None:
        """A player who is gone for good must not be given a game."""

        def check() -> None:
            if not self._desk.hub.connected(player):
                self._desk.lobby.cancel(player, "gone")
                self._desk.company.gone(player)

        asyncio.get_running_loop().call_later(GRACE_SECONDS, check)

    def longest(self) -> int:
        """How many frames wait on the slowest connection."""
        return max((connection.waiting for connection in self._open), default=0)

    async def stop(self) -> None:
        """Tell all clients to come back later."""
        for connection in list(self._open):
            connection.close(GOING_AWAY)
        await asyncio.sleep(0)


def _send_small_frames_at_once(request: web.Request) -> None:
    """L4: without it a small frame waits for the answer to the one before."""
    if request.transport is not None:
        raw = request.transport.get_extra_info("socket")
        if raw is not None and raw.family in (socket.AF_INET, socket.AF_INET6):
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
