"""The application without a network: a store in a folder, an audience that remembers."""

import asyncio
import random
import secrets
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from dizhu.app.health import Health
from dizhu.app.lobby import Lobby
from dizhu.app.notices import Done, Refusal, Update, Waiting
from dizhu.app.players import Players
from dizhu.app.purses import Purses
from dizhu.app.rooms import load_rooms
from dizhu.app.table_runner import Services, TableRunner
from dizhu.app.tables import Tables
from dizhu.app.thinking import BotPace, Thinker
from dizhu.app.wallet import Wallet
from dizhu.rules.actions import Action
from dizhu.rules.view import Observation
from dizhu.store.codec import table_codec
from dizhu.store.sqlite import SqliteStore
from dizhu.table import Pace, Player, TableState

T = TypeVar("T")

ROOMS = """
[[room]]
id = "quick"
zh = "快"
en = "Quick"
ruleset = "qq-classic"
level = 1
stakes = { coefficient = 10, fee = 5, double_threshold = 100 }
bots_after = 0.05

[room.options]
deal_step_ms = 0
seconds_start = 0
seconds_call = 1
seconds_rob = 1
seconds_double = 1
seconds_first_play = 1
seconds_play = 1
"""


class Wall:
    """A clock that tests can turn."""

    def __init__(self) -> None:
        self.turned = 0

    def now(self) -> int:
        return int(asyncio.get_running_loop().time() * 1000) + 1_700_000_000_000 + self.turned


class Dice:
    """Chance from a number."""

    def __init__(self) -> None:
        self.random = random.Random(5)

    def uniform(self, low: float, high: float) -> float:
        return self.random.uniform(low, high)

    def shuffled(self, items: Iterable[T]) -> list[T]:
        result = list(items)
        self.random.shuffle(result)
        return result

    def token(self) -> str:
        return secrets.token_hex(6)


@dataclass
class Listeners:
    """An audience that remembers what it was told."""

    updates: list[Update] = field(default_factory=list)
    notices: list[tuple[Any, ...]] = field(default_factory=list)
    fail: bool = False

    def table_changed(self, update: Update) -> None:
        if self.fail:
            raise RuntimeError("a broken listener")
        self.updates.append(update)

    def seated(self, player: str, table: str) -> None:
        self.notices.append(("seated", player, table))

    def left(self, player: str, table: str, reason: str) -> None:
        self.notices.append(("left", player, table, reason))

    def beans_changed(self, player: str, beans: int) -> None:
        self.notices.append(("beans", player, beans))

    def queued(self, player: str, waiting: Waiting) -> None:
        self.notices.append(("queued", player, waiting))

    def unqueued(self, player: str, room: str, reason: str) -> None:
        self.notices.append(("unqueued", player, room, reason))

    def lobby_changed(self) -> None:
        self.notices.append(("lobby",))


class Stage:
    """Everything below the server."""

    def __init__(self, folder: Path, act: Callable[[Observation], Action]) -> None:
        self.health = Health()
        self.store = SqliteStore(folder, table_codec())
        self.clock = Wall()
        self.dice = Dice()
        self.audience = Listeners()
        self.rooms = load_rooms(ROOMS)
        self.wallet = Wallet(self.store, self.clock)
        self.players = Players(self.store, self.clock, self.dice)
        self.executor = ThreadPoolExecutor(2)
        bot = type("Bot", (), {"name": "test", "act": staticmethod(act)})()
        thinker = Thinker(
            lambda _name, _seed: bot, self.executor, BotPace(0, 0), self.dice, self.health
        )
        services = Services(
            clock=self.clock,
            thinker=thinker,
            fund=Purses(self.wallet, self.audience, self.dice).fund,
            seed=lambda: self.dice.random.randbytes(32),
        )
        self.tables = Tables(
            self.store, services, self.health, self.audience, self.dice, Pace(1, 200)
        )
        self.wallet.debits.counted = self.tables.counts_on
        self.lobby = Lobby(self.rooms, self.tables, self.wallet, self.audience, self.clock, "test")

    async def open(self, *people: str) -> TableRunner:
        """A table with some people, the rest bots."""
        sitters = [Player(p, p, start="ready") for p in people]
        for person in people:
            await self.players.add_bot(person, person)
        bots = [self.tables.crew.take() for _ in range(3 - len(people))]
        sitters += [Player(bot, name, bot="test", start="ready") for bot, name in bots]
        result = await self.tables.open(self.rooms["quick"], sitters)
        assert isinstance(result, Done), result
        return next(reversed(self.tables._runners.values()))

    async def close(self) -> None:
        await self.lobby.stop()
        await self.tables.stop()
        self.executor.shutdown()
        self.store.close()


async def until(condition: Callable[[], object], patience: float = 10.0) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(patience):
        while not condition():  # noqa: ASYNC110 - a condition of any kind
            await asyncio.sleep(0.005)


def hands(state: TableState) -> int:
    return state.hand_no - (state.settlement is None)


class Answers:
    """A reply that can be waited for."""

    def __init__(self) -> None:
        self.got: list[Done | Refusal] = []

    def __call__(self, result: Done | Refusal) -> None:
        self.got.append(result)

    async def one(self) -> Done | Refusal:
        await until(lambda: self.got)
        assert len(self.got) == 1
        return self.got[0]
