"""All cups of this server: announced in time, found again after a restart, forgotten when over."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from dizhu.app.cups.calling import Calling
from dizhu.app.cups.floor import Floor
from dizhu.app.cups.friendly import EXPIRED, expired
from dizhu.app.cups.house import House
from dizhu.app.cups.names import table_name
from dizhu.app.cups.ports import CupAudience, CupShelf
from dizhu.app.cups.returning import go_on
from dizhu.app.cups.roster import Roster, people_of
from dizhu.app.cups.runner import Change, CupRunner
from dizhu.app.health import Health
from dizhu.app.notices import Refusal, Update
from dizhu.app.operators.deeds import Order
from dizhu.app.ports import Clock, Random, Store
from dizhu.table import Status
from dizhu.tournament import Competition, Cup, Phase, next_start
from dizhu.tournament.commands import Cancel, Extend, Open

log = logging.getLogger(__name__)

LOOK_SECONDS = 2.0
KEEP_MS = 600_000
"""A cup that is over is remembered so long for those who look at it."""
MOST_CUPS = 500
"""So many of operators, and as many private ones, may be announced or run."""
REVIVALS = 3


@dataclass(frozen=True, slots=True)
class Desk:
    """What the office works with. `cancel`: somebody looks for a game no more."""

    store: Store
    shelf: CupShelf
    clock: Clock
    random: Random
    health: Health
    audience: CupAudience
    cancel: Callable[[str, str], object]
    seed: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Running:
    """A cup with its tables."""

    runner: CupRunner
    floor: Floor
    calling: Calling

    @property
    def cup(self) -> Cup:
        """As it is stored."""
        return self.runner.cup


class Cups:
    """Every cup that is announced or runs, and those that have just ended."""

    def __init__(self, house: House, desk: Desk, catalogue: Mapping[str, Competition]) -> None:
        self.catalogue = catalogue
        self.roster = Roster()
        self._house = house
        self._desk = desk
        self._cups: dict[str, Running] = {}
        self._opening: dict[str, tuple[str | None, str | None]] = {}
        """Host and code of those whose announcement is being stored."""
        self._revivals: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False
        house.tables.followers.append(self._follow)

    def __len__(self) -> int:
        return sum(not r.runner.over for r in self._cups.values())

    def find(self, cup_id: str) -> Running | None:
        """A cup that is announced or runs, or has just ended."""
        found = self._cups.get(cup_id)
        return None if found is None or found.runner.state is None else found

    def all(self) -> Iterator[Running]:
        """Those that are not over."""
        return (r for r in self._cups.values() if r.runner.state is not None and not r.runner.over)

    def by_code(self, code: str) -> Running | None:
        """The private cup that a code opens."""
        wanted = code.strip().upper()
        return next((r for r in self.all() if r.cup.code == wanted), None)

    def hosted(self, host: str) -> int:
        """How many private cups of a host are announced or run, or are just being announced."""
        return sum(by == host and code is not None for by, code in self._made())

    def _made_by_people(self, *, private: bool) -> int:
        return sum(
            host is not None and (code is not None) == private for host, code in self._made()
        )

    def _made(self) -> Iterable[tuple[str | None, str | None]]:
        """Host and code of all that are not over, or are just being announced."""
        known = {r.cup.id: (r.cup.host, r.cup.code) for r in self.all()}
        return (known | self._opening).values()

    # --- announcing ---

    async def announce(
        self,
        competition: Competition,
        *,
        host: str | None = None,
        code: str | None = None,
        starts_at: int | None = None,
        order: Callable[[str], Order] | None = None,
    ) -> str | Refusal:
        """A new cup; its id. `order`: an operator's, of the id, stored with it. Raises
        CompetitionError, ValueError for one that makes no sense.
        """
        if host is not None and self._made_by_people(private=code is not None) >= MOST_CUPS:
            self._desk.health.count("cups_refused")
            return Refusal("too_many_cups")  # the house's own are never refused
        cup_id = self._desk.random.token().replace("-", "_")
        opening = Open(
            cup_id=cup_id,
            competition=competition,
            seed=self._desk.seed().hex(),
            starts_at=starts_at,
            host=host,
            code=code,
        )
        running = self._new(cup_id)
        self._run(running)
        self._opening[cup_id] = (host, code)
        try:
            result = await running.runner.ask(opening, None if order is None else order(cup_id))
        finally:
            del self._opening[cup_id]
        if isinstance(result, Refusal):
            self._cups.pop(cup_id, None)
            await running.runner.stop()
            return result
        return cup_id

    async def ensure(self) -> None:
        """Of every competition that begins by itself there is one that can be entered."""
        for competition in self.catalogue.values():
            if competition.start.mode == "hand" or self._is_announced(competition.key):
                continue
            starts_at = None
            if competition.start.mode == "at":
                starts_at = next_start(competition.start, self._desk.clock.now())
                if starts_at is None:
                    continue
            await self.announce(competition, starts_at=starts_at)

    def _is_announced(self, key: str) -> bool:
        return any(
            r.cup.competition.key == key
            and r.cup.phase is Phase.REGISTERING
            and r.cup.host is None
            and r.cup.code is None
            for r in self.all()
        )

    async def watch_over(self) -> None:
        """For ever: announce what is to come, begin what was held up, end private cups in which
        nothing happens, forget what is over.
        """
        while True:
            await self.ensure()
            for running in list(self.all()):
                if expired(running.cup, self._desk.clock.now()):
                    running.runner.demand(Cancel(EXPIRED))
                elif running.cup.phase is Phase.RUNNING:
                    running.floor.arrange()
            self._forget()
            await asyncio.sleep(LOOK_SECONDS)

    def _forget(self) -> None:
        before = self._desk.clock.now() - KEEP_MS
        for cup_id, running in list(self._cups.items()):
            if running.runner.over and (running.cup.finished_at or 0) < before:
                running.floor.stop()
                del self._cups[cup_id]

    # --- coming and going of the server ---

    async def restore(self, outage_ms: int) -> int:
        """Go on with the cups of before; the tables must have been restored. How many."""
        for cup_id in await self._desk.shelf.live():
            try:
                await self._restore(cup_id, outage_ms)
            except Exception:
                self._desk.health.count("cups_unreadable")
                log.exception("the cup %s cannot be read; it is left alone", cup_id)
        return len(self)

    async def _restore(self, cup_id: str, outage_ms: int) -> None:
        running = self._new(cup_id)
        try:
            running.runner.restore(await self._desk.shelf.log(cup_id))
        except Exception:
            del self._cups[cup_id]
            raise
        cup = running.cup
        self.roster.call(await self._desk.shelf.names(people_of(cup)))
        self.roster.restore(cup)
        self._run(running)
        if outage_ms < 0 or (cup.phase is Phase.RUNNING and outage_ms > 0):
            running.runner.demand(Extend(outage_ms))
        go_on(running.runner, running.floor, await self._desk.shelf.streams(cup_id))

    async def stop(self) -> None:
        """End all writers, before the tables stop; everything goes on after the next start."""
        self._stopping = True
        for running in self._cups.values():
            running.floor.stop()
        await asyncio.gather(*(r.runner.stop() for r in self._cups.values()))

    def _new(self, cup_id: str) -> Running:
        desk = self._desk
        runner = CupRunner(cup_id, desk.store, desk.clock, desk.health, self._changed)
        calling = Calling(
            self._house.tables, desk.clock, desk.cancel, desk.audience.called, runner.demand
        )
        floor = Floor(self._house, runner, calling)
        calling.let_go = floor.let_go
        running = self._cups[cup_id] = Running(runner, floor, calling)
        return running

    def _run(self, running: Running) -> None:
        running.runner.start().add_done_callback(partial(self._ended, running))

    def _ended(self, running: Running, task: asyncio.Task[None]) -> None:
        """A writer ends with its cup; one that died is begun again from what is stored."""
        cup_id = running.runner.id
        if self._stopping or task.cancelled() or task.exception() is None:
            return
        self._desk.health.count("cup_runners_died")
        log.error("the task of cup %s died", cup_id, exc_info=task.exception())
        self._revivals[cup_id] = self._revivals.get(cup_id, 0) + 1
        running.floor.stop()
        if running.runner.state is not None and self._revivals[cup_id] <= REVIVALS:
            revival = asyncio.create_task(self._restore(cup_id, 0))
            self._tasks.add(revival)
            revival.add_done_callback(self._tasks.discard)

    # --- what happens ---

    def _changed(self, change: Change) -> None:
        """A cup has stored something: the roster, the tables, then the people."""
        try:
            running = self._cups[change.after.id]
            self.roster.follow(change.after, change.events)
            running.floor.react(change)
            self._desk.audience.cup_changed(change.after, change.events)
            for account, beans in change.balances.items():
                if account.startswith(PLAYER):
                    self._desk.audience.beans_changed(account.removeprefix(PLAYER), beans)
            for player in _holders(change):
                self._desk.audience.holdings_changed(player)
        except Exception:
            self._desk.health.count("cup_errors")
            log.exception("what follows from a change of cup %s failed", change.after.id)

    def _follow(self, update: Update) -> None:
        """Something happened at a table, of a cup or not."""
        name = table_name(update.table.table_id)
        running = None if name is None else self._cups.get(name.cup)
        if running is not None and name is not None and running.runner.state is not None:
            running.floor.follow(name, update)
        if _somebody_is_free(update):
            for other in list(self._cups.values()):
                other.calling.look_again()


PLAYER = "player:"


def _holders(change: Change) -> set[str]:
    accounts = {a for m in change.postings.moves for a in (m.debit, m.credit)}
    return {a.removeprefix(PLAYER) for a in accounts if a.startswith(PLAYER)}


def _somebody_is_free(update: Update) -> bool:
    before = update.before
    if update.table.status is Status.CLOSED or update.table.status is Status.BETWEEN:
        return True
    return before is not None and any(
        now.left and not then.left
        for now, then in zip(update.table.seats, before.seats, strict=True)
    )
