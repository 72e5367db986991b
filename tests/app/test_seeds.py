"""Waiting for the players' seeds: those who give one, and not for long."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dizhu.app.seeds import SeedBox
from dizhu.table import TableState
from dizhu.table.view import commitment
from tests.app.stage import Stage, until
from tests.players import RandomPlayer
from tests.table.kit import Desk

SEED = "ab" * 16


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    made = Stage(tmp_path, RandomPlayer("seeds").act)
    yield made
    await made.close()


def sealed() -> TableState:
    desk = Desk()
    desk.state = desk.state.changed(next_seed="11" * 32)
    return desk.state


def test_a_seed_counts_for_the_hash_it_was_given_for() -> None:
    box, table = SeedBox(), sealed()
    seal = commitment("11" * 32)
    assert not box.give("p0", table, "0" * 64, SEED)
    assert box.seeds(table) == ("", "", "")
    assert box.give("p0", table, seal, SEED)
    assert box.seeds(table) == (SEED, "", "")
    assert box.seeds(table.changed(next_seed="22" * 32)) == ("", "", "")
    assert not box.give("p0", table.changed(next_seed=None), seal, SEED)


def test_the_first_seed_counts() -> None:
    """Nobody may try again once he has seen what the others gave."""
    box, table = SeedBox(), sealed()
    for seed in (SEED, "cd" * 16):
        box.give("p1", table, commitment("11" * 32), seed)
    assert box.seeds(table) == ("", SEED, "")


def test_only_those_who_give_seeds_are_waited_for() -> None:
    box, table = SeedBox(), sealed()
    assert box.complete(table)
    box.expect("p2")
    assert not box.complete(table)
    box.give("p2", table, commitment("11" * 32), SEED)
    assert box.complete(table)


async def test_a_hand_begins_with_the_seed_and_not_before(stage: Stage) -> None:
    stage.tables.seeds.expect("ann")
    runner = await stage.open("ann")
    assert runner.state.hand is None
    assert runner.state.next_seed is not None
    runner.give_seed("ann", commitment(runner.state.next_seed), SEED)
    await until(lambda: runner.state.hand is not None)
    seat = next(n for n, s in enumerate(runner.state.seats) if s.player.id == "ann")
    assert runner.state.client_seeds is not None
    assert runner.state.client_seeds[seat] == SEED
    assert runner.state.next_seed is not None


async def test_who_gives_none_after_all_holds_nobody_up(stage: Stage) -> None:
    stage.tables.seeds.expect("ann")
    runner = await stage.open("ann")
    assert runner.state.hand is None
    runner.give_seed("ann", "0" * 64, SEED)  # for another hash
    await until(lambda: runner.state.hand is not None)
    assert runner.state.client_seeds == ("", "", "")
