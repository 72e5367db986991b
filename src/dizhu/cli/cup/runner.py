"""Runs one cup on a clock of its own: tables take a drawn time for each hand, people drop out, the
cup is read back from its log. The same seed gives the same cup, restarted or not.
"""

import hashlib
import heapq
from collections.abc import Callable
from dataclasses import dataclass, field

from dizhu.cli.cup.checks import Broken, Checks
from dizhu.cli.cup.hands import HandTask, lots, result_of, task_of
from dizhu.rules.state import type_3i
from dizhu.tournament import Competition, Cup, advance, next_due, playing, replay
from dizhu.tournament.commands import (
    CupCommand,
    DropOut,
    HandFinished,
    Open,
    Register,
    StartNow,
    Tick,
)
from dizhu.tournament.events import CupEvent, HandDue, TablesSeated
from dizhu.tournament.state import Phase, Table

Promise = Callable[[], type_3i]
Player = Callable[[HandTask], Promise]
BEGINS_AT = 1_700_000_000_000
HAND_MS = (40_000, 240_000)
SLOW_MS = 1_500_000
MOST_COMMANDS = 2_000_000
QUIET_EVERY = 20


def at_once(task: HandTask) -> Promise:
    """Work a hand out when its result is wanted."""
    return lambda: result_of(task)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is run. Chances are in a thousand: that after a hand somebody drops out, that a table
    is slow over a hand, that after a hand the cup is read back from its log.
    """

    competition: Competition
    entrants: int
    seed: str
    bots: tuple[str, ...] = ("random",)
    drawn: bool = True
    drops: int = 0
    slow: int = 0
    restarts: int = 0


@dataclass
class Run:
    """One cup from its announcement to its end."""

    plan: Plan
    play: Player = at_once
    checks: Checks = field(default_factory=Checks)
    log: list[CupEvent] = field(default_factory=list)
    now: int = BEGINS_AT
    commands: int = 0
    restarted: int = 0
    _cup: Cup | None = None
    _due: list[tuple[int, int, int]] = field(default_factory=list)
    _results: dict[tuple[int, int], Promise] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seed = hashlib.sha256(self.plan.seed.encode()).digest()
        self._secret = seed

    @property
    def cup(self) -> Cup:
        """The cup now."""
        assert self._cup is not None, "the cup is open"
        return self._cup

    def to_the_end(self) -> Cup:
        """Run it. Raises Broken."""
        self.begin()
        while not self.cup.over:
            self.step()
        return self.cup

    def begin(self) -> None:
        """Announce it, let everybody enter, and start it."""
        competition = self.plan.competition
        starts_at = self.now + 60_000 if competition.start.mode == "at" else None
        self.do(Open(f"cup-{self.plan.seed}", competition, self._secret.hex(), None, starts_at))
        entry = competition.entry
        for number in range(1, self.plan.entrants + 1):
            self.do(Register(f"p{number}", entry.beans, entry.cards))
        if starts_at is not None:
            self.now = starts_at
            self.do(Tick())
        elif self.cup.phase is Phase.REGISTERING:
            self.do(StartNow())

    def do(self, command: CupCommand) -> None:
        """A command, its events checked and its hands begun."""
        self.commands += 1
        if self.commands > MOST_COMMANDS:
            raise Broken("the cup does not end")
        events, self._cup = advance(self._cup, command, self.now)
        self.log += events
        for event in events:
            self.checks(event)
            self._begin_hands(event)
        if self.commands % QUIET_EVERY == 0 or not self._cup.tables:
            self.checks.quiet(self._cup)

    def _begin_hands(self, event: CupEvent) -> None:
        if isinstance(event, TablesSeated):
            for plan in event.tables:
                self._begin_hand(self.cup.tables[plan.number])
        elif isinstance(event, HandDue):
            self._begin_hand(self.cup.tables[event.table])

    def _begin_hand(self, table: Table) -> None:
        plan = self.plan
        task = task_of(self.cup, table, plan.bots, drawn=plan.drawn)
        self._results[table.number, table.hand] = self.play(task)
        heapq.heappush(self._due, (self._ends_at(table), table.number, table.hand))

    def _ends_at(self, table: Table) -> int:
        """When the hand is over: a drawn time, which autoplay cuts short once it is hurried."""
        lot = lots(self._secret, f"time/{table.number}/{table.hand}/{table.attempt}")
        took = HAND_MS[0] + lot[0] % (HAND_MS[1] - HAND_MS[0])
        if lot[1] % 1000 < self.plan.slow:
            took = SLOW_MS
        limit = self.cup.stage_now.hand_limit_seconds * 1000
        return table.due_at + (min(took, limit + 30_000) if limit else took)

    def step(self) -> None:
        """The next thing that happens: a hand ends, or the cup's own time has come."""
        tick, hand = next_due(self.cup), self._due[0] if self._due else None
        if tick is not None and (hand is None or tick <= hand[0]):
            self.now = max(self.now, tick)
            self.do(Tick())
            if next_due(self.cup) == tick:
                raise Broken(f"a tick at {tick} changes nothing")
        elif hand is not None:
            self._hand_ends(*heapq.heappop(self._due))
        else:
            raise Broken(f"nothing will ever happen again: {self.cup.phase}, {self.cup.waiting}")

    def _hand_ends(self, at: int, table: int, hand: int) -> None:
        self.now = max(self.now, at)
        deltas = self._results.pop((table, hand))()
        self.do(HandFinished(table, hand, deltas))
        lot = lots(self._secret, f"chance/{table}/{hand}")
        if lot[0] % 1000 < self.plan.drops:
            self._somebody_drops_out(lot[1])
        if lot[2] % 1000 < self.plan.restarts:
            self.restart()

    def _somebody_drops_out(self, lot: int) -> None:
        field = sorted(e.id for e in self.cup.entrants.field() if not e.gone)
        if field and not self.cup.over:
            self.do(DropOut(field[lot % len(field)]))

    def restart(self) -> None:
        """Forget everything but the log, and read the cup back from it."""
        before, self.restarted = self.cup, self.restarted + 1
        self._cup = replay(self.log)
        if self._cup != before:
            raise Broken("the log does not lead to the cup as it is")
        self._due, known, self._results = [], self._results, {}
        for table in playing(self._cup):
            key = (table.number, table.hand)
            self._results[key] = known[key]
            heapq.heappush(self._due, (self._ends_at(table), *key))
