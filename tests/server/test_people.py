"""Accounts over HTTP: a guest keeps his, and takes it to another device."""

import asyncio
import sqlite3
from functools import partial

import pytest

from dizhu.app.lookalikes import skeleton
from dizhu.bootstrap import Server
from tests.server.accounts import WORD, Device, ask, get, registered
from tests.server.playing import Guest, over, phase


async def test_a_guest_keeps_his_account_and_remains_who_he_is(base: str) -> None:
    async with Guest(base) as guest, Device(base) as phone:
        before = guest.player
        assert before["guest"]
        player = await registered(guest)
        assert player == before | {"name": "阿明", "guest": False}
        assert (await get(guest, "me"))[1] == player
        assert await ask(guest, "register", name="阿亮", password=WORD) == (
            409,
            {"code": "registered_already", "detail": None},
        )
        assert await phone.login() == (200, player)
        assert await phone.login(name=" 阿明 ") == (200, player)
        assert await phone.login(password=WORD + "x") == (
            401,
            {"code": "wrong_login", "detail": None},
        )
        assert await phone.login(name="nobody") == (401, {"code": "wrong_login", "detail": None})
        assert (await get(phone, "me"))[0] == 200, "a failed attempt signs nobody out (F83)"


@pytest.mark.parametrize(
    ("name", "password", "status", "code"),
    [
        ("a", WORD, 400, "name_short"),
        ("九个汉字就太长了啊", WORD, 400, "name_long"),
        ("a\u202eb", WORD, 400, "name_characters"),
        ("系统", WORD, 400, "name_reserved"),
        ("阿亮", "short", 400, "password_short"),
        ("阿亮", "x" * 129, 400, "password_long"),
        ("阿亮", "12345678", 400, "password_common"),
        ("阿亮", "aaaaaaaaaaa", 400, "password_common"),
        ("liangliang", "LiangLiang", 400, "password_common"),
        ("阿明", WORD, 409, "name_taken"),
        ("阿 明", WORD, 409, "name_taken"),
    ],
)
async def test_what_is_refused_has_a_code(
    ming: Guest, name: str, password: str, status: int, code: str
) -> None:
    async with Guest(ming.base) as guest:
        found = await ask(guest, "register", name=name, password=password)
        assert found == (status, {"code": code, "detail": None})
        assert (await get(guest, "me"))[1]["guest"]


async def test_two_take_a_name_at_the_same_moment(base: str) -> None:
    async with Guest(base) as one, Guest(base) as two:
        answers = await asyncio.gather(
            ask(one, "register", name="Bob", password=WORD),
            ask(two, "register", name="B0b", password=WORD),
        )
        assert sorted(status for status, _ in answers) == [200, 409]


async def test_no_guest_looks_like_a_member(ming: Guest) -> None:
    async with Device(ming.base) as other:
        assert await ask(other, "guest", name="阿明") == (
            409,
            {"code": "name_taken", "detail": None},
        )


async def test_a_name_of_before_signs_in_and_is_taken(server: Server, ming: Guest) -> None:
    """Stored when other letters were allowed, and when a stroke made a difference."""

    def as_before(connection: sqlite3.Connection, looks: str) -> None:
        connection.execute("UPDATE logins SET skeleton = ?", (looks,))

    for name, looks in (("bułlish", "bułiish"), ("ᴀlice", "ᴀiice"), ("Борис", skeleton("Борис"))):
        await server.store.writer.run(partial(as_before, looks=looks))
        async with Device(ming.base) as phone:
            assert (await phone.login(name=name))[0] == 200
        async with Guest(ming.base) as other:
            status, said = await ask(other, "register", name=name, password=WORD)
            assert (status, said["code"]) in ((409, "name_taken"), (400, "name_characters"))


async def test_a_guest_in_mid_hand_registers_and_stays_seated(server: Server, base: str) -> None:
    async with Guest(base) as guest:
        await guest.join("quick", bots=True, start="ready")
        await guest.play_on(phase("play"))
        table, version = guest.table, guest.version
        player = await registered(guest)
        assert server.hub.connected(player["id"]), "the connection goes on"
        assert server.tables.seating.table_of(player["id"]) == table
        await guest.play_on(over)
        assert guest.version > version
        await guest.disconnect()
        welcome = await guest.connect()
        assert (welcome["table"], welcome["player"]["id"]) == (table, player["id"])
        await guest.act({"type": "leave"})
        await guest.wait("left")
        await guest.join("quick", bots=True, start="ready")
        view = await guest.until(lambda v: v["hand_no"] == 1 and v["result"] is None)
        assert view["seats"][guest.seat]["name"] == "阿明", "the new name at the next table"


async def test_the_account_goes_to_another_device_during_a_hand(ming: Guest) -> None:
    """The newer takes over, the older is told; and may take it back."""
    await ming.join("quick", bots=True, start="ready")
    await ming.until(lambda v: v["hand"] is not None)
    phone = Device(ming.base)
    assert (await phone.login())[0] == 200
    welcome = await phone.connect()
    assert welcome["table"] == ming.table
    await ming.wait("replaced")
    assert ming._reader is not None
    await ming._reader
    assert ming.closed_with == 4001
    phone.table = ming.table
    await phone.resume(0)
    await phone.play_on(over)
    await ming.connect()
    await phone.wait("replaced")
    await ming.resume(0)
    assert ming.view is not None
    assert over(ming.view)
    await phone.close()
