"""Names, sessions and departures in SQLite; and players of before, brought to the new schema."""

import json
import sqlite3
from pathlib import Path

import pytest

from dizhu.app.account_store import Login, NameTaken, NoGuest
from dizhu.app.ports import PlayerRow, SessionRow, StorageFailed
from dizhu.ledger.transfers import Transfer, player_account
from dizhu.rules.ruleset import preset
from dizhu.store import migrations
from dizhu.store.accounts import SqliteAccounts
from dizhu.store.codec import table_codec
from dizhu.store.sessions import MOST_SESSIONS
from dizhu.store.sqlite import SqliteStore
from dizhu.table import OpenTable, Player
from dizhu.table.events import TableOpened
from tests.store.played import Play

LATER = 10**13


@pytest.fixture
async def accounts(store: SqliteStore) -> SqliteAccounts:
    for name in ("a", "b"):
        gift = Transfer(f"opening:{name}", "house:grants", player_account(name), 500, "opening")
        await store.add_player(PlayerRow(name, name.upper(), "zh", "guest", 1), [gift])
    await store.add_player(PlayerRow("bot-1", "Bot", "zh", "bot", 1), [])
    return SqliteAccounts(store)


async def test_a_name_is_given_once_and_to_guests_only(
    store: SqliteStore, accounts: SqliteAccounts
) -> None:
    await accounts.register(Login("a", "ann", "hash"), "Ann", 5)
    for login, error in (
        (Login("b", "ann", "hash"), NameTaken),
        (Login("a", "other", "hash"), NoGuest),
        (Login("bot-1", "other", "hash"), NoGuest),
        (Login("nobody", "other", "hash"), NoGuest),
    ):
        with pytest.raises(error):
            await accounts.register(login, "Other", 6)
    b, bot = await store.player("b"), await store.player("bot-1")
    assert b is not None
    assert bot is not None
    assert (b.name, b.kind, bot.kind) == ("B", "guest", "bot"), "nothing of a refusal is stored"
    assert await accounts.login("ann") == await accounts.login_of("a") == Login("a", "ann", "hash")


async def test_an_ended_session_never_comes_back(
    store: SqliteStore, accounts: SqliteAccounts
) -> None:
    await store.add_session(SessionRow("s", "a", LATER, 1, 1))
    assert await store.session("s", 5) is not None
    assert await accounts.revoke_sessions("b", "s", None) == 0, "it is another's"
    assert await accounts.revoke_sessions("a", "s", None) == 1
    await accounts.touch_session(SessionRow("s", "a", 2 * LATER, 1, 9))
    assert await store.session("s", 5) is None
    assert await accounts.sessions("a", 5) == []


async def test_only_so_many_sessions(store: SqliteStore, accounts: SqliteAccounts) -> None:
    for number in range(MOST_SESSIONS + 3):
        await store.add_session(SessionRow(f"s{number}", "a", LATER, number, number))
    await store.add_session(SessionRow("other", "b", LATER, 0, 0))
    found = await accounts.sessions("a", 5)
    assert [s.id for s in found] == [f"s{n}" for n in range(MOST_SESSIONS + 2, 2, -1)]
    assert len(await accounts.sessions("b", 5)) == 1


async def test_a_session_needs_a_player(store: SqliteStore, accounts: SqliteAccounts) -> None:
    with pytest.raises((sqlite3.IntegrityError, StorageFailed)):
        await store.add_session(SessionRow("s", "nobody", LATER))


async def test_going_twice_is_harmless(store: SqliteStore, accounts: SqliteAccounts) -> None:
    for _ in range(2):
        assert not await accounts.forget_name("a", "gone", 10)
        await accounts.remove("a", "gone", "house:departed", 9)
    balances = await store.balances([player_account("a"), "house:departed", "house:grants"])
    assert list(balances.values()) == [0, 500, -1000]


async def test_a_table_without_a_finished_hand_forgets_a_name(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path, table_codec())
    base = preset("qq-classic")
    people = (Player("a", "A. Nyone"), Player("b", "B"), Player("c", "C"))
    play = Play(store, "t1", "qq-classic")
    await play.do(OpenTable("t1", "r", base.ruleset, base.stakes, people, seed=bytes(32)))
    await SqliteAccounts(store).remove("a", "gone", "house:departed", 9)
    (opened, *_) = await store.load("t1")
    assert isinstance(opened.event, TableOpened)
    assert [p.name for p in opened.event.players] == ["gone", "B", "C"]
    store.close()


def test_complaints_of_before_keep_no_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = sqlite3.connect(tmp_path / "old.sqlite3", isolation_level=None)
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "STEPS", migrations.STEPS[:7])
        migrations.migrate(connection)
    said = ["17 a 阿 明 [text] I [x] said", "18 b Bob [quick] nice"]
    for number, lines in enumerate((said, []), 1):
        row = (number, 20, "b", "a", "T", "abuse", json.dumps(lines))
        connection.execute("INSERT INTO reports VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    migrations.migrate(connection)
    rows = connection.execute("SELECT said FROM reports ORDER BY id").fetchall()
    assert [json.loads(row[0]) for row in rows] == [
        [
            {"at": 17, "player": "a", "kind": "text", "what": "I [x] said"},
            {"at": 18, "player": "b", "kind": "quick", "what": "nice"},
        ],
        [],
    ]
    connection.close()


def test_players_of_before_stay_who_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = sqlite3.connect(tmp_path / "old.sqlite3", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "STEPS", migrations.STEPS[:2])
        migrations.migrate(connection)
    connection.execute("INSERT INTO players VALUES ('a', '阿明', 'zh', 'guest', 5)")
    connection.execute("INSERT INTO sessions VALUES ('s', 'a', 15552000100, 0)")
    migrations.migrate(connection)
    assert connection.execute("SELECT * FROM players").fetchall() == [
        ("a", "阿明", "zh", "guest", 5)
    ]
    assert connection.execute("SELECT player, created_at FROM sessions").fetchall() == [("a", 100)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
