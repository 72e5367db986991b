"""What friends score among themselves is no beans: on no board, in no statistics of beans."""

from contextlib import AsyncExitStack

from dizhu.bootstrap import Server
from dizhu.ledger.transfers import player_account
from tests.server.test_friends import command, play_hand, three
from tests.server.test_records import get


async def test_scores_are_on_no_board_of_beans(server: Server, base: str) -> None:
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
            _, moved = await get(guest, "/api/beans")
            assert [m["reason"] for m in moved["movements"]] == ["opening"]
            found = await server.store.balances([player_account(guest.player["id"])])
            assert list(found.values()) == [10_000]
        _, week = await get(guests[0], "/api/leaders/week")
        assert week["lines"] == []
        _, board = await get(guests[0], "/api/leaders/beans")
        assert {line["beans"] for line in board["lines"]} == {10_000}
        assert {line["week"] for line in board["lines"]} == {0}
