"""Programs outside at the tables of a real server: a person plays with them, whatever they do."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dizhu.bootstrap import Config, ConfigError, Server
from dizhu.bootstrap.files import read_rooms
from tests.server.conftest import ROOMS
from tests.server.playing import Guest, over

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sys.executable
ENGINES = {
    "good": f"engine:{PYTHON} {ROOT / 'examples' / 'engine.py'}",
    "hangs": f"engine:{PYTHON} {ROOT / 'tests' / 'engines' / 'bad_engine.py'} hang qq-classic",
    "botzone": f"botzone:{PYTHON} {ROOT / 'examples' / 'botzone_bot.py'}",
}


def settings(folder: Path, rooms: str) -> Config:
    catalogue = folder / "rooms.toml"
    catalogue.write_text(rooms, encoding="utf-8")
    return Config(
        port=0,
        data_dir=folder / "data",
        rooms=catalogue,
        bot_least=0,
        bot_most=0,
        seed=7,
        engines=ENGINES,
        engine_seconds=2.0,
        engine_processes=2,
    )


@pytest.fixture(params=ENGINES)
async def server(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Server]:
    rooms = ROOMS.replace("bots_after = 0.1", f'bots_after = 0.1\nbot = "{request.param}"')
    running = Server(settings(tmp_path, rooms))
    await running.start()
    yield running
    await running.stop()


async def test_a_person_plays_a_hand_with_them(server: Server) -> None:
    """The room names its bots; a clock of theirs never runs out."""
    async with Guest(f"http://127.0.0.1:{server.port}") as guest:
        await guest.join("soon", start="ready")
        await guest.play_on(over)
        assert guest.view is not None
        seats = guest.view["seats"]
        assert sum(bool(seat["bot"]) for seat in seats) == 2
    kinds = [e["kind"] for m in guest.log for e in m.get("events", ())]
    assert "played" in kinds
    assert "timed_out" not in kinds
    assert set(server.health.counts) <= {"engine_faults"}


def test_a_room_with_a_bot_that_is_not_there_is_refused(tmp_path: Path) -> None:
    rooms = ROOMS.replace("bots_after = 0.1", 'bots_after = 0.1\nbot = "nobody"')
    with pytest.raises(ConfigError, match=r"no bot 'nobody'; there are .*, good, hangs"):
        read_rooms(settings(tmp_path, rooms))
