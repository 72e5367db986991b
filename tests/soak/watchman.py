"""What must hold all the while: clocks, beans, books, acknowledgements."""

import asyncio
import random
import sqlite3
from contextlib import suppress

from dizhu.app.ports import CommandKey, StorageFailed
from dizhu.store.audit import Count
from dizhu.store.audit.ledger import ledger_differences
from dizhu.store.audit.tables import audit_tables
from dizhu.table import Status, TableState
from tests.soak.house import House
from tests.soak.patron import Patron

ROUND_SECONDS = 20.0
LATE_MS = 4_000
"""A deadline may be late by the time that a disk refuses, and no more."""
HAND_MS = 30 * 60 * 1000
"""No hand takes longer: all clocks of all its questions together."""
BOOKS_EVERY = 50
"""Rounds between two looks at all accounts: it is much work."""
TABLES_AT_A_TIME = 50


class Watchman:
    """Walks around; writes down what is wrong."""

    def __init__(self, house: House, patrons: list[Patron], sample: float, seed: object) -> None:
        self.house = house
        self.patrons = patrons
        self.wrong: list[str] = []
        self.audited = Count()
        self.checked_commands = 0
        self._sample = sample
        self._random = random.Random(str(seed))
        self._began: dict[str, tuple[int, int]] = {}
        self._missing: dict[tuple[str, str], int] = {}
        """Since when a player is bound to a table that is not there."""
        self._rounds = 0

    @property
    def connection(self) -> sqlite3.Connection:
        """To read what is stored."""
        return self.house.store._reading

    async def walk(self) -> None:
        """For ever."""
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            await self.look()

    async def look(self) -> None:
        """One round."""
        self._rounds += 1
        for runner in self.house.tables.runners():
            self._table(runner.state)
        self._seats()
        await self._acknowledged()
        self._closed()
        with suppress(StorageFailed):  # another time
            await self._tidy_up(self.house.clock.now())
        if self._rounds % BOOKS_EVERY == 0:
            self.books()

    def _table(self, table: TableState) -> None:
        now = self.house.clock.now()
        late = now - min((c.at for c in table.clocks), default=now)
        if late > LATE_MS:
            self.wrong.append(f"table {table.table_id}: a clock is late by {late} ms")
        if table.status is Status.PLAYING and not table.clocks:
            self.wrong.append(f"table {table.table_id}: a hand without a clock")
        longest = table.pace.next_ms + LATE_MS
        quiet = now - self.house.changed_at[table.table_id]
        if not table.clocks and quiet > longest:
            self.wrong.append(f"table {table.table_id}: nothing for {quiet} ms")
        hand_no, since = self._began.get(table.table_id, (-1, now))
        if hand_no != table.hand_no:
            self._began[table.table_id] = (table.hand_no, now)
        elif now - since > HAND_MS:
            self.wrong.append(f"table {table.table_id}: hand {hand_no} goes on for ever")

    async def _acknowledged(self) -> None:
        """Whatever was acknowledged is in the log, as the version that was told."""
        for patron in self.patrons:
            for command, version in patron.acked.items():
                key = CommandKey(patron.player.id, command)
                stored = await self.house.store.command_version(key)
                if stored != version:
                    self.wrong.append(f"{key} was acknowledged as {version}, stored as {stored}")
            self.checked_commands += len(patron.acked)
            patron.acked.clear()

    async def _tidy_up(self, now: int) -> None:
        """As the server does, but sooner."""
        await self.house.store.forget_tables(now - 1, TABLES_AT_A_TIME)
        await self.house.store.forget_commands(now - 3600 * 1000)

    def _closed(self) -> None:
        """Some of the tables that are over are audited, as `dizhu verify` does it."""
        ended, self.house.closed = self.house.closed, []
        for table in ended:
            self._began.pop(table, None)
            if self._random.random() < self._sample:
                found = audit_tables(self.connection, [(table, False)], None)
                self.wrong.extend(map(str, found.differences))
                self.audited.hands += found.hands

    def books(self) -> None:
        """Beans are conserved, nobody is below zero, no account differs from its transfers."""
        self.wrong.extend(map(str, ledger_differences(self.connection, Count())))

    def _seats(self) -> None:
        """Nobody is bound to a table that is no more (or that is not stored soon)."""
        now, missing = self.house.clock.now(), dict[tuple[str, str], int]()
        for patron in self.patrons:
            place = self.house.tables.seating.bound(patron.player.id)
            if place is None or self.house.tables.find(place.table) is not None:
                continue
            seat = (patron.player.id, place.table)
            missing[seat] = self._missing.get(seat, now)
            if now - missing[seat] > LATE_MS:
                self.wrong.append(f"{patron.player.id} is bound to {place.table}, which is gone")
        self._missing = missing
