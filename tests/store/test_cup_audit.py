"""`dizhu verify` finds whatever is wrong with a cup, its money, its ranks or its results."""

import asyncio
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from dizhu.store.migrations import STEPS
from dizhu.store.sqlite import FILE
from dizhu.tournament.spec import Entry, Start
from tests.app.cups.living import entered, live, over
from tests.app.cups.small import PRIZES, competition
from tests.soak.cup_hall import Hall, differences


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a cup that was played, one that was cancelled, and one that is announced."""
    folder = tmp_path_factory.mktemp("played")
    small = competition(start=Start(mode="full", size=3), entry=Entry(beans=100), prizes=PRIZES)

    async def work(hall: Hall) -> None:
        cup = await entered(hall, "a", "b", "c", beans=1000)
        await over(hall, cup)
        await asyncio.sleep(5)
        second = await entered(hall, "a", "b")
        await hall.entering.cancel("boss", "x", second, "rain")
        await entered(hall, "c")

    live(folder, work, small, operators=("boss",))
    return folder


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("UPDATE cup_ranks SET beans = beans + 1 WHERE rank = 1", "stored ranks"),
        ("UPDATE cup_ranks SET player = 'z' WHERE rank = 2", "stored ranks"),
        ("DELETE FROM cup_ends WHERE player = 'c'", "stored ends"),
        ("DELETE FROM cup_ends", "stored ends"),
        ("UPDATE cups SET champion = 'z' WHERE phase = 'finished'", "champion z"),
        ("UPDATE cups SET live = 1 WHERE phase = 'cancelled'", "live True"),
        ("UPDATE hand_seats SET delta = delta + 1 WHERE seat = 0", "was scored"),
        ("UPDATE transfers SET beans = 99 WHERE id LIKE 'cup:%/entry/1'", "transfers cup:"),
        ("DELETE FROM transfers WHERE id LIKE 'cup:%/refund/1'", "transfers cup:"),
        ("UPDATE accounts SET beans = beans + 5 WHERE id LIKE 'cup:%' AND beans > 0", "escrow"),
        ("DELETE FROM moves WHERE id LIKE '%/badge'", "moves cup:"),
        ("UPDATE holdings SET count = 7 WHERE account LIKE 'player:%'", "platinum of player"),
        (
            """INSERT INTO moves VALUES
            ('cup:never/prize/1/cards', 'house:cups', 'player:a', 'platinum', 1, 'cup_prize', 1)""",
            "never was",
        ),
        ("DELETE FROM events WHERE type = 'cup_awarded'", "stands where"),
        (
            """UPDATE events SET data = replace(data, '"kept":0', '"kept":1')
            WHERE type = 'cup_awarded'""",
            "prizes are not those",
        ),
        (
            """UPDATE events SET data = replace(data, '"beans":100', '"beans":90')
            WHERE type = 'cup_cancelled'""",
            "refunds are not its entries",
        ),
        ("UPDATE events SET data = '{}' WHERE type = 'cup_opened'", "cannot be folded"),
    ],
)
def test_damage_is_found(played: Path, tmp_path: Path, damage: str, found: str) -> None:
    for file in played.iterdir():
        if file.name.startswith(FILE):
            shutil.copy(file, tmp_path / file.name)
    connection = sqlite3.connect(tmp_path / FILE)
    changed: Any = connection.execute(damage).rowcount
    connection.commit()
    connection.close()
    assert changed, "the damage is done"
    assert any(found in line for line in differences(tmp_path)), differences(tmp_path)


def test_who_was_in_earlier_cups_is_known_from_their_ranks(played: Path, tmp_path: Path) -> None:
    """Of those that were cancelled it is not, and that is no fault; nobody is told of them anew."""
    shutil.copy(played / FILE, tmp_path / FILE)
    connection = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    connection.execute("DROP TABLE cup_ends")
    (step,) = (step for step in STEPS if "CREATE TABLE cup_ends" in step)
    connection.executescript(step)
    found = connection.execute("SELECT player, beans, cards, seen FROM cup_ends ORDER BY 1")
    assert found.fetchall() == [(player, 0, 0, 1) for player in "abc"]
    connection.close()
    assert differences(tmp_path) == []


def test_whole_books_are_whole(played: Path) -> None:
    assert differences(played) == []
