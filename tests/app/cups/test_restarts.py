"""A server that dies in the middle of a cup: at every commit of a small one, the event goes on and
comes to the same end (F130, L10).
"""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from dizhu.app.lobby import Join
from dizhu.app.notices import Done
from dizhu.table import Status
from dizhu.tournament import Phase
from dizhu.tournament.spec import Entry, Stage, Start
from tests.app.cups.living import entered, over, until
from tests.app.cups.small import PRIZES, SWISS, competition
from tests.soak.cup_hall import Hall, Killed, differences, run_at

PEOPLE = ("a", "b", "c")
OUTAGE = 7.0
DUPLICATE_LIKE = Stage(
    "last_standing", start_score=60, options=(("hands", 1), ("limit_seconds", 300), ("stop", 3))
)


class Run:
    """One cup through several lives of the process."""

    def __init__(self, folder: Path, stage: Stage = SWISS) -> None:
        start = Start(mode="full", size=3)
        self.competition = competition(stage, start, entry=Entry(beans=100), prizes=PRIZES)
        self.folder = folder
        self.now, self.lives = 0.0, 0
        self.ranks: tuple[Any, ...] = ()
        self.hands = 0
        self.jobs = 0

    def live(self, kill_at: int | None) -> bool:
        """A life; whether it was cut short."""
        failures: list[Any] = []
        ended, self.now = run_at(self.now, self._live(kill_at), failures)
        self.hall.close()
        self.lives += 1
        assert failures == []
        if ended is Killed:
            self.now += OUTAGE
        return ended is Killed

    async def _live(self, kill_at: int | None) -> None:
        key = self.competition.key
        hall = self.hall = Hall(
            self.folder, 1, {key: self.competition}, generation=self.lives, rest_ms=500
        )
        writer: Any = hall.store.writer
        writer.kill_at = kill_at
        last = await hall.store.last_beat()
        await hall.restore(0 if last is None else hall.clock.now() - last)
        await hall.store.beat(hall.clock.now())
        rows = await hall.store.read(lambda c: c.execute("SELECT id FROM cups").fetchall())
        if not rows:
            hall.dice.random = random.Random("the cup")
            await hall.cups.ensure()
            (running,) = hall.cups.all()
            cup = running.cup.id
        else:
            cup = rows[0][0]
        if hall.cups.find(cup) is not None:
            for player in PEOPLE:
                await hall.guest(player, beans=1000)
                await hall.enter(player, cup)
            await over(hall, cup)
        await asyncio.sleep(3)
        self.ranks = tuple(await hall.shelf.ranks(cup, 1, 10))
        scored = "SELECT count(*) FROM events WHERE stream = ? AND type = 'cup_hand_scored'"
        (self.hands,) = await hall.store.read(lambda c: c.execute(scored, (cup,)).fetchone())
        assert len(hall.tables) == 0
        assert [hall.tables.seating.bound(p) for p in PEOPLE] == [None] * 3
        assert dict(hall.health.counts) == {}
        self.jobs = writer.jobs
        await hall.stop()


def test_killed_all_along_a_small_cup(tmp_path: Path) -> None:
    calm = Run(tmp_path / "calm")
    assert not calm.live(None)
    assert calm.hands == 2
    assert differences(calm.folder) == []
    for kill_at in range(1, calm.jobs, 11):
        rough = Run(tmp_path / f"at-{kill_at}")
        while rough.live(kill_at if rough.lives == 0 else None):
            pass
        assert rough.lives == 2
        assert (rough.ranks, rough.hands) == (calm.ranks, calm.hands), f"killed at {kill_at}"
        assert differences(rough.folder) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_again_and_again(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    calm, rough = Run(tmp_path / "calm", DUPLICATE_LIKE), Run(tmp_path / "rough", DUPLICATE_LIKE)
    assert not calm.live(None)
    while rough.live(chance.randrange(3, 40) if rough.lives < 8 else None):
        pass
    assert rough.lives > 3
    assert (rough.ranks, rough.hands) == (calm.ranks, calm.hands)
    assert differences(rough.folder) == []


def test_a_start_that_an_outage_has_swallowed_is_refunded(tmp_path: Path) -> None:
    start = Start(mode="at", size=30, minimum=3, every_minutes=60, late_seconds=300)
    made = competition(start=start, entry=Entry(beans=100), prizes=PRIZES)
    failures: list[Any] = []

    async def before() -> None:
        hall = Hall(tmp_path, 1, {"small": made})
        await hall.cups.ensure()
        (running,) = hall.cups.all()
        await asyncio.sleep((running.cup.opens_at - hall.clock.now()) / 1000)
        for player in PEOPLE:
            await hall.guest(player, beans=1000)
            assert isinstance(await hall.enter(player, running.cup.id), Done)
        await hall.stop()
        hall.close()

    async def after() -> None:
        hall = Hall(tmp_path, 1, {"small": made}, generation=1)
        await hall.restore(9_000_000)
        await asyncio.sleep(1)
        (row,) = await hall.store.read(
            lambda c: c.execute("SELECT phase, reason FROM cups").fetchall()
        )
        assert row == ("cancelled", "missed")
        assert await hall.wallet.beans(PEOPLE) == (1000, 1000, 1000)
        assert hall.cups.roster.of("a") is None
        await hall.stop()
        hall.close()

    _, now = run_at(0, before(), failures)
    run_at(now + 9000, after(), failures)
    assert failures == []
    assert differences(tmp_path) == []


def test_the_clock_was_set_back_while_a_cup_waited(tmp_path: Path) -> None:
    """Who was in it begins when he would have; others can still enter."""
    start = Start(mode="full", size=6, bots=True, fill_after_seconds=20)
    made = competition(start=start, entry=Entry(beans=100), prizes=PRIZES)
    failures: list[Any] = []
    hour = 3600

    async def before() -> None:
        hall = Hall(tmp_path, 1, {"small": made})
        await hall.cups.ensure()
        (running,) = hall.cups.all()
        await hall.guest("a", beans=1000)
        assert isinstance(await hall.enter("a", running.cup.id), Done)
        await hall.stop()
        hall.close()

    async def after() -> None:
        hall = Hall(tmp_path, 1, {"small": made}, generation=1)
        await hall.restore(-hour * 1000)
        (running,) = hall.cups.all()
        await hall.guest("b", beans=1000)
        assert isinstance(await hall.enter("b", running.cup.id), Done)
        await asyncio.sleep(21)
        assert running.cup.phase is not Phase.REGISTERING
        await hall.stop()
        hall.close()

    _, now = run_at(2 * hour, before(), failures)
    run_at(now - hour, after(), failures)
    assert failures == []
    assert differences(tmp_path) == []


def test_who_has_left_may_be_at_another_table_when_the_server_dies(tmp_path: Path) -> None:
    """His seat in the cup is played for him; after the restart he is where he plays."""
    long = Stage("swiss", start_score=500, options=(("hands", 4), ("rounds", 1)))
    made = competition(long)
    failures: list[Any] = []
    halls: list[Hall] = []

    async def before() -> None:
        hall = Hall(tmp_path, 1, {"small": made}, rest_ms=500)
        hall.absent |= {"a", "b"}
        cup = await entered(hall, "a", "b", "c", beans=5000)
        await until(lambda: hall.tables.seating.table_of("a") is not None)
        assert isinstance(await hall.entering.drop_out("a", "d", cup), Done)
        await until(lambda: hall.tables.seating.bound("a") is None)
        guest = await hall.guest("a")
        assert isinstance(await hall.lobby.join(guest, "j", Join("classic-1", bots=True)), Done)
        await until(lambda: len(hall.tables.runners()) == 2)
        await until(lambda: all(r.state.status is Status.PLAYING for r in hall.tables.runners()))
        await hall.store.beat(hall.clock.now())
        halls.append(hall)
        raise Killed

    async def after() -> None:
        hall = Hall(tmp_path, 1, {"small": made}, generation=1, rest_ms=500)
        await hall.restore(5000)
        (running,) = hall.cups.all()
        table = hall.tables.seating.table_of("a")
        assert table is not None
        assert not table.startswith(running.cup.id)
        await over(hall, running.cup.id)
        await hall.stop()
        hall.close()

    ended, now = run_at(0, before(), failures)
    assert ended is Killed
    halls[0].close()
    run_at(now + 5, after(), failures)
    assert failures == []
    assert differences(tmp_path) == []
