"""What happens at the tables of a cup, and to people who are elsewhere when theirs is ready."""

import asyncio
from pathlib import Path

from dizhu.app.lobby import Join
from dizhu.app.notices import Done, Refusal
from dizhu.table import Again, Close, Status
from dizhu.table.view import see
from dizhu.tournament import Phase
from dizhu.tournament.results import results
from dizhu.tournament.spec import Entry, Stage, Start
from tests.app.cups.living import entered, live, only, over, until
from tests.app.cups.small import PRIZES, SWISS, competition
from tests.soak.cup_hall import Hall


def test_who_plays_elsewhere_finishes_his_hand_first(tmp_path: Path) -> None:
    """He is told, his hand there is not lost, and he never sits at two tables."""

    async def work(hall: Hall) -> None:
        cup = await only(hall)
        hall.absent.add("a")  # at the other table, he thinks till his clocks run out
        for player in ("a", "b", "c"):
            await hall.guest(player, beans=5000)
        guest = await hall.guest("a")
        assert isinstance(await hall.lobby.join(guest, "j", Join("classic-1", bots=True)), Done)
        await until(lambda: hall.tables.seating.table_of("a") is not None)
        elsewhere = hall.tables.seating.table_of("a")
        for player in ("b", "a", "c"):
            assert isinstance(await hall.enter(player, cup), Done)
        await asyncio.sleep(2)
        (call,) = hall.heard.calls
        assert (call.player, call.table, call.elsewhere) == ("a", None, elsewhere)
        assert hall.sight.call_of("a") == call, "who reloads is told again"
        running = hall.cups.find(cup)
        assert running is not None
        assert running.floor.table_id(1) is None, "the table waits for him"
        await until(lambda: len(hall.heard.calls) == 4)
        assert ("a", elsewhere, "left") in hall.heard.left
        hall.absent.discard("a")
        await over(hall, cup)
        (hand,) = await hall.store.read(
            lambda c: c.execute("SELECT how FROM hands WHERE stream = ?", (elsewhere,)).fetchall()
        )
        assert hand == ("out",), "played to its end, without an escape"

    live(tmp_path, work, competition())


def test_who_looks_for_a_game_looks_no_more(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        cup = await only(hall)
        guest = await hall.guest("a", beans=5000)
        assert isinstance(await hall.lobby.join(guest, "j", Join("classic-1")), Done)
        for player in ("a", "b", "c"):
            await hall.enter(player, cup)
        await over(hall, cup)
        assert ("a", "moved") in hall.heard.unqueued

    live(tmp_path, work, competition())


def test_a_slow_table_is_hurried_and_ends(tmp_path: Path) -> None:
    """Bounded by the limit of the stage, whatever people do: the system plays for all who think."""
    slow = Stage(
        "swiss", start_score=500, hand_limit_seconds=60, options=(("hands", 1), ("rounds", 1))
    )

    async def work(hall: Hall) -> None:
        hall.absent |= {"a", "b", "c"}
        cup = await entered(hall, "a", "b", "c")
        running = hall.cups.find(cup)
        assert running is not None
        began = hall.clock.now()
        await over(hall, cup)
        assert hall.clock.now() - began < 60_000 + 120_000
        assert not any(e.gone for e in running.cup.entrants.everybody()), "hurried is not absent"

    live(tmp_path, work, competition(slow))


def test_nobody_comes_and_it_ends_by_its_clocks(tmp_path: Path) -> None:
    """F70, F82, L2: everybody is gone; the cup still ranks them all."""

    async def work(hall: Hall) -> None:
        hall.absent |= {"a", "b", "c"}
        cup = await entered(hall, "a", "b", "c")
        await over(hall, cup)
        running = hall.cups.find(cup)
        assert running is not None
        assert [r.rank for r in results(running.cup)] == [1, 2, 3]

    live(tmp_path, work, competition(SWISS, absent_hands=1))


def test_all_drop_out(tmp_path: Path) -> None:
    """F125: whoever leaves is played for, ranked, and free for something else at once."""

    async def work(hall: Hall) -> None:
        hall.absent |= {"a", "b", "c"}
        cup = await entered(hall, "a", "b", "c")
        await until(lambda: hall.tables.seating.table_of("a") is not None)
        assert await hall.entering.withdraw("a", "w", cup) == Refusal("too_late")
        for player in ("a", "b", "c"):
            assert isinstance(await hall.entering.drop_out(player, "d", cup), Done)
            assert hall.cups.roster.of(player) is None
        await over(hall, cup)
        running = hall.cups.find(cup)
        assert running is not None
        assert running.cup.phase is Phase.FINISHED
        assert sorted(r.rank for r in results(running.cup)) == [1, 2, 3]

    live(tmp_path, work, competition())


def test_a_pause_begins_nothing(tmp_path: Path) -> None:
    long = Stage("swiss", start_score=500, options=(("hands", 3), ("rounds", 1)))

    async def work(hall: Hall) -> None:
        cup = await entered(hall, "a", "b", "c")
        running = hall.cups.find(cup)
        assert running is not None
        await until(lambda: hall.tables.seating.table_of("a") is not None)
        assert isinstance(await hall.entering.pause("boss", "p", cup, on=True), Done)
        await asyncio.sleep(120)
        (runner,) = hall.tables.runners()
        assert runner.state.status is Status.BETWEEN
        played = runner.state.hand_no
        assert played < 3
        await asyncio.sleep(600)
        assert runner.state.hand_no == played
        assert isinstance(await hall.entering.pause("boss", "r", cup, on=False), Done)
        await over(hall, cup)

    live(tmp_path, work, competition(long), operators=("boss",), rest_ms=5_000)


def test_a_drain_begins_nothing_and_its_end_goes_on(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        hall.draining = True
        hall.spawn(hall.cups.watch_over())
        cup = await entered(hall, "a", "b", "c")
        await asyncio.sleep(60)
        assert len(hall.tables) == 0
        hall.draining = False
        await over(hall, cup)

    live(tmp_path, work, competition())


def test_a_table_that_is_closed_is_dealt_anew(tmp_path: Path) -> None:
    """An error, or an operator: the hand is played at another table, with other cards."""

    async def work(hall: Hall) -> None:
        hall.absent |= {"a", "b", "c"}
        cup = await entered(hall, "a", "b", "c")
        await until(lambda: any(r.state.seed for r in hall.tables.runners()))
        (runner,) = hall.tables.runners()
        seed = runner.state.seed
        runner.demand(Close("error"))
        await until(lambda: any(r.state.seed not in (None, seed) for r in hall.tables.runners()))
        hall.absent.clear()
        (again,) = hall.tables.runners()
        assert again.log.table_id.endswith("-1-1-1")
        await over(hall, cup)

    live(tmp_path, work, competition())


def test_a_table_that_can_never_be_played_refunds_everybody(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        hall.absent |= {"a", "b", "c"}
        cup = await entered(hall, "a", "b", "c", beans=1000)
        running = hall.cups.find(cup)
        assert running is not None
        while not running.runner.over:
            for runner in hall.tables.runners():
                runner.demand(Close("error"))
            await asyncio.sleep(1)
        assert (running.cup.phase, running.cup.reason) == (Phase.CANCELLED, "broken")
        assert await hall.wallet.beans(["a", "b", "c"]) == (1000, 1000, 1000)

    live(tmp_path, work, competition(entry=Entry(beans=300), prizes=PRIZES))


def test_at_the_table_nobody_decides_on_the_next_hand(tmp_path: Path) -> None:
    """The seed of a hand is not told at the table: another table may have the same cards."""

    async def work(hall: Hall) -> None:
        cup = await entered(hall, "a", "b", "c")
        await until(lambda: any(r.state.settlement for r in hall.tables.runners()))
        (runner,) = hall.tables.runners()
        assert runner.state.settlement is not None
        assert see(runner.state, 0).seed is None
        assert see(runner.state, 0).commitment is not None
        answers: list[Done | Refusal] = []
        runner.offer(Again(0), answers.append)
        await over(hall, cup)
        assert runner.state.hand_no == 1, "the next round has a table of its own"

    live(tmp_path, work, competition(), rest_ms=5_000)


def test_fields_that_are_no_multiple_of_three(tmp_path: Path) -> None:
    """F124: bots make up the tables where they may; nobody is lost."""
    for size in (4, 5, 7):
        start = Start(mode="full", size=size, bots=True)

        async def work(hall: Hall, size: int = size) -> None:
            people = [f"p{n}" for n in range(size)]
            cup = await entered(hall, *people)
            await over(hall, cup)
            ranks = await hall.shelf.ranks(cup, 1, 100)
            assert len(ranks) == size
            assert sorted(r.player for r in ranks) == people

        live(tmp_path / str(size), work, competition(start=start))
