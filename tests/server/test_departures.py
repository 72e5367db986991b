"""Somebody is forgotten: the name is gone, the books still balance."""

import asyncio

from dizhu.bootstrap import Server
from tests.server.accounts import WORD, ask, get, insulted, registered
from tests.server.cups import post
from tests.server.playing import Guest, over
from tests.server.test_friends import FAST, command, room


async def test_who_goes_is_gone_and_the_books_still_balance(ming: Guest, server: Server) -> None:
    await ming.join("quick", bots=True, start="ready")
    assert (await ask(ming, "delete", password=WORD))[1]["code"] == "at_table"
    await ming.play_on(over)
    await ming.act({"type": "leave"})
    await ming.wait("left")
    player = ming.player["id"]
    assert (await ask(ming, "delete"))[1]["code"] == "wrong_password"
    assert (await ask(ming, "delete", password="wrong one"))[1]["code"] == "wrong_password"
    assert (await get(ming, "me"))[0] == 200
    beans = await server.wallet.beans([player])
    assert (await ask(ming, "delete", password=WORD))[0] == 200
    assert (await get(ming, "me")) == (200, None)
    assert (await ask(ming, "login", name="阿明", password=WORD))[0] == 401
    assert await server.wallet.beans([player]) == (0,)
    house = await server.store.balances(["house:departed"])
    assert house["house:departed"] == beans[0]
    row = await server.store.player(player)
    assert row is not None
    assert (row.name, row.kind) == ("已注销", "gone")
    dump = "\n".join(await server.store.read(lambda c: list(c.iterdump())))
    assert "阿明" not in dump
    assert player in dump, "what was posted stays"
    (total,) = await server.store.read(
        lambda c: c.execute("SELECT sum(beans) FROM accounts").fetchone()
    )
    assert total == 0
    (hand,) = await server.archive.hands_of(player, None, 5)
    assert {e.type for e in await server.archive.events(hand)} >= {"table_opened", "hand_started"}
    async with Guest(ming.base) as other:
        await registered(other)  # the name is free again


async def test_what_he_said_stays_without_his_name(server: Server, base: str) -> None:
    """With a complaint about him; and what is kept of a complaint is in the data of both."""
    async with Guest(base, "茶馆常客") as rude, Guest(base) as other:
        await registered(rude, "阿怒")
        await insulted(other, rude)
        _, his = await get(other, "export")
        ((complaint,), said) = (his["complaints"], his["said"])
        assert (complaint["reported"], complaint["reason"]) == (rude.player["id"], "abuse")
        assert (complaint["said"], said) == ([], [])
        _, hers = await get(rude, "export")
        assert hers["complaints"] == []
        assert [line["what"] for line in hers["said"]] == ["bad words"]
        await rude.send(type="leave_room", command_id="l")
        await rude.wait("friend_room_left")
        assert (await ask(rude, "delete", password=WORD))[0] == 200
        dump = "\n".join(await server.store.read(lambda c: list(c.iterdump())))
        assert "bad words" in dump
        assert "阿怒" not in dump
        assert "茶馆常客" not in dump


async def test_a_guest_may_go_without_a_password(base: str) -> None:
    async with Guest(base) as guest:
        assert (await ask(guest, "delete"))[0] == 200
        assert (await get(guest, "me")) == (200, None)
        await guest.sign_in()
        assert (await get(guest, "me"))[0] == 200


async def test_who_is_going_cannot_sit_down(server: Server, base: str) -> None:
    async with Guest(base) as guest:
        await guest.join("people")
        answers = await asyncio.gather(ask(guest, "delete"), guest.join("quick", bots=True))
        assert answers[0][0] == 200 or answers[1]["type"] == "ack"
        assert (answers[0][0] == 200) == (answers[1]["type"] == "refused")


async def test_the_name_stands_nowhere_any_more(ming: Guest, server: Server) -> None:
    """Rooms of friends, tables without a finished hand, private cups: he was everywhere."""
    wishes = {"ruleset": "qq-classic", "options": FAST, "hands": 1}
    async with Guest(ming.base, "阿二") as other, Guest(ming.base, "阿三") as third:
        for guest in (other, ming):
            await command(guest, "make_room", **wishes)
        code = str(room(ming)["code"])
        assert (await command(third, "enter_room", code=code))["type"] == "ack"
        assert (await command(ming, "start_room"))["type"] == "ack"
        await ming.until(lambda view: view["hand"] is not None)
        assert (await command(ming, "leave_room"))["type"] == "ack"
        await third.play_on(over)
        status, made = await post(
            ming, "/api/cups", {"key": "novice", "private": True, "command_id": "made-1"}
        )
        assert status == 200, made
        assert (await command(ming, "cup_enter", cup=made["id"], code=made["code"]))[
            "type"
        ] == "ack"
        await command(ming, "cup_announce", cup=made["id"], text="welcome")
        assert (await ask(ming, "delete", password=WORD))[1] == {}
        dump = "\n".join(await server.store.read(lambda c: list(c.iterdump())))
        assert [line for line in dump.splitlines() if "阿明" in line] == []
