"""Puts together what people do with one another."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dizhu.app.chat import Blocks, Chat, Places
from dizhu.app.chat_text import Filter, unfiltered, word_filter
from dizhu.app.friend_play import FriendPlay
from dizhu.app.friend_rooms import FriendRooms
from dizhu.app.friends import Friends
from dizhu.app.health import Health
from dizhu.app.lobby import Lobby
from dizhu.app.operators.admission import HouseRules
from dizhu.app.players import Players
from dizhu.app.ports import Clock, Random
from dizhu.app.tables import Tables
from dizhu.app.watching import Watching
from dizhu.bootstrap.config import Config, ConfigError
from dizhu.server.company import CompanyDesk
from dizhu.server.friend_view import FriendNews
from dizhu.server.hub import Hub
from dizhu.server.talk import TalkDesk, TalkNews
from dizhu.server.watch import WatchDesk
from dizhu.server.watch_news import WatchNews
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
    players: Players
    config: Config
    rules: HouseRules
    is_operator: Callable[[str], bool]
    blocks: Blocks


class Company:
    """Rooms of friends, chat, watching."""

    def __init__(self, base: Base) -> None:
        news = FriendNews(base.hub)
        shelf = CompanyStore(base.store.writer)
        self.rooms = FriendRooms(shelf, news)
        self.play = FriendPlay(
            self.rooms,
            base.store,
            base.tables,
            base.lobby,
            base.clock,
            base.health,
            base.config.bot,
            base.rules.admission,
        )
        self.friends = Friends(self.rooms, self.play, base.clock, base.random)
        self.desk = CompanyDesk(self.friends, news, self._talk(base, shelf), self._watch(base))

    def _talk(self, base: Base, shelf: CompanyStore) -> TalkDesk:
        places, blocks = Places(base.tables, self.rooms), base.blocks
        news = TalkNews(base.hub)
        policy, text_filter = base.config.chat, _filter(base.config.chat_words)
        muted = base.rules.muted
        chat = Chat(places, blocks, shelf, news, base.clock, policy, text_filter, muted)
        return TalkDesk(chat, news, base.players)

    def _watch(self, base: Base) -> WatchDesk:
        delay = base.config.watch_delay_ms
        news = WatchNews(base.hub, base.clock, delay)
        self.watching = Watching(base.tables, self.rooms, news, base.clock, base.health, delay)
        return WatchDesk(self.watching, news, base.tables, self.rooms, base.clock, base.is_operator)

    async def restore(self) -> None:
        """Go on with what was before the restart; the tables first."""
        await self.play.restore()

    async def stop(self) -> None:
        """Before the tables stop."""
        self.watching.stop()
        await self.play.stop()


def _filter(words: Path | None) -> Filter:
    """A file with a word a line."""
    if words is None:
        return unfiltered
    try:
        return word_filter(words.read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"the words that are not said cannot be read: {error}") from error
