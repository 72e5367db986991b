"""The tables of friends: opened for a room, followed by it, and found again after a restart."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from dizhu import friends
from dizhu.app.friend_rooms import FriendRooms
from dizhu.app.friend_tables import after_outage, after_update, concerns, newcomers
from dizhu.app.health import Health
from dizhu.app.lobby import Admission, Lobby, open_house
from dizhu.app.notices import Done, Refusal, Update
from dizhu.app.ports import Clock, StorageFailed, Store
from dizhu.app.rooms import Room
from dizhu.app.tables import Company, Tables
from dizhu.friends import FriendCode, FriendRoom, RoomStatus
from dizhu.friends.changes import check_start, fresh
from dizhu.friends.state import SEATS
from dizhu.rules.errors import RuleViolation
from dizhu.table import Close, Leave, Player, Status

log = logging.getLogger(__name__)

NEXT_MS = 30_000
"""So long after a hand it is waited for those who say nothing."""
REGROUP_SECONDS = 6.0
"""So long after a hand a newcomer takes a bot's seat."""
LOOK_SECONDS = 2.0
HOST_AWAY_MS = 30_000
REGROUP = "regroup"


class FriendPlay:
    """Everything about rooms of friends that happens at a table, or by itself."""

    def __init__(
        self,
        rooms: FriendRooms,
        store: Store,
        tables: Tables,
        lobby: Lobby,
        clock: Clock,
        health: Health,
        bot: str,
        admission: Admission = open_house,
    ) -> None:
        self._admission = admission
        self._rooms = rooms
        self._store = store
        self._tables = tables
        self._lobby = lobby
        self._clock = clock
        self._health = health
        self._bot = bot
        self._unsure: set[str] = set()
        self._told: dict[str, tuple[bool, ...]] = {}
        self._away: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        tables.followers.append(self._follow)

    # --- a table for a room ---

    async def start(self, room_id: str, player: str) -> Done | Refusal:
        """The host has the cards dealt."""
        async with self._rooms.lock(room_id):
            room = self._rooms.get(room_id)
            if room is None:
                return Refusal(FriendCode.NO_ROOM)
            try:
                check_start(room, player)
                return await self._open_table(fresh(room))
            except RuleViolation as violation:
                return Refusal(violation.code)
            except StorageFailed:
                self._unsure.add(room_id)
                return Refusal("storage_failed")

    async def _open_table(self, room: FriendRoom) -> Done | Refusal:
        for member in room.members:
            code = self._admission(member.id)
            if code is not None:
                return Refusal(code, member.name)
        busy = [m for m in room.members if self._tables.seating.bound(m.id) is not None]
        if busy:
            return Refusal(FriendCode.MEMBER_BUSY, busy[0].name)
        for member in room.members:
            self._lobby.cancel(member.id, "moved")
        sitters = [Player(m.id, m.name) for m in room.members]
        bots = self._tables.crew.take_some(SEATS - len(sitters), (s.name for s in sitters))
        sitters += [Player(bot, name, self._bot, "ready") for bot, name in bots]
        place = Room(room.table_room, "", "", room.terms.ruleset, room.terms.stakes, level=0)
        opening = self._tables.open(place, sitters, _company(room, sitters))
        bound = self._tables.seating.bound(sitters[0].id)
        assert bound is not None, "who sits down is bound"
        result = await opening
        if isinstance(result, Done):
            await self._rooms.put(friends.started(room, bound.table, self._clock.now()))
        return result

    def leave_table(self, room: FriendRoom, player: str) -> None:
        """Who leaves the room leaves its table."""
        runner = self._tables.find(room.table or "")
        seat = None if runner is None else runner.state.seat_of(player)
        if runner is not None and seat is not None:
            runner.demand(Leave(seat))

    # --- what happens at it ---

    def _follow(self, update: Update) -> None:
        room = self._rooms.by_table(update.table)
        if room is not None and concerns(update):
            self._spawn(self._catch_up(room.id, update))

    async def _catch_up(self, room_id: str, update: Update) -> None:
        table, now = update.table, self._clock.now()
        try:
            await self._rooms.change(room_id, lambda r: after_update(r, update, now))
        except StorageFailed:
            self._unsure.add(room_id)
            raise
        room = self._rooms.get(room_id)
        if room is None:
            return
        if table.close_reason == REGROUP:
            await self.start(room_id, room.host)
        elif table.status is Status.BETWEEN and newcomers(room, table):
            await asyncio.sleep(REGROUP_SECONDS)
            self._regroup(table.table_id)

    def _regroup(self, table_id: str) -> None:
        """A new table, at which who came during the hand has a seat; unless the next one began."""
        runner = self._tables.find(table_id)
        if runner is None or runner.state.status is not Status.BETWEEN:
            return
        if not runner.state.played_out:
            runner.demand(Close(REGROUP))

    # --- by itself ---

    async def watch_over(self) -> None:
        """For ever: rooms expire, hosts who are away are followed by others, presence is told."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for room in self._rooms:
                await self.look_at(room)

    async def look_at(self, room: FriendRoom) -> None:
        """What time does to a room."""
        now = self._clock.now()
        if room.id in self._unsure:
            await self._reconcile(room)
        if room.expires_at <= now and room.status is not RoomStatus.PLAYING:
            await self._rooms.expire(room)
            self._told.pop(room.id, None)
            return
        presence = tuple(self._rooms.audience.connected(m.id) for m in room.members)
        if self._told.get(room.id, presence) != presence:
            self._rooms.audience.room_changed(room)
        self._told[room.id] = presence
        await self._follow_host(room, now)

    async def _follow_host(self, room: FriendRoom, now: int) -> None:
        """A host who is away for long is followed by somebody who is there."""
        there = [m.id for m in room.members if self._rooms.audience.connected(m.id)]
        if not there or room.host in there:
            self._away.pop(room.id, None)
        elif now - self._away.setdefault(room.id, now) >= HOST_AWAY_MS:
            await self._rooms.change(room.id, lambda r: friends.hosted_by(r, there[0], now))

    async def restore(self) -> int:
        """The rooms of before the restart; the tables have been restored already."""
        await self._rooms.load()
        for runner in self._tables.runners():
            owner = self._rooms.by_table(runner.state)
            if owner is not None and owner.table is None:  # killed between the table and the room
                now = self._clock.now()
                await self._rooms.put(friends.started(owner, runner.state.table_id, now))
        for room in self._rooms:
            await self._reconcile(room)
        return len(self._rooms)

    async def _reconcile(self, room: FriendRoom) -> None:
        """What its table's log says counts; a table that cannot be read is over."""
        table_id, now = room.table, self._clock.now()
        if table_id is not None:
            try:
                recorded = await self._store.load(table_id)
            except StorageFailed:
                raise
            except Exception:
                self._health.count("friend_errors")
                log.exception("the table %s of a room of friends cannot be read", table_id)
                recorded = ()
            await self._rooms.change(room.id, lambda r: after_outage(r, table_id, recorded, now))
        self._unsure.discard(room.id)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self._health.count("friend_errors")
            log.error("a room of friends was not told of its table", exc_info=task.exception())

    async def stop(self) -> None:
        """No more news from tables: after the next start their logs tell."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _company(room: FriendRoom, sitters: list[Player]) -> Company:
    """Everybody goes on with his score; a bot begins anew."""
    totals = room.totals()
    scores = {p.id: room.terms.start_score + totals.get(p.id, 0) for p in sitters if p.bot is None}
    scores |= {p.id: room.terms.start_score for p in sitters if p.bot is not None}
    return Company(scores, room.hands_left, NEXT_MS)
