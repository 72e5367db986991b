"""`dizhu verify` finds whatever somebody has changed behind the server's back."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dizhu.cli import main
from dizhu.store.audit import Count, audit, open_for_reading
from dizhu.store.codec import table_codec
from dizhu.store.errors import StoreError
from dizhu.store.sqlite import FILE, SqliteStore
from tests.store.played import HANDS, play_some


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    play_some(folder)
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    shutil.copy(played / FILE, tmp_path / FILE)
    return tmp_path


@pytest.fixture
def spoil(folder: Path) -> Iterator[Callable[..., None]]:
    """Change the database as somebody would who can write the file."""
    connection = sqlite3.connect(folder / FILE, isolation_level=None)
    connection.execute("PRAGMA ignore_check_constraints = ON")

    def change(statement: str, *values: object) -> None:
        assert connection.execute(statement, values).rowcount > 0, "nothing was changed"

    yield change
    connection.close()


def differences(folder: Path) -> list[str]:
    connection = open_for_reading(folder)
    found = [str(d) for d in audit(connection, Count())]
    connection.close()
    return found


def test_an_honest_database_is_well(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--data-dir", str(folder)]) == 0
    told = capsys.readouterr().out
    assert f"3 tables, {3 * HANDS} hands: all is well" in told


def test_a_running_server_does_not_mind(folder: Path) -> None:
    """Read beside a writer that holds the file."""
    store = SqliteStore(folder, table_codec())
    assert differences(folder) == []
    store.close()


def test_without_a_database_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--data-dir", str(tmp_path)]) == 1
    assert "there is no database" in capsys.readouterr().err


def test_a_database_of_another_schema_is_not_judged(
    folder: Path, spoil: Callable[..., None]
) -> None:
    connection = sqlite3.connect(folder / FILE)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match="schema 99"):
        open_for_reading(folder)


LEDGER = {
    "a balance": (
        "UPDATE accounts SET beans = beans + 5 WHERE id = 'player:a0'",
        ["accounts: they come to 5 beans", "account player:a0: holds"],
    ),
    "two balances that cancel out": (
        (
            "UPDATE accounts SET beans = beans + CASE id WHEN 'player:a0' THEN 5 ELSE -5 END "
            "WHERE id IN ('player:a0', 'player:b0')"
        ),
        ["account player:a0: holds", "account player:b0: holds"],
    ),
    "a debt": (
        "UPDATE accounts SET beans = -1 WHERE id = 'player:b1'",
        ["account player:b1: is below zero"],
    ),
    "an account that is gone": (
        "DELETE FROM accounts WHERE id = 'player:c0'",
        ["account player:c0: is missing"],
    ),
    "the beans of a transfer": (
        "UPDATE transfers SET beans = beans + 1 WHERE id = 't0/1/fee/0'",
        ["account house:fees: holds", "transfer t0/1/fee/0: moves"],
    ),
    "a transfer that is gone": (
        "DELETE FROM transfers WHERE id LIKE 't1/2/fee/1'",
        ["transfer t1/2/fee/1: is missing"],
    ),
    "a transfer that was added": (
        "INSERT INTO transfers VALUES ('t0/1/fee/9', 'player:a0', 'player:b0', 5, 'fee', 1)",
        ["transfer t0/1/fee/9: belongs to no settlement"],
    ),
    "a transfer of a table that never was": (
        "INSERT INTO transfers VALUES ('t9/1/fee/0', 'player:a0', 'player:b0', 5, 'fee', 1)",
        ["transfer t9/1/fee/0: moves 5 beans for a table that never was"],
    ),
    "a transfer of nothing": (
        "INSERT INTO transfers VALUES ('x', 'player:a0', 'player:b0', 0, 'gift', 1)",
        ["transfer x: moves 0 beans"],
    ),
    "a transfer's receiver": (
        "UPDATE transfers SET credit = 'player:a1' WHERE id = 't0/2/fee/2'",
        ["transfer t0/2/fee/2: moves", "to player:a1; settled were"],
    ),
    "a stored hand's winner": (
        "UPDATE hands SET winner = 'nobody' WHERE stream = 't0' AND hand_no = 1",
        ["table t0, hand 1: is stored with winner nobody"],
    ),
    "what a seat won": (
        "UPDATE hand_seats SET delta = delta + 1 WHERE seat = 0",
        ["table t0, hand 1: is stored with seats"],
    ),
    "a hand that is gone": (
        "DELETE FROM hands WHERE stream = 't2' AND hand_no = 2",
        ["table t2, hand 2: was settled, but is not among the stored hands"],
    ),
    "a hand that never was": (
        "UPDATE hands SET hand_no = 7 WHERE stream = 't0' AND hand_no = 2",
        ["table t0, hand 7: is among the stored hands, but was never settled"],
    ),
    "statistics": (
        "UPDATE tallies SET peasant_won = peasant_won + 1 WHERE player = 'a0'",
        ["statistics of a0 in qq-classic"],
    ),
    "a table that is marked as closed": (
        "UPDATE tables SET live = 0 WHERE id = 't0'",
        ["table t0: is marked as closed, its log goes on"],
    ),
    "an event that is gone": (
        "DELETE FROM events WHERE stream = 't0' AND type = 'clocks_set' AND version > 20",
        ["follows event"],
    ),
    "an event of another kind": (
        "UPDATE events SET type = 'abolished' WHERE stream = 't0' AND version = 30",
        ["table t0, event 30: the log cannot be folded: UnknownEvent"],
    ),
    "an event that is no JSON": (
        "UPDATE events SET data = '{' WHERE stream = 't1' AND version = 12",
        ["table t1, event 12: the log cannot be folded"],
    ),
}


@pytest.mark.parametrize("name", LEDGER)
def test_every_change_is_found(
    folder: Path, spoil: Callable[..., None], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    statement, wanted = LEDGER[name]
    spoil(statement)
    found = "\n".join(differences(folder))
    for words in wanted:
        assert words in found
    assert main(["verify", "--data-dir", str(folder)]) == 1
    assert "differences" in capsys.readouterr().out


def event(folder: Path, stream: str, kind: str, number: int = 0) -> tuple[int, dict[str, object]]:
    """The version and the data of an event of a type."""
    connection = sqlite3.connect(folder / FILE)
    query = "SELECT version, data FROM events WHERE stream = ? AND type = ? ORDER BY version"
    version, data = connection.execute(query, (stream, kind)).fetchall()[number]
    connection.close()
    return version, json.loads(data)


CHANGE = "UPDATE events SET data = ? WHERE stream = ? AND version = ?"


@pytest.mark.parametrize("stream", ["t0", "t1", "t2"])
def test_a_seed_that_was_changed(folder: Path, spoil: Callable[..., None], stream: str) -> None:
    version, data = event(folder, stream, "hand_started")
    spoil(CHANGE, json.dumps(data | {"seed": "00" * 32}), stream, version)
    found = "\n".join(differences(folder))
    assert f"table {stream}, hand 1: its seed is not the one that was sealed" in found
    assert f"table {stream}, hand 1: deal 1 does not follow from its seed" in found


def test_a_players_seed_that_was_changed(folder: Path, spoil: Callable[..., None]) -> None:
    version, data = event(folder, "t0", "hand_started", 1)
    spoil(CHANGE, json.dumps(data | {"client_seeds": ["1" * 32, "", "f" * 32]}), "t0", version)
    assert "table t0, hand 2: deal 1 does not follow" in "\n".join(differences(folder))


def test_cards_that_were_exchanged(folder: Path, spoil: Callable[..., None]) -> None:
    version, data = event(folder, "t1", "hand_event.dealt")
    deal = data["event"]["deal"]  # type: ignore[index]
    hands = deal["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    spoil(CHANGE, json.dumps(data), "t1", version)
    assert "table t1, hand 1: deal 1 does not follow" in "\n".join(differences(folder))


def test_a_settlement_that_was_changed(folder: Path, spoil: Callable[..., None]) -> None:
    version, data = event(folder, "t0", "settled")
    delta = data["settlement"]["delta"]  # type: ignore[index]
    data["settlement"]["delta"] = [delta[1], delta[0], delta[2]]  # type: ignore[index]
    spoil(CHANGE, json.dumps(data), "t0", version)
    assert "table t0, hand 1: was settled" in "\n".join(differences(folder))


def test_a_play_that_was_changed(folder: Path, spoil: Callable[..., None]) -> None:
    """The rules would not have let it through."""
    version, data = event(folder, "t0", "hand_event.passed")
    seat = data["event"]["seat"]  # type: ignore[index]
    data["event"]["seat"] = (seat + 1) % 3  # type: ignore[index]
    spoil(CHANGE, json.dumps(data), "t0", version)
    found = "\n".join(differences(folder))
    assert "the rules do not lead to its events" in found or "cannot be folded" in found


def test_scores_that_were_changed(folder: Path, spoil: Callable[..., None]) -> None:
    version, data = event(folder, "t2", "hand_started", 1)
    spoil(CHANGE, json.dumps(data | {"beans": [5000, 5000, 5000]}), "t2", version)
    assert "table t2, hand 2: begins with (5000, 5000, 5000)" in "\n".join(differences(folder))


def test_what_was_forgotten_is_not_missed(folder: Path, spoil: Callable[..., None]) -> None:
    """Old tables go, their transfers stay for ever."""
    spoil("UPDATE tables SET live = 0, closed_at = 5 WHERE id = 't0'")
    spoil("DELETE FROM events WHERE stream = 't0'")
    spoil("DELETE FROM tables WHERE id = 't0'")
    assert any("a table that never was" in d for d in differences(folder))
    spoil("DELETE FROM hand_seats WHERE hand IN (SELECT id FROM hands WHERE stream = 't0')")
    spoil("DELETE FROM hands WHERE stream = 't0'")
    spoil("INSERT INTO meta VALUES ('tables_forgotten', 1)")
    assert differences(folder) == []


def since_of(folder: Path) -> int:
    """When the last hand of the first table ended."""
    connection = sqlite3.connect(folder / FILE)
    (at,) = connection.execute(
        "SELECT max(ended_at) FROM hands WHERE stream = (SELECT min(id) FROM tables)"
    ).fetchone()
    connection.close()
    return int(at)


def test_since_looks_at_the_last_hands_only(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each table from the hand before: fewer hands, and as good."""
    since = since_of(folder)
    assert main(["verify", "--data-dir", str(folder), "--since", str(since)]) == 0
    hands = int(capsys.readouterr().out.split(" hands:")[0].rpartition(" ")[2])
    assert 0 < hands < 3 * HANDS


def test_since_finds_what_is_wrong_with_them_and_not_before(
    folder: Path, spoil: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    since = str(since_of(folder))
    spoil("UPDATE hands SET multiplier = multiplier + 1 WHERE hand_no = 1")
    assert main(["verify", "--data-dir", str(folder), "--since", since]) == 0
    assert main(["verify", "--data-dir", str(folder)]) == 1
    spoil("UPDATE hands SET multiplier = multiplier + 1 WHERE hand_no = ?", HANDS)
    capsys.readouterr()
    assert main(["verify", "--data-dir", str(folder), "--since", since]) == 1
    assert "is stored with multiplier" in capsys.readouterr().out


def test_on_two_cores_it_finds_the_same(
    folder: Path, spoil: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "--data-dir", str(folder), "--jobs", "2"]) == 0
    assert f"{3 * HANDS} hands: all is well" in capsys.readouterr().out
    spoil("UPDATE hands SET multiplier = multiplier + 1 WHERE hand_no = 1")
    assert main(["verify", "--data-dir", str(folder), "--jobs", "2"]) == 1
    assert capsys.readouterr().out.splitlines()[:-1] == differences(folder)


def test_several_cores_need_a_stopped_server(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SqliteStore(folder, table_codec())
    assert main(["verify", "--data-dir", str(folder), "--jobs", "2"]) == 1
    assert "a server is running" in capsys.readouterr().err
    store.close()


@pytest.mark.parametrize("option", [("--since", "yesterday"), ("--jobs", "0"), ("--jobs", "x")])
def test_options_that_make_no_sense(
    folder: Path, option: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["verify", "--data-dir", str(folder), *option])
    assert option[1] in capsys.readouterr().err
