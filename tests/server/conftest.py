"""A real server on the loopback, in the process of the tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dizhu.bootstrap import Config, Server
from tests.server.accounts import registered
from tests.server.playing import Guest

ROOMS = """
[[room]]
id = "quick"
zh = "快"
en = "Quick"
ruleset = "qq-classic"
level = 1
stakes = { coefficient = 10, fee = 5, double_threshold = 100 }
options = { deal_step_ms = 1 }
bots_after = 60

[[room]]
id = "people"
zh = "人"
en = "People only"
ruleset = "qq-classic"
level = 1
stakes = { coefficient = 10, fee = 5, double_threshold = 100 }
options = { deal_step_ms = 1 }

[[room]]
id = "soon"
zh = "马上"
en = "Bots soon"
ruleset = "qq-classic"
level = 1
stakes = { coefficient = 10, fee = 5, double_threshold = 100 }
options = { deal_step_ms = 1 }
bots_after = 0.1

[[room]]
id = "hasty"
zh = "急"
en = "Short clocks"
ruleset = "qq-classic"
level = 1
stakes = { coefficient = 10, fee = 5, double_threshold = 100 }
bots_after = 60

[room.options]
deal_step_ms = 1
seconds_start = 1
seconds_call = 1
seconds_rob = 1
seconds_double = 1
seconds_first_play = 1
seconds_play = 1

[[room]]
id = "rich"
zh = "富"
en = "Rich"
ruleset = "qq-classic"
level = 4
stakes = { coefficient = 10, fee = 5, double_threshold = 100, entry_min = 1000000 }
bots_after = 1

[[room]]
id = "laizi"
zh = "癞子"
en = "Wild"
ruleset = "qq-laizi"
level = 1
stakes = { coefficient = 10, fee = 5, double_threshold = 100 }
options = { deal_step_ms = 1 }
bots_after = 60

[[room]]
id = "menzhua"
zh = "闷抓"
en = "Blind"
ruleset = "qq-menzhua"
level = 1
stakes = { coefficient = 10, fee = 5, double_threshold = "none" }
options = { deal_step_ms = 1 }
bots_after = 60

[[room]]
id = "jj"
zh = "欢乐"
en = "Happy"
ruleset = "jj-happy"
level = 1
stakes = { coefficient = 10, fee = 5, base = 1, double_threshold = "none" }
options = { deal_step_ms = 1, unit = "beans", loser_cap = "floor", winner_cap = "pair" }
bots_after = 60

[[room]]
id = "match"
zh = "比赛"
en = "Match"
ruleset = "jj-match"
level = 1
options = { deal_step_ms = 1 }
bots_after = 60
"""


def config(folder: Path, **changes: object) -> Config:
    """Fast and repeatable."""
    rooms = folder / "rooms.toml"
    rooms.write_text(ROOMS, encoding="utf-8")
    settings: dict[str, object] = {
        "port": 0,
        "data_dir": folder / "data",
        "bot_least": 0.0,
        "bot_most": 0.0,
        "autoplay_ms": 1,
        "seed": 7,
        "rooms": rooms,
        "rate": 100.0,
        "burst": 300.0,
    }
    return Config(**{**settings, **changes})  # type: ignore[arg-type]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    running = Server(config(tmp_path))
    await running.start()
    yield running
    await running.stop()


@pytest.fixture
def base(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}"


@pytest.fixture
async def ming(base: str) -> AsyncIterator[Guest]:
    """A member, connected."""
    async with Guest(base) as guest:
        await registered(guest)
        yield guest
