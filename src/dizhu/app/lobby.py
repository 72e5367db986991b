"""Looking for a game: one queue a room, three different people a table, bots for who waits."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from dizhu.app.meters import UNMETERED, Meters
from dizhu.app.notices import Audience, Done, Refusal, Waiting
from dizhu.app.once import Once
from dizhu.app.players import Player
from dizhu.app.ports import Clock, StorageFailed
from dizhu.app.queues import Acquaintances, Queue, Wish
from dizhu.app.rooms import Room, Rooms
from dizhu.app.tables import Tables
from dizhu.app.wallet import RELIEF, RELIEF_BELOW, Wallet
from dizhu.ledger.titles import level_of
from dizhu.table import Player as Sitter

log = logging.getLogger(__name__)

SEATS = 3

Admission = Callable[[str], str | None]
"""Whether a player may begin to play: None, or the code of the refusal."""


def open_house(_player: str) -> str | None:
    """Everybody may."""
    return None


@dataclass(frozen=True, slots=True)
class Join:
    """A wish to play. `bots`: fill the seats at once; `start`: the answer in the start window."""

    room: str
    bots: bool = False
    start: str = "ask"


class Avoiding(Protocol):
    """Who does not want to sit with whom."""

    async def of(self, player: str) -> frozenset[str]:
        """Whom a player has blocked. Raises StorageFailed."""
        ...

    def known(self, player: str) -> frozenset[str]:
        """The same, of who has been asked about lately."""
        ...


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
        admission: Admission = open_house,
        meters: Meters = UNMETERED,
        blocks: Avoiding | None = None,
    ) -> None:
        """`admission`: why somebody may not look for a game now, whatever the room; `blocks`: who
        does not want to sit with whom.
        """
        self._blocks = blocks
        self._admission = admission
        self._meters = meters
        self._rooms = rooms
        self._tables = tables
        self._wallet = wallet
        self._audience = audience
        self._clock = clock
        self._bot = bot
        self._met = Acquaintances()
        self._queues = {room.id: self._queue(room) for room in rooms.values()}
        self._once = Once()
        self._opening: set[asyncio.Task[None]] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def _queue(self, room: Room) -> Queue:
        if self._blocks is None:
            return Queue(room, self._met)
        return Queue(room, self._met, self._blocks.known)

    def remember(self) -> None:
        """After a restart: who sits together now has met."""
        for runner in self._tables.runners():
            seats = runner.state.seats
            self._met.sat_together([s.player.id for s in seats if s.player.bot is None])

    def rooms_changed(self) -> None:
        """The catalogue is another one: who waits in a room that is gone, or is no longer what it
        was, has to choose again. Open tables go on as they were.
        """
        before = self._queues
        self._queues = {
            room.id: before[room.id]
            if room.id in before and before[room.id].room == room
            else self._queue(room)
            for room in self._rooms.values()
        }
        for name, queue in before.items():
            if self._queues.get(name) is not queue:
                self._close(queue)
        self._audience.lobby_changed()

    def _close(self, queue: Queue) -> None:
        timer = self._timers.pop(queue.room.id, None)
        if timer is not None:
            timer.cancel()
        for wish in list(queue):
            queue.drop(wish.player.id)
            self._audience.unqueued(wish.player.id, queue.room.id, "room_changed")

    async def join(self, player: Player, command_id: str, wish: Join) -> Done | Refusal:
        """Queue a player, or seat him at once. The same id again gets the same answer."""
        return await self._once.do(
            player.id, command_id, ("join", repr(wish)), lambda: self._join(player, wish)
        )

    async def _join(self, player: Player, wish: Join) -> Done | Refusal:
        room = self._rooms.get(wish.room)
        if room is None:
            return Refusal("unknown_room")
        code = self._barred(player)
        if code is not None:
            return Refusal(code)
        try:
            beans = await self._beans(player, room)
            if self._blocks is not None:
                await self._blocks.of(player.id)  # so that they are known when seats are given
        except StorageFailed:
            return Refusal("storage_failed")
        if self._rooms.get(wish.room) != room:
            return Refusal("room_changed")
        code = self._barred(player) or room.admits(beans)
        if code is not None:
            return Refusal(code)
        self._drop(player.id, "moved", unless=room.id)
        since, level = self._clock.now(), level_of(beans)
        self._queues[room.id].put(Wish(player, room, since, level, wish.bots, wish.start))
        self._match(self._queues[room.id])
        return Done(0)

    def _barred(self, player: Player) -> str | None:
        """Why somebody may not look for a game now, whatever he has."""
        return self._admission(player.id) or self._seated(player)

    async def _beans(self, player: Player, room: Room) -> int:
        """What a player has; who is broke is helped first, if that lets him in."""
        (beans,) = await self._wallet.beans([player.id])
        if beans >= RELIEF_BELOW or room.admits(beans + RELIEF) is not None:
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

    def clear(self, reason: str) -> None:
        """Nobody looks for a game any more."""
        for queue in self._queues.values():
            for player in [wish.player.id for wish in queue]:
                self._drop(player, reason)

    def looking(self) -> int:
        """How many people look for a game."""
        return sum(len(queue) for queue in self._queues.values())

    def looking_in(self, room: str) -> int:
        """How many of them in a room."""
        return len(self._queues[room])

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
            if room != unless and queue.drop(player):
                self._audience.unqueued(player, room, reason)
                self._queue_changed(queue)
                return True
        return False

    def _match(self, queue: Queue) -> None:
        """Seat those who suit one another, and with bots those who have waited enough."""
        for wishes in queue.take(self._clock.now()):
            self._seat(queue.room, wishes)
        self._queue_changed(queue)

    def _seat(self, room: Room, wishes: Sequence[Wish]) -> None:
        sitters = [Sitter(w.player.id, w.player.name, start=w.start) for w in wishes]
        bots = self._tables.crew.take_some(SEATS - len(sitters), (s.name for s in sitters))
        sitters += [Sitter(bot, name, room.bot or self._bot, "ready") for bot, name in bots]
        now = self._clock.now()
        for wish in wishes:
            self._meters.matched(room.id, (now - wish.since) / 1000)
        opening = self._tables.open(room, sitters)
        task = asyncio.create_task(self._see_opened(room, wishes, opening))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def _see_opened(
        self,
        room: Room,
        wishes: Sequence[Wish],
        opening: asyncio.Future[Done | Refusal],
    ) -> None:
        result = await opening
        if isinstance(result, Refusal):
            log.error("no table in %s: %s", room.id, result.code)
            for wish in wishes:
                self._audience.unqueued(wish.player.id, room.id, result.code)

    def _queue_changed(self, queue: Queue) -> None:
        """Tell those who wait, and wake up when something may change by itself."""
        for wish in queue:
            waiting = Waiting(queue.room.id, len(queue), wish.bots_at)
            self._audience.queued(wish.player.id, waiting)
        self._audience.lobby_changed()
        self._set_timer(queue)

    def _set_timer(self, queue: Queue) -> None:
        timer = self._timers.pop(queue.room.id, None)
        if timer is not None:
            timer.cancel()
        now = self._clock.now()
        due = queue.next_look(now)
        if due is not None:
            wait = max(due - now, 1) / 1000
            loop = asyncio.get_running_loop()
            self._timers[queue.room.id] = loop.call_later(wait, self._look_again, queue)

    def _look_again(self, queue: Queue) -> None:
        """Only a change is told."""
        tables = queue.take(self._clock.now())
        for wishes in tables:
            self._seat(queue.room, wishes)
        if tables:
            self._queue_changed(queue)
        else:
            self._set_timer(queue)
