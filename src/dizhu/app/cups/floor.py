"""The tables of one cup: opened when its people are free, their hands dealt, their results brought
back exactly once.

What has to happen follows from the cup and from the tables as they are stored; nothing here is
remembered over a restart. The log of a table is the outbox of its results: whatever the cup has not
scored yet is reported again, and scored once.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from dizhu.app.cups.calling import Calling
from dizhu.app.cups.house import House
from dizhu.app.cups.names import TableName
from dizhu.app.cups.opening import opening
from dizhu.app.cups.runner import Change, CupRunner
from dizhu.app.notices import Done, Refusal, Update
from dizhu.app.table_runner import TableRunner
from dizhu.rules.actions import SEATS, Autoplay
from dizhu.rules.state import NO3, type_3b
from dizhu.table import Act, Close, Leave, StartHand, Status, TableState
from dizhu.table.events import Settled
from dizhu.tournament import Cup, deal_seed, playing
from dizhu.tournament.commands import Cancel, HandFinished, HandVoided
from dizhu.tournament.events import (
    Cancelled,
    DroppedOut,
    Finished,
    HandDue,
    Hurried,
    Resumed,
    TableClosed,
    TablesSeated,
)
from dizhu.tournament.state import Table

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 5
"""A hand that cannot be finished so often ends the cup: everybody is refunded."""
CLOSED = "cup"
"""Why a table of a cup was closed that has done its duty."""


class Floor:
    """Does at the tables what the cup has decided, and tells the cup what came of it."""

    def __init__(self, house: House, runner: CupRunner, calling: Calling) -> None:
        self._house = house
        self._runner = runner
        self._calling = calling
        self._now_at: dict[int, TableName] = {}
        self._timers: set[asyncio.TimerHandle] = set()
        self._left_over: set[str] = set()

    @property
    def _cup(self) -> Cup:
        return self._runner.cup

    def table_id(self, number: int) -> str | None:
        """The table, as the table layer knows it, that plays for a table of the cup now."""
        name = self._now_at.get(number)
        return None if name is None else name.id

    def stop(self) -> None:
        """No more timers."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    # --- what the cup decides ---

    def react(self, change: Change) -> None:
        """Something happened in the cup, and is stored."""
        for event in change.events:
            match event:
                case TablesSeated(tables=plans):
                    for plan in plans:
                        self.begin(plan.number)
                case HandDue(table=number, attempt=attempt):
                    self._hand_due(number, attempt)
                case Hurried(table=number):
                    self._hurry(number)
                case TableClosed(table=number):
                    self._dismiss(number)
                case DroppedOut(player=player):
                    self._play_for(change.after, player)
                case Resumed():
                    self.arrange()
                case Cancelled() | Finished():
                    self._end(at_once=isinstance(event, Cancelled))
                case _:
                    pass

    def arrange(self) -> None:
        """Whatever is to be played is begun, if it is not yet: after a pause, a drain."""
        for table in list(playing(self._cup)):
            self.begin(table.number)

    def begin(self, number: int) -> None:
        """The present hand of a table: opened, dealt or reported, whichever it wants."""
        table = self._cup.tables.get(number)
        if table is None or table.idle or self._cup.over:
            self._calling.forget(number)
            return
        if self._house.draining():
            return
        name = self._now_at.get(number)
        runner = None if name is None else self._house.tables.find(name.id)
        if name is None or (runner is None and name.id not in self._calling.opening):
            self._open(table)
        elif runner is not None:
            self._go_on(table, name, runner)

    def _hand_due(self, number: int, attempt: int) -> None:
        if attempt > MOST_ATTEMPTS:
            log.error("cup %s: table %d cannot be played", self._cup.id, number)
            self._runner.demand(Cancel("broken"))
        elif attempt:
            self._now_at.pop(number, None)
            self.begin(number)
        else:
            self._later(self._house.rest_ms, self.begin, number)

    # --- opening ---

    def _open(self, table: Table) -> None:
        """As soon as its people are free."""
        if not self._calling.all_free(self._cup, table, partial(self.begin, table.number)):
            return
        name = TableName(self._cup.id, table.number, table.hand, table.attempt)
        self._now_at[table.number] = name
        self._calling.opening.add(name.id)
        command = opening(self._cup, table, name, self._house)
        self._house.tables.launch(command).add_done_callback(partial(self._opened, name))

    def _opened(self, name: TableName, answer: "asyncio.Future[Done | Refusal]") -> None:
        self._calling.opening.discard(name.id)
        if answer.cancelled():
            return
        table = self._cup.tables.get(name.number)
        if isinstance(answer.result(), Refusal):
            log.error("no table %s: %s", name.id, answer.result())
            if table is not None:
                self._runner.demand(HandVoided(table.number, table.hand))
            return
        if table is None or self._cup.over:
            self.close(name.id)
            return
        self._calling.ready(self._cup, table, name.id)
        self.begin(name.number)

    # --- a hand ---

    def _go_on(self, table: Table, name: TableName, runner: TableRunner) -> None:
        """The table is there: deal the hand, unless it plays it or has played it."""
        state = runner.state
        if state.status is Status.PLAYING:
            if table.hurried:
                self._hurry(table.number)
        elif state.hand_no > table.hand - name.hand:
            self._report(name, state)
        elif self._cup.paused_at is None:
            self._deal(table, runner)

    def _deal(self, table: Table, runner: TableRunner) -> None:
        """Who has dropped out is played for."""
        for seat in SEATS:
            entrant = self._cup.entrants.get(table.players[seat])
            at_table = runner.state.seats[seat]
            gone = entrant is not None and entrant.gone and not at_table.left
            if gone and at_table.player.bot is None:
                runner.demand(Leave(seat))
        runner.demand(StartHand((0, 0, 0), deal_seed(self._cup, table)))

    def _hurry(self, number: int) -> None:
        """The system plays for all who think."""
        name = self._now_at.get(number)
        runner = None if name is None else self._house.tables.find(name.id)
        if runner is None or runner.state.status is not Status.PLAYING:
            return
        for seat in SEATS:
            if not runner.state.on_autoplay(seat):
                runner.demand(Act(seat, Autoplay(on=True)))

    def _play_for(self, cup: Cup, player: str) -> None:
        number = cup.entrants[player].table
        name = None if number is None else self._now_at.get(number)
        runner = None if name is None else self._house.tables.find(name.id)
        seat = None if runner is None else runner.state.seat_of(player)
        if runner is not None and seat is not None:
            runner.demand(Leave(seat))

    # --- what happens at the tables ---

    def follow(self, name: TableName, update: Update) -> None:
        """Something happened at one of the tables."""
        if self._now_at.get(name.number) != name:
            return
        table = update.table
        if any(isinstance(h.event, Settled) for h in update.events):
            self._report(name, table)
        wanted = self._cup.tables.get(name.number)
        if wanted is None or wanted.idle:
            return
        if table.status is Status.CLOSED:
            self._closed(name, wanted, table)
        elif wanted.hurried:
            self._hurry(name.number)

    def _report(self, name: TableName, state: TableState) -> None:
        """The result of the last hand; the cup takes each once."""
        settlement, hand = state.settlement, name.hand + state.hand_no - 1
        if settlement is not None:
            autoplay = self._autoplay(name.number, state)
            result = HandFinished(name.number, hand, settlement.delta, autoplay)
            self._runner.demand(result)

    def _autoplay(self, number: int, state: TableState) -> type_3b:
        """Who was not there at the end. Where all were hurried nobody can be told from the rest."""
        table = self._cup.tables.get(number)
        if state.hand is None or (table is not None and table.hurried):
            return NO3
        return state.hand.autoplay

    def _closed(self, name: TableName, wanted: Table, state: TableState) -> None:
        """Not by us: what it has not finished is dealt anew at another one."""
        del self._now_at[name.number]
        if state.settlement is None or name.hand + state.hand_no - 1 < wanted.hand:
            self._runner.demand(HandVoided(name.number, wanted.hand))

    # --- the end of a table ---

    def _dismiss(self, number: int) -> None:
        """People look at the result for a while, unless their next table is ready."""
        name = self._now_at.pop(number, None)
        if name is not None:
            self._left_over.add(name.id)
            self._later(self._house.rest_ms, self.close, name.id)

    def _end(self, *, at_once: bool) -> None:
        for number in list(self._now_at):
            self._dismiss(number)
        if at_once:
            for table_id in list(self._left_over):
                self.close(table_id)

    def let_go(self, table_id: str) -> None:
        """Somebody who sits at a table that is done with is wanted elsewhere."""
        if table_id in self._left_over:
            self.close(table_id)

    def close(self, table_id: str) -> None:
        """A table that the cup does not need any more."""
        self._left_over.discard(table_id)
        runner = self._house.tables.find(table_id)
        if runner is not None and not runner.log.closed:
            runner.demand(Close(CLOSED))

    def adopt(self, name: TableName) -> None:
        """A table of before the restart plays for the cup; it goes on in a moment."""
        self._now_at[name.number] = name
        self._later(self._house.rest_ms, self.begin, name.number)

    # --- time ---

    def _later(self, ms: int, work: Callable[..., None], *args: Any) -> None:
        def due() -> None:
            self._timers.discard(timer)
            work(*args)

        timer = asyncio.get_running_loop().call_later(ms / 1000, due)
        self._timers.add(timer)
