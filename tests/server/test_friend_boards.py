"""What friends play among themselves is for points, and can be arranged: it is on no public board,
in no statistics of beans, and makes no title; one's own statistics have it.
"""

from contextlib import AsyncExitStack

import pytest

from dizhu.app import boards
from dizhu.app.archive import BOARDS
from dizhu.bootstrap import Server
from dizhu.ledger.transfers import player_account
from tests.server.test_friends import command, play_hand, three
from tests.server.test_records import get


async def test_hands_of_friends_are_on_no_board(
    server: Server, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "LEAST_HANDS", 1)
    async with AsyncExitStack() as stack:
        guests = await three(stack, base, hands=1)
        assert (await command(guests[0], "start_room"))["type"] == "ack"
        for guest in guests:
            await guest.wait("seated")
        await play_hand(guests, 1)
        view = guests[0].view
        assert view is not None
        assert any(seat["delta"] for seat in view["result"]["seats"])
        for guest in guests:
            _, stats = await get(guest, "/api/stats")
            assert [t["beans"] for t in stats["tallies"]] == [0]
            assert [t["landlord"] + t["peasant"] for t in stats["tallies"]] == [1]
            _, moved = await get(guest, "/api/beans")
            assert [m["reason"] for m in moved["movements"]] == ["opening"]
            found = await server.store.balances([player_account(guest.player["id"])])
            assert list(found.values()) == [10_000]
        for board in BOARDS:
            assert (await get(guests[0], f"/api/leaders/{board}"))[1]["lines"] == [], board
        _, me = await get(guests[0], "/api/me")
        assert (me["beans"], me["title"]) == (10_000, "商人")
