"""What is played in a cup, and how many there will be: the picture and the rules of its page."""

from pathlib import Path

from dizhu.bootstrap import Server
from tests.server.conftest import config
from tests.server.cups import ask, cup_of, get, said
from tests.server.playing import Guest

FULL = """
[[cup]]
key = "full"
zh = "满员赛"
en = "Full"
kind = "challenge"
ruleset = "jj-match"
stakes = { base = 10 }
start = { mode = "full", size = 12, minimum = 3, bots = true }

[[cup.stage]]
format = "last_standing"
start_score = 500
stop = 6
base_schedule = [[0, 10], [90, 20]]

[[cup.stage]]
format = "fixed_hands"
start_score = 500
carry = { ratio = "1/10", cap = 200 }
hands = 2
"""


async def test_the_page_of_an_empty_cup_says_what_will_be_played(tmp_path: Path) -> None:
    """The rounds are those of a full field (R-CUP-4); the options stand with their defaults."""
    catalogue = tmp_path / "cups.toml"
    catalogue.write_text(FULL, encoding="utf-8")
    server = Server(config(tmp_path, cups=catalogue))
    await server.start()
    try:
        async with Guest(f"http://127.0.0.1:{server.port}") as one:
            cup = await cup_of(one, "full")
            assert (await ask(one, "cup_look", cup=cup))["type"] == "ack"
            view = (await said(one, "cup"))["cup"]
            # 12 play until 6 are left; 4 go on, down to a multiple of three (G-CUP-2).
            assert [(r["format"], r["field"]) for r in view["rounds"]] == [
                ("last_standing", 12),
                ("fixed_hands", 3),
            ]
            first, second = view["stages"]
            assert first["options"] == {
                "line": 1,
                "stop": 6,
                "keep": "2/3",
                "hands": 3,
                "limit_seconds": 0,
                "reseat": "flow",
            }
            assert first["base_schedule"] == [[0, 10], [90, 20]]
            assert (second["carry"], second["carry_cap"]) == ("1/10", 200)
            _, sheet = await get(one, f"/api/cups/{cup}/sheet?language=en")
            assert sheet["ruleset"] == "jj-match"
            assert all(section["lines"] for section in sheet["sections"])
    finally:
        await server.stop()
