"""Puts together the competitions."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.resources import files

from dizhu.app.cups.entering import Entering, Means
from dizhu.app.cups.house import House
from dizhu.app.cups.office import Cups, Desk
from dizhu.app.cups.sight import Sight
from dizhu.app.health import Health
from dizhu.app.lobby import Admission, Lobby
from dizhu.app.ports import Clock
from dizhu.app.tables import Tables
from dizhu.app.wallet import Wallet
from dizhu.bootstrap.config import Config, ConfigError
from dizhu.bootstrap.system import Chance
from dizhu.rules.patterns import patterns_for
from dizhu.server.cup_archive import CupArchive
from dizhu.server.cup_desk import CupDesk
from dizhu.server.cup_http import CupHttp, CupOffice
from dizhu.server.cup_news import CupNews
from dizhu.server.cup_view import CupViews
from dizhu.server.door import Door
from dizhu.server.hub import Hub
from dizhu.server.limiter import Limiter
from dizhu.store.cups import SqliteCups
from dizhu.store.sqlite import SqliteStore
from dizhu.table import Pace
from dizhu.tournament import Competition, CompetitionError
from dizhu.tournament.catalogue import parse


@dataclass(frozen=True, slots=True)
class Stage:
    """What the server has built before."""

    store: SqliteStore
    tables: Tables
    lobby: Lobby
    wallet: Wallet
    hub: Hub
    clock: Clock
    random: Chance
    health: Health
    config: Config
    is_operator: Callable[[str], bool]
    draining: Callable[[], bool]
    admission: Admission


class Competitions:
    """Everything about competitions in a running server."""

    def __init__(self, stage: Stage) -> None:
        config = stage.config
        self._stage = stage
        self._shelf = SqliteCups(stage.store)
        self._toml = _text(config)
        self.news = CupNews(stage.hub, stage.clock, self._shelf)
        house = House(
            tables=stage.tables,
            name_of=lambda player: self.cups.roster.name(player),  # noqa: PLW0108 - made below
            bot=config.bot,
            pace=Pace(autoplay_ms=config.autoplay_ms, next_ms=config.next_ms),
            rest_ms=config.cup_rest_ms,
            draining=stage.draining,
        )
        desk = Desk(
            store=stage.store,
            shelf=self._shelf,
            clock=stage.clock,
            random=stage.random,
            health=stage.health,
            audience=self.news,
            cancel=stage.lobby.cancel,
            seed=stage.random.seed,
        )
        self.cups = Cups(house, desk, _catalogue(self._toml, config))
        self.entering = Entering(
            Means(
                cups=self.cups,
                shelf=self._shelf,
                wallet=stage.wallet,
                audience=self.news,
                clock=stage.clock,
                random=stage.random,
                is_operator=stage.is_operator,
                seating=stage.tables.seating,
                admission=stage.admission,
                most_given=config.compensation_most,
            )
        )
        self.desk = CupDesk(self.entering, self.news)
        self.sight = Sight(self.cups, stage.tables.seating)
        self.views = CupViews(self.cups, self.sight, stage.clock, self.desk.may_run)
        self.news.serve(self.cups, self.views, self.desk.may_see)

    def handlers(self, door: Door, limiter: Limiter) -> CupHttp:
        """Of the routes of competitions."""
        return CupHttp(
            CupOffice(
                entering=self.entering,
                shelf=self._shelf,
                archive=CupArchive(self.cups, self._shelf),
                desk=self.desk,
                news=self.news,
                views=self.views,
                clock=self._stage.clock,
                limiter=limiter,
                door=door,
                toml=self._toml,
            )
        )

    def prepare(self) -> None:
        """The tables of plays take a tenth of a second to build: not while somebody waits."""
        for competition in self.cups.catalogue.values():
            patterns_for(competition.ruleset)


def _text(config: Config) -> str:
    try:
        if config.cups is not None:
            return config.cups.read_text(encoding="utf-8")
        return files("dizhu.tournament").joinpath("catalogue.toml").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"the catalogue of competitions cannot be read: {error}") from error


def _catalogue(toml: str, config: Config) -> dict[str, Competition]:
    try:
        found = parse(toml)
    except CompetitionError as error:
        raise ConfigError(f"the catalogue of competitions cannot be used: {error}") from error
    if config.deal_step_ms is None:
        return found
    options = {"deal_step_ms": config.deal_step_ms}
    return {
        key: replace(found, ruleset=found.ruleset.with_options(options))
        for key, found in found.items()
    }
