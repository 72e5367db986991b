"""Builds the server from its parts, starts it and stops it."""

import gc
import logging
from concurrent.futures import ThreadPoolExecutor

from aiohttp import web

import dizhu
from dizhu.app.acting import Acting
from dizhu.app.boards import Boards
from dizhu.app.chat import Blocks
from dizhu.app.health import Health
from dizhu.app.lobby import Lobby
from dizhu.app.operators.office import Bounds
from dizhu.app.players import Players
from dizhu.app.purses import Purses
from dizhu.app.table_runner import Services
from dizhu.app.tables import Tables
from dizhu.app.thinking import BotPace, Thinker, bot_called
from dizhu.app.wallet import Wallet
from dizhu.bootstrap import hostkey
from dizhu.bootstrap.caretaker import Caretaker
from dizhu.bootstrap.company import Base, Company
from dizhu.bootstrap.config import Config, ConfigError
from dizhu.bootstrap.cups import Competitions, Stage
from dizhu.bootstrap.files import client_folder, open_store, read_rooms, read_secret
from dizhu.bootstrap.front import Front, Ground
from dizhu.bootstrap.gauges import Gauges
from dizhu.bootstrap.house import House, Site
from dizhu.bootstrap.system import Chance, SystemClock
from dizhu.bots import hints
from dizhu.engines.pool import EnginePool
from dizhu.rules.patterns import patterns_for
from dizhu.server.addresses import Addresses
from dizhu.server.auth import Tokens
from dizhu.server.client_session import Desk
from dizhu.server.gifts_http import Gifts
from dizhu.server.http import Http, Platform
from dizhu.server.hub import Hub
from dizhu.server.metrics import Metrics
from dizhu.server.metrics_http import MetricsHttp
from dizhu.server.records_http import Records
from dizhu.server.sheets_http import Sheets
from dizhu.server.socket import Sockets
from dizhu.server.static import Client
from dizhu.server.webapp import Handlers, web_app
from dizhu.store.archive import SqliteArchive
from dizhu.store.codec import table_codec
from dizhu.store.company import CompanyStore
from dizhu.table import Pace, TableState

log = logging.getLogger(__name__)

THREADS = 2


class Server:
    """The whole server. Raises ConfigError when it cannot be built."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.clock = SystemClock()
        self.chance = Chance(config.seed)
        self.health = Health()
        self.store = open_store(config.data_dir)
        self.archive = SqliteArchive(config.data_dir, table_codec())
        self._boards = Boards(self.archive, self.clock)
        self._executor = ThreadPoolExecutor(THREADS, thread_name_prefix="dizhu-bot")
        self.hub = Hub(self.clock)
        self.metrics = Metrics()
        self.store.writer.observer = self.metrics.stored
        bounds = Bounds(config.compensation_most, config.compensation_day)
        self.house = House(self.store, self.archive, self.hub, self.clock, bounds)
        self.wallet = Wallet(self.store, self.clock)
        self.engines = EnginePool(
            config.engines, config.engine_seconds, config.engine_processes, self.health
        )
        self.tables = self._tables()
        self.wallet.debits.counted = self.tables.counts_on
        self.rooms = read_rooms(config)
        self.players = Players(self.store, self.clock, self.chance)
        blocks = Blocks(CompanyStore(self.store.writer), self.clock)
        self.lobby = Lobby(
            self.rooms,
            self.tables,
            self.wallet,
            self.hub,
            self.clock,
            config.bot,
            self.house.rules.admission,
            self.metrics,
            blocks,
        )
        self.company = Company(
            Base(
                store=self.store,
                tables=self.tables,
                lobby=self.lobby,
                hub=self.hub,
                clock=self.clock,
                random=self.chance,
                health=self.health,
                players=self.players,
                config=config,
                rules=self.house.rules,
                is_operator=self.house.register.is_operator,
                blocks=blocks,
            )
        )
        self.competitions = self._competitions()
        self._caretaker = Caretaker(self.store, self.clock, self.health, config.keep_days)
        self._runner: web.AppRunner | None = None
        self.port = config.port
        self._recovered = False

    def _tables(self) -> Tables:
        pace = BotPace(self.config.bot_least, self.config.bot_most)
        services = Services(
            clock=self.clock,
            thinker=Thinker(
                bot_called, self._executor, pace, self.chance, self.health, self.engines
            ),
            fund=Purses(self.wallet, self.hub, self.chance).fund,
            seed=self.chance.seed,
            draining=lambda: self.house.drain.on,
            meters=self.metrics,
        )
        table_pace = Pace(autoplay_ms=self.config.autoplay_ms, next_ms=self.config.next_ms)
        return Tables(self.store, services, self.health, self.hub, self.chance, table_pace)

    def _competitions(self) -> Competitions:
        competitions = Competitions(
            Stage(
                store=self.store,
                tables=self.tables,
                lobby=self.lobby,
                wallet=self.wallet,
                hub=self.hub,
                clock=self.clock,
                random=self.chance,
                health=self.health,
                config=self.config,
                is_operator=self.house.register.is_operator,
                draining=lambda: self.house.drain.on,
                admission=self.house.rules.admission,
            )
        )
        self.company.watching.cups = competitions.sight
        self.wallet.parked = competitions.sight.parked
        return competitions

    def _web(self) -> tuple[web.Application, Sockets]:
        platform = Platform(
            store=self.store,
            wallet=self.wallet,
            rooms=self.rooms,
            lobby=self.lobby,
            tables=self.tables,
            hub=self.hub,
            health=self.health,
            clock=self.clock,
        )
        tokens = Tokens(read_secret(self.config.data_dir))
        front = self._front = Front(self._ground(), self.config, tokens)
        http = Http(
            platform,
            front.door,
            front.limiter,
            front.accounts,
            self._problems,
            self.house.register.is_operator,
        )
        self.hub.serve(http.room_views, self._table_of)
        desk = Desk(
            lobby=self.lobby,
            tables=self.tables,
            acting=Acting(self.store, self.tables),
            hub=self.hub,
            clock=self.clock,
            health=self.health,
            hints=hints,
            executor=self._executor,
            company=self.company.desk,
            cups=self.competitions.desk,
            players=self.players,
            house=self.house.open(self._site(front)),
            rate=self.config.rate,
            burst=self.config.burst,
        )
        sockets = Sockets(
            desk,
            front.door,
            http.welcome,
            front.origins,
            front.limiter,
            self.config.address_connections,
        )
        handlers = Handlers(
            http=http,
            records=Records(
                self.archive,
                self._boards,
                front.door,
                self._executor,
                self.competitions.sight.secret,
            ),
            sheets=Sheets(self.rooms, self.tables),
            people=front.people(http.player_view),
            gifts=Gifts(self.wallet, self.hub, front.door),
            cups=self.competitions.handlers(front.door, front.limiter),
            admin=self.house.handlers(front),
            metrics=self._measurements(sockets),
            sockets=sockets.handle,
            client=Client(client_folder()),
        )
        return web_app(front.gate, handlers), sockets

    def _ground(self) -> Ground:
        return Ground(
            store=self.store,
            archive=self.archive,
            players=self.players,
            wallet=self.wallet,
            tables=self.tables,
            lobby=self.lobby,
            friends=self.company.friends,
            hub=self.hub,
            clock=self.clock,
            random=self.chance,
            ban=self.house.register.ban,
            about=self.house.register.about,
            entering=self.competitions.entering,
        )

    def _measurements(self, sockets: Sockets) -> MetricsHttp:
        gauges = Gauges(
            tables=self.tables,
            rooms=self.rooms,
            lobby=self.lobby,
            hub=self.hub,
            health=self.health,
            drain=self.house.drain,
            writer=self.store.writer,
            outbox=sockets.longest,
        )
        self.metrics.watch(gauges.look)
        config, addresses = self.config, Addresses(self.config.proxies)
        return MetricsHttp(self.metrics.text, config.metrics, config.metrics_token, addresses)

    def _site(self, front: Front) -> Site:
        return Site(
            tables=self.tables,
            rooms=self.rooms,
            lobby=self.lobby,
            company=self.company,
            wallet=self.wallet,
            health=self.health,
            problems=self._problems,
            going=front.going,
        )

    def _table_of(self, player: str) -> TableState | None:
        table_id = self.tables.seating.table_of(player)
        runner = None if table_id is None else self.tables.find(table_id)
        return None if runner is None else runner.state

    def _problems(self) -> list[str]:
        problems = []
        if self.health.storing:
            problems.append(f"{self.health.storing} tables wait for the disk")
        if not self.store.writer.alive:
            problems.append("nothing can be stored any more")
        if not self._recovered or self.tables.recovering:
            problems.append("recovering: tables of before the restart are not going on yet")
        if self.house.drain.on:
            problems.append("draining: no new hands begin")
        return problems

    async def start(self) -> None:
        """Go on with the tables of before, then listen. Raises OSError when the port is taken."""
        app, self._sockets = self._web()
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=3)
        await self._runner.setup()
        self._prepare()
        await self.house.register.load()
        await self._go_on()
        self._recovered = True
        site = web.TCPSite(self._runner, self.config.host, self.config.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        hostkey.publish(self.config.data_dir, self.config.host, self.port, self.house.token)
        log.info("open on port %d, version %s", self.port, dizhu.__version__)
        _spare_the_collector()
        self._caretaker.begin(
            (
                self.hub.tell_lobby,
                self.company.play.watch_over,
                self.competitions.cups.watch_over,
                self.competitions.news.tell,
            )
        )

    def _prepare(self) -> None:
        """The tables of plays take a tenth of a second to build: not while somebody waits."""
        for room in self.rooms.values():
            patterns_for(room.ruleset)
        self.engines.start()
        self.competitions.prepare()

    async def _go_on(self) -> None:
        last = await self.store.last_beat()
        outage = 0 if last is None else self.clock.now() - last
        found = await self.tables.restore(outage)
        self.lobby.remember()
        await self.company.restore()
        await self.competitions.cups.restore(outage)
        if found:
            log.warning("going on with %d tables after %.1f s", found, outage / 1000)

    def reload_rooms(self) -> bool:
        """Read the catalogue of rooms again. One that makes no sense is refused, loudly, and all
        stays as it was; whether it was taken.
        """
        try:
            rooms = read_rooms(self.config)
        except ConfigError as error:
            self.health.count("rooms_refused")
            log.error("the rooms stay as they were: %s", error)
            return False
        self.rooms.become(rooms)
        self._prepare()
        self.lobby.rooms_changed()
        log.warning("the catalogue has %d rooms now", len(rooms))
        return True

    async def stop(self) -> None:
        """Send the clients away, end the tables' tasks, close the store. Tables stay open."""
        self._caretaker.stop()
        hostkey.withdraw(self.config.data_dir)
        if self._runner is not None:
            await self._sockets.stop()
            await self._runner.cleanup()
            self._front.close()
        await self.lobby.stop()
        await self.company.stop()
        await self.competitions.cups.stop()
        await self.tables.stop()
        self._executor.shutdown()
        self.engines.close()
        self.archive.close()
        self.store.close()
        log.info("closed")


def _spare_the_collector() -> None:
    """Full collections stop everything: for 150 ms with the tables of rules and 200 games.

    What is there now is left out of them, and they become rare: next to nothing here is cyclic.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 200)
