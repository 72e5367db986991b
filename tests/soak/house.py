"""The application as the server builds it, without a network, in virtual time; all its rooms."""

import asyncio
import random
from collections import Counter
from collections.abc import Coroutine, Iterable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from dizhu.app.acting import Acting
from dizhu.app.health import Health
from dizhu.app.lobby import Lobby
from dizhu.app.notices import Update, Waiting
from dizhu.app.players import Players
from dizhu.app.purses import Purses
from dizhu.app.rooms import load_rooms
from dizhu.app.table_runner import Services
from dizhu.app.tables import Tables
from dizhu.app.thinking import BotPace, Thinker
from dizhu.app.wallet import Wallet
from dizhu.ledger.transfers import Transfer, player_account
from dizhu.table import Pace
from dizhu.table.events import Settled
from dizhu.table.view import PublicEvent
from tests.soak.inline_store import open_store
from tests.soak.moves import QuickBot
from tests.soak.virtual_time import Inline

T = TypeVar("T")

EPOCH_MS = 1_780_000_000_000


class Guest(Protocol):
    """Somebody who is told what the application tells him."""

    def happened(self, update: Update) -> None:
        """At his table."""
        ...

    def left(self, table: str) -> None:
        """He sits there no longer."""
        ...


class LoopClock:
    """The loop's time, as milliseconds since 1970."""

    def now(self) -> int:
        """Now."""
        return EPOCH_MS + round(asyncio.get_running_loop().time() * 1000)


class Dice:
    """All chance from one number."""

    def __init__(self, seed: object) -> None:
        self.random = random.Random(str(seed))
        self._tokens = 0

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
        self._tokens += 1
        return f"{self._tokens:06d}{self.random.randbytes(5).hex()}"


class House:
    """Everything below the server; it is its own audience."""

    def __init__(self, folder: Path, seed: object, *, refuse: float, deal_step_ms: int) -> None:
        self.dice = Dice(seed)
        self.health = Health()
        self.clock = LoopClock()
        self.store = open_store(folder, self.dice.random, refuse)
        self.rooms = load_rooms(None, {"deal_step_ms": deal_step_ms})
        self.wallet = Wallet(self.store, self.clock)
        self.players = Players(self.store, self.clock, self.dice)
        thinker = Thinker(QuickBot, Inline(), BotPace(), self.dice, self.health)
        services = Services(
            clock=self.clock,
            thinker=thinker,
            fund=Purses(self.wallet, self, self.dice).fund,
            seed=lambda: self.dice.random.randbytes(32),
        )
        self.tables = Tables(self.store, services, self.health, self, self.dice, Pace())
        self.wallet.debits.counted = self.tables.counts_on
        self.lobby = Lobby(self.rooms, self.tables, self.wallet, self, self.clock, "quick")
        self.acting = Acting(self.store, self.tables)
        self.guests: dict[str, Guest] = {}
        self.hands: Counter[str] = Counter()
        self.ends: Counter[str] = Counter()
        self.changed_at: dict[str, int] = {}
        self.closed: list[str] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self.tables.followers.append(self._follow)

    def _follow(self, update: Update) -> None:
        table = update.table
        self.changed_at[table.table_id] = self.clock.now()
        for happened in update.events:
            self._count(table.room, happened.event)
        if table.close_reason is not None:
            self.ends[f"table {table.close_reason}"] += 1
            self.closed.append(table.table_id)
            del self.changed_at[table.table_id]

    def _count(self, room: str, event: PublicEvent) -> None:
        if isinstance(event, Settled):
            self.hands[room] += 1
            self.ends[f"hand {event.settlement.end}"] += 1

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something beside."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        """What failed goes to the loop's handler, and so into the report."""
        self._tasks.discard(task)
        if not task.cancelled():
            task.result()

    async def endow(self, player: str, beans: int) -> None:
        """Beans for somebody who plays in rich rooms."""
        transfer = Transfer(
            f"soak:{player}:{self.dice.token()}",
            "house:soak",
            player_account(player),
            beans,
            "opening",
        )
        await self.store.post([transfer], self.clock.now())

    async def stop(self) -> None:
        """All tables stay as they are."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.lobby.stop()
        await self.tables.stop()

    # --- the audience ---

    def table_changed(self, update: Update) -> None:
        """To the people who sit there."""
        for seat in update.table.seats:
            guest = self.guests.get(seat.player.id)
            if guest is not None and not seat.left:
                guest.happened(update)

    def left(self, player: str, table: str, reason: str) -> None:
        """Somebody sits there no longer."""
        self.ends[f"seat {reason}"] += 1
        self.guests[player].left(table)

    def seated(self, player: str, table: str) -> None:
        """He learns it from his table."""

    def beans_changed(self, player: str, beans: int) -> None:
        """Nobody may be told that he has less than nothing."""
        assert beans >= 0, f"{player} was told that he has {beans} beans"

    def queued(self, player: str, waiting: Waiting) -> None:
        """Nothing to do."""

    def unqueued(self, player: str, room: str, reason: str) -> None:
        """Nothing to do."""

    def lobby_changed(self) -> None:
        """Nothing to do."""
