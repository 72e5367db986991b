"""Bots are ranked like everybody, but no prize is said to be theirs: in the result, in the files,
on the champion's page. What they would get goes back to the house (docs/competitions.md).
"""

import csv
import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dizhu.bootstrap import Server
from dizhu.store.audit import Count, audit, open_for_reading
from tests.server.conftest import config
from tests.server.cups import SWISS, ask, get, play_to_the_end, post
from tests.server.operating import promoted
from tests.server.playing import Guest

WITH_BOTS = SWISS.replace('"full", size = 3', '"hand", size = 6, minimum = 6, bots = true').replace(
    "{ first = 2, share = 40 }", "{ first = 2, last = 5, share = 10, beans = 70 }"
)
POOL = 6 * 500


@pytest.fixture
async def boss(tmp_path: Path) -> AsyncIterator[Guest]:
    """An operator on a server; its books are checked at the end."""
    server = Server(config(tmp_path, cup_rest_ms=50, deal_step_ms=0))
    await server.start()
    async with Guest(f"http://127.0.0.1:{server.port}") as found:
        yield await promoted(server, found)
    await server.stop()
    connection = open_for_reading(tmp_path / "data")
    assert [str(d) for d in audit(connection, Count())] == []
    connection.close()


@pytest.fixture
async def guest(boss: Guest) -> AsyncIterator[Guest]:
    """Somebody who plays there."""
    async with Guest(boss.base) as found:
        yield found


async def test_what_bots_win_is_not_paid(boss: Guest, guest: Guest) -> None:
    _, made = await post(boss, "/api/cups", {"command_id": "m", "toml": WITH_BOTS})
    path = f"/api/cups/{made['id']}"
    assert (await ask(guest, "cup_enter", cup=made["id"]))["type"] == "ack"
    _, before = await get(guest, "/api/me")
    assert (await ask(boss, "cup_start", cup=made["id"]))["type"] == "ack"
    ended = await play_to_the_end(guest)
    _, result = await get(guest, f"{path}/result")
    rows = result["rows"]
    assert [r["rank"] for r in rows] == [1, 2, 3, 4, 5, 6]
    assert [r["bot"] for r in rows].count(False) == 1
    for row in rows:
        if row["bot"]:
            assert (row["beans"], row["cards"], row["badge"]) == (0, 0, ""), row
            assert row["unpaid"] == (row["rank"] < 6)
        else:
            assert row["unpaid"] is False
    own = result["own"]
    assert own["rank"] == ended["rank"]
    _, after = await get(guest, "/api/me")
    assert after["beans"] - before["beans"] == own["beans"]
    from_house = 70 if 2 <= own["rank"] <= 5 else 0
    assert (result["pool"], result["kept"]) == (POOL, 0)
    assert own["beans"] - from_house + result["returned"] == POOL

    _, text = await get(guest, f"{path}/result.csv")
    table = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert [(r["beans"], r["unpaid"]) for r in table] == [
        (str(r["beans"]), str(int(r["unpaid"]))) for r in rows
    ]
    _, exported = await get(guest, f"{path}/result.json")
    assert exported["ranks"] == rows
    _, champion = await get(guest, f"{path}/champion")
    assert champion["unpaid"] == champion["bot"] == rows[0]["bot"]
    assert champion["prize"]["beans"] == rows[0]["beans"]
    assert (champion["second"], champion["third"]) == (rows[1], rows[2])
