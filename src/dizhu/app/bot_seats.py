"""The bots of one table: each question put to a bot's seat is thought about once."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from dizhu.app.notices import Done, Refusal, Reply
from dizhu.app.table_log import TableLog
from dizhu.app.thinking import Question, Thinker, safe_action
from dizhu.rules.actions import Seat
from dizhu.rules.view import observe
from dizhu.table import Act, Clock, Status, TableCommand

log = logging.getLogger(__name__)

Demand = Callable[[TableCommand, Reply], None]
_TOO_LATE = ("stale", "closed", "wrong_phase", "not_your_turn")


class BotSeats:
    """Watches who is asked, and has the bots answer through the table's own queue."""

    def __init__(
        self, thinker: Thinker, table: TableLog, demand: Demand, now: Callable[[], int]
    ) -> None:
        self._thinker = thinker
        self._now = now
        self._table = table
        self._demand = demand
        self._tasks: dict[Seat, tuple[int, asyncio.Task[None]]] = {}

    def look(self) -> None:
        """Start to think about every new question."""
        state = self._table.state
        if state is None or state.status is not Status.PLAYING:
            return
        for clock in state.clocks:
            seat = clock.seat
            if seat is None or state.seats[seat].player.bot is None or state.on_autoplay(seat):
                continue
            known = self._tasks.get(seat)
            if known is None or known[0] != clock.since:
                self._begin(seat, clock, state.seats[seat].player.bot or "")

    def stop(self) -> None:
        """Think no more."""
        for _, task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    def _begin(self, seat: Seat, clock: Clock, bot: str) -> None:
        if seat in self._tasks:
            self._tasks[seat][1].cancel()
        task = asyncio.create_task(self._answer(seat, clock.since, bot))
        task.add_done_callback(self._report)
        self._tasks[seat] = (clock.since, task)

    async def _answer(self, seat: Seat, since: int, bot: str) -> None:
        await self._thinker.pause()
        if not self._still_asked(seat, since):
            return
        state = self._table.state
        assert state is not None, "a question belongs to a table"
        assert state.hand is not None, "a question belongs to a hand"
        clock = state.clock_of(seat)
        assert clock is not None, "who is asked has a clock"
        left = (clock.at - self._now()) / 1000
        question = Question(observe(state.hand, seat), state.table_id, state.hand_no, left)
        action = await self._thinker.think(bot, question)
        refused = partial(self._refused, seat, since, bot)
        if self._still_asked(seat, since):
            self._demand(Act(seat, action, self._table.version), refused)

    def _still_asked(self, seat: Seat, since: int) -> bool:
        """A bot that thought too long must not answer the next question (F71)."""
        state = self._table.state
        clock = None if state is None else state.clock_of(seat)
        return clock is not None and clock.since == since

    def _refused(self, seat: Seat, since: int, bot: str, result: Done | Refusal) -> None:
        """A bot that is refused plays safe; if that is refused as well, its clock runs out."""
        if isinstance(result, Done):
            self._go_on(seat, since)
            return
        if result.code in _TOO_LATE:
            return
        self._table.health.count("bot_refused")
        log.error("table %s: the bot %s was refused: %s", self._table.table_id, bot, result.code)
        state = self._table.state
        if self._still_asked(seat, since) and state is not None and state.hand is not None:
            action = safe_action(observe(state.hand, seat))
            self._demand(Act(seat, action, state.version), _unheard)

    def _go_on(self, seat: Seat, since: int) -> None:
        """A show is no answer: the question still stands, and is thought about again."""
        if self._still_asked(seat, since):
            self._tasks.pop(seat, None)
            self.look()

    def _report(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            self._table.health.count("bot_errors")
            log.error("a bot's task failed", exc_info=task.exception())


def _unheard(_result: Done | Refusal) -> None:
    return None
