"""A person who plays as people do: answers, drops, comes back, changes devices, escapes."""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from dizhu.app.lobby import Join
from dizhu.app.notices import Done, Refusal, Update
from dizhu.app.players import Player
from dizhu.app.ports import CommandKey, StorageFailed
from dizhu.rules.actions import Seat
from dizhu.rules.view import observe
from dizhu.server import protocol as p
from dizhu.server.actions import command_of, not_ahead
from dizhu.table import Status, TableState
from tests.soak.house import House
from tests.soak.moves import any_play, move

QUIET_SECONDS = 40.0
"""Without a table for so long somebody looks elsewhere."""


@dataclass(slots=True)
class Device:
    """A phone or a page: what it has seen, and whether it has a connection."""

    seen: int = 0
    there: bool = True


class Patron:
    """A guest of the house. Everything he sends has the form of the protocol."""

    def __init__(self, house: House, player: Player, seed: object, figures: Counter[str]) -> None:
        self.house = house
        self.player = player
        self.random = random.Random(str(seed))
        self.figures = figures
        self.device = Device()
        self.table: TableState | None = None
        self.acked: dict[str, int] = {}
        self._commands = 0
        self._question: tuple[str, int] | None = None
        self._news = asyncio.Event()
        house.guests[player.id] = self

    # --- between tables ---

    async def live(self) -> None:
        """For ever: look for a game, play, rest."""
        while True:
            await asyncio.sleep(self.random.uniform(1, 15))
            if self.table is None:
                await self._look_for_a_game()
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), QUIET_SECONDS)
            except TimeoutError:
                if self.table is None and self.house.lobby.cancel(self.player.id):
                    self.figures["looked elsewhere"] += 1

    async def _look_for_a_game(self) -> None:
        room = self.random.choice(list(self.house.rooms))
        start = self.random.choice(("ask", "ready", "ready", "show"))
        wish = Join(room, bots=self.random.random() < 0.3, start=start)
        try:
            result = await self.house.lobby.join(self.player, self.new_id(), wish)
        except StorageFailed:
            self.figures["join while the disk refuses"] += 1
            return
        if isinstance(result, Refusal):
            self.figures[f"join {result.code}"] += 1
            await self._visit_the_bank(result.code)
        elif self.random.random() < 0.05 and self.house.lobby.cancel(self.player.id):
            self.figures["cancelled"] += 1

    async def _visit_the_bank(self, code: str) -> None:
        """Who has too few beans again and again is given some, so that all rooms are used."""
        if code == "not_enough_beans" and self.random.random() < 0.1:
            with suppress(StorageFailed):
                await self.house.endow(self.player.id, self.random.choice((5_000, 200_000)))
                self.figures["given beans"] += 1

    def new_id(self) -> str:
        """For a command."""
        self._commands += 1
        return f"c{self._commands}"

    # --- at a table ---

    def left(self, table: str) -> None:
        """He sits there no longer."""
        if self.table is not None and self.table.table_id == table:
            self.table = None
            self.device = Device()
        self._news.set()

    def happened(self, update: Update) -> None:
        """News; without a connection nobody hears them."""
        self._news.set()
        table = update.table
        if self.table is None or self.table.table_id != table.table_id:
            self.device = Device()
        if table.status is Status.CLOSED:
            return
        self.table = table
        if self.device.there:
            self.device.seen = table.version
            self._consider(table)

    def _consider(self, table: TableState) -> None:
        seat = table.seat_of(self.player.id)
        if seat is None:
            return
        if table.status is Status.PLAYING:
            clock = table.clock_of(seat)
            if clock is not None and self._question != (table.table_id, clock.since):
                self._question = (table.table_id, clock.since)
                self._later(self.random.uniform(0.3, 3.0), self._answer)
        elif table.settlement is not None and self._question != (table.table_id, -table.hand_no):
            self._question = (table.table_id, -table.hand_no)
            self._later(self.random.uniform(0.5, 6.0), self._after_the_hand)

    def _later(self, seconds: float, what: object) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(seconds, what)  # type: ignore[arg-type]

    def _answer(self) -> None:
        """One of the things people do when they are asked."""
        table, device = self.table, self.device
        seat = None if table is None else table.seat_of(self.player.id)
        if table is None or seat is None or not device.there:
            return
        mood = self.random.random()
        if mood < 0.010:
            self._drop()
        elif mood < 0.014:
            self._change_device(table, seat)
        elif mood < 0.017:
            self._say(p.EscapeAction(), "escape")
        elif mood < 0.022:
            self._say(p.AutoplayAction(on=True), "autoplay")
            self._later(self.random.uniform(1, 20), self._take_back)
        elif mood < 0.030:
            self._say(any_play(self.random), "forged")
            self._move(table, seat)
        else:
            self._move(table, seat)

    def _move(self, table: TableState, seat: Seat) -> None:
        hand = table.hand
        if hand is None or seat not in hand.asked():
            return
        action = move(observe(hand, seat), self.random)
        command_id = self._say(action, "move")
        if self.random.random() < 0.02:  # the answer was slow, so it is sent again
            self._say(action, "repeated", command_id)

    def _after_the_hand(self) -> None:
        table = self.table
        if table is None or table.status is not Status.BETWEEN or not self.device.there:
            return
        chance = self.random.random()
        if chance < 0.75:
            self._say(p.AgainAction(self.random.choice(("ask", "ready", "show"))), "again")
        elif chance < 0.93:
            self._say(p.LeaveAction(), "leave")
        # else: says nothing, and is held to have left

    def _drop(self) -> None:
        """The connection is lost; it comes back, perhaps much later."""
        self.figures["drops"] += 1
        device = self.device
        device.there = False
        self._later(self.random.choice((0.5, 5.0, 30.0, 300.0)), partial(self._reconnect, device))

    def _reconnect(self, device: Device) -> None:
        device.there = True
        if self.device is not device or self.table is None:
            return
        self.figures["reconnects"] += 1
        self._question = None
        device.seen = self.table.version
        self._take_back()
        self._consider(self.table)

    def _take_back(self) -> None:
        """F97: who was played for plays himself again."""
        table = self.table
        seat = None if table is None else table.seat_of(self.player.id)
        if table is None or seat is None or table.status is not Status.PLAYING:
            return
        if table.hand is not None and table.hand.autoplay[seat]:
            self._say(p.AutoplayAction(on=False), "take back")

    def _change_device(self, table: TableState, seat: Seat) -> None:
        """Another device takes over; the older one still sends what it was about to send."""
        self.figures["take-overs"] += 1
        old, self.device = self.device, Device(table.version)
        old.seen = max(0, old.seen - self.random.randrange(12))
        hand = table.hand
        if hand is not None and seat in hand.asked():
            stale = p.Act(
                table.table_id,
                move(observe(hand, seat), self.random),
                self.new_id(),
                old.seen,
            )
            self._later(self.random.uniform(0, 4), lambda: self._send(stale, "of the older device"))
        self._move(table, seat)

    # --- sending ---

    def _say(self, action: p.ActionMessage, what: str, command_id: str | None = None) -> str:
        assert self.table is not None
        message = p.Act(self.table.table_id, action, command_id or self.new_id(), self.device.seen)
        self._send(message, what)
        return message.command_id

    def _send(self, message: p.Act, what: str) -> None:
        self.house.spawn(
            self.house.acting.act(
                CommandKey(self.player.id, message.command_id),
                message.table,
                partial(command_of, message=message),
                not_ahead(message),
                partial(self._told, message.command_id, what),
            )
        )

    def _told(self, command_id: str, what: str, result: Done | Refusal) -> None:
        if isinstance(result, Refusal):
            self.figures[f"{what}: {result.code}"] += 1
            return
        self.figures[what] += 1
        known = self.acked.setdefault(command_id, result.version)
        assert known == result.version, f"{command_id} was acknowledged as {known} and {result}"
