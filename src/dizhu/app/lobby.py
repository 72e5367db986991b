"""Looking for a game: one queue a room, three different people a table, bots for who waits."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dizhu.app.notices import Audience, Done, Refusal, Waiting
from dizhu.app.players import Player
from dizhu.app.ports import Clock, StorageFailed
from dizhu.app.rooms import Room, Rooms
from dizhu.app.tables import Tables
from dizhu.app.wallet import RELIEF_BELOW, Wallet
from dizhu.table import Player as Sitter

log = logging.getLogger(__name__)

SEATS = 3
REMEMBERED = 10_000
"""So many joins are remembered, to answer one that is sent again."""


@dataclass(frozen=True, slots=True)
class Join:
    """A wish to play. `bots`: fill the seats at once; `start`: the answer in the start window."""

    room: str
    bots: bool = False
    start: str = "ask"


@dataclass(frozen=True, slots=True)
class _Ticket:
    player: Player
    room: Room
    since: int
    bots: bool
    start: str

    @property
    def bots_at(self) -> int | None:
        """When bots fill the seats of who waits."""
        if self.bots:
            return self.since
        after = self.room.bots_after
        return None if after is None else self.since + round(after * 1000)

    def due(self, now: int) -> bool:
        """Whether bots may sit down with him."""
        return self.bots_at is not None and self.bots_at <= now


class Lobby:
    """All queues. Every change of them happens between two awaits, so that two joins in the same
    moment cannot seat anybody twice.
    """

    def __init__(
        self,
        rooms: Rooms,
        tables: Tables,
        wallet: Wallet,
        audience: Audience,
        clock: Clock,
        bot: str,
    ) -> None:
        self._rooms = rooms
        self._tables = tables
        self._wallet = wallet
        self._audience = audience
        self._clock = clock
        self._bot = bot
        self._queues: dict[str, OrderedDict[str, _Ticket]] = {r: OrderedDict() for r in rooms}
        self._joins: OrderedDict[tuple[str, str], asyncio.Task[Done | Refusal]] = OrderedDict()
        self._opening: set[asyncio.Task[None]] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}

    async def join(self, player: Player, command_id: str, wish: Join) -> Done | Refusal:
        """Queue a player, or seat him at once. The same id again gets the same answer."""
        key = (player.id, command_id)
        if key not in self._joins:
            self._joins[key] = asyncio.create_task(self._join(player, wish))
            if len(self._joins) > REMEMBERED:
                self._joins.popitem(last=False)
        result = await asyncio.shield(self._joins[key])
        if isinstance(result, Refusal):
            self._joins.pop(key, None)  # nothing was done: it may be tried again
        return result

    async def _join(self, player: Player, wish: Join) -> Done | Refusal:
        room = self._rooms.get(wish.room)
        if room is None:
            return Refusal("unknown_room")
        try:
            beans = await self._beans(player)
        except StorageFailed:
            return Refusal("storage_failed")
        code = self._seated(player) or room.admits(beans)
        if code is not None:
            return Refusal(code)
        self._drop(player.id, "moved", unless=room.id)
        ticket = _Ticket(player, room, self._clock.now(), wish.bots, wish.start)
        self._queues[room.id][player.id] = ticket
        self._match(room)
        return Done(0)

    async def _beans(self, player: Player) -> int:
        (beans,) = await self._wallet.beans([player.id])
        if beans >= RELIEF_BELOW:
            return beans
        helped = await self._wallet.relieve(player.id)
        if helped != beans:
            self._audience.beans_changed(player.id, helped)
        return helped

    def _seated(self, player: Player) -> str | None:
        place = self._tables.seating.bound(player.id)
        if place is None:
            return None
        return "hand_running" if place.left else "already_seated"

    def cancel(self, player: str, reason: str = "cancelled") -> bool:
        """Stop looking; False if he was not."""
        return self._drop(player, reason)

    def waiting(self, player: str) -> Waiting | None:
        """Where a player looks for a game."""
        for room, queue in self._queues.items():
            if player in queue:
                return Waiting(room, len(queue), queue[player].bots_at)
        return None

    def online(self, room: str) -> int:
        """How many people are in a room, waiting or at a table."""
        return len(self._queues[room]) + self._tables.seating.people(room)

    async def stop(self) -> None:
        """No more timers; wait for the tables that are being opened."""
        for timer in self._timers.values():
            timer.cancel()
        if self._opening:
            await asyncio.wait(self._opening)

    # --- matching ---

    def _drop(self, player: str, reason: str, unless: str | None = None) -> bool:
        for room, queue in self._queues.items():
            if room != unless and queue.pop(player, None) is not None:
                self._audience.unqueued(player, room, reason)
                self._queue_changed(self._rooms[room])
                return True
        return False

    def _match(self, room: Room) -> None:
        """Seat three people as long as there are three; bots sit with those who waited enough."""
        queue = self._queues[room.id]
        now = self._clock.now()
        while len(queue) >= SEATS or any(t.due(now) for t in queue.values()):
            self._seat(room, list(queue.values())[:SEATS])
        self._queue_changed(room)

    def _seat(self, room: Room, tickets: Sequence[_Ticket]) -> None:
        for ticket in tickets:
            del self._queues[room.id][ticket.player.id]
        sitters = [Sitter(t.player.id, t.player.name, start=t.start) for t in tickets]
        bots = [self._tables.crew.take() for _ in range(SEATS - len(sitters))]
        sitters += [Sitter(bot, name, self._bot, "ready") for bot, name in bots]
        opening = self._tables.open(room, sitters)
        task = asyncio.create_task(self._see_opened(room, tickets, opening))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def _see_opened(
        self,
        room: Room,
        tickets: Iterable[_Ticket],
        opening: asyncio.Future[Done | Refusal],
    ) -> None:
        result = await opening
        if isinstance(result, Refusal):
            log.error("no table in %s: %s", room.id, result.code)
            for ticket in tickets:
                self._audience.unqueued(ticket.player.id, room.id, result.code)

    def _queue_changed(self, room: Room) -> None:
        """Tell those who wait, and wake up when bots are due."""
        queue = self._queues[room.id]
        for player, ticket in queue.items():
            self._audience.queued(player, Waiting(room.id, len(queue), ticket.bots_at))
        self._audience.lobby_changed()
        timer = self._timers.pop(room.id, None)
        if timer is not None:
            timer.cancel()
        due = min((t.bots_at for t in queue.values() if t.bots_at is not None), default=None)
        if due is not None:
            wait = max(due - self._clock.now(), 1) / 1000
            loop = asyncio.get_running_loop()
            self._timers[room.id] = loop.call_later(wait, self._match, room)
