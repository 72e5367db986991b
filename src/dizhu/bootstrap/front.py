"""Puts together what stands between the world and the game: the gate, the door, the accounts."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from dizhu.app.accounts import Accounts
from dizhu.app.archive import Archive
from dizhu.app.cups.entering import Entering
from dizhu.app.departures import Departures
from dizhu.app.friends import Friends
from dizhu.app.lobby import Lobby
from dizhu.app.operators.ports import Sanction
from dizhu.app.players import Player, Players
from dizhu.app.ports import Clock, Random
from dizhu.app.tables import Tables
from dizhu.app.wallet import Wallet
from dizhu.bootstrap.config import Config
from dizhu.bootstrap.passwords import Argon2
from dizhu.server import protocol as p
from dizhu.server.addresses import Addresses
from dizhu.server.auth import Tokens
from dizhu.server.door import Door, Registers
from dizhu.server.exporting import Exporter, Sources
from dizhu.server.gate import Gate
from dizhu.server.hub import Hub
from dizhu.server.limiter import Limiter
from dizhu.server.origins import Origins
from dizhu.server.people_http import Office, People
from dizhu.store.accounts import SqliteAccounts
from dizhu.store.company import CompanyStore
from dizhu.store.cups import SqliteCups
from dizhu.store.sqlite import SqliteStore


@dataclass(frozen=True, slots=True)
class Ground:
    """What the server has built before."""

    store: SqliteStore
    archive: Archive
    players: Players
    wallet: Wallet
    tables: Tables
    lobby: Lobby
    friends: Friends
    hub: Hub
    clock: Clock
    random: Random
    ban: Callable[[str], Sanction | None]
    about: Callable[[str], dict[str, Any]]
    entering: Entering


class Front:
    """The gate, the door and the accounts."""

    def __init__(self, ground: Ground, config: Config, tokens: Tokens) -> None:
        self._ground = ground
        secure = config.secure_cookies
        addresses = Addresses(config.proxies)
        self._store = SqliteAccounts(ground.store)
        self._hasher = Argon2()
        self.origins = Origins(frozenset(config.origins))
        self.limiter = Limiter(config.limits)
        self.gate = Gate(self.origins, self.limiter, addresses, secure=secure)
        registers = Registers(ground.store, self._store, ground.players, ground.ban)
        self.door = Door(registers, tokens, addresses, ground.clock, ground.random, secure=secure)
        self.accounts = Accounts(self._store, ground.players, self._hasher, ground.clock)

    def people(self, view: Callable[[Player], Awaitable[p.PlayerView]]) -> People:
        """The handlers of accounts; `view`: a player as he sees himself."""
        ground = self._ground
        departures = Departures(
            self._store,
            ground.players,
            ground.tables.seating,
            ground.clock,
            self._departing,
            self._departed,
        )
        sources = Sources(
            store=ground.store,
            accounts=self._store,
            archive=ground.archive,
            chat=CompanyStore(ground.store.writer),
            wallet=ground.wallet,
            clock=ground.clock,
            about=ground.about,
            cups=SqliteCups(ground.store),
        )
        return People(
            Office(
                accounts=self.accounts,
                store=self._store,
                departures=departures,
                exporter=Exporter(sources),
                door=self.door,
                hub=ground.hub,
                limiter=self.limiter,
                view=view,
            )
        )

    async def going(self, player: str) -> None:
        """Neither looking for a game, nor waiting among friends, nor in a competition."""
        self._ground.lobby.cancel(player, "gone")
        await self._ground.friends.leave(player, self._ground.random.token())
        await self._ground.entering.go(player)

    async def _departing(self, player: str, name: str) -> None:
        """Going for good: nothing of a competition comes to him any more."""
        self._ground.lobby.cancel(player, "gone")
        await self._ground.friends.forget(player, name)
        await self._ground.entering.depart(player)

    async def _departed(self, player: str, name: str) -> None:
        """His name where it is remembered, and rooms that he entered while he was going."""
        await self._ground.friends.forget(player, name)
        self._ground.entering.cups.roster.forget(player)

    def close(self) -> None:
        """No more passwords."""
        self._hasher.close()
