"""Competitions as the server builds them, without a network, in virtual time; and their people, who
play as bots do but are people to the application. It can be killed at any commit.
"""

import asyncio
import random
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from dizhu.app.cups.entering import Entering, Means
from dizhu.app.cups.house import House
from dizhu.app.cups.office import Cups, Desk
from dizhu.app.cups.ports import Call
from dizhu.app.cups.sight import Sight
from dizhu.app.health import Health
from dizhu.app.lobby import Lobby
from dizhu.app.notices import Done, Refusal, Update, Waiting
from dizhu.app.players import Player, Players
from dizhu.app.ports import PlayerRow, StorageFailed
from dizhu.app.purses import Purses
from dizhu.app.rooms import load_rooms
from dizhu.app.table_runner import Services
from dizhu.app.tables import Tables
from dizhu.app.thinking import BotPace, Thinker, bot_called, safe_action
from dizhu.app.wallet import Wallet
from dizhu.ledger.holdings import HOUSE_CUPS, PLATINUM, Move
from dizhu.ledger.transfers import Transfer, player_account
from dizhu.rules.actions import Action, Show
from dizhu.rules.view import Observation, observe
from dizhu.store import holdings
from dizhu.store.audit import Count, audit, open_for_reading
from dizhu.store.codec import every_codec
from dizhu.store.cups import SqliteCups
from dizhu.store.sqlite import SqliteStore
from dizhu.store.writer import Job, Writer, _Entry
from dizhu.table import Act, Pace, Status
from dizhu.tournament import Competition, Cup
from dizhu.tournament.events import CupEvent
from tests.soak.virtual_time import Inline, VirtualLoop

T = TypeVar("T")

ROOMS = """
[[room]]
id = "classic-1"
zh = "经典"
en = "Classic"
ruleset = "qq-classic"
level = 1
stakes = { coefficient = 10, fee = 5, double_threshold = 100 }
options = { deal_step_ms = 0 }
bots_after = 60
"""
EPOCH_MS = 1_780_000_000_000


class Killed(KeyboardInterrupt):
    """The process is gone, as after a kill -9: nothing more is done or stored."""


class MortalWriter(Writer):
    """The store's transactions, each done by who asks for it; at one of them the process dies,
    before it or after it.
    """

    def __init__(self, connection: sqlite3.Connection, chance: random.Random) -> None:
        self._connection = connection
        self._chance = chance
        self.failures = self.commits = self.jobs = 0
        self.observer = lambda _seconds: None
        self.kill_at: int | None = None
        self.refuse = 0.0
        self._dead = False

    async def run(self, job: Job[T]) -> T:
        """What the job returns. Raises what it raises, and StorageFailed."""
        await asyncio.sleep(self._chance.uniform(0.001, 0.01))
        if self._dead:
            raise asyncio.CancelledError
        if self._chance.random() < self.refuse:
            raise StorageFailed("the disk refuses, as it was told to")
        dies = self.kill_at is not None and self.jobs >= self.kill_at
        if dies and self._chance.random() < 0.5:
            self._die()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        (outcome,) = self._commit([_Entry(job, future, loop)])
        if dies:
            self._die()
        if outcome.error is not None:
            raise outcome.error
        result: T = outcome.result
        return result

    def _die(self) -> None:
        self._dead = True
        raise Killed

    @property
    def alive(self) -> bool:
        """Until it is killed."""
        return not self._dead

    def close(self) -> None:
        """Nothing waits."""


class LoopClock:
    """The loop's time, as milliseconds since 1970."""

    def now(self) -> int:
        """Now."""
        return EPOCH_MS + round(asyncio.get_running_loop().time() * 1000)


class Dice:
    """All chance from one text."""

    def __init__(self, seed: object) -> None:
        self.random = random.Random(str(seed))

    def uniform(self, low: float, high: float) -> float:
        """A number between two others."""
        return self.random.uniform(low, high)

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """In another order."""
        result = list(items)
        self.random.shuffle(result)
        return result

    def token(self) -> str:
        """A new id."""
        return self.random.randbytes(6).hex()


@dataclass
class Heard:
    """What everybody was told, in order."""

    calls: list[Call] = field(default_factory=list)
    left: list[tuple[str, str, str]] = field(default_factory=list)
    seated: list[tuple[str, str]] = field(default_factory=list)
    unqueued: list[tuple[str, str]] = field(default_factory=list)
    beans: dict[str, int] = field(default_factory=dict)
    holders: list[str] = field(default_factory=list)


def mortal_store(folder: Path, chance: random.Random) -> SqliteStore:
    """The store of a folder, to be killed; not synced, for the machine lives on."""
    folder.mkdir(parents=True, exist_ok=True)
    store = SqliteStore(folder, every_codec())
    store.writer.close()
    store._writing.execute("PRAGMA synchronous = OFF")
    store.writer = MortalWriter(store._writing, chance)
    store._reader.shutdown()
    store._reader = Inline()  # type: ignore[assignment]
    return store


class Hall:
    """Everything below the server; it is its own audience. `play`: people who do not come move by
    their clocks alone; `generation` counts the starts on the same folder.
    """

    def __init__(
        self,
        folder: Path,
        seed: object,
        catalogue: dict[str, Competition],
        *,
        generation: int = 0,
        bot: str = "random",
        rest_ms: int = 2_000,
        operators: Iterable[str] = (),
    ) -> None:
        self.dice = Dice(f"{seed}/{generation}")
        self.heard = Heard()
        self.health = Health()
        self.clock = LoopClock()
        self.folder = folder
        self.store = mortal_store(folder, random.Random(f"{seed}/{generation}/disk"))
        self.wallet = Wallet(self.store, self.clock)
        self.players = Players(self.store, self.clock, self.dice)
        self.shelf = SqliteCups(self.store)
        self.absent: set[str] = set()
        self.on_change: list[Callable[[Cup, Sequence[CupEvent]], None]] = []
        self.draining = False
        thinker = Thinker(bot_called, Inline(), BotPace(0, 0), self.dice, self.health)
        services = Services(
            clock=self.clock,
            thinker=thinker,
            fund=Purses(self.wallet, self, self.dice).fund,
            seed=lambda: self.dice.random.randbytes(32),
        )
        self.tables = Tables(self.store, services, self.health, self, self.dice, Pace())
        self.wallet.debits.counted = self.tables.counts_on
        rooms = load_rooms(ROOMS)
        self.lobby = Lobby(rooms, self.tables, self.wallet, self, self.clock, bot)
        house = House(
            tables=self.tables,
            name_of=lambda player: self.cups.roster.name(player),  # noqa: PLW0108 - made below
            bot=bot,
            pace=Pace(),
            rest_ms=rest_ms,
            draining=lambda: self.draining,
        )
        desk = Desk(
            store=self.store,
            shelf=self.shelf,
            clock=self.clock,
            random=self.dice,
            health=self.health,
            audience=self,
            cancel=self.lobby.cancel,
            seed=lambda: self.dice.random.randbytes(32),
        )
        self.cups = Cups(house, desk, catalogue)
        self.sight = Sight(self.cups, self.tables.seating)
        self.entering = Entering(
            Means(
                cups=self.cups,
                shelf=self.shelf,
                wallet=self.wallet,
                audience=self,
                clock=self.clock,
                random=self.dice,
                is_operator=set(operators).__contains__,
                seating=self.tables.seating,
            )
        )
        self._bot = bot
        self._tasks: set[asyncio.Task[Any]] = set()
        self._commands = 0
        self._generation = generation

    # --- its people ---

    async def guest(self, player_id: str, beans: int = 0, cards: int = 0) -> Player:
        """Somebody with a name; known already: as he was."""
        now = self.clock.now()
        account = player_account(player_id)
        grants = []
        if beans:
            grants = [Transfer(f"grant:{player_id}", "house:test", account, beans, "opening")]
        row = PlayerRow(player_id, player_id.upper(), "en", "guest", now)
        await self.store.add_player(row, grants)
        if cards:
            move = Move(f"card:{player_id}", HOUSE_CUPS, account, PLATINUM, cards, "gift")
            await self.store.writer.run(lambda c: holdings.post(c, [move], now))
        return Player(row.id, row.name, row.locale, row.kind)

    async def enter(self, player_id: str, cup: str, code: str | None = None) -> Done | Refusal:
        """Somebody enters, and has come in if he was not here."""
        player = await self.guest(player_id)
        return await self.entering.enter(player, self.command(), cup, code)

    def command(self) -> str:
        """A new id of a command, used in no start before."""
        self._commands += 1
        return f"c{self._generation}-{self._commands}"

    def spawn(self, work: Any) -> None:
        """Do something beside."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _play(self, update: Update) -> None:
        """People who are there answer what they are asked."""
        table = update.table
        if table.status is not Status.PLAYING or table.hand is None:
            return
        for seat in table.hand.asked():
            at = table.seats[seat]
            if at.player.bot is None and not at.left and at.player.id not in self.absent:
                runner = self.tables.find(table.table_id)
                if runner is None or table.hand.autoplay[seat]:
                    continue
                action = self._move(table.table_id, observe(table.hand, seat))
                runner.offer(Act(seat, action, table.version), lambda _result: None)

    def _move(self, table: str, seen: Observation) -> Action:
        """What all are asked at once is answered plainly: nothing must depend on who was first."""
        if seen.phase not in ("call", "rob", "play"):
            return safe_action(seen)
        action = bot_called(self._bot, f"{table}:{seen.viewer}").act(seen)
        return safe_action(seen) if action is None or isinstance(action, Show) else action

    # --- coming and going ---

    async def restore(self, outage_ms: int = 0) -> None:
        """Go on with what was before."""
        await self.tables.restore(outage_ms)
        await self.cups.restore(outage_ms)
        for runner in self.tables.runners():
            self._play(Update(0, (), None, runner.state))

    async def stop(self) -> None:
        """Everything stays as it is."""
        for task in list(self._tasks):
            task.cancel()
        await self.cups.stop()
        await self.lobby.stop()
        await self.tables.stop()

    def close(self) -> None:
        """Let go of the folder."""
        self.store.close()

    # --- the audiences ---

    def table_changed(self, update: Update) -> None:
        """To the people who sit there."""
        self._play(update)

    def seated(self, player: str, table: str) -> None:
        """Somebody sits down."""
        self.heard.seated.append((player, table))

    def left(self, player: str, table: str, reason: str) -> None:
        """Somebody sits there no longer."""
        self.heard.left.append((player, table, reason))

    def beans_changed(self, player: str, beans: int) -> None:
        """His balance."""
        assert beans >= 0, f"{player} was told that he has {beans} beans"
        self.heard.beans[player] = beans

    def queued(self, player: str, waiting: Waiting) -> None:
        """Nothing to do."""

    def unqueued(self, player: str, _room: str, reason: str) -> None:
        """He looks for a game no more."""
        self.heard.unqueued.append((player, reason))

    def lobby_changed(self) -> None:
        """Nothing to do."""

    def cup_changed(self, after: Cup, events: Sequence[CupEvent]) -> None:
        """To whoever follows the test."""
        for follower in self.on_change:
            follower(after, events)

    def called(self, call: Call) -> None:
        """Somebody's table is ready."""
        self.heard.calls.append(call)

    def holdings_changed(self, player: str) -> None:
        """His cards or badges."""
        self.heard.holders.append(player)


def differences(folder: Path) -> list[str]:
    """What `dizhu verify` finds."""
    connection = open_for_reading(folder)
    try:
        return [str(d) for d in audit(connection, Count())]
    finally:
        connection.close()


def _note(failures: list[Any], context: dict[str, Any]) -> None:
    """What a killed process leaves behind is no failure."""
    killed = isinstance(context.get("exception"), Killed)
    if not killed and context["message"] != "Task was destroyed but it is pending!":
        failures.append(context)


def run_at(seconds: float, work: Any, failures: list[Any]) -> tuple[Any, float]:
    """Run something from a moment of virtual time on; its result, or Killed, and the moment when it
    ended.
    """
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, VirtualLoop)
        loop._jumping.now = seconds
        loop.set_exception_handler(lambda _loop, context: _note(failures, context))
        try:
            return runner.run(work), loop.time()
        except Killed:
            return Killed, loop.time()
