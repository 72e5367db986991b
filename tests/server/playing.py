"""A client for tests: signs in, keeps the latest view, and can play by itself."""

import asyncio
import json
from collections.abc import Callable
from itertools import count
from types import TracebackType
from typing import Any, Self

import aiohttp

from dizhu.rules.cards import pack, pick
from dizhu.rules.combos import KIND_BY_CODE, BombClass, combo
from dizhu.rules.patterns import patterns_for
from dizhu.rules.ruleset import preset

Message = dict[str, Any]
HEADERS = {"X-Dizhu": "1"}
PATIENCE = 20.0

_NUMBERS = count(1)


class Guest:
    """A player with a browser's cookie jar and one socket."""

    def __init__(self, base: str, name: str | None = None) -> None:
        self.base = base
        self.name = name
        self.http = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        self.ws: aiohttp.ClientWebSocketResponse | None = None
        self.player: Message = {}
        self.table: str | None = None
        self.version = 0
        self.view: Message | None = None
        self.log: list[Message] = []
        self.raw: list[bytes] = []
        self.closed_with: int | None = None
        self._seen = 0
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    async def __aenter__(self) -> Self:
        await self.sign_in()
        await self.connect()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Like closing the page."""
        await self.disconnect()
        await self.http.close()

    async def sign_in(self) -> None:
        """Become a guest, or stay who one is."""
        body = {} if self.name is None else {"name": self.name}
        async with self.http.post(f"{self.base}/api/guest", json=body, headers=HEADERS) as response:
            assert response.status == 200, await response.text()
            self.player = await response.json()

    async def connect(self) -> Message:
        """Open the socket; the welcome."""
        self.ws = await self.http.ws_connect(f"{self.base}/ws", compress=15)
        self.closed_with = None
        self._seen = len(self.log)
        self._reader = asyncio.create_task(self._read(self.ws))
        return await self.wait("welcome")

    async def disconnect(self) -> None:
        """Lose the connection."""
        if self.ws is not None:
            await self.ws.close()
        if self._reader is not None:
            await self._reader

    def transport(self) -> asyncio.Transport:
        """What the frames come through."""
        assert self.ws is not None
        connection = self.ws._response.connection
        assert connection is not None
        transport = connection.transport
        assert isinstance(transport, asyncio.Transport)
        return transport

    async def _read(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in ws:
            data: str = frame.data
            self.raw.append(data.encode())
            message = json.loads(data)
            self._note(message)
            self.log.append(message)
            self._news.set()
        self.closed_with = ws.close_code
        self._news.set()

    def _note(self, message: Message) -> None:
        match message["type"]:
            case "welcome" if message["table"]:
                self.table = message["table"]
            case "seated":
                self.table, self.version, self.view = message["table"], 0, None
            case "snapshot":
                self.version, self.view = message["version"], message["view"]
            case "events":
                self.version, self.view = message["version"], message["view"]

    # --- sending and waiting ---

    def new_id(self) -> str:
        """An id for a command: no other device of his has used it."""
        return f"c{next(_NUMBERS)}"

    async def send(self, **message: Any) -> None:
        """A message."""
        assert self.ws is not None
        await self.ws.send_str(json.dumps(message))

    async def send_raw(self, data: str | bytes) -> None:
        """Any frame."""
        assert self.ws is not None
        if isinstance(data, str):
            await self.ws.send_str(data)
        else:
            await self.ws.send_bytes(data)

    async def wait(self, kind: str, where: Callable[[Message], bool] = lambda _m: True) -> Message:
        """The next message of a type that has not been waited for."""

        async def found() -> Message:
            while True:
                while self._seen < len(self.log):
                    message = self.log[self._seen]
                    self._seen += 1
                    if message["type"] == kind and where(message):
                        return message
                if self.closed_with is not None:
                    raise ConnectionError(f"closed with {self.closed_with} before a {kind}")
                self._news.clear()
                await self._news.wait()

        return await asyncio.wait_for(found(), PATIENCE)

    async def until(self, condition: Callable[[Message], bool]) -> Message:
        """The first view that fulfils a condition, from the present one on."""

        async def found() -> Message:
            while self.view is None or not condition(self.view):
                if self.closed_with is not None:
                    raise ConnectionError(f"closed with {self.closed_with}")
                self._news.clear()
                await self._news.wait()
            return self.view

        return await asyncio.wait_for(found(), PATIENCE)

    async def answer(self, command_id: str) -> Message:
        """The ack or refusal of a command."""
        return await self.wait_any(
            lambda m: m["type"] in ("ack", "refused") and m["command_id"] == command_id
        )

    async def wait_any(self, where: Callable[[Message], bool]) -> Message:
        """The next message that fulfils a condition."""

        async def found() -> Message:
            start = self._seen
            while True:
                for message in self.log[start:]:
                    if where(message):
                        return message
                if self.closed_with is not None:
                    raise ConnectionError(f"closed with {self.closed_with}")
                self._news.clear()
                await self._news.wait()

        return await asyncio.wait_for(found(), PATIENCE)

    async def join(self, room: str, **options: Any) -> Message:
        """Look for a game; the answer."""
        command_id = self.new_id()
        await self.send(type="join", room=room, command_id=command_id, **options)
        return await self.answer(command_id)

    async def act(
        self,
        action: Message,
        *,
        command_id: str | None = None,
        version: int | None = None,
        table: str | None = None,
    ) -> Message:
        """Do something at the table; the answer."""
        command_id = command_id or self.new_id()
        await self.send(
            type="act",
            table=table or self.table,
            action=action,
            command_id=command_id,
            seen_version=self.version if version is None else version,
        )
        return await self.answer(command_id)

    async def resume(self, version: int) -> Message:
        """Ask for the tail or a snapshot."""
        start = len(self.log)
        await self.send(type="resume", table=self.table, version=version)
        return await self.wait_any_from(start, ("snapshot", "events", "refused"))

    async def wait_any_from(self, start: int, kinds: tuple[str, ...]) -> Message:
        """The first message of some types from a place in the log on."""

        async def found() -> Message:
            while True:
                for message in self.log[start:]:
                    if message["type"] in kinds:
                        return message
                self._news.clear()
                await self._news.wait()

        return await asyncio.wait_for(found(), PATIENCE)

    # --- playing ---

    @property
    def seat(self) -> int:
        """One's own seat."""
        assert self.view is not None
        return int(self.view["you"])

    def asked(self) -> bool:
        """Whether this player is asked for something now."""
        hand = None if self.view is None else self.view["hand"]
        return hand is not None and self.seat in hand["asked"]

    def move(self) -> Message:
        """Something sensible to do now."""
        assert self.view is not None
        options = {o["type"] for o in self.view["hand"]["options"]}
        for name in ("ready", "call", "rob", "blind", "raise", "no_double"):
            if name in options:
                return {"type": name}
        return lowest_play(self.view)

    async def play_on(self, until: Callable[[Message], bool]) -> None:
        """Play sensibly until a condition holds."""
        while True:
            view = await self.until(lambda v: until(v) or self.asked())
            if until(view):
                return
            answer = await self.act(self.move())
            if answer["type"] == "refused" and answer["code"] not in ("stale", "not_your_turn"):
                raise AssertionError(f"{self.move()} was refused: {answer}")
            if answer["type"] == "ack":
                version = answer["version"]
                await self.until(lambda _v, v=version: self.version >= v)  # type: ignore[misc]


def lowest_play(view: Message) -> Message:
    """The first legal play, or a pass."""
    hand = view["hand"]
    held = hand["cards"][view["you"]]
    patterns = patterns_for(preset(view["ruleset"]).ruleset, hand["wild"])
    to_beat = hand["to_beat"] and combo_of(hand["to_beat"]["reading"])
    moves = patterns.moves(pack(held), to_beat)
    if not moves:
        return {"type": "pass"}
    best = min(moves, key=lambda m: (m.combo.kind <= 1, m.combo.main, -m.combo.size))
    return {
        "type": "play",
        "cards": list(pick(held, best.cards)),
        "declare": {
            "kind": best.combo.kind.code,
            "main": best.combo.main,
            "length": best.combo.length,
        },
    }


def combo_of(reading: Message) -> Any:
    """A combo of the rules from its message."""
    bomb = reading["bomb_class"]
    bomb_class = None if bomb is None else BombClass[bomb.upper()]
    return combo(KIND_BY_CODE[reading["kind"]], reading["main"], reading["length"], bomb_class)


def over(view: Message) -> bool:
    """Whether the hand has its result."""
    return view["result"] is not None


def phase(*names: str) -> Callable[[Message], bool]:
    """Whether a hand is in one of some phases, or over."""
    return lambda view: over(view) or (view["hand"] is not None and view["hand"]["phase"] in names)
