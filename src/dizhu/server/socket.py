"""The WebSocket: one per client, checked, bounded in both directions."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from functools import partial
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web

from dizhu.app.players import Player
from dizhu.server import protocol as p
from dizhu.server import views
from dizhu.server.client_session import ClientSession, Desk
from dizhu.server.connection import Connection
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

GOING_AWAY, TRY_LATER, ABUSE, UNAUTHORIZED = 1001, 1013, 4029, 4401

Authenticate = Callable[[web.Request], Awaitable[Player | None]]
WelcomeOf = Callable[[Player], Awaitable[p.Welcome]]


class Sockets:
    """Makes and ends the connections."""

    def __init__(
        self,
        desk: Desk,
        authenticate: Authenticate,
        welcome: WelcomeOf,
        origins: frozenset[str],
    ) -> None:
        self._desk = desk
        self._authenticate = authenticate
        self._welcome = welcome
        self._origins = origins
        self._open: set[Connection] = set()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """The handler of /ws."""
        if not self._origin_is_ours(request):
            return web.json_response({"code": "foreign_origin"}, status=403)
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
        player = await self._authenticate(request)
        if player is None:
            await ws.close(code=UNAUTHORIZED, message=b"sign in first")
        else:
            await self._serve(ws, request, player)
        return ws

    def _origin_is_ours(self, request: web.Request) -> bool:
        """Browsers always send an origin; programs without one have no user's cookie to misuse."""
        origin = request.headers.get("Origin")
        if origin is None or origin in self._origins:
            return True
        return urlsplit(origin).netloc == request.host

    async def _serve(self, ws: web.WebSocketResponse, request: web.Request, player: Player) -> None:
        connection = Connection(ws, request.transport, partial(self._snapshot, player.id))
        writer = asyncio.create_task(connection.write())
        self._open.add(connection)
        try:
            connection.message(await self._welcome(player))
            self._desk.hub.attach(player.id, connection)
            self._desk.company.greet(player.id)
            address = request.remote or ""
            session = ClientSession(player, self._desk, connection.message, address)
            await self._read(ws, session, connection)
        finally:
            self._open.discard(connection)
            if self._desk.hub.detach(player.id, connection):
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

        asyncio.get_running_loop().call_later(GRACE_SECONDS, check)

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
