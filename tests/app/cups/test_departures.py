"""Accounts that are deleted while competitions go on: nothing is won for them, none comes back."""

import asyncio
from pathlib import Path

import pytest

from dizhu.app.accounts import Refused
from dizhu.app.departures import Departures
from dizhu.app.notices import Done, Refusal
from dizhu.store.accounts import SqliteAccounts
from dizhu.tournament import Phase
from dizhu.tournament.commands import Cancel
from dizhu.tournament.results import results
from dizhu.tournament.spec import Entry, Prize, Stage, Start
from tests.app.cups.living import entered, live, only, over, until
from tests.app.cups.small import SWISS, competition
from tests.soak.cup_hall import Hall

EVERYBODY = (Prize(1, 6, share=1, beans=70, cards=1, badge="somebody"),)
SIX = ("a", "b", "c", "d", "e", "f")
LONG = Stage("swiss", start_score=500, options=(("hands", 1), ("rounds", 4)))
WHEN_SIX = Start(mode="full", size=6)
HOUSE = "house:departed"


async def depart(hall: Hall, player: str) -> None:
    """Delete an account, as the server does it."""

    async def going(who: str, _name: str) -> None:
        await hall.entering.depart(who)

    async def gone(who: str, _name: str) -> None:
        hall.cups.roster.forget(who)

    departures = Departures(
        SqliteAccounts(hall.store),
        hall.players,
        hall.tables.seating,
        hall.clock,
        going,
        gone,
    )
    await departures.remove(await hall.guest(player))


async def at_house(hall: Hall) -> int:
    """What the departed have left to the house."""
    return (await hall.store.balances([HOUSE]))[HOUSE]


def test_what_he_would_have_won_is_the_house_s(tmp_path: Path) -> None:
    """Everybody has a prize; his share goes to the house, and nothing else is given for him."""

    async def work(hall: Hall) -> None:
        cup = await entered(hall, *SIX, beans=1000)
        await until(lambda: hall.tables.seating.table_of("a") is not None)
        with pytest.raises(Refused, match="at_table"):
            await depart(hall, "a")
        assert isinstance(await hall.entering.drop_out("a", "d", cup), Done)
        await until(lambda: hall.tables.seating.bound("a") is None)
        running = hall.cups.find(cup)
        assert running is not None
        assert running.cup.phase is Phase.RUNNING
        await depart(hall, "a")
        assert await at_house(hall) == 700
        await over(hall, cup)
        ranks = {r.player: r for r in results(running.cup)}
        assert (ranks["a"].beans, ranks["a"].cards, ranks["a"].badge) == (0, 0, "")
        assert (ranks["b"].beans, ranks["b"].cards, ranks["b"].badge) == (370, 1, "somebody")
        assert await at_house(hall) == 1000
        assert await hall.wallet.beans(SIX) == (0, *[1070] * 5)
        assert await hall.shelf.held("a") == {}
        assert hall.cups.roster.name("a") == "—"

    live(tmp_path, work, competition(LONG, WHEN_SIX, entry=Entry(beans=300), prizes=EVERYBODY))


def test_who_had_dropped_out_long_before_has_no_refund(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        cup = await entered(hall, *SIX, beans=1000)
        await until(lambda: hall.tables.seating.table_of("a") is not None)
        await hall.entering.drop_out("a", "d", cup)
        await until(lambda: hall.tables.seating.bound("a") is None)
        await depart(hall, "a")
        running = hall.cups.find(cup)
        assert running is not None
        await running.runner.ask(Cancel("test"))
        assert await hall.wallet.beans(SIX) == (0, *[1000] * 5)
        assert await at_house(hall) == 1000

    live(tmp_path, work, competition(LONG, WHEN_SIX, entry=Entry(beans=300), prizes=EVERYBODY))


def test_before_the_start_he_has_his_entry_back_first(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        cup = await entered(hall, "a", beans=1000)
        assert await hall.wallet.beans(["a"]) == (700,)
        await depart(hall, "a")
        running = hall.cups.find(cup)
        assert running is not None
        assert len(running.cup.entrants) == 0
        assert await hall.wallet.beans(["a"]) == (0,)
        assert await at_house(hall) == 1000

    live(tmp_path, work, competition(entry=Entry(beans=300), prizes=EVERYBODY))


@pytest.mark.parametrize("reading", [0, 12, 24, 1000])
def test_who_goes_while_he_enters_is_in_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reading: int
) -> None:
    """However long it takes to read what he has: he is no entrant in the end."""

    async def work(hall: Hall) -> None:
        cup = await only(hall)
        await hall.guest("a", beans=1000, cards=1)
        held, reads, read = hall.shelf.held, asyncio.Event(), asyncio.Event()

        async def slowly(player: str) -> dict[str, int]:
            found = await held(player)
            reads.set()
            await read.wait()
            return found

        monkeypatch.setattr(hall.shelf, "held", slowly)
        entering = asyncio.create_task(hall.enter("a", cup))
        await reads.wait()
        going = asyncio.create_task(depart(hall, "a"))
        await asyncio.sleep(reading / 1000)
        read.set()
        await going
        assert isinstance(await entering, Done if reading == 0 else Refusal)
        running = hall.cups.find(cup)
        assert running is not None
        assert "a" not in running.cup.entrants
        assert hall.cups.roster.of("a") is None

    live(tmp_path, work, competition(entry=Entry(cards=1)))


def test_who_stands_in_at_a_table_has_a_name_of_his_own(tmp_path: Path) -> None:
    """Somebody drops out before his table opens: a bot plays there, called as no one else is."""

    async def work(hall: Hall) -> None:
        hall.draining = True
        cup = await entered(hall, "a", "b", "c")
        assert isinstance(await hall.entering.drop_out("a", "d", cup), Done)
        hall.draining = False
        running = hall.cups.find(cup)
        assert running is not None
        running.floor.arrange()
        await until(lambda: hall.tables.find(running.floor.table_id(1) or ""))
        table = hall.tables.find(running.floor.table_id(1) or "")
        assert table is not None
        names = [s.player.name for s in table.state.seats]
        assert "A" not in names
        assert {"B", "C"} < set(names)
        assert [s.player.bot is not None for s in table.state.seats].count(True) == 1
        await over(hall, cup)

    live(tmp_path, work, competition(SWISS))
