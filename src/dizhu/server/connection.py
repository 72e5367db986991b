"""One client's connection as the hub sees it."""

import asyncio
import logging
from collections.abc import Callable

import msgspec
from aiohttp import WSMsgType, web

from dizhu.server import protocol as p
from dizhu.server.outbox import Outbox, Overflow, encode

log = logging.getLogger(__name__)

SEND_SECONDS = 15.0
"""A client that does not take one message in this time is gone."""
REPLACED = 4001
CALM = 8
"""So many answers may wait without a pause in reading."""


class Connection:
    """Frames wait in a bounded outbox; one task sends them."""

    def __init__(
        self,
        ws: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        snapshot: Callable[[], bytes | None],
    ) -> None:
        self._ws = ws
        self._transport = transport
        self._snapshot = snapshot
        self._outbox = Outbox()
        self._code = 1000

    def send(self, frame: bytes, *, of_table: bool = False) -> None:
        """Queue a frame; a client that is hopelessly slow is cut off."""
        try:
            self._outbox.put(frame, of_table=of_table)
        except Overflow:
            self._abort("too slow")

    @property
    def waiting(self) -> int:
        """How many frames wait to be sent."""
        return len(self._outbox)

    def message(self, message: msgspec.Struct) -> None:
        """Queue a message."""
        self.send(encode(message))

    async def breathe(self) -> None:
        """Let the answers go out; who does not read them is not read either."""
        if len(self._outbox) > CALM:
            await asyncio.sleep(0)
            await self._outbox.room()

    def replace(self) -> None:
        """Another connection has taken over."""
        self.message(p.Replaced())
        self.close(REPLACED)

    def close(self, code: int) -> None:
        """Send what is queued, then close. The first code counts."""
        if self._code == 1000:
            self._code = code
        self._outbox.close()

    async def write(self) -> None:
        """Send what is queued, until it is closed."""
        try:
            while (frame := await self._outbox.take()) is not None:
                frame = frame or self._snapshot() or b""
                if frame:
                    async with asyncio.timeout(SEND_SECONDS):
                        await self._ws.send_frame(frame, WSMsgType.TEXT)
            await self._ws.close(code=self._code)
        except (TimeoutError, ConnectionError) as error:
            self._abort(repr(error))
        finally:
            self._outbox.close()

    def _abort(self, reason: str) -> None:
        """Nobody listens at the other end."""
        log.info("connection cut off: %s", reason)
        if self._transport is not None:
            self._transport.abort()
