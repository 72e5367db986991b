"""The gift of the day and relief: once, by the calendar of UTC+8, from accounts of the house."""

import asyncio
import random
from typing import Any

import pytest

from dizhu.app.archive import DAY_MS, DAY_OFFSET_MS, day_ends, day_of
from dizhu.app.wallet import GIFT, RELIEF, RELIEF_BELOW, RELIEFS_A_DAY
from dizhu.bootstrap import Server
from dizhu.ledger.transfers import HOUSE_GIFTS, HOUSE_GRANTS, Transfer, player_account
from tests.server.playing import HEADERS, Guest


async def post(guest: Guest, path: str) -> tuple[int, Any]:
    async with guest.http.post(f"{guest.base}{path}", json={}, headers=HEADERS) as response:
        return response.status, await response.json()


async def allowance(guest: Guest) -> Any:
    async with guest.http.get(f"{guest.base}/api/allowance") as response:
        assert response.status == 200
        return await response.json()


async def impoverish(server: Server, guest: Guest, left: int = 0) -> None:
    """He has next to nothing."""
    account = player_account(guest.player["id"])
    (beans,) = await server.wallet.beans([guest.player["id"]])
    name = f"lost:{server.chance.token()}"
    await server.store.post([Transfer(name, account, "house:test", beans - left, "test")], 0)


def turn(server: Server, monkeypatch: pytest.MonkeyPatch, to: int) -> None:
    """Another time."""
    monkeypatch.setattr(server.clock, "now", lambda: to)


async def test_a_gift_a_day(server: Server, base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice at once is once; the new day begins at midnight in China."""
    midnight = day_ends(day_of(server.clock.now()))
    assert (midnight + DAY_OFFSET_MS) % DAY_MS == 0
    turn(server, monkeypatch, midnight - 1)
    async with Guest(base) as guest:
        have = guest.player["beans"]
        assert (await allowance(guest))["gift"] == GIFT
        answers = await asyncio.gather(*(post(guest, "/api/gift") for _ in range(3)))
        assert {s for s, _ in answers} <= {200, 409}
        (wallet,) = {m["beans"] for m in [await guest.wait("wallet")]}
        assert wallet == have + GIFT
        assert await post(guest, "/api/gift") == (409, {"code": "gift_taken", "detail": None})
        left = await allowance(guest)
        assert (left["gift"], left["day_ends"], left["beans"]) == (0, midnight, have + GIFT)
        turn(server, monkeypatch, midnight)
        status, again = await post(guest, "/api/gift")
        assert (status, again["beans"]) == (200, have + 2 * GIFT)
        assert (await server.store.balances([HOUSE_GIFTS]))[HOUSE_GIFTS] == -2 * GIFT


async def test_relief_for_the_broke_so_often_a_day(
    server: Server, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """L6: and tomorrow again."""
    before = (await server.store.balances([HOUSE_GRANTS]))[HOUSE_GRANTS]
    async with Guest(base) as guest:
        status, refused = await post(guest, "/api/relief")
        assert (status, refused["code"]) == (409, "not_broke")
        for number in range(RELIEFS_A_DAY):
            await impoverish(server, guest, RELIEF_BELOW - 1)
            status, given = await post(guest, "/api/relief")
            assert (status, given["beans"]) == (200, RELIEF_BELOW - 1 + RELIEF)
            assert given["reliefs_left"] == RELIEFS_A_DAY - 1 - number
        await impoverish(server, guest)
        status, refused = await post(guest, "/api/relief")
        assert (status, refused["code"]) == (409, "no_relief_left")
        turn(server, monkeypatch, (await allowance(guest))["day_ends"])
        assert (await post(guest, "/api/relief"))[0] == 200
    after = (await server.store.balances([HOUSE_GRANTS]))[HOUSE_GRANTS]
    assert after == before - 10_000 - (RELIEFS_A_DAY + 1) * RELIEF


async def test_a_clock_set_back_gives_no_day_twice(
    server: Server, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the gift nor relief, on whichever days before; the next new day gives again."""
    today = server.clock.now()
    async with Guest(base) as guest:
        assert (await post(guest, "/api/gift"))[0] == 200
        for _ in range(RELIEFS_A_DAY):
            await impoverish(server, guest)
            assert (await post(guest, "/api/relief"))[0] == 200
        await impoverish(server, guest)
        ends = (await allowance(guest))["day_ends"]
        for days in (1, 2, 30, 0):
            turn(server, monkeypatch, today - days * DAY_MS)
            left = await allowance(guest)
            assert (left["gift"], left["reliefs_left"], left["day_ends"]) == (0, 0, ends)
            assert (await post(guest, "/api/gift"))[1]["code"] == "gift_taken"
            assert (await post(guest, "/api/relief"))[1]["code"] == "no_relief_left"
            assert await server.wallet.relieve(guest.player["id"]) == 0, "as a table asks"
            assert await server.wallet.give_gift(guest.player["id"]) == 0
        turn(server, monkeypatch, ends)
        assert (await post(guest, "/api/gift"))[0] == 200
        await impoverish(server, guest)
        assert (await post(guest, "/api/relief"))[0] == 200


async def test_days_are_given_forwards_only(
    server: Server, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However a clock jumps: a gift for every day that is later than all before, 9,999 and 10,000
    too; nobody's days are another's.
    """
    jumps = random.Random(5)
    latest = dict.fromkeys("ab", -1)
    async with Guest(base) as one, Guest(base) as two:
        who = dict(zip("ab", (one, two), strict=True))
        for _ in range(60):
            name, day = jumps.choice("ab"), jumps.choice((9_990, 9_999, 10_000, 10_001, 10_010))
            day += jumps.randrange(3)
            turn(server, monkeypatch, day * DAY_MS)
            player = who[name].player["id"]
            (before,) = await server.wallet.beans([player])
            given = await server.wallet.give_gift(player) - before
            assert given == (GIFT if day > latest[name] else 0)
            latest[name] = max(latest[name], day)


async def test_only_for_oneself(base: str) -> None:
    async with Guest(base) as guest:
        guest.http.cookie_jar.clear()
        assert (await post(guest, "/api/gift"))[0] == 401
        assert (await post(guest, "/api/relief"))[0] == 401
        async with guest.http.get(f"{base}/api/allowance") as response:
            assert response.status == 401
