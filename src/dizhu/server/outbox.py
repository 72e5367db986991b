"""What waits to be sent on one connection: bounded, so that a dead phone costs nothing."""

import asyncio
from collections import deque

import msgspec

LIMIT = 48
"""So many messages may wait; then those about the table give way to one snapshot."""
HARD_LIMIT = 96
"""With so many that cannot give way the connection is closed."""

_encoder = msgspec.json.Encoder()


class Overflow(Exception):
    """The client reads too slowly to be kept."""


def encode(message: msgspec.Struct) -> bytes:
    """A message as it is sent."""
    return _encoder.encode(message)


class Outbox:
    """A queue of frames in which news of the table may be replaced by a snapshot."""

    def __init__(self) -> None:
        self._frames: deque[tuple[bytes, bool]] = deque()
        self._wake = asyncio.Event()
        self._calm = asyncio.Event()
        self._closed = False
        self.wants_snapshot = False

    def __len__(self) -> int:
        return len(self._frames)

    def put(self, frame: bytes, *, of_table: bool = False) -> None:
        """Queue a frame. Raises Overflow when there is no hope."""
        if of_table and self.wants_snapshot:
            return
        if len(self._frames) >= LIMIT:
            self._make_room()
            if of_table:
                return
        if len(self._frames) >= HARD_LIMIT:
            raise Overflow
        self._frames.append((frame, of_table))
        self._wake.set()
        if len(self._frames) >= LIMIT:
            self._calm.clear()

    def _make_room(self) -> None:
        """All news of the table is in the snapshot that will be made when it can be sent."""
        self._frames = deque(f for f in self._frames if not f[1])
        self.wants_snapshot = True
        self._wake.set()
        if len(self._frames) < LIMIT:
            self._calm.set()

    def close(self) -> None:
        """Send what is there, then no more."""
        self._closed = True
        self._wake.set()
        self._calm.set()

    async def room(self) -> None:
        """Wait until it is no longer full, or closed."""
        if len(self._frames) >= LIMIT and not self._closed:
            await self._calm.wait()

    async def take(self) -> bytes | None:
        """The next frame; empty when a snapshot should be made now; None at the end."""
        while True:
            if self._frames:
                if len(self._frames) <= LIMIT // 2:
                    self._calm.set()
                return self._frames.popleft()[0]
            if self.wants_snapshot:
                self.wants_snapshot = False
                return b""
            if self._closed:
                return None
            self._wake.clear()
            await self._wake.wait()
