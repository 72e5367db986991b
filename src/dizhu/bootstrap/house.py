"""Puts together the operator's side of a running server."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from dizhu.app.health import Health
from dizhu.app.lobby import Lobby
from dizhu.app.operators.admission import HouseRules
from dizhu.app.operators.drain import Drain
from dizhu.app.operators.floor import LiveFloor
from dizhu.app.operators.office import Bounds, Office
from dizhu.app.operators.register import Register
from dizhu.app.ports import Clock
from dizhu.app.rooms import Rooms
from dizhu.app.tables import Tables
from dizhu.app.wallet import Wallet
from dizhu.bootstrap.company import Company
from dizhu.bootstrap.front import Front
from dizhu.bootstrap.hostkey import new_token
from dizhu.server.admin_desk import AdminDesk
from dizhu.server.admin_http import AdminHttp
from dizhu.server.admin_live import LivePresence, Premises
from dizhu.server.admin_questions import AdminQuestions, Shelves
from dizhu.server.house_news import HouseNews
from dizhu.server.hub import Hub
from dizhu.store.accounts import SqliteAccounts
from dizhu.store.archive import SqliteArchive
from dizhu.store.office import SqliteOffice
from dizhu.store.sqlite import SqliteStore


@dataclass(frozen=True, slots=True)
class Site:
    """What the server has built for it."""

    tables: Tables
    rooms: Rooms
    lobby: Lobby
    company: Company
    wallet: Wallet
    health: Health
    problems: Callable[[], list[str]]
    going: Callable[[str], Awaitable[None]]


class House:
    """What has been decided (`rules`), needed before tables are; then `open`, and the handlers."""

    def __init__(
        self, store: SqliteStore, archive: SqliteArchive, hub: Hub, clock: Clock, bounds: Bounds
    ) -> None:
        """`bounds`: of the compensations of operators."""
        self._bounds = bounds
        self.drain = Drain()
        self._store = store
        self._clock = clock
        self._hub = hub
        self._shelf = SqliteOffice(store, archive)
        self.register = Register(self._shelf, clock)
        self.rules = HouseRules(self.register, self.drain)
        self.token = new_token()

    def open(self, site: Site) -> HouseNews:
        """Follow the tables; what is told to those who connect."""
        self._site = site
        lobby = site.lobby
        self.news = HouseNews(self._hub, self.register, self.drain, lambda: lobby)
        debits = site.wallet.debits
        floor = LiveFloor(site.tables, lobby, self.news, self.register, site.going, debits)
        self._office = Office(
            self._shelf, self.register, floor, self.drain, self._clock, self._bounds
        )
        return self.news

    def handlers(self, front: Front) -> AdminHttp:
        """Of the routes of operators."""
        site = self._site
        shelves = Shelves(
            office=self._shelf,
            store=self._store,
            accounts=SqliteAccounts(self._store),
            wallet=site.wallet,
            clock=self._clock,
            problems=site.problems,
        )
        premises = Premises(
            tables=site.tables,
            rooms=site.rooms,
            lobby=site.lobby,
            friends=site.company.rooms,
            watching=site.company.watching,
            hub=self._hub,
            drain=self.drain,
            health=site.health,
        )
        return AdminHttp(
            AdminDesk(self._office, site.wallet, running=True),
            AdminQuestions(shelves, self.register, LivePresence(premises)),
            self.register,
            front.door,
            front.limiter,
            self.token,
        )
