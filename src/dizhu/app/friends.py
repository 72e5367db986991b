"""What friends do with their rooms."""

from collections.abc import Callable
from functools import partial

from dizhu import friends
from dizhu.app.friend_codes import new_code
from dizhu.app.friend_play import FriendPlay
from dizhu.app.friend_rooms import Change, FriendRooms
from dizhu.app.notices import Done, Refusal
from dizhu.app.once import Once
from dizhu.app.players import Player
from dizhu.app.ports import Clock, Random
from dizhu.friends import FriendCode, FriendRoom, Member

MOST_ROOMS = 5_000

Move = Callable[[FriendRoom, str, str, int], FriendRoom]
"""What a host does with somebody: room, host, whom, now."""


class Friends:
    """The use cases of a room. Every command has an id and is done once."""

    def __init__(self, rooms: FriendRooms, play: FriendPlay, clock: Clock, random: Random) -> None:
        self.rooms = rooms
        self._play = play
        self._clock = clock
        self._random = random
        self._once = Once()

    async def make(self, player: Player, command_id: str, wanted: friends.Wanted) -> Done | Refusal:
        """A new room, with this player as its host."""
        return await self._once.do(
            player.id, command_id, ("make", repr(wanted)), partial(self._make, player, wanted)
        )

    async def _make(self, player: Player, wanted: friends.Wanted) -> Done | Refusal:
        if self.rooms.of(player.id) is not None:
            return Refusal(FriendCode.ALREADY)
        if len(self.rooms) >= MOST_ROOMS:
            return Refusal(FriendCode.TOO_MANY)
        try:
            terms = friends.terms_of(wanted)
        except friends.BadTerms as error:
            return Refusal(FriendCode.BAD_OPTION, error.field)
        room_id, code = self._random.token(), new_code(self._random, self.rooms.codes)
        if not self.rooms.reserve(player.id, room_id):
            return Refusal(FriendCode.ALREADY)
        host = Member(player.id, player.name)
        return await self.rooms.add(friends.opened(room_id, code, terms, host, self._clock.now()))

    async def enter(self, player: Player, command_id: str, code: str) -> Done | Refusal:
        """Come in by the code."""
        return await self._once.do(
            player.id, command_id, ("enter", code), partial(self._enter, player, code)
        )

    async def _enter(self, player: Player, code: str) -> Done | Refusal:
        room = self.rooms.by_code(code)
        if room is None:
            return Refusal(FriendCode.NO_ROOM)
        if not self.rooms.reserve(player.id, room.id):
            return Refusal(FriendCode.ALREADY)
        who = Member(player.id, player.name)
        result = await self._try(room, lambda r: friends.entered(r, who, self._clock.now()))
        self.rooms.release(player.id, room.id)
        return result

    async def leave(self, player: str, command_id: str) -> Done | Refusal:
        """Go; in mid-hand the system plays the hand to its end."""
        return await self._once.do(player, command_id, ("leave",), partial(self._leave, player))

    async def _leave(self, player: str) -> Done | Refusal:
        room = self.rooms.of(player)
        if room is None:
            return Refusal(FriendCode.NOT_MEMBER)
        self._play.leave_table(room, player)
        return await self._try(room, lambda r: friends.left(r, player, self._clock.now()))

    async def forget(self, player: str, name: str) -> None:
        """Somebody's account is deleted: out of all rooms and their sheets, where he is called
        `name` now. Raises StorageFailed.
        """
        for room in self.rooms:
            await self.rooms.change(
                room.id, lambda r: friends.forgotten(r, player, name, self._clock.now())
            )

    async def kick(self, player: str, command_id: str, whom: str) -> Done | Refusal:
        """The host sends somebody away."""
        move = partial(self._host_does, player, friends.kicked, whom)
        return await self._once.do(player, command_id, ("kick", whom), move)

    async def give_host(self, player: str, command_id: str, whom: str) -> Done | Refusal:
        """The host makes somebody else the host."""
        move = partial(self._host_does, player, friends.host_given, whom)
        return await self._once.do(player, command_id, ("give_host", whom), move)

    async def _host_does(self, player: str, move: Move, whom: str) -> Done | Refusal:
        room = self.rooms.of(player)
        if room is None:
            return Refusal(FriendCode.NOT_MEMBER)
        return await self._try(room, lambda r: move(r, player, whom, self._clock.now()))

    async def start(self, player: str, command_id: str) -> Done | Refusal:
        """The host has the cards dealt."""
        return await self._once.do(player, command_id, ("start",), partial(self._start, player))

    async def _start(self, player: str) -> Done | Refusal:
        room = self.rooms.of(player)
        if room is None:
            return Refusal(FriendCode.NOT_MEMBER)
        return await self._play.start(room.id, player)

    async def _try(self, room: FriendRoom, change: Change) -> Done | Refusal:
        return await self.rooms.try_change(room.id, change)
