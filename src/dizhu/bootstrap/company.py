"""Puts together what people do with one another."""

from dataclasses import dataclass

from dizhu.app.friend_play import FriendPlay
from dizhu.app.friend_rooms import FriendRooms
from dizhu.app.friends import Friends
from dizhu.app.health import Health
from dizhu.app.lobby import Lobby
from dizhu.app.ports import Clock, Random
from dizhu.app.tables import Tables
from dizhu.server.company import CompanyDesk
from dizhu.server.friend_view import FriendNews
from dizhu.server.hub import Hub
from dizhu.store.company import CompanyStore
from dizhu.store.sqlite import SqliteStore


@dataclass(frozen=True, slots=True)
class Base:
    """What the server has built before."""

    store: SqliteStore
    tables: Tables
    lobby: Lobby
    hub: Hub
    clock: Clock
    random: Random
    health: Health
    bot: str


class Company:
    """Rooms of friends, chat, watching."""

    def __init__(self, base: Base) -> None:
        news = FriendNews(base.hub)
        shelf = CompanyStore(base.store.writer)
        self.rooms = FriendRooms(shelf, news)
        self.play = FriendPlay(
            self.rooms, base.store, base.tables, base.lobby, base.clock, base.health, base.bot
        )
        self.friends = Friends(self.rooms, self.play, base.clock, base.random)
        self.desk = CompanyDesk(self.friends, news)

    async def restore(self) -> None:
        """Go on with what was before the restart; the tables first."""
        await self.play.restore()

    async def stop(self) -> None:
        """Before the tables stop."""
        await self.play.stop()
