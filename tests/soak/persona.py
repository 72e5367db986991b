"""A person in the model of the protocol: what he must have been told, from all he was told."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field

from tests.server.playing import Guest, Message

PATIENCE = 20.0


@dataclass(eq=False)
class Persona:
    """One identity. `guest`: its newest device; `wish`: the room whose `join` is on its way.

    Reading checks what needs no model: each command is answered once, versions follow one another,
    nothing is told of a place where he is not.
    """

    guest: Guest
    queued: str | None = None
    table: str | None = None
    version: int = 0
    beans: int = 10_000
    wish: str | None = None
    connected: bool = True
    older: list[Guest] = field(default_factory=list)
    answers: dict[str, Message] = field(default_factory=dict)
    expected: Counter[str] = field(default_factory=Counter)
    heard: list[Message] = field(default_factory=list)
    left_tables: set[str] = field(default_factory=set)
    room: Message | None = None
    blocked: set[str] = field(default_factory=set)
    snapshot_due: bool = False
    _read: int = 0
    _pings: int = 0

    @property
    def id(self) -> str:
        """The player."""
        return str(self.guest.player["id"])

    # --- talking ---

    async def command(self, kind: str, /, **fields: object) -> Message:
        """Send a command with a new id; its answer."""
        return await self.command_again(self.guest.new_id(), kind, **fields)

    async def command_again(self, command_id: str, kind: str, /, **fields: object) -> Message:
        """Send a command; its answer, of which there is exactly one for each time it is sent."""
        self.expected[command_id] += 1
        start = len(self.guest.log)
        await self.guest.send(type=kind, command_id=command_id, **fields)

        def answers(message: Message) -> bool:
            kinds = ("ack", "refused")
            return message["type"] in kinds and message["command_id"] == command_id

        async with asyncio.timeout(PATIENCE):
            while not any(answers(m) for m in self.guest.log[start:]):
                assert self.guest.closed_with is None, f"closed before {kind} was answered"
                self.guest._news.clear()
                await self.guest._news.wait()
        answer = next(m for m in self.guest.log[start:] if answers(m))
        self.answers[command_id] = answer
        return answer

    async def barrier(self) -> None:
        """All that the server had to say until now has been read."""
        self._pings += 1
        await self.guest.send(type="ping", sent_at=float(self._pings))
        start = max(0, len(self.guest.log) - 3)
        async with asyncio.timeout(PATIENCE):
            while not any(
                m["type"] == "pong" and m["sent_at"] == self._pings for m in self.guest.log[start:]
            ):
                assert self.guest.closed_with is None, "the server hung up"
                self.guest._news.clear()
                await self.guest._news.wait()

    def fresh_device(self, guest: Guest, welcome: Message) -> None:
        """From now on he is told what this device is told, from its welcome on: a new page."""
        after = next(i for i, m in enumerate(guest.log) if m is welcome) + 1
        self.guest, self._read, self.connected, self.room = guest, after, True, None
        self.expected.clear()
        self.queued, self.table = welcome["queued"], welcome["table"]
        self.beans = welcome["player"]["beans"]
        self.wish, self.snapshot_due = None, self.table is not None
        self.version = 0

    # --- listening ---

    def read(self) -> None:
        """Everything that has come since, in its order."""
        while self._read < len(self.guest.log):
            message = self.guest.log[self._read]
            self._read += 1
            handler = getattr(self, f"_{message['type']}", None)
            if handler is not None:
                handler(message)

    def _ack(self, message: Message) -> None:
        self._answered(message["command_id"])

    def _refused(self, message: Message) -> None:
        if message["command_id"] is not None:
            self._answered(message["command_id"])

    def _answered(self, command_id: str) -> None:
        self.expected[command_id] -= 1
        assert self.expected[command_id] >= 0, f"{command_id} was answered too often"

    def _queued(self, message: Message) -> None:
        assert message["room"] in (self.queued, self.wish), message
        self.queued = message["room"]

    def _unqueued(self, message: Message) -> None:
        assert message["room"] in (self.queued, self.wish), message
        if message["room"] == self.queued:
            self.queued = None

    def _seated(self, message: Message) -> None:
        assert self.table is None, f"seated at {message['table']} while at {self.table}"
        assert message["table"] not in self.left_tables, "seated where he has left"
        self.table, self.queued, self.version = message["table"], None, 0

    def _left(self, message: Message) -> None:
        assert message["table"] == self.table, message
        self.left_tables.add(message["table"])
        self.table = None

    def _snapshot(self, message: Message) -> None:
        if message["view"]["you"] is None:
            return  # of a table that he watches
        assert message["table"] == self.table, "a snapshot of another table"
        assert message["version"] >= self.version
        self.version, self.snapshot_due = message["version"], False

    def _events(self, message: Message) -> None:
        if message["view"]["you"] is None:
            return
        assert message["table"] in (self.table, *self.left_tables), "events of another table"
        if self.snapshot_due:
            return  # he has not asked yet where the table stands
        assert message["from_version"] <= self.version, "a gap that nobody told of"
        if message["from_version"] == self.version:  # else an answer to `resume`
            assert message["version"] >= self.version
        inner = [e["version"] for e in message["events"]]
        assert inner == sorted(inner)
        assert all(message["from_version"] < v <= message["version"] for v in inner)
        self.version = max(self.version, message["version"])

    def _wallet(self, message: Message) -> None:
        self.beans = message["beans"]
        assert self.beans >= 0

    def _said(self, message: Message) -> None:
        assert message["player"] not in self.blocked, "heard whom he has blocked"
        self.heard.append(message)

    def _blocked(self, message: Message) -> None:
        assert set(message["players"]) == self.blocked

    def _friend_room(self, message: Message) -> None:
        self.room = message["room"]

    def _friend_room_left(self, _message: Message) -> None:
        self.room = None
