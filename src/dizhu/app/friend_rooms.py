"""All rooms of friends: found by id, code and player; each changed under its lock: stored first,
then known, then told.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import Protocol

from dizhu import friends
from dizhu.app.friend_codes import read_code
from dizhu.app.notices import Done, Refusal
from dizhu.app.ports import FriendStore, StorageFailed
from dizhu.friends import FriendCode, FriendRoom
from dizhu.rules.errors import RuleViolation
from dizhu.table import TableState

Change = Callable[[FriendRoom], FriendRoom]


class FriendAudience(Protocol):
    """Who listens to rooms of friends. None of it may wait or raise."""

    def room_changed(self, room: FriendRoom) -> None:
        """To all who are in it."""
        ...

    def room_left(self, player: str, reason: str) -> None:
        """Somebody is in no room any more."""
        ...

    def connected(self, player: str) -> bool:
        """Whether a player has a connection."""
        ...


class FriendRooms:
    """The rooms there are."""

    def __init__(self, shelf: FriendStore, audience: FriendAudience) -> None:
        self._shelf = shelf
        self.audience = audience
        self._rooms: dict[str, FriendRoom] = {}
        self._ids: dict[str, str] = {}
        self._of: dict[str, str] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[FriendRoom]:
        return iter(list(self._rooms.values()))

    @property
    def codes(self) -> frozenset[str]:
        """The codes that are taken."""
        return frozenset(self._ids)

    def get(self, room_id: str) -> FriendRoom | None:
        """A room by its id, as it is now."""
        return self._rooms.get(room_id)

    def of(self, player: str) -> FriendRoom | None:
        """The room in which a player is."""
        return self._rooms.get(self._of.get(player, ""))

    def by_code(self, code: str) -> FriendRoom | None:
        """The room of a code, as somebody wrote it."""
        return self._rooms.get(self._ids.get(read_code(code), ""))

    def by_table(self, table: TableState) -> FriendRoom | None:
        """The room to which a table belongs."""
        return self._rooms.get(friends.friend_room(table.room) or "")

    def lock(self, room_id: str) -> asyncio.Lock:
        """Held by who changes a room."""
        return self._locks.setdefault(room_id, asyncio.Lock())

    def reserve(self, player: str, room_id: str) -> bool:
        """Bind a player to a room he is about to enter; False when he is in another one."""
        return self._of.setdefault(player, room_id) == room_id

    def release(self, player: str, room_id: str) -> None:
        """He did not come in after all."""
        room = self._rooms.get(room_id)
        if self._of.get(player) == room_id and (room is None or room.member(player) is None):
            del self._of[player]

    async def load(self) -> None:
        """Those of before the restart."""
        for room in await self._shelf.friend_rooms():
            self._know(room)

    async def add(self, room: FriendRoom) -> Done | Refusal:
        """A new one."""
        self._know(room)
        try:
            await self._shelf.save_friend_room(room)
        except StorageFailed:
            self._forget(room)
            return Refusal("storage_failed")
        self.audience.room_changed(room)
        return Done(room.version)

    async def change(self, room_id: str, change: Change) -> Done | Refusal:
        """Change a room, unless the change is refused. Raises StorageFailed."""
        async with self.lock(room_id):
            room = self._rooms.get(room_id)
            if room is None:
                return Refusal(FriendCode.NO_ROOM)
            try:
                new = change(room)
            except RuleViolation as violation:
                return Refusal(violation.code)
            if new is not room:
                await self.put(new)
            return Done(new.version)

    async def try_change(self, room_id: str, change: Change) -> Done | Refusal:
        """The same, for who can be told that it was not stored."""
        try:
            return await self.change(room_id, change)
        except StorageFailed:
            return Refusal("storage_failed")

    async def put(self, room: FriendRoom) -> None:
        """A room as it is from now on; by who holds its lock. Raises StorageFailed."""
        await self._shelf.save_friend_room(room)
        gone = [m.id for m in self._rooms[room.id].members if room.member(m.id) is None]
        self._know(room)
        for player in gone:
            self._of.pop(player, None)
            self.audience.room_left(player, "kicked" if player in room.banned else "left")
        self.audience.room_changed(room)

    async def expire(self, room: FriendRoom) -> None:
        """A room is no more. Raises StorageFailed."""
        async with self.lock(room.id):
            await self._shelf.drop_friend_room(room.id)
            self._forget(room)
        for member in room.members:
            self.audience.room_left(member.id, "expired")

    def _know(self, room: FriendRoom) -> None:
        self._rooms[room.id] = room
        self._ids[room.code] = room.id
        for member in room.members:
            self._of[member.id] = room.id

    def _forget(self, room: FriendRoom) -> None:
        self._rooms.pop(room.id, None)
        self._locks.pop(room.id, None)
        self._ids.pop(room.code, None)
        for member in room.members:
            self._of.pop(member.id, None)
