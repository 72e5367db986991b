"""Whatever people do in whatever order, and whenever the server dies: a model of who is in, and
what everybody has, agrees with the cup, its books and its tables.
"""

import asyncio
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from dizhu.app.cups.roster import is_in
from dizhu.app.notices import Done, Refusal
from dizhu.tournament import Phase
from dizhu.tournament.spec import Entry, Stage, Start
from tests.app.cups.living import over
from tests.app.cups.small import PRIZES, competition
from tests.soak.cup_hall import Hall, Killed, differences, run_at

PEOPLE = ("a", "b", "c", "d", "e")
ENTRY, PURSE, SIZE = 100, 1000, 4
STAGE = Stage("fixed_hands", start_score=500, interval_seconds=5, options=(("hands", 2),))
CUP = competition(
    STAGE,
    Start(mode="hand", size=SIZE),
    entry=Entry(beans=ENTRY),
    prizes=PRIZES,
)
STEPS = 40


@dataclass
class Model:
    """What should be true."""

    entered: set[str] = field(default_factory=set)
    dropped: set[str] = field(default_factory=set)
    phase: Phase = Phase.REGISTERING
    paused: bool = False

    def enter(self, player: str, *, inside: bool) -> str | None:
        """The code of the refusal, or None. `inside`: he is in it, neither out nor gone."""
        if self.phase is not Phase.REGISTERING:
            return None if inside else "registration_closed"
        if player in self.entered:
            return None
        if len(self.entered) >= SIZE:
            return "full"
        self.entered.add(player)
        return None

    def withdraw(self, player: str) -> str | None:
        if self.phase is not Phase.REGISTERING:
            return "too_late"
        if player not in self.entered:
            return "not_in"
        self.entered.discard(player)
        return None

    def drop_out(self, player: str) -> str | None:
        if player not in self.entered or self.phase is Phase.REGISTERING:
            return "not_in"
        self.dropped.add(player)
        return None

    def start(self) -> str | None:
        if self.phase is not Phase.REGISTERING:
            return None
        if len(self.entered) < 3:
            return "too_few"
        self.phase = Phase.RUNNING
        return None


class Walk:
    """One cup, many lives."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.chance = random.Random(seed)
        self.model = Model()
        self.steps = self.lives = 0
        self.now = 0.0
        self.cup = ""

    def to_the_end(self) -> None:
        """Walk, die, come back, till all steps are done; then the end of the cup."""
        ended: Any = Killed
        while ended is Killed:
            failures: list[Any] = []
            ended, self.now = run_at(self.now, self._live(), failures)
            self.hall.close()
            self.now += self.chance.choice((1, 30))
            self.lives += 1
            assert failures == []
            assert differences(self.folder) == []

    async def _live(self) -> None:
        hall = self.hall = Hall(
            self.folder, 1, {}, generation=self.lives, rest_ms=500, operators=("boss",)
        )
        last = await hall.store.last_beat()
        await hall.restore(0 if last is None else hall.clock.now() - last)
        for player in PEOPLE:
            await hall.guest(player, beans=PURSE)
        if not self.cup:
            self.cup = str(await hall.cups.announce(CUP, host="boss"))
        while self.steps < STEPS:
            self.steps += 1
            await hall.store.beat(hall.clock.now())
            await self._step(hall)
            await self._agrees(hall)
        await self._end(hall)
        await hall.stop()

    async def _step(self, hall: Hall) -> None:
        player, dice = self.chance.choice(PEOPLE), self.chance.random()
        ask, model = hall.entering, self.model
        if self._is_over(hall):
            await asyncio.sleep(1)
        elif dice < 0.4:
            inside = self._is_inside(hall, player)
            result = await hall.enter(player, self.cup)
            code = model.enter(player, inside=inside)
            if not inside or self._is_inside(hall, player):  # not put out in this very moment
                self._same(result, code)
        elif dice < 0.5:
            result = await ask.withdraw(player, hall.command(), self.cup)
            self._same(result, model.withdraw(player))
        elif dice < 0.55:
            result = await ask.drop_out(player, hall.command(), self.cup)
            if not self._is_over(hall):
                self._same(result, model.drop_out(player))
        elif dice < 0.65:
            self._same(await ask.start("boss", hall.command(), self.cup), model.start())
        elif dice < 0.75:
            model.paused = not model.paused
            await ask.pause("boss", hall.command(), self.cup, on=model.paused)
        elif dice < 0.9:
            await asyncio.sleep(self.chance.uniform(0.1, 10))
        else:
            raise Killed

    def _is_over(self, hall: Hall) -> bool:
        running = hall.cups.find(self.cup)
        return running is None or running.runner.over

    def _is_inside(self, hall: Hall, player: str) -> bool:
        running = hall.cups.find(self.cup)
        inside = running is not None and is_in(running.cup, player)
        assert not inside or player in self.model.entered - self.model.dropped
        return inside

    @staticmethod
    def _same(result: Done | Refusal, code: str | None) -> None:
        if isinstance(result, Refusal) and result.code in ("over", "no_cup"):
            return  # it came to its end in this very moment
        found = result.code if isinstance(result, Refusal) else None
        assert found == code

    async def _agrees(self, hall: Hall) -> None:
        """Who is in, and what everybody has, as long as nothing is won."""
        running = hall.cups.find(self.cup)
        if running is None or running.runner.over:
            return
        assert running.cup.phase is self.model.phase
        assert (running.cup.paused_at is not None) == self.model.paused
        assert set(running.cup.entrants) == self.model.entered
        beans = await hall.wallet.beans(PEOPLE)
        paid = tuple(PURSE - ENTRY * (p in self.model.entered) for p in PEOPLE)
        assert beans == paid
        for player in PEOPLE:
            entrant = running.cup.entrants.get(player)
            inside = entrant is not None and entrant.rank is None and not entrant.gone
            assert (hall.cups.roster.of(player) == self.cup) == inside

    async def _end(self, hall: Hall) -> None:
        running = hall.cups.find(self.cup)
        if running is not None and not running.runner.over:
            if self.model.phase is Phase.REGISTERING:
                await hall.entering.cancel("boss", hall.command(), self.cup, "no more")
            await hall.entering.pause("boss", hall.command(), self.cup, on=False)
            await over(hall, self.cup)
        await asyncio.sleep(5)
        row = await hall.shelf.row(self.cup)
        assert row is not None
        beans = sum(await hall.wallet.beans(PEOPLE))
        won = PRIZES[0].beans if row.phase == "finished" else 0
        assert beans == PURSE * len(PEOPLE) + won
        ranks = await hall.shelf.ranks(self.cup, 1, 10)
        assert {r.player for r in ranks} == (self.model.entered if won else set())
        assert len(hall.tables) == 0
        assert all(hall.tables.seating.bound(p) is None for p in PEOPLE)
        assert dict(hall.health.counts) == {}


@pytest.mark.parametrize("seed", range(8))
def test_a_walk(tmp_path: Path, seed: int) -> None:
    Walk(tmp_path, seed).to_the_end()
