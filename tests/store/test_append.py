"""Everything of one decision is stored, or nothing; and only what is stored is acknowledged."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from dizhu.app.ports import (
    Append,
    Appended,
    CommandKey,
    Conflict,
    NotEnoughBeans,
    PlayerRow,
    SessionRow,
    StorageFailed,
)
from dizhu.ledger.transfers import HOUSE_GRANTS, Transfer
from dizhu.rules.events import Called
from dizhu.store import writer as writer_module
from dizhu.store.codec import Codec
from dizhu.store.errors import StoreError
from dizhu.store.migrations import STEPS
from dizhu.store.sqlite import FILE, SqliteStore


def entry(
    expected: int = 0,
    *transfers: Transfer,
    stream: str = "t1",
    command: CommandKey | None = None,
    opens: str | None = None,
    closes: bool = False,
    seat: int = 0,
) -> Append:
    return Append(
        stream, expected, (Called(seat),), 5, transfers, command, opens=opens, closes=closes
    )


def grant(beans: int, to: str = "player:a", name: str = "g1") -> Transfer:
    return Transfer(name, HOUSE_GRANTS, to, beans, "grant")


async def test_events_are_loaded_in_order(store: SqliteStore) -> None:
    await store.append(entry(0, opens="room"))
    await store.append(entry(1, seat=2))
    loaded = await store.load("t1")
    assert [(r.version, r.at, r.event) for r in loaded] == [(1, 5, Called(0)), (2, 5, Called(2))]


async def test_a_wrong_version_stores_nothing(store: SqliteStore) -> None:
    await store.append(entry())
    with pytest.raises(Conflict):
        await store.append(entry(0, grant(5), seat=1))
    assert await store.balances(["player:a"]) == {"player:a": 0}
    assert len(await store.load("t1")) == 1


async def test_the_same_append_again_is_the_one_that_was_stored(store: SqliteStore) -> None:
    """A commit whose answer was lost: the retry finds its own events."""
    first = await store.append(entry(0, grant(5)))
    assert await store.append(entry(0, grant(5))) == first
    assert await store.balances(["player:a"]) == {"player:a": 5}


async def test_a_command_is_done_once(store: SqliteStore) -> None:
    key = CommandKey("a", "c1")
    assert await store.append(entry(command=key)) == Appended(1, False, {})
    again = await store.append(entry(1, command=key))
    assert again == Appended(1, True, {})
    assert await store.command_version(key) == 1
    assert await store.command_version(CommandKey("b", "c1")) is None


async def test_no_account_falls_below_zero_but_the_houses(store: SqliteStore) -> None:
    """F61, F68: what the loser has not got, the winner does not get."""
    await store.post([grant(10)], 1)
    with pytest.raises(NotEnoughBeans):
        await store.append(entry(0, Transfer("x", "player:a", "player:b", 11, "hand")))
    assert await store.load("t1") == []
    balances = await store.balances(["player:a", "player:b", HOUSE_GRANTS])
    assert balances == {"player:a": 10, "player:b": 0, HOUSE_GRANTS: -10}


async def test_a_transfer_is_posted_once(store: SqliteStore) -> None:
    assert await store.post([grant(10), grant(10)], 1) == {"player:a": 10, HOUSE_GRANTS: -10}
    with pytest.raises(Conflict):
        await store.post([grant(11)], 1)


async def test_many_tables_share_a_commit(store: SqliteStore) -> None:
    appends = [store.append(entry(stream=f"t{n}", opens="room")) for n in range(300)]
    await asyncio.gather(*appends)
    assert len(await store.live_tables()) == 300
    assert store.writer.commits < 100


async def test_one_bad_append_does_not_spoil_its_neighbours(store: SqliteStore) -> None:
    bad = Transfer("bad", "player:poor", "player:b", 1, "hand")
    good, refused, last = await asyncio.gather(
        store.append(entry(stream="t1")),
        store.append(entry(0, bad, stream="t2")),
        store.append(entry(stream="t3")),
        return_exceptions=True,
    )
    assert isinstance(refused, NotEnoughBeans)
    assert isinstance(good, Appended)
    assert isinstance(last, Appended)


async def test_closed_tables_are_not_live(store: SqliteStore) -> None:
    await store.append(entry(0, opens="room"))
    await store.append(entry(1, closes=True))
    assert await store.live_tables() == []


async def test_old_things_are_forgotten(store: SqliteStore) -> None:
    """Little by little; a table that is open, and the transfers, stay."""
    for name in ("t1", "t2", "t3"):
        await store.append(entry(0, grant(1, name=name), stream=name, opens="room", closes=True))
    await store.append(entry(stream="open", opens="room"))
    await store.append(entry(1, stream="open", command=CommandKey("a", "c")))
    assert [await store.forget_tables(6, 2) for _ in range(3)] == [2, 1, 0]
    assert await store.load("t1") == []
    assert len(await store.load("open")) == 2
    assert await store.balances(["player:a"]) == {"player:a": 3}
    await store.forget_commands(5)
    assert await store.command_version(CommandKey("a", "c")) == 2
    await store.forget_commands(6)
    assert await store.command_version(CommandKey("a", "c")) is None
    await store.add_player(PlayerRow("a", "A", "zh", "guest", 1), [])
    await store.add_session(SessionRow("s", "a", 100))
    await store.forget_sessions(101)
    assert await store.session("s", 1) is None


async def test_a_disk_that_refuses_is_loud_and_nothing_is_acknowledged(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """F65."""
    monkeypatch.setattr(writer_module, "RETRIES", (0.001,))

    def refuse(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr("dizhu.store.sql.append", refuse)
    with pytest.raises(StorageFailed, match="disk I/O"):
        await store.append(entry())
    assert "disk I/O error" in caplog.text
    assert store.writer.failures == 2
    monkeypatch.undo()
    assert (await store.append(entry())).version == 1


async def test_what_was_stored_survives_a_restart(tmp_path: Path, codec: Codec) -> None:
    first = SqliteStore(tmp_path, codec)
    await first.append(entry(0, grant(3), opens="room"))
    await first.beat(77)
    first.close()
    second = SqliteStore(tmp_path, codec)
    assert (await second.load("t1"))[0].event == Called(0)
    assert await second.last_beat() == 77
    assert await second.balances(["player:a"]) == {"player:a": 3}
    second.close()


async def test_players_and_sessions(store: SqliteStore) -> None:
    player = PlayerRow("a", "阿明", "zh", "guest", 1)
    await store.add_player(player, [grant(10_000)])
    await store.add_player(player, [grant(10_000)])
    assert await store.player("a") == player
    assert await store.player("b") is None
    assert await store.balances(["player:a"]) == {"player:a": 10_000}
    await store.add_session(SessionRow("s", "a", 100))
    assert await store.session("s", 99) is not None
    assert await store.session("s", 100) is None
    await store.revoke_session("s")
    assert await store.session("s", 1) is None


def test_a_folder_has_one_server(tmp_path: Path, codec: Codec, store: SqliteStore) -> None:
    with pytest.raises(StoreError, match="another dizhu"):
        SqliteStore(tmp_path, codec)


def test_a_newer_database_is_refused(tmp_path: Path, codec: Codec) -> None:
    SqliteStore(tmp_path, codec).close()
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    connection.close()
    with pytest.raises(StoreError, match="newer"):
        SqliteStore(tmp_path, codec)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path, codec: Codec) -> None:
    (tmp_path / FILE).write_bytes(b"not a database at all, but long enough" * 100)
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(tmp_path, codec)
