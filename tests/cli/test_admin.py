"""`dizhu admin`, with a server and without one: the same words do the same."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from dizhu.bootstrap import Server, hostkey
from dizhu.cli import main
from dizhu.cli.admin.times import shown
from tests.server.accounts import get, registered
from tests.server.conftest import config
from tests.server.playing import Guest, over, phase
from tests.server.process import ServerProcess

Told = Callable[..., Coroutine[Any, Any, tuple[int, str, str]]]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    running = Server(config(tmp_path))
    await running.start()
    yield running
    await running.stop()


@pytest.fixture
def admin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    """The command in a thread of its own, for the server runs in this one."""

    async def run(*arguments: object) -> tuple[int, str, str]:
        words = ["admin", "--data-dir", str(tmp_path / "data"), *map(str, arguments)]
        capsys.readouterr()
        code = await asyncio.to_thread(main, words)
        out, error = capsys.readouterr()
        return code, out, error

    return run


async def asked(admin: Told, *arguments: object) -> Any:
    code, out, error = await admin("--json", *arguments)
    assert code == 0, error
    return json.loads(out)


async def test_with_a_server(server: Server, admin: Told) -> None:
    base = f"http://127.0.0.1:{server.port}"
    async with Guest(base) as ming:
        await registered(ming)
        assert (await admin("grant", "阿明"))[:2] == (0, "done\n")
        assert (await get(ming, "admin/house"))[0] == 200
        assert (await admin("revoke", ming.player["id"]))[0] == 0
        code, out, _ = await admin("compensate", "阿明", 250, "--reason", "sorry")
        assert (code, out) == (0, "done\nhe has 10,250 beans now, house:compensation -250\n")
        code, _, error = await admin("compensate", "阿明", -20_000, "--reason", "x")
        assert code == 1
        assert "more than he has; nobody goes below zero (he has 10250)" in error
        assert (await admin("announce", "--zh", "停机", "--for", "2h"))[0] == 0
        assert (await ming.wait("house"))["announcements"][0]["zh"] == "停机"
        status = (await admin("status"))[1]
        assert "1 connections" in status
        assert "停机" in status
        await ming.join("quick", bots=True, start="ready")
        await ming.until(phase("call", "rob", "double", "play"))
        assert "阿明" in (await admin("tables"))[1]
        draining = asyncio.create_task(admin("drain", "--wait"))
        await ming.play_on(over)
        assert (await draining)[1].endswith("no hand runs: the server may be stopped\n")
        assert (await admin("undrain"))[0] == 0
        assert (await admin("ban", "阿明", "--reason", "abuse", "--for", "7d"))[0] == 0
        assert (await ming.wait("banned"))["reason"] == "abuse"
        assert "banned until" in (await admin("person", "阿明"))[1]
        lines = (await admin("audit"))[1].splitlines()
        assert len(lines) == 7
        until = (await asked(admin, "person", "阿明"))["person"]["ban"]["until"]
        assert f"host: ban 阿明, until {shown(until)}: abuse  [" in lines[0]
        assert "host: compensate 阿明, +250 beans: sorry  [" in lines[4]
        assert ", 停机, until " in lines[3]


async def test_without_a_server(tmp_path: Path, admin: Told) -> None:
    """The next server knows it all."""
    first = Server(config(tmp_path))
    await first.start()
    base = f"http://127.0.0.1:{first.port}"
    async with Guest(base) as ming, Guest(base, "客人") as guest:
        await registered(ming)
        await first.stop()
        assert (await admin("status"))[1].startswith("no server runs")
        assert (await admin("grant", "阿明"))[0] == 0
        assert (await admin("ban", "客人", "--reason", "x", "--until", "2099-01-01T00:00"))[0] == 0
        assert (await admin("mute", "客人", "--reason", "x"))[0] == 0
        code, out, _ = await admin("compensate", "阿明", 5, "--reason", "x", "--command-id", "c")
        assert (code, out.splitlines()[0]) == (0, "done")
        code, out, _ = await admin("compensate", "阿明", 5, "--reason", "x", "--command-id", "c")
        assert (code, out.splitlines()[0]) == (0, "it was done before; nothing has changed now")
        code, _, error = await admin("drain")
        assert (code, "nothing to drain" in error) == (1, True)
        found = await asked(admin, "people", "客")
        assert [p["ban"]["reason"] for p in found["people"]] == ["x"]
        second = Server(config(tmp_path, port=first.port))
        await second.start()
        assert (await get(ming, "admin/house"))[1]["compensated"] == -5
        assert (await get(guest, "me"))[0] == 403
        await second.stop()
    assert main(["verify", "--data-dir", str(tmp_path / "data")]) == 0


async def test_who_is_not_clear_is_not_touched(server: Server, admin: Told) -> None:
    base = f"http://127.0.0.1:{server.port}"
    async with Guest(base, "同名") as one, Guest(base, "同名") as two:
        code, _, error = await admin("ban", "同名", "--reason", "x")
        assert code == 1
        assert "give an id" in error
        assert one.player["id"] in error
        assert two.player["id"] in error
        code, _, error = await admin("ban", "同", "--reason", "x")
        assert (code, "nobody has this name" in error) == (1, True)
        assert (await admin("ban", one.player["id"], "--reason", "x"))[0] == 0
        assert (await get(two, "me"))[0] == 200
        assert (await get(one, "me"))[0] == 403


async def test_the_key_is_for_its_owner_and_its_time(server: Server, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert (folder / hostkey.FILE).stat().st_mode & 0o077 == 0
    key = hostkey.find(folder)
    assert key is not None
    assert key.token not in key.url
    other = Server(config(tmp_path, data_dir=tmp_path / "other"))
    await other.start()
    second = hostkey.find(tmp_path / "other")
    assert second is not None
    assert second.token != key.token
    await other.stop()
    assert hostkey.find(tmp_path / "other") is None


async def test_a_deed_outlives_a_power_cut(tmp_path: Path, admin: Told) -> None:
    """Told to be done is done, whatever happens the moment after."""
    process = ServerProcess(tmp_path / "data")
    async with Guest(await process.start(), "客人") as guest:
        assert (await admin("ban", "客人", "--reason", "x", "--for", "1d"))[0] == 0
        await process.kill()
        assert (tmp_path / "data" / hostkey.FILE).exists(), "of the server that was killed"
        assert "banned" in (await admin("person", "客人"))[1], "the store alone answers"
        again = ServerProcess(tmp_path / "data")
        guest.base = await again.start()
        assert (await get(guest, "me"))[1]["code"] == "banned"
        assert (await admin("audit"))[1].count("ban 客人") == 1
        await again.terminate()


@pytest.mark.parametrize(
    "words",
    [
        ["ban", "x"],
        ["ban", "x", "--reason", "y", "--for", "soon"],
        ["ban", "x", "--reason", "y", "--for", "0d"],
        ["ban", "x", "--reason", "y", "--until", "tomorrow"],
        ["announce", "--zh", "x"],
        ["compensate", "x", "many", "--reason", "y"],
        ["close-report", "1", "perhaps", "--reason", "y"],
        [],
    ],
)
def test_wrong_usage(words: list[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as left:
        main(["admin", "--data-dir", str(tmp_path), *words])
    assert left.value.code == 2


def test_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A slip in the name makes no new database."""
    assert main(["admin", "--data-dir", str(tmp_path / "nowhere"), "status"]) == 1
    assert "there is no database" in capsys.readouterr().err
    assert not (tmp_path / "nowhere").exists()


async def test_a_key_of_a_killed_server(tmp_path: Path, admin: Told, server: Server) -> None:
    """Its address answers nobody: that is said, with the way to repeat the command."""
    folder = tmp_path / "data"
    hostkey.publish(folder, "127.0.0.1", 9, "old")
    code, _, error = await admin("drain", "--command-id", "again")
    assert code == 1
    assert "does not answer" in error
    assert "--command-id again" in error
