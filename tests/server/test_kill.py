"""kill -9 in every phase loses nothing that anybody has seen (L10); a stop is graceful."""

import asyncio
import random
import signal
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from dizhu.store.sqlite import FILE
from tests.server.conftest import ROOMS
from tests.server.playing import Guest, Message, over, phase
from tests.server.process import ServerProcess

SLOW_DEAL = """
[[room]]
id = "slow"
zh = "慢"
en = "Slow deal"
ruleset = "qq-classic"
level = 1
stakes = { coefficient = 10, fee = 5, double_threshold = 100 }
options = { deal_step_ms = 100 }
"""


@pytest.fixture
async def process(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    rooms = tmp_path / "rooms.toml"
    rooms.write_text(ROOMS + SLOW_DEAL, encoding="utf-8")
    serving = ServerProcess(
        tmp_path / "data", rooms=rooms, seed=3, bot_least=0, bot_most=0, autoplay_ms=10
    )
    yield serving
    await serving.end()


async def killed_and_back(process: ServerProcess, guests: list[Guest]) -> None:
    """Kill the server, start it again; every player finds what he had seen, and his clocks."""
    before = [(g.version, g.view) for g in guests]
    await process.kill()
    base = await process.start()
    for guest, (version, view) in zip(guests, before, strict=True):
        await guest.disconnect()
        guest.base = base
        assert (await guest.connect())["table"] == guest.table
        await guest.resume(0)
        assert guest.version > version, "the extension of the clocks is stored"
        assert view is not None
        assert guest.view is not None
        same_hand(guest.seat, view, guest.view)


def same_hand(seat: int, before: Message, after: Message) -> None:
    assert after["hand_no"] == before["hand_no"]
    old, new = before["hand"], after["hand"]
    if new["phase"] == "deal":
        shorter = min(len(old["cards"][seat]), len(new["cards"][seat]))
        assert shorter == 0 or set(old["cards"][seat]) <= set(new["cards"][seat])
        return
    for name in ("phase", "cards", "counts", "turn", "bids", "landlord", "bottom", "doubles"):
        assert new[name] == old[name], name
    assert after["result"] == before["result"]
    for old_clock, new_clock in zip(before["clocks"], after["clocks"], strict=True):
        assert new_clock["at"] > old_clock["at"]


async def test_one_hand_survives_a_kill_in_every_phase(process: ServerProcess) -> None:
    base = await process.start()
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(Guest(base)) for _ in range(3)]
        for guest in guests:
            await guest.join("slow")
        for guest in guests:
            await guest.until(phase("start"))
        assert (await guests[0].act({"type": "ready"}))["type"] == "ack"
        for guest in guests:
            await guest.until(lambda v: sum(v["hand"]["ready"]) == 1)
        await killed_and_back(process, guests)
        await asyncio.gather(*(g.play_on(phase("deal")) for g in guests))
        await asyncio.gather(*(g.until(lambda v: v["hand"]["dealt_to"] >= 5) for g in guests))
        await killed_and_back(process, guests)
        for names in (("call",), ("rob",), ("double",), ("play",)):
            await asyncio.gather(*(g.play_on(phase(*names)) for g in guests))
            await settle_down(guests)
            await killed_and_back(process, guests)
        await asyncio.gather(*(g.play_on(over) for g in guests))
        await settle_down(guests)
        await killed_and_back(process, guests)
        for guest in guests:
            assert (await guest.act({"type": "again", "start": "ready"}))["type"] == "ack"
        for guest in guests:
            await guest.until(lambda v: v["hand_no"] == 2)
        code, said = await process.terminate()
    assert code == 0, said
    assert "Traceback" not in said


async def settle_down(guests: list[Guest]) -> None:
    """All have seen the same version."""
    async with asyncio.timeout(10):
        while len({g.version for g in guests}) > 1:  # noqa: ASYNC110 - changed by readers
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("number", [1, 2, 3])
async def test_a_kill_at_any_moment_leaves_whole_books(process: ServerProcess, number: int) -> None:
    """Bots play as fast as they can; what was told is stored, and the beans still sum to zero."""
    base = await process.start()
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(Guest(base)) for _ in range(4)]
        for guest in guests:
            await guest.join("quick", bots=True, start="ready")
        playing = [asyncio.create_task(g.play_on(over)) for g in guests]
        await asyncio.sleep(random.Random(number).uniform(0.1, 0.6))
        await process.kill()
        await asyncio.wait(playing)
        for task in playing:
            assert isinstance(task.exception(), ConnectionError | type(None))
        check_books(process.folder, guests)
        base = await process.start()
        for guest in guests:
            await guest.disconnect()
            guest.base = base
            await guest.connect()
            await guest.resume(0)
            await guest.play_on(over)
        await process.kill()
        check_books(process.folder, guests)


def check_books(folder: Path, guests: list[Guest]) -> None:
    connection = sqlite3.connect(folder / FILE)
    for guest in guests:
        versions = [
            v
            for (v,) in connection.execute(
                "SELECT version FROM events WHERE stream = ? ORDER BY version", (guest.table,)
            )
        ]
        assert versions == list(range(1, len(versions) + 1))
        assert len(versions) >= guest.version
    (total,) = connection.execute("SELECT sum(beans) FROM accounts").fetchone()
    assert total == 0
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


async def test_a_server_that_cannot_start_says_why(process: ServerProcess, tmp_path: Path) -> None:
    base = await process.start()
    port = base.rpartition(":")[2]
    other = ServerProcess(tmp_path / "other", port=port)
    with pytest.raises(AssertionError, match=f"port {port} is in use"):
        await other.start()
    same = ServerProcess(process.folder)
    with pytest.raises(AssertionError, match="another dizhu"):
        await same.start()
    (tmp_path / "file").write_text("")
    no_folder = ServerProcess(tmp_path / "file")
    with pytest.raises(AssertionError, match="cannot be used"):
        await no_folder.start()
    await process.kill()


async def test_rooms_are_read_again(process: ServerProcess, tmp_path: Path) -> None:
    """SIGHUP: a file that makes no sense changes nothing, another one does at once."""
    base = await process.start()
    rooms = tmp_path / "rooms.toml"
    async with Guest(base) as guest:
        before = await rooms_of(guest)
        rooms.write_text("[[room]]\nid = 'x'", encoding="utf-8")
        process.signal(signal.SIGHUP)
        await until_counted(guest, "rooms_refused")
        assert await rooms_of(guest) == before
        rooms.write_text(SLOW_DEAL, encoding="utf-8")
        process.signal(signal.SIGHUP)
        await guest.wait("lobby", lambda m: [r["id"] for r in m["rooms"]] == ["slow"])
        assert await rooms_of(guest) == ["slow"]
    await process.terminate()


async def rooms_of(guest: Guest) -> list[str]:
    """The ids of the rooms there are."""
    async with guest.http.get(f"{guest.base}/api/rooms") as response:
        return [room["id"] for room in await response.json()]


async def until_counted(guest: Guest, what: str) -> None:
    """Until the server has counted something."""
    async with asyncio.timeout(20):
        while True:
            async with guest.http.get(f"{guest.base}/healthz") as response:
                if what in (await response.json())["counts"]:
                    return
            await asyncio.sleep(0.05)
