"""A copy while the server plays, and the way back: whole or not at all."""

import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from yarl import URL

from dizhu.cli import main
from dizhu.store import backup as module
from dizhu.store.backup import backup, check, restore
from dizhu.store.codec import table_codec
from dizhu.store.errors import StoreError
from dizhu.store.migrations import STEPS
from dizhu.store.sqlite import FILE, SqliteStore
from tests.server.accounts import Device
from tests.server.playing import Guest, over, phase
from tests.server.process import ServerProcess
from tests.store.played import play_some

QUICK = {"bot_least": 0, "bot_most": 0.01, "deal_step_ms": 1, "autoplay_ms": 1}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    play_some(folder)
    return folder


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(played / FILE, folder / FILE)
    return folder


def cli(*arguments: object) -> int:
    return main([str(a) for a in arguments])


def verified(folder: Path) -> bool:
    return cli("verify", "--data-dir", folder) == 0


def left_over(folder: Path) -> list[str]:
    return sorted(f.name for f in folder.iterdir() if f.name.startswith("."))


def test_there_and_back(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, new = tmp_path / "b.sqlite3", tmp_path / "new" / "folder"
    assert cli("backup", file, "--data-dir", data) == 0
    assert "read back, all is well" in capsys.readouterr().out
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(f.name for f in tmp_path.iterdir()) == ["b.sqlite3", "data"], "one plain file"
    assert cli("restore", file, "--data-dir", new) == 0
    assert stat.S_IMODE(new.stat().st_mode) == 0o700
    assert verified(new)
    assert dump(new / FILE) == dump(data / FILE)


def dump(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    lines = list(connection.iterdump())
    connection.close()
    return lines


async def test_while_people_play(tmp_path: Path) -> None:
    """Made in mid-hand; the hand goes on there, and here."""
    folder, copy = tmp_path / "data", tmp_path / "copy"
    process = ServerProcess(folder, **QUICK)
    async with Guest(await process.start()) as guest:
        await guest.join("classic-1", bots=True, start="ready")
        await guest.until(phase("call", "rob", "double", "play"))
        assert cli("backup", tmp_path / "b", "--data-dir", folder) == 0
        assert cli("restore", tmp_path / "b", "--data-dir", folder, "--force") == 1, "it runs"
        await guest.play_on(over)
    await process.terminate()
    assert cli("restore", tmp_path / "b", "--data-dir", copy) == 0
    assert verified(folder)
    assert verified(copy)
    shutil.copy(folder / "secret.key", copy / "secret.key")
    again = ServerProcess(copy, **QUICK)
    async with Device(await again.start()) as other:
        cookies = {cookie.key: cookie.value for cookie in guest.http.cookie_jar}
        other.http.cookie_jar.update_cookies(cookies, URL(other.base))
        welcome = await other.connect()
        assert welcome["table"] == guest.table, "he sits where he sat when it was made"
        await other.resume(0)
        await other.play_on(over)
    await again.terminate()


def test_nothing_is_replaced_unasked(data: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "b", tmp_path / "other"
    shutil.copytree(data, other)
    assert cli("backup", file, "--data-dir", data) == 0
    before = file.read_bytes()
    assert cli("backup", file, "--data-dir", other) == 1
    assert file.read_bytes() == before
    assert cli("backup", file, "--data-dir", other, "--force") == 0
    before = (other / FILE).read_bytes()
    assert cli("restore", file, "--data-dir", other) == 1
    assert (other / FILE).read_bytes() == before
    assert left_over(other) == left_over(tmp_path) == []


def test_what_was_there_is_kept(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what was not yet in the file itself, but in its log."""
    file = tmp_path / "b"
    backup(data, file)
    writer = sqlite3.connect(data / FILE, isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("INSERT INTO meta VALUES ('only_here', 7)")
    copied = restore(file, data, "then", replace=True)
    writer.close()
    assert copied.aside == data / "before-restore-then"
    aside = sqlite3.connect(copied.aside / FILE)
    found = aside.execute("SELECT value FROM meta WHERE key = 'only_here'").fetchone()
    aside.close()
    assert found == (7,)
    assert verified(data)
    assert verified(copied.aside)


def test_an_older_copy_is_brought_up_to_date(tmp_path: Path) -> None:
    old = tmp_path / "old"
    connection = sqlite3.connect(old, isolation_level=None)
    connection.executescript("".join(STEPS[:-1]))
    connection.execute(f"PRAGMA user_version = {len(STEPS) - 1}")
    connection.close()
    assert cli("restore", old, "--data-dir", tmp_path / "data") == 0
    assert verified(tmp_path / "data")


@pytest.mark.parametrize("wrong", ["nothing", "text", "cut", "newer", "foreign", "beans", "page"])
def test_what_is_no_good_copy(wrong: str, data: Path, tmp_path: Path) -> None:
    """Nothing changes, not even with --force."""
    file, before = tmp_path / "b", (data / FILE).read_bytes()
    if wrong != "nothing":
        backup(data, file)
        spoil(file, wrong)
    with pytest.raises(StoreError):
        restore(file, data, "then", replace=True)
    assert cli("restore", file, "--data-dir", data, "--force") == 1
    assert (data / FILE).read_bytes() == before
    assert left_over(data) == []
    assert not list(data.glob("before-restore-*"))


def root_of(file: Path, table: str) -> tuple[int, int]:
    """Where the first page of a table begins, and its size: a page that is in use."""
    connection = sqlite3.connect(file)
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    query = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
    (page,) = connection.execute(query, (table,)).fetchone()
    connection.close()
    return (page - 1) * size, size


def spoil(file: Path, how: str) -> None:
    body = file.read_bytes()
    if how == "page":
        start, size = root_of(file, "transfers")
        file.write_bytes(body[:start] + b"\xff" * size + body[start + size :])
        return
    if how in ("text", "cut"):
        file.write_bytes({"text": b"hello", "cut": body[:-5000]}[how])
        return
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA ignore_check_constraints = ON")
    connection.execute(
        {
            "newer": f"PRAGMA user_version = {len(STEPS) + 1}",
            "foreign": "DROP TABLE transfers",
            "beans": "UPDATE accounts SET beans = beans + 1 WHERE id LIKE 'player:%'",
        }[how]
    )
    connection.close()


def test_a_full_disk(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last step fails: the old data are where they were."""
    backup(data, tmp_path / "b")
    before = (data / FILE).read_bytes()

    def refuse(made: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "_settle", refuse)
    with pytest.raises(StoreError, match="No space left"):
        restore(tmp_path / "b", data, "then", replace=True)
    assert (data / FILE).read_bytes() == before
    assert not list(data.glob("before-restore-*"))
    with pytest.raises(StoreError, match="No space left"):
        backup(data, tmp_path / "c")
    assert not (tmp_path / "c").exists()
    assert left_over(tmp_path) == left_over(data) == []


def test_beside_another_program(data: Path, tmp_path: Path) -> None:
    store = SqliteStore(data, table_codec())
    backup(data, tmp_path / "b")
    with pytest.raises(StoreError, match="another dizhu is using"):
        restore(tmp_path / "b", data, "then", replace=True)
    store.close()
    check(tmp_path / "b")


def test_an_empty_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli("backup", tmp_path / "b", "--data-dir", tmp_path) == 1
    assert "there is no database" in capsys.readouterr().err


@pytest.mark.parametrize("name", [FILE, f"{FILE}-wal", f"{FILE}-shm"])
def test_never_over_a_database(
    name: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A server that has it open would go on with a file that is gone."""
    before = dump(data / FILE)
    for target in (data / name, tmp_path / name):
        assert cli("backup", target, "--force", "--data-dir", data) == 1
        assert "choose another name" in capsys.readouterr().err
    link = tmp_path / "link"
    link.symlink_to(data / FILE)
    assert cli("backup", link, "--force", "--data-dir", data) == 1
    assert dump(data / FILE) == before


@pytest.mark.parametrize("name", ["secret.key", "admin.json", "notes"])
def test_never_over_what_is_no_copy(
    name: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (data / name).write_text("mine")
    assert cli("backup", data / name, "--force", "--data-dir", data) == 1
    assert "choose another name" in capsys.readouterr().err
    assert (data / name).read_text() == "mine"


def test_never_over_another_programs_database_nor_inside_the_folder(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE accounts (a)")
    assert cli("backup", data / "copy", "--data-dir", data) == 0
    for target in (other, data / "copy"):
        before = target.read_bytes()
        assert cli("backup", target, "--force", "--data-dir", data) == 1
        assert "choose another name" in capsys.readouterr().err
        assert target.read_bytes() == before


def test_a_database_is_its_owners_alone(data: Path) -> None:
    """In a folder that others may read, and one of an older version, too."""
    data.chmod(0o755)
    (data / FILE).chmod(0o644)
    store = SqliteStore(data, table_codec())
    store._writing.execute("CREATE TABLE more (a)")
    modes = {f.name: stat.S_IMODE(f.stat().st_mode) for f in data.glob(f"{FILE}*")}
    store.close()
    assert modes == dict.fromkeys((FILE, f"{FILE}-wal", f"{FILE}-shm"), 0o600)


def test_a_damaged_database_is_neither_served_nor_called_well(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(data / FILE, "page")
    assert cli("verify", "--data-dir", data) == 1
    assert "damaged" in capsys.readouterr().err
    with pytest.raises(StoreError, match="damaged"):
        SqliteStore(data, table_codec())
