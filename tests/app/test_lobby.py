"""Rooms, queues, seats, purses: the parts of the lobby by themselves."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from dizhu.app.crew import Crew
from dizhu.app.lobby import Join
from dizhu.app.notices import Done, Refusal
from dizhu.app.players import Player
from dizhu.app.rooms import load_rooms
from dizhu.app.seating import Seating
from dizhu.ledger.transfers import player_account
from dizhu.rules.ruleset import PRESETS
from dizhu.table import Leave
from tests.app.conftest import simple
from tests.app.stage import Answers, Dice, Stage, until


def test_the_catalogue_has_every_ruleset() -> None:
    rooms = load_rooms()
    assert {r.ruleset.name for r in rooms.values()} == set(PRESETS)
    assert len([r for r in rooms.values() if r.ruleset.name == "qq-classic"]) == 4
    for room in rooms.values():
        assert room.name_zh != room.name_en
        if room.for_beans:
            assert room.ruleset.loser_cap == "floor", "nobody pays beans he has not got"
            assert room.entry_min > room.stakes.fee


def test_bots_have_one_identity_a_table() -> None:
    crew = Crew(Dice())
    crew.claim("bot-40")
    taken = [crew.take()[0] for _ in range(200)]
    assert len({*taken, "bot-40"}) == 201
    assert len({name for _, name in crew.take_some(10)}) == 10
    company = {name for _, name in crew.take_some(2)}
    for _ in range(40):
        assert company.isdisjoint(name for _, name in crew.take_some(2, company))
    free = crew.free()
    for bot in (*taken, "bot-40"):
        crew.give_back(bot)
    assert crew.free() == free + 201
    with pytest.raises(AssertionError):
        crew.give_back("bot-40")


def test_seating() -> None:
    seating = Seating()
    seating.sit("a", "t", "r", bot=False)
    seating.sit("b", "t", "r", bot=True)
    assert (seating.people("r"), seating.table_of("a")) == (1, "t")
    seating.leave("a")
    assert (seating.table_of("a"), seating.bound("a") is not None) == (None, True)
    seating.free("a", "another")
    assert seating.bound("a") is not None
    seating.free("a", "t")
    seating.free("a", "t")
    assert (seating.people("r"), seating.bound("a")) == (0, None)


async def guest(stage: Stage) -> Player:
    return await stage.players.new_guest(None, "en")


async def test_a_guest_has_his_opening_beans_once(stage: Stage) -> None:
    player = await guest(stage)
    assert await stage.wallet.beans([player.id]) == (10_000,)
    assert player.name.startswith("Guest ")
    assert await stage.players.find(player.id) == player
    assert await stage.players.find("nobody") is None


async def test_joining_twice_at_the_same_moment(stage: Stage) -> None:
    """F88."""
    player = await guest(stage)
    results = await asyncio.gather(
        *(stage.lobby.join(player, f"c{n % 2}", Join("quick")) for n in range(6))
    )
    assert set(results) == {Done(0)}
    assert stage.lobby.online("quick") == 1
    await until(lambda: len(stage.tables) == 1)
    assert await stage.lobby.join(player, "c0", Join("quick")) == Done(0)
    assert await stage.lobby.join(player, "new", Join("quick")) == Refusal("already_seated")
    assert stage.lobby.waiting(player.id) is None


async def test_a_failed_opening_frees_everybody(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F92: no half-made table is left behind."""

    async def refuse(_entry: object) -> object:
        raise ValueError("a bug in the store")

    monkeypatch.setattr(stage.store, "append", refuse)
    player = await guest(stage)
    await stage.lobby.join(player, "c", Join("quick", bots=True))
    await until(lambda: ("unqueued", player.id, "quick", "internal") in stage.audience.notices)
    assert stage.tables.seating.bound(player.id) is None
    assert len(stage.tables) == 0
    assert stage.tables.crew.free() % 16 == 0
    monkeypatch.undo()
    assert await stage.lobby.join(player, "d", Join("quick", bots=True)) == Done(0)
    await until(lambda: len(stage.tables) == 1)


async def test_who_leaves_during_a_bots_thought(tmp_path: Path) -> None:
    """F71: a thought that comes too late does nothing, and the next table is a new one."""
    stage = Stage(tmp_path, simple)
    object.__setattr__(stage.tables._services.thinker.pace, "least", 0.1)
    object.__setattr__(stage.tables._services.thinker.pace, "most", 0.1)
    player = await guest(stage)
    for number in range(3):
        await stage.lobby.join(player, f"c{number}", Join("quick", bots=True, start="ready"))
        await until(lambda: stage.tables.find(stage.tables.seating.table_of(player.id) or ""))
        table = stage.tables.find(stage.tables.seating.table_of(player.id) or "")
        assert table is not None
        await until(lambda t=table: t.state.hand is not None)  # type: ignore[misc]
        answers = Answers()
        seat = table.state.seat_of(player.id)
        assert seat is not None
        table.offer(Leave(seat), answers)
        assert isinstance(await answers.one(), Done)
        assert stage.tables.seating.bound(player.id) is None
    await asyncio.sleep(0.2)
    assert len(stage.tables) == 0
    assert stage.health.counts == {}
    await stage.close()


async def test_bots_are_given_beans_by_the_house(stage: Stage) -> None:
    assert await stage.wallet.stake_bot("bot-1", 100, 500) == 500
    assert await stage.wallet.stake_bot("bot-1", 100, 500) == 500
    found = await stage.store.balances([player_account("bot-1"), "house:bots"])
    assert sorted(found.values()) == [-500, 500]


async def test_help_comes_so_many_times_a_day(stage: Stage) -> None:
    """L6."""
    poor = "poor"
    assert await stage.wallet.relieve(poor) == 2000
    assert await stage.wallet.relieve(poor) == 2000
    for _ in range(4):
        (have,) = await stage.wallet.beans([poor])
        if have:
            await stage.wallet._give(
                f"x{stage.dice.token()}", player_account(poor), "sink", have, "x"
            )
        await stage.wallet.relieve(poor)
    assert await stage.wallet.beans([poor]) == (0,)
    stage.clock.turned += 24 * 3600 * 1000
    both = await asyncio.gather(stage.wallet.relieve(poor), stage.wallet.relieve(poor))
    assert list(both) == [2000, 2000]


async def test_a_refused_join_gives_nothing(stage: Stage) -> None:
    """Refused means that nothing has changed: no help for who sits at a table already."""
    player = await guest(stage)
    assert await stage.lobby.join(player, "c0", Join("quick")) == Done(0)
    await until(lambda: len(stage.tables) == 1)
    (have,) = await stage.wallet.beans([player.id])
    await stage.wallet._give("lost", player_account(player.id), "sink", have - 390, "x")
    assert await stage.lobby.join(player, "c1", Join("quick")) == Refusal("already_seated")
    assert await stage.wallet.beans([player.id]) == (390,)


async def test_help_that_would_not_let_one_in_is_kept(stage: Stage) -> None:
    """Who asks for a room that is far too dear is helped when he comes to one he can enter."""
    player = await guest(stage)
    (have,) = await stage.wallet.beans([player.id])
    await stage.wallet._give("lost", player_account(player.id), "sink", have, "x")
    dear = replace(stage.rooms["quick"].stakes, entry_min=5_000)
    object.__setattr__(stage.rooms["quick"], "stakes", dear)
    answer = await stage.lobby.join(player, "c1", Join("quick"))
    assert answer == Refusal("not_enough_beans")
    assert await stage.wallet.beans([player.id]) == (0,)
    object.__setattr__(stage.rooms["quick"], "stakes", replace(dear, entry_min=1_000))
    assert await stage.lobby.join(player, "c2", Join("quick")) == Done(0)
    assert await stage.wallet.beans([player.id]) == (2_000,)
