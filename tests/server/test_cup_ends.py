"""How a cup ended is told to who was away, after a restart too, until he has put it away."""

import asyncio
import sqlite3
import time
from pathlib import Path

import pytest

from dizhu.bootstrap import Server
from dizhu.store.audit import Count, audit, open_for_reading
from dizhu.store.sqlite import FILE
from tests.server.cups import SWISS, ask, cup_of, get, house, play_to_the_end, post, said
from tests.server.operating import promoted
from tests.server.playing import Guest, Message

TIMED = SWISS.replace('"full", size = 3', '"at", size = 9, minimum = 3').replace("small", "timed")
SILENCE = 0.3
"""So long nothing is told: what would come on connecting has come by then."""


async def come(guest: Guest, server: Server) -> list[Message]:
    """Connect, and hear which cups have ended meanwhile."""
    guest.base = f"http://127.0.0.1:{server.port}"
    start = len(guest.log)
    await guest.connect()
    await asyncio.sleep(SILENCE)
    return [m for m in guest.log[start:] if m["type"] == "cup_over"]


async def cancelled(boss: Guest, cup: str) -> None:
    """By its operator, and everybody hears it who is there."""
    assert (await ask(boss, "cup_cancel", cup=cup, reason="rain"))["type"] == "ack"


async def opened(boss: Guest, toml: str, **more: object) -> str:
    """Another cup of the house."""
    body = {"command_id": boss.new_id(), "toml": toml, **more}
    status, made = await post(boss, "/api/cups", body)
    assert status == 200, made
    return str(made["id"])


async def test_a_cancelled_cup_is_told_until_it_is_put_away(tmp_path: Path) -> None:
    """To who was away, with his refund; the server may have been restarted; once put away it is
    in the list of his own past cups only.
    """
    async with house(tmp_path) as server, Guest(f"http://127.0.0.1:{server.port}") as boss:
        one = Guest(boss.base)
        await one.__aenter__()
        await promoted(server, boss)
        cup = await cup_of(one)
        assert (await ask(one, "cup_enter", cup=cup))["type"] == "ack"
        await one.disconnect()
        await cancelled(boss, cup)
        (end,) = await come(one, server)
        await one.disconnect()
    told = {"why": "cancelled", "reason": "rain", "refund_beans": 500, "rank": None, "prize": None}
    assert (end["cup"], {k: end[k] for k in told}) == (cup, told)
    async with house(tmp_path) as server:
        assert await come(one, server) == [end]
        for _ in range(2):
            assert (await ask(one, "cup_seen", cup=cup))["type"] == "ack"
        await one.disconnect()
        assert await come(one, server) == []
        _, past = await get(one, "/api/cups/past?mine=1")
        assert [(c["id"], c["phase"], c["reason"]) for c in past["cups"]] == [
            (cup, "cancelled", "rain")
        ]
        _, public = await get(one, "/api/cups/past")
        assert public["cups"] == []
        await one.close()


async def test_too_few_at_the_time_is_told_to_who_comes_later(tmp_path: Path) -> None:
    async with house(tmp_path) as server, Guest(f"http://127.0.0.1:{server.port}") as boss:
        await promoted(server, boss)
        cup = await opened(boss, TIMED, starts_at=int(time.time() * 1000) + 1_500)
        async with Guest(boss.base) as here, Guest(boss.base) as away:
            for guest in (here, away):
                assert (await ask(guest, "cup_enter", cup=cup))["type"] == "ack"
            await away.disconnect()
            end = await said(here, "cup_over")
            assert (end["why"], end["reason"], end["refund_beans"]) == (
                "cancelled",
                "too_few",
                500,
            )
            assert await come(away, server) == [end]


async def test_the_rank_and_the_prize_are_told_as_to_who_was_there(tmp_path: Path) -> None:
    """Word for word, to everybody who has not put them away: of several cups the oldest first."""
    async with house(tmp_path) as server:
        base = f"http://127.0.0.1:{server.port}"
        async with Guest(base) as one, Guest(base) as two, Guest(base) as three:
            people, seen = (one, two, three), []
            for _ in range(2):
                cup = await cup_of(one)
                for guest in people:
                    assert (await ask(guest, "cup_enter", cup=cup))["type"] == "ack"
                ends = await asyncio.gather(*(play_to_the_end(g) for g in people))
                assert sorted(e["rank"] for e in ends) == [1, 2, 3]
                seen.append(ends)
                for guest in people:
                    guest._seen = len(guest.log)
            for number, guest in enumerate(people):
                await guest.disconnect()
                told = await come(guest, server)
                assert told == [ends[number] for ends in seen]
            assert (await ask(two, "cup_seen", cup=seen[0][0]["cup"]))["type"] == "ack"
            await two.disconnect()
            assert [m["cup"] for m in await come(two, server)] == [seen[1][0]["cup"]]
            assert len(await _reconnected(one, server)) == 2, "each puts away his own"


async def _reconnected(guest: Guest, server: Server) -> list[Message]:
    await guest.disconnect()
    return await come(guest, server)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE cup_ends SET beans = beans + 1",
        "UPDATE cup_ends SET player = 'somebody'",
        "INSERT INTO cup_ends SELECT 'somebody', cup, 0, 0, 1 FROM cup_ends",
    ],
)
async def test_ends_that_were_altered_are_found(tmp_path: Path, damage: str) -> None:
    async with house(tmp_path) as server, Guest(f"http://127.0.0.1:{server.port}") as boss:
        await promoted(server, boss)
        cup = await cup_of(boss)
        async with Guest(boss.base) as one:
            assert (await ask(one, "cup_enter", cup=cup))["type"] == "ack"
            await cancelled(boss, cup)
            await said(one, "cup_over")
    connection = sqlite3.connect(tmp_path / "data" / FILE)
    assert connection.execute(damage).rowcount == 1
    connection.commit()
    connection.close()
    connection = open_for_reading(tmp_path / "data")
    found = [str(d) for d in audit(connection, Count())]
    connection.close()
    assert [line for line in found if "stored ends" in line] == found != []
