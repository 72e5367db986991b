"""What a client's messages do. One session per connection; it knows its player from the cookie."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import msgspec

from dizhu.app.acting import Acting
from dizhu.app.health import Health
from dizhu.app.lobby import Join, Lobby
from dizhu.app.notices import Done, Refusal
from dizhu.app.players import Player, Players
from dizhu.app.ports import Clock, CommandKey
from dizhu.app.tables import Tables
from dizhu.bots import sweep
from dizhu.rules.view import Observation, observe
from dizhu.server import protocol as p
from dizhu.server import questions, views
from dizhu.server.actions import command_of, not_ahead
from dizhu.server.company import Caller, CompanyDesk
from dizhu.server.cup_desk import CupDesk
from dizhu.server.cup_protocol import CupMessage
from dizhu.server.event_view import table_events
from dizhu.server.house_news import HouseNews
from dizhu.server.hub import Hub
from dizhu.server.limits import Bucket

log = logging.getLogger(__name__)

T = TypeVar("T")

_decoder = msgspec.json.Decoder(p.ClientMessage | CupMessage, strict=True)
_UNREADABLE = (msgspec.DecodeError, RecursionError, UnicodeDecodeError)


@dataclass(frozen=True, slots=True)
class Desk:
    """What sessions work with. `rate`, `burst`: frames a second, and at once, of a connection."""

    lobby: Lobby
    tables: Tables
    acting: Acting
    hub: Hub
    clock: Clock
    health: Health
    hints: questions.Hints
    executor: Executor
    company: CompanyDesk
    cups: CupDesk
    players: Players
    house: HouseNews
    rate: float = 20.0
    burst: float = 60.0


class ClientSession:
    """Reads frames, does what they say, and answers each command exactly once."""

    def __init__(
        self,
        player: Player,
        desk: Desk,
        send: Callable[[msgspec.Struct], None],
        address: str = "",
    ) -> None:
        self._player = player
        self._address = address
        self._desk = desk
        self._send = send
        self._bucket = Bucket(desk.rate, desk.burst)
        self.refused_in_a_row = 0
        self._told = False

    async def receive(self, frame: bytes) -> None:
        """One frame. Never raises for what a client may send."""
        if not self._bucket.take():
            self._too_much()
            return
        self._told = False
        if len(frame) > p.MAX_FRAME_BYTES:
            self._refuse(None, "bad_message", "too long")
            return
        try:
            message = _decoder.decode(frame)
        except _UNREADABLE as error:
            self._refuse(None, "bad_message", str(error)[:200])
            return
        self.refused_in_a_row = 0
        try:
            await self._handle(message)
        except Exception:
            self._desk.health.count("session_errors")
            log.exception("a message of %s failed", self._player.id)
            command_id = getattr(message, "command_id", getattr(message, "request_id", None))
            self._send(p.Refused(command_id, "internal"))

    def _too_much(self) -> None:
        """Said once: a flood must not make another one."""
        self.refused_in_a_row += 1
        if not self._told:
            self._told = True
            self._send(p.Refused(None, "rate_limited"))

    def refuse_frame(self, detail: str) -> None:
        """A frame that is no text."""
        self._refuse(None, "bad_message", detail)

    def _refuse(self, command_id: str | None, code: str, detail: str | None = None) -> None:
        if command_id is None:
            self.refused_in_a_row += 1
        self._send(p.Refused(command_id, code, detail))

    async def _handle(self, message: p.ClientMessage | CupMessage) -> None:
        if isinstance(message, CupMessage):
            done = await self._desk.cups.do(self._caller(), message)
            self._answer(message.command_id, done)
            return
        match message:
            case p.Act():
                await self._act(message)
            case p.Join():
                await self._join(message)
            case p.CancelJoin(command_id=command_id):
                was_queued = self._desk.lobby.cancel(self._player.id)
                self._answer(command_id, Done(0) if was_queued else Refusal("not_queued"))
            case p.Resume():
                self._resume(message)
            case p.GiveSeed():
                self._give_seed(message)
            case p.Ping(sent_at=sent_at):
                self._send(p.Pong(sent_at, self._desk.clock.now()))
            case p.AskHint() | p.AskReadings() | p.AskSweep():
                await self._question(message)
            case p.AskTables(request_id=request_id):
                self._send(self._desk.company.tables(request_id))
            case _:
                done = await self._desk.company.do(self._caller(), message)
                self._answer(message.command_id, done)

    def _caller(self) -> Caller:
        """He may have another name by now."""
        return Caller(self._desk.players.known(self._player), self._address)

    def _answer(self, command_id: str, result: Done | Refusal) -> None:
        if isinstance(result, Done):
            self._send(p.Ack(command_id, result.version))
        else:
            self._send(p.Refused(command_id, result.code, result.detail))

    async def _act(self, message: p.Act) -> None:
        await self._desk.acting.act(
            CommandKey(self._player.id, message.command_id),
            message.table,
            partial(command_of, message=message),
            not_ahead(message),
            partial(self._answer, message.command_id),
        )

    async def _join(self, message: p.Join) -> None:
        wish = Join(message.room, message.bots, message.start)
        if message.gives_seed:
            self._desk.tables.seeds.expect(self._player.id)
        player = self._desk.players.known(self._player)  # he may have another name by now
        result = await self._desk.lobby.join(player, message.command_id, wish)
        self._answer(message.command_id, result)

    def _give_seed(self, message: p.GiveSeed) -> None:
        """No answer: whether it counted is told with the seeds after the hand."""
        self._desk.tables.seeds.expect(self._player.id)
        runner = self._desk.tables.find(message.table)
        if runner is not None and runner.state.seat_of(self._player.id) is not None:
            runner.give_seed(self._player.id, message.hash, message.seed)

    def _resume(self, message: p.Resume) -> None:
        """The tail, if it is remembered, else the whole table."""
        runner = self._desk.tables.find(message.table)
        seat = None if runner is None else runner.state.seat_of(self._player.id)
        if runner is None or seat is None:
            if not self._desk.company.picture(self._player.id, message.table):
                self._send(p.Refused(None, "no_table", message.table))
            return
        tail = runner.log.tail(message.version) if message.version > 0 else None
        sight = views.Sight(runner.state, self._desk.hub.connected, self._desk.clock.now())
        if tail is None:
            self._send(sight.snapshot(seat))
        else:
            self._send(sight.events(table_events(tail), message.version, seat))

    # --- questions ---

    async def _question(self, message: p.AskHint | p.AskReadings | p.AskSweep) -> None:
        runner = self._desk.tables.find(message.table)
        seat = None if runner is None else runner.state.seat_of(self._player.id)
        if runner is None or seat is None or runner.state.hand is None:
            self._refuse(message.request_id, "no_table")
            return
        seen = observe(runner.state.hand, seat)
        if not isinstance(message, p.AskHint) and not questions.holds(seen, message.cards):
            self._refuse(message.request_id, "not_in_hand")
            return
        self._send(await self._reply(message, seen, runner.state.version))

    async def _reply(
        self, message: p.AskHint | p.AskReadings | p.AskSweep, seen: Observation, version: int
    ) -> msgspec.Struct:
        request = message.request_id
        match message:
            case p.AskHint():
                plays = await self._away(partial(questions.options, self._desk.hints, seen))
                return p.Hints(request, version, plays)
            case p.AskSweep(cards=cards):
                return p.Sweep(request, await self._away(partial(sweep, seen, cards)))
            case p.AskReadings(cards=cards):
                now, every = await self._away(partial(questions.readings, seen, cards))
                return p.Readings(request, version, tuple(cards), now, every)

    async def _away(self, work: Callable[[], T]) -> T:
        """Not on the event loop: with wild cards a question may take some milliseconds."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._desk.executor, work)
