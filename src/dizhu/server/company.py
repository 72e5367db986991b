"""What people do with one another: rooms of friends, chat, watching. One desk for all sessions."""

from dataclasses import dataclass

from dizhu.app.friends import Friends
from dizhu.app.notices import Done, Refusal
from dizhu.app.players import Player
from dizhu.friends import FriendCode, Wanted
from dizhu.server import protocol as p
from dizhu.server.friend_view import FriendNews, as_wanted
from dizhu.server.limits import Buckets
from dizhu.server.talk import TalkDesk
from dizhu.server.watch import WatchDesk

MAKE_RATE, MAKE_BURST = 1 / 60, 6.0
"""Rooms that one player may make: so many at once, then one a minute."""
GUESS_RATE, GUESS_BURST = 0.2, 10.0
"""Codes that one player may guess wrongly."""
ADDRESS_RATE, ADDRESS_BURST = 1.0, 60.0
"""And all players of an address together."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, and from which address."""

    player: Player
    address: str


class Guesses:
    """Who writes wrong codes again and again has to wait: no code is found by trying."""

    def __init__(self) -> None:
        self._players = Buckets(GUESS_RATE, GUESS_BURST)
        self._addresses = Buckets(ADDRESS_RATE, ADDRESS_BURST)

    def barred(self, caller: Caller) -> bool:
        """Whether he has guessed too often."""
        return self._players.empty(caller.player.id) or self._addresses.empty(caller.address)

    def wrong(self, caller: Caller) -> None:
        """A code that does not exist."""
        self._players.take(caller.player.id)
        self._addresses.take(caller.address)


class CompanyDesk:
    """Does what `protocol.CompanyMessage` says."""

    def __init__(
        self, friends: Friends, news: FriendNews, talk: TalkDesk, watch: WatchDesk
    ) -> None:
        self._friends = friends
        self._news = news
        self._talk = talk
        self._watch = watch
        self._makes = Buckets(MAKE_RATE, MAKE_BURST)
        self._guesses = Guesses()

    async def greet(self, player: str) -> None:
        """A player has connected: what he has to know besides the welcome."""
        self._news.greet(player, self._friends.rooms)
        self._watch.greet(player)
        await self._talk.greet(player)

    def gone(self, player: str) -> None:
        """A player has been away for a while."""
        self._watch.gone(player)

    def picture(self, player: str, table: str) -> bool:
        """The whole table again, for who watches it; False if he does not."""
        return self._watch.picture(player, table)

    def tables(self, request_id: str) -> p.WatchTables:
        """Which tables may be watched."""
        return p.WatchTables(request_id, self._watch.tables())

    async def do(self, caller: Caller, message: p.CompanyMessage) -> Done | Refusal:
        """A command."""
        player, command_id = caller.player, message.command_id
        match message:
            case p.MakeRoom():
                return await self._make(caller, message)
            case p.EnterRoom(code=code):
                return await self._enter(caller, command_id, code)
            case p.LeaveRoom():
                return await self._friends.leave(player.id, command_id)
            case p.StartRoom():
                return await self._friends.start(player.id, command_id)
            case p.Kick(player=whom):
                return await self._friends.kick(player.id, command_id, whom)
            case p.GiveHost(player=whom):
                return await self._friends.give_host(player.id, command_id, whom)
            case p.Say() | p.Block() | p.ReportPlayer():
                return await self._talk.do(player, message)
            case p.Watch():
                return self._look(caller, message)
            case p.Unwatch():
                return self._watch.unwatch(player)

    async def _make(self, caller: Caller, message: p.MakeRoom) -> Done | Refusal:
        if self._makes.empty(caller.player.id):
            return Refusal("rate_limited")
        wanted = Wanted(**as_wanted(message))
        result = await self._friends.make(caller.player, message.command_id, wanted)
        if isinstance(result, Done):
            self._makes.take(caller.player.id)
        return result

    def _look(self, caller: Caller, message: p.Watch) -> Done | Refusal:
        if message.code is not None and self._guesses.barred(caller):
            return Refusal("rate_limited")
        result = self._watch.watch(caller.player, message)
        if result == Refusal(FriendCode.NO_ROOM):
            self._guesses.wrong(caller)
        return result

    async def _enter(self, caller: Caller, command_id: str, code: str) -> Done | Refusal:
        if self._guesses.barred(caller):
            return Refusal("rate_limited")
        result = await self._friends.enter(caller.player, command_id, code)
        if result == Refusal(FriendCode.NO_ROOM):
            self._guesses.wrong(caller)
        return result
