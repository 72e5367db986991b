"""Players: guests, members and bots. A new one gets his opening beans in the same transaction."""

import zlib
from collections import OrderedDict
from dataclasses import dataclass

from dizhu.app.names import proper
from dizhu.app.ports import Clock, PlayerRow, Random, Store
from dizhu.ledger.transfers import HOUSE_GRANTS, Transfer, player_account

OPENING_BEANS = 10_000
LOCALES = ("zh", "en")
_REMEMBERED = 10_000


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who may sit at a table."""

    id: str
    name: str
    locale: str
    kind: str

    @property
    def bot(self) -> bool:
        """Whether a program plays."""
        return self.kind == "bot"

    @property
    def guest(self) -> bool:
        """Whether he came without a password."""
        return self.kind == "guest"


class Players:
    """Makes and finds players; keeps the recent ones in memory."""

    def __init__(self, store: Store, clock: Clock, random: Random) -> None:
        self._store = store
        self._clock = clock
        self._random = random
        self._known: OrderedDict[str, Player] = OrderedDict()

    async def new_guest(self, name: str | None, locale: str) -> Player:
        """A new player with his opening beans. Raises BadName, StorageFailed."""
        player_id = self._random.token()
        locale = locale if locale in LOCALES else LOCALES[0]
        chosen = _invented(player_id, locale) if name is None else proper(name)
        grant = Transfer(
            f"opening:{player_id}",
            HOUSE_GRANTS,
            player_account(player_id),
            OPENING_BEANS,
            "opening",
        )
        row = PlayerRow(player_id, chosen, locale, "guest", self._clock.now())
        await self._store.add_player(row, [grant])
        return self._remember(row)

    async def add_bot(self, player_id: str, name: str) -> Player:
        """A bot's player, made when it is first wanted."""
        row = PlayerRow(player_id, name, LOCALES[0], "bot", self._clock.now())
        if player_id not in self._known:
            await self._store.add_player(row, [])
        return self._remember(row)

    async def find(self, player_id: str) -> Player | None:
        """A player by id."""
        if player_id in self._known:
            return self._known[player_id]
        row = await self._store.player(player_id)
        return None if row is None else self._remember(row)

    async def refresh(self, player_id: str) -> Player:
        """A player who has just changed, as he is stored now."""
        self.forget(player_id)
        player = await self.find(player_id)
        assert player is not None, f"{player_id} is stored"
        return player

    def known(self, player: Player) -> Player:
        """The same player, as he is now."""
        return self._known.get(player.id, player)

    def forget(self, player_id: str) -> None:
        """What is remembered of him is no longer true."""
        self._known.pop(player_id, None)

    def _remember(self, row: PlayerRow) -> Player:
        player = Player(row.id, row.name, row.locale, row.kind)
        self._known[row.id] = player
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return player


def _invented(player_id: str, locale: str) -> str:
    number = zlib.crc32(player_id.encode()) % 9000 + 1000
    return f"茶客{number}" if locale == "zh" else f"Guest {number}"
