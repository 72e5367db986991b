"""Halls for tests: something is done in one, and everything must come out even."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from dizhu.tournament import Competition
from tests.soak.cup_hall import Hall, differences, run_at

Work = Callable[[Hall], Coroutine[Any, Any, None]]


def live(folder: Path, work: Work, *found: Competition, **settings: Any) -> Hall:
    """Do something in a hall with these competitions."""
    failures: list[Any] = []
    halls: list[Hall] = []

    async def run() -> None:
        halls.append(Hall(folder, 1, {c.key: c for c in found}, **settings))
        try:
            await work(halls[0])
        finally:
            await halls[0].stop()

    run_at(0, run(), failures)
    assert failures == []
    assert dict(halls[0].health.counts) == {}
    halls[0].close()
    assert differences(folder) == []
    return halls[0]


async def over(hall: Hall, cup: str) -> None:
    """Wait for the end of a cup."""
    found = hall.cups.find(cup)
    assert found is not None
    while not found.runner.over:  # noqa: ASYNC110 - in virtual time
        await asyncio.sleep(1)


async def until(condition: Callable[[], Any], seconds: int = 3600) -> None:
    """Wait for something, in virtual time."""
    for _ in range(seconds * 10):
        if condition():
            return
        await asyncio.sleep(0.1)
    raise AssertionError("it does not happen")


async def only(hall: Hall) -> str:
    """The one cup there is."""
    await hall.cups.ensure()
    (running,) = hall.cups.all()
    return running.cup.id


async def entered(hall: Hall, *players: str, beans: int = 0) -> str:
    """The one cup, with these in it."""
    cup = await only(hall)
    for player in players:
        await hall.guest(player, beans=beans)
        await hall.enter(player, cup)
    return cup
