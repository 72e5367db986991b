"""Beans are not taken from a hand that counts on them; no hand counts on what is being taken."""

import asyncio
import random
from pathlib import Path

import pytest

from dizhu.app.debits import Debits
from dizhu.app.lobby import Join
from dizhu.app.notices import Done, Refusal
from dizhu.table import Leave
from dizhu.tournament.spec import Entry, Start
from tests.app.cups.living import live, only, until
from tests.app.cups.small import PRIZES, competition
from tests.soak.cup_hall import Hall

CUP = competition(start=Start(mode="full", size=9), entry=Entry(beans=900), prizes=PRIZES)


def test_a_hand_waits_for_every_debit() -> None:
    async def scene() -> None:
        debits, order = Debits(), list[str]()

        async def take(name: str, seconds: float) -> None:
            with debits.begun("p") as may:
                assert may
                await asyncio.sleep(seconds)
                order.append(name)

        async def begin() -> None:
            await asyncio.sleep(0)
            await debits.settled(["q", "p"])
            order.append("hand")

        await asyncio.gather(take("a", 0.01), take("b", 0.02), begin())
        assert order == ["a", "b", "hand"]
        debits.counted = {"p"}.__contains__
        with debits.begun("p") as may, debits.begun("q") as free:
            assert (may, free) == (False, True)

    asyncio.run(scene())


def test_no_entry_in_beans_from_a_table_that_plays_for_beans(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        cup = await only(hall)
        player = await hall.guest("a", beans=1000)
        await hall.lobby.join(player, "j", Join("classic-1", bots=True, start="ready"))
        await until(lambda: hall.tables.seating.bound("a"))
        assert await hall.enter("a", cup) == Refusal("at_table")
        assert hall.cups.roster.of("a") is None
        await until(lambda: hall.tables.runners() and hall.tables.runners()[0].state.settlement)
        assert await hall.enter("a", cup) == Refusal("at_table"), "the next hand begins by itself"
        leave(hall, "a")
        await until(lambda: hall.tables.seating.bound("a") is None)
        before = (await hall.wallet.beans(["a"]))[0]
        expected = Done if before >= 900 else Refusal
        assert isinstance(await hall.enter("a", cup), expected)

    live(tmp_path, work, CUP)


def leave(hall: Hall, player: str) -> None:
    """Get up, if he sits."""
    place = hall.tables.seating.table_of(player)
    runner = None if place is None else hall.tables.find(place)
    seat = None if runner is None else runner.state.seat_of(player)
    if runner is not None and seat is not None:
        runner.demand(Leave(seat))


@pytest.mark.parametrize("seed", range(6))
def test_whatever_comes_first_hands_are_paid(tmp_path: Path, seed: int) -> None:
    """People sit down, get up, enter and withdraw at any instant: `live` demands that no table has
    failed, that nobody is below zero and that every transfer is accounted for.
    """
    chance = random.Random(seed)

    async def person(hall: Hall, name: str, cup: str) -> None:
        player = await hall.guest(name, beans=1500)
        for _ in range(30):
            await asyncio.sleep(chance.choice((0, 0.001, 0.01, 0.5, 3)))
            match chance.randrange(4):
                case 0:
                    join = Join("classic-1", bots=chance.random() < 0.7, start="ready")
                    await hall.lobby.join(player, hall.command(), join)
                case 1:
                    await hall.enter(name, cup)
                case 2:
                    await hall.entering.withdraw(name, hall.command(), cup)
                case _:
                    leave(hall, name)

    async def work(hall: Hall) -> None:
        cup = await only(hall)
        await asyncio.gather(*(person(hall, f"p{n}", cup) for n in range(5)))
        beans = await hall.wallet.beans([f"p{n}" for n in range(5)])
        assert min(beans) >= 0
        played = await hall.store.read(lambda c: c.execute("SELECT count(*) FROM hands").fetchone())
        assert played[0] > 0, "hands were paid meanwhile"

    hall = live(tmp_path, work, CUP)
    assert dict(hall.health.counts) == {}, "no table has failed"
