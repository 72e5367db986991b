"""Every way in which a cup begins; who comes too few; entries, refunds and prizes."""

import asyncio
from pathlib import Path

import pytest

from dizhu.app.cups import office
from dizhu.app.cups.entering import Made
from dizhu.app.cups.friendly import PATIENCE_MS
from dizhu.app.cups.making import Wanted
from dizhu.app.notices import Done, Refusal
from dizhu.tournament import Phase
from dizhu.tournament.results import results
from dizhu.tournament.spec import Entry, Start
from tests.app.cups.living import live, only, over
from tests.app.cups.small import PRIZES, competition
from tests.app.cups.test_making import TOML
from tests.soak.cup_hall import Hall


def test_when_full(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        cup = await only(hall)
        for player in ("a", "b", "c"):
            assert isinstance(await hall.enter(player, cup), Done)
        await over(hall, cup)
        ended = hall.cups.find(cup)
        assert ended is not None
        assert [r.rank for r in results(ended.cup)] == [1, 2, 3]
        await hall.cups.ensure()
        assert len(hall.cups) == 1, "the next one can be entered"

    live(tmp_path, work, competition())


def test_entries_go_into_escrow_and_come_back_as_prizes(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        cup = await only(hall)
        for player in ("a", "b", "c"):
            await hall.guest(player, beans=1000)
        assert isinstance(await hall.enter("a", cup), Done)
        assert await hall.wallet.beans(["a"]) == (700,)
        assert isinstance(await hall.entering.withdraw("a", "w", cup), Done)
        assert await hall.wallet.beans(["a"]) == (1000,)
        for player in ("a", "b", "c"):
            assert isinstance(await hall.enter(player, cup), Done)
        await over(hall, cup)
        ranks = await hall.shelf.ranks(cup, 1, 10)
        assert [(r.beans, r.cards, r.badge) for r in ranks] == [
            (640, 1, "test-champion"),
            (360, 0, ""),
            (0, 0, ""),
        ]
        beans = await hall.wallet.beans([r.player for r in ranks])
        assert beans == (1340, 1060, 700)
        assert await hall.shelf.held(ranks[0].player) == {"badge:test-champion": 1, "platinum": 1}

    live(tmp_path, work, competition(entry=Entry(beans=300), prizes=PRIZES))


def test_at_a_set_time_with_too_few_everybody_is_refunded(tmp_path: Path) -> None:
    start = Start(mode="at", size=30, minimum=6, every_minutes=60, window_seconds=600)

    async def work(hall: Hall) -> None:
        cup = await only(hall)
        running = hall.cups.find(cup)
        assert running is not None
        assert running.cup.starts_at is not None
        await hall.guest("a", beans=1000, cards=2)
        assert await hall.enter("a", cup) == Refusal("not_open_yet")
        wait = running.cup.opens_at - hall.clock.now()
        await asyncio.sleep(wait / 1000)
        assert isinstance(await hall.enter("a", cup), Done)
        assert (await hall.wallet.beans(["a"]), await hall.shelf.held("a")) == (
            (700,),
            {"platinum": 1},
        )
        await over(hall, cup)
        assert running.cup.reason == "too_few"
        assert await hall.wallet.beans(["a"]) == (1000,)
        assert await hall.shelf.held("a") == {"platinum": 2}
        assert hall.cups.roster.of("a") is None

    live(tmp_path, work, competition(start=start, entry=Entry(beans=300, cards=1), prizes=PRIZES))


def test_at_a_set_time_bots_fill_and_their_prizes_stay_with_the_house(tmp_path: Path) -> None:
    """Nobody farms prizes with bots: what they win goes back to the house."""
    start = Start(mode="at", size=30, minimum=6, bots=True, every_minutes=60)

    async def work(hall: Hall) -> None:
        cup = await only(hall)
        running = hall.cups.find(cup)
        assert running is not None
        await asyncio.sleep((running.cup.opens_at - hall.clock.now()) / 1000)
        await hall.guest("a", beans=1000)
        assert isinstance(await hall.enter("a", cup), Done)
        await over(hall, cup)
        ranks = await hall.shelf.ranks(cup, 1, 10)
        assert len(ranks) == 6
        assert sum(r.bot for r in ranks) == 5
        won = sum(r.beans for r in ranks if not r.bot)
        assert await hall.wallet.beans(["a"]) == (700 + won,)
        every = await hall.store.balances(["house:bots", "house:cups", f"cup:{cup}"])
        assert every[f"cup:{cup}"] == 0
        assert -every["house:bots"] <= 5 * 300
        assert every["house:cups"] in (0, -100), "only a person is paid by the house"

    live(tmp_path, work, competition(start=start, entry=Entry(beans=300), prizes=PRIZES))


def test_by_hand_by_its_host_with_a_code(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        host = await hall.guest("host")
        wanted = Wanted(key="small", private=True, size=6)
        made = await hall.entering.make(host, "m", wanted)
        assert not isinstance(made, Refusal)
        assert made == await hall.entering.make(host, "m", wanted)
        another = Wanted(key="small", private=True)
        assert await hall.entering.make(host, "m", another) == Refusal("command_reused")
        assert await hall.enter("a", made.id) == Refusal("wrong_code")
        for player in ("host", "a", "b"):
            assert isinstance(await hall.enter(player, made.id, made.code), Done)
        assert await hall.entering.start("a", "s", made.id) == Refusal("not_host")
        assert isinstance(await hall.entering.start("host", "s", made.id), Done)
        await over(hall, made.id)
        cup = hall.cups.find(made.id)
        assert cup is not None
        assert cup.cup.phase is Phase.FINISHED
        assert cup.cup.competition.prizes == (), "among friends nothing of value changes hands"

    live(tmp_path, work, competition(entry=Entry(beans=300), prizes=PRIZES))


def test_who_has_too_little_is_refused_and_pays_nothing(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        cup = await only(hall)
        await hall.guest("a", beans=299)
        assert await hall.enter("a", cup) == Refusal("not_enough_beans")
        assert hall.cups.roster.of("a") is None
        assert await hall.wallet.beans(["a"]) == (299,)

    live(tmp_path, work, competition(entry=Entry(beans=300), prizes=PRIZES))


def test_nobody_is_in_two_cups_however_fast_he_clicks(tmp_path: Path) -> None:
    """F131: one path, whatever the screen; twice is once."""
    other = competition(key="other")

    async def work(hall: Hall) -> None:
        await hall.cups.ensure()
        first, second = (r.cup.id for r in hall.cups.all())
        results = await asyncio.gather(
            *(hall.enter("a", cup) for cup in (first, second, first, second))
        )
        entered = [r for r in results if isinstance(r, Done)]
        assert len(entered) == 2, "the same cup twice"
        refused = [r for r in results if isinstance(r, Refusal)]
        assert {r.code for r in refused} == {"in_other_cup"}
        counts = [len(r.cup.entrants) for r in hall.cups.all()]
        assert sorted(counts) == [0, 1]

    live(tmp_path, work, competition(), other)


@pytest.mark.parametrize("running", [False, True])
def test_cancelling_refunds_everybody(tmp_path: Path, running: bool) -> None:
    async def work(hall: Hall) -> None:
        cup = await only(hall)
        hall.absent |= {"a", "b", "c"}
        for player in ("a", "b", "c")[: 3 if running else 2]:
            await hall.guest(player, beans=1000)
            assert isinstance(await hall.enter(player, cup), Done)
        await asyncio.sleep(3)
        assert await hall.entering.cancel("a", "x", cup, "no") == Refusal("not_host")
        assert isinstance(await hall.entering.cancel("boss", "x", cup, "power cut"), Done)
        ended = hall.cups.find(cup)
        assert ended is not None
        assert (ended.cup.phase, ended.cup.reason) == (Phase.CANCELLED, "power cut")
        assert await hall.wallet.beans(["a", "b"]) == (1000, 1000)
        await asyncio.sleep(3)
        assert len(hall.tables) == 0
        assert hall.tables.seating.bound("a") is None

    live(tmp_path, work, competition(entry=Entry(beans=300), prizes=PRIZES), operators=("boss",))


@pytest.mark.parametrize("paused", [False, True])
def test_a_private_cup_in_which_nothing_happens_ends(tmp_path: Path, paused: bool) -> None:
    """After a day, whether nobody has begun it or it was paused; its people are free again."""

    async def work(hall: Hall) -> None:
        host = await hall.guest("host")
        made = await hall.entering.make(host, "m", Wanted(key="small", private=True, size=3))
        assert isinstance(made, Made)
        running = hall.cups.find(made.id)
        assert running is not None
        for player in ("a", "b", "c"):
            assert isinstance(await hall.enter(player, made.id, made.code), Done)
        if paused:
            assert isinstance(await hall.entering.start("host", "s", made.id), Done)
            assert isinstance(await hall.entering.pause("host", "p", made.id, on=True), Done)
        hall.spawn(hall.cups.watch_over())
        await asyncio.sleep(PATIENCE_MS / 1000 - 10)
        assert not running.cup.over
        await asyncio.sleep(20)
        assert (running.cup.phase, running.cup.reason) == (Phase.CANCELLED, "expired")
        assert hall.cups.roster.of("a") is None

    live(tmp_path, work, competition(start=Start(mode="hand", size=3)))


def test_private_cups_take_no_places_of_operators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are so many private ones, and as many of operators; what is refused is counted."""
    monkeypatch.setattr(office, "MOST_CUPS", 2)

    async def work(hall: Hall) -> None:
        boss = await hall.guest("boss")
        for private in (True, False):
            wanted = Wanted(key="small", private=private)
            made = [await hall.entering.make(boss, f"{private}{n}", wanted) for n in range(3)]
            assert [isinstance(m, Refusal) for m in made] == [False, False, True]
        assert hall.health.counts.pop("cups_refused") == 2

    by_hand = competition(start=Start(mode="hand", size=3))
    live(tmp_path, work, by_hand, operators=("boss",))


@pytest.mark.parametrize(
    ("prize", "refused"), [("beans = 500", True), ("cards = 1", True), ('badge = "club"', False)]
)
def test_operators_give_no_prizes_to_operators(tmp_path: Path, prize: str, refused: bool) -> None:
    """Neither who has made the cup nor another; a badge costs nothing, and others may win."""
    toml = TOML.replace("[[cup.stage]]", f"prizes = [{{ first = 1, {prize} }}]\n[[cup.stage]]")

    async def work(hall: Hall) -> None:
        boss = await hall.guest("boss")
        made = await hall.entering.make(boss, "m", Wanted(toml=toml))
        assert isinstance(made, Made), made
        answers = [await hall.enter(player, made.id) for player in ("boss", "other", "a")]
        assert [a == Refusal("own_prizes") for a in answers] == [refused, refused, False]
        assert isinstance(answers[2], Done)

    live(tmp_path, work, competition(), operators=("boss", "other"))


def test_with_the_prizes_of_the_catalogue_operators_enter(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        boss = await hall.guest("boss")
        made = await hall.entering.make(boss, "m", Wanted(key="small", size=30))
        assert isinstance(made, Made), made
        assert isinstance(await hall.enter("boss", made.id), Done)

    by_hand = competition(start=Start(mode="hand", size=3), prizes=PRIZES)
    live(tmp_path, work, by_hand, operators=("boss",))


def test_a_host_has_three_private_cups_however_quick_he_is(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        host = await hall.guest("host")
        wanted = Wanted(key="small", private=True, size=6)
        made = await asyncio.gather(
            *(hall.entering.make(host, f"m{n}", wanted) for n in range(6)),
        )
        assert [isinstance(m, Refusal) for m in made] == [False] * 3 + [True] * 3
        assert set(made[3:]) == {Refusal("too_many_cups")}
        assert await hall.entering.make(host, "again", wanted) == Refusal("too_many_cups")

    live(tmp_path, work, competition())
