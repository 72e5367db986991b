"""Finished hands: stored with the settlement or not at all, forgotten with their table."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from dizhu.app.archive import BOARDS, Cursor, StoredHand, week_ends, week_of
from dizhu.app.ports import Append, NotEnoughBeans
from dizhu.app.replays import Gone, moments, record
from dizhu.ledger.transfers import Transfer
from dizhu.store import migrations
from dizhu.store.archive import SqliteArchive
from dizhu.store.codec import table_codec
from dizhu.store.sqlite import FILE, SqliteStore
from dizhu.table.events import ClocksSet
from tests.store.played import HANDS, play_some


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hands")
    play_some(folder)
    return folder


@pytest.fixture
def archive(played: Path) -> SqliteArchive:
    return SqliteArchive(played, table_codec())


async def newest(archive: SqliteArchive, player: str = "a0") -> StoredHand:
    return (await archive.hands_of(player, None, 1))[0]


async def test_every_hand_is_found_by_every_player(archive: SqliteArchive) -> None:
    for table in range(3):
        lists = [await archive.hands_of(f"{p}{table}", None, 9) for p in "abc"]
        assert lists[0] == lists[1] == lists[2]
        assert [h.hand_no for h in lists[0]] == list(range(HANDS, 0, -1))
        for hand in lists[0]:
            assert await archive.hand(hand.id) == hand
    assert await archive.hand("nothing") is None


async def test_lists_go_on_where_they_stopped(archive: SqliteArchive) -> None:
    first = await newest(archive)
    rest = await archive.hands_of("a0", Cursor(first.ended_at, first.id), 9)
    assert [first, *rest] == list(await archive.hands_of("a0", None, 9))
    moved = await archive.movements("a0", None, 99)
    again = await archive.movements("a0", Cursor(moved[0].at, moved[0].id), 99)
    assert [moved[0], *again] == list(moved)
    assert {m.hand for m in moved} == {None, *(h.id for h in [first, *rest])}


async def test_a_hand_is_folded_without_those_before_it(archive: SqliteArchive) -> None:
    hand = await newest(archive)
    events = await archive.events(hand)
    last = list(moments(hand, events))[-1].table
    assert (last.hand_no, last.settlement is not None) == (HANDS, True)
    assert record(hand, events).final() == last.hand
    with pytest.raises(Gone):
        list(moments(hand, []))


async def test_tallies_are_the_sums(archive: SqliteArchive) -> None:
    for player, table in (("a0", 0), ("b1", 1), ("c2", 2)):
        hands = await archive.hands_of(player, None, 9)
        seats = [next(s for s in h.seats if s.player == player) for h in hands]
        (tally,) = await archive.tallies(player)
        roles = (tally.landlord + tally.peasant, tally.landlord_won + tally.peasant_won)
        assert roles == (sum(s.role is not None for s in seats), sum(bool(s.won) for s in seats))
        assert tally.beans == (0 if table == 2 else sum(s.delta for s in seats))
        assert tally.bombs == sum(s.bombs for s in seats)


async def test_boards_are_sorted(archive: SqliteArchive) -> None:
    week = week_of((await newest(archive)).ended_at)
    rich = await archive.leaders("beans", week, 0, 99)
    assert [x.beans for x in rich] == sorted((x.beans for x in rich), reverse=True)
    assert len(rich) == 6, "three of the nine played for points alone"
    won = await archive.leaders("week", week, 0, 99)
    assert won
    assert [x.week for x in won] == sorted((x.week for x in won if x.week > 0), reverse=True)
    assert await archive.leaders("week", week + 1, 0, 99) == []
    often = await archive.leaders("rate", week, 1, 2)
    assert [x.won / x.hands for x in often] == sorted(x.won / x.hands for x in often)[::-1]
    assert await archive.leaders("rate", week, HANDS + 1, 99) == []


async def test_boards_count_hands_for_beans_alone(archive: SqliteArchive) -> None:
    """Hands for points are played among friends, who can arrange them; own statistics have them."""
    week = week_of((await newest(archive)).ended_at)
    for board in BOARDS:
        lines = {x.player: x for x in await archive.leaders(board, week, 1, 99)}
        assert lines
        assert not lines.keys() & {"a2", "b2", "c2"}, board
        for player, line in lines.items():
            hands = await archive.hands_of(player, None, 99)
            seats = [s for h in hands for s in h.seats if s.player == player and s.role]
            assert (line.hands, line.won) == (len(seats), sum(bool(s.won) for s in seats))
    assert (await archive.tallies("a2"))[0].landlord + (await archive.tallies("a2"))[0].peasant


def test_what_boards_count_is_found_in_a_database_of_before(played: Path, tmp_path: Path) -> None:
    """The step that brought it works it out from the hands, as the program does."""
    connection = sqlite3.connect(tmp_path / "copy", isolation_level=None)
    with sqlite3.connect(played / FILE) as original:
        original.backup(connection)
    original.close()
    tallies = "SELECT * FROM tallies ORDER BY player, ruleset, week"
    before = connection.execute(tallies).fetchall()
    assert sum(row[-2] for row in before) > sum(row[-1] for row in before) > 0
    connection.execute("UPDATE tallies SET rated = 0, rated_won = 0")
    (step,) = (s for s in migrations.STEPS if "rated_won" in s)
    connection.execute(migrations._statements(step)[-1])
    assert connection.execute(tallies).fetchall() == before
    connection.close()


def test_weeks_begin_on_monday_in_china() -> None:
    monday = 1_764_518_400_000  # 2025-12-01 00:00 in Shanghai
    assert week_of(monday) == week_of(monday - 1) + 1
    assert week_of(monday + 6 * 86_400_000) == week_of(monday)
    assert week_ends(week_of(monday - 1)) == monday


async def test_a_settlement_that_fails_stores_no_hand(
    tmp_path: Path, archive: SqliteArchive
) -> None:
    """One transaction: events, transfers, hand and tallies, or nothing."""
    hand = replace(await newest(archive), id="x", table="t")
    store = SqliteStore(tmp_path, table_codec())
    transfer = Transfer("t/1/fee/0", "player:poor", "house:fees", 5, "fee")
    entry = Append("t", 0, (ClocksSet(()),), 1, transfers=(transfer,), hand=hand)
    with pytest.raises(NotEnoughBeans):
        await store.append(entry)
    await store.append(replace(entry, transfers=()))
    await store.append(replace(entry, transfers=()))  # its answer was lost: asked again
    connection = sqlite3.connect(tmp_path / FILE)
    count = "SELECT (SELECT count(*) FROM hands), (SELECT count(*) FROM hand_seats)"
    assert connection.execute(count).fetchone() == (1, 3)
    assert connection.execute("SELECT max(landlord + peasant) FROM tallies").fetchone() == (1,)
    connection.close()
    store.close()


async def test_a_forgotten_table_takes_its_hands_along(
    tmp_path: Path, archive: SqliteArchive
) -> None:
    hand = replace(await newest(archive), id="x", table="t")
    store = SqliteStore(tmp_path, table_codec())
    await store.append(Append("t", 0, (ClocksSet(()),), 1, opens="r", closes=True, hand=hand))
    assert await store.forget_tables(2, 10) == 1
    there = SqliteArchive(tmp_path, table_codec())
    assert await there.hand("x") is None
    assert len(await there.tallies("a0")) == 1
    there.close()
    store.close()


def test_a_database_of_before_gets_its_tables(tmp_path: Path) -> None:
    """Step by step, as released."""
    connection = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    migrations._apply(connection, 1, migrations.STEPS[0])
    connection.close()
    SqliteStore(tmp_path, table_codec()).close()
    connection = sqlite3.connect(tmp_path / FILE)
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema")}
    connection.close()
    assert {"hands", "hand_seats", "tallies"} <= names
