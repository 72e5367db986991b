"""What an operator does, as everybody sees it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dizhu.bootstrap import Server
from dizhu.cli import main
from tests.app.stage import until
from tests.server.accounts import WORD, Device, ask, get, insulted, registered
from tests.server.conftest import config
from tests.server.operating import actions, an_operator_and, host, orders, promoted, sees, soon
from tests.server.playing import Guest, over, phase


@pytest.fixture
async def boss(server: Server, base: str) -> AsyncIterator[Guest]:
    """An operator, connected."""
    async with Guest(base) as guest:
        yield await promoted(server, guest)


async def test_a_ban_at_a_table(server: Server, boss: Guest, ming: Guest) -> None:
    """He is told and signed out, his seat is played for, after the hand it is free."""
    await ming.join("quick", bots=True, start="ready")
    await ming.until(phase("call", "rob", "double", "play"))
    player, until = ming.player["id"], soon()
    await orders(boss, "ban", player=player, until=until, reason="abuse")
    told = await ming.wait("banned")
    assert (told["reason"], told["until"]) == ("abuse", until)
    await asyncio.wait_for(ming._reader or asyncio.sleep(0), 5)
    assert ming.closed_with == 4403

    status, said = await get(ming, "me")
    assert (status, said["code"], said["detail"], said["until"]) == (403, "banned", "abuse", until)
    assert (await ask(ming, "guest"))[1]["code"] == "banned", "nor as somebody else, here"
    async with Device(ming.base) as phone:
        assert (await phone.login())[1]["code"] == "banned"
        assert not list(phone.http.cookie_jar)
    with pytest.raises(ConnectionError, match="4403"):
        await ming.connect()

    async with asyncio.timeout(20):
        while server.tables.seating.bound(player) is not None:
            (table,) = (await sees(boss, "tables"))["tables"]
            mine = next(s for s in table["seats"] if s["player"] == player)
            assert mine["autoplay"] or mine["left"] or table["phase"] in (None, "over")
            await asyncio.sleep(0.02)
    (hand,) = await server.archive.hands_of(player, None, 5)
    assert hand.how == "out", "no escape, no penalty"

    await orders(boss, "unban", player=player)
    async with Device(ming.base) as phone:
        assert (await phone.login())[0] == 200
        await phone.connect()
        assert (await phone.join("quick"))["type"] == "ack"
    assert await actions(boss) == [
        ("grant", boss.player["id"]),
        ("ban", player),
        ("unban", player),
    ]


async def test_a_ban_before_the_cards(server: Server, boss: Guest, base: str) -> None:
    """In the start window nobody can be on autoplay; it begins with the deal."""
    async with Guest(base) as guest:
        await guest.join("quick", bots=True, start="ask")
        await guest.until(phase("start"))
        await orders(boss, "ban", player=guest.player["id"])
        runner = server.tables.find(guest.table or "")
        assert runner is not None
        async with asyncio.timeout(40):
            while server.tables.seating.bound(guest.player["id"]) is not None:
                hand = runner.state.hand
                if hand is not None and hand.phase.name in ("CALL", "ROB", "DOUBLE", "PLAY"):
                    assert hand.autoplay[guest.seat]
                await asyncio.sleep(0.02)


async def test_a_ban_between_hands(server: Server, boss: Guest, ming: Guest) -> None:
    """He leaves the table; nothing is paid for it."""
    await ming.join("quick", bots=True, start="ready")
    await ming.play_on(over)
    player = ming.player["id"]
    before = await server.wallet.beans([player])
    await orders(boss, "ban", player=player)
    await until(lambda: server.tables.seating.bound(player) is None)
    assert await server.wallet.beans([player]) == before


async def test_a_ban_of_who_is_away(server: Server, boss: Guest, ming: Guest) -> None:
    """Without a connection his seat is played for as well."""
    await ming.join("quick", bots=True, start="ready")
    await ming.until(phase("call", "rob", "double", "play"))
    await ming.disconnect()
    player = ming.player["id"]
    await orders(boss, "ban", player=player)
    await until(lambda: server.tables.seating.bound(player) is None, 30)
    (hand,) = await server.archive.hands_of(player, None, 5)
    assert hand.how == "out"


async def test_a_guest_comes_back_after_his_ban(server: Server, boss: Guest, base: str) -> None:
    """His cookie is all he has: it is not worth nothing for ever."""
    async with Guest(base) as guest:
        await guest.join("people")
        await orders(boss, "ban", player=guest.player["id"], until=soon())
        await guest.wait("banned")
        assert server.lobby.waiting(guest.player["id"]) is None
        assert (await get(guest, "me"))[0] == 403
        await orders(boss, "unban", player=guest.player["id"])
        assert (await get(guest, "me"))[1]["id"] == guest.player["id"]


async def test_a_ban_ends_by_itself_and_outlives_a_restart(tmp_path: Path) -> None:
    server = Server(config(tmp_path))
    await server.start()
    base = f"http://127.0.0.1:{server.port}"
    async with Guest(base) as boss, Guest(base) as guest:
        await promoted(server, boss)
        await orders(boss, "ban", player=guest.player["id"], until=soon())
        await server.stop()
        again = Server(config(tmp_path, port=server.port))
        await again.start()
        assert (await get(guest, "me"))[0] == 403
        again.clock._offset += 3601
        assert (await get(guest, "me"))[0] == 200
        await again.stop()


async def test_a_member_of_a_room_of_friends_is_banned(boss: Guest, ming: Guest) -> None:
    await ming.send(type="make_room", command_id="r", ruleset="qq-classic")
    code = (await ming.wait("friend_room"))["room"]["code"]
    async with Guest(ming.base) as friend:
        await friend.send(type="enter_room", command_id="e", code=code)
        await friend.wait("friend_room")
        await orders(boss, "ban", player=ming.player["id"])
        left = await friend.wait("friend_room", lambda m: len(m["room"]["members"]) == 1)
        assert left["room"]["host"] == friend.player["id"]


async def test_who_is_muted_is_told_until_when(boss: Guest, ming: Guest) -> None:
    await ming.join("quick", bots=True, start="ready")
    await ming.until(lambda _v: True)

    async def say(kind: str, what: str) -> tuple[str, str | None, str | None]:
        command_id = ming.new_id()
        await ming.send(type="say", command_id=command_id, kind=kind, what=what)
        said = await ming.answer(command_id)
        return said["type"], said.get("code"), said.get("detail")

    assert (await say("text", "hello"))[0] == "ack"
    until = soon()
    await orders(boss, "mute", player=ming.player["id"], until=until)
    for kind, what in (("text", "hello"), ("quick", "hurry"), ("emote", "tea")):
        assert await say(kind, what) == ("refused", "muted", str(until))
    await orders(boss, "unmute", player=ming.player["id"])
    assert (await say("text", "hello again"))[0] == "ack"


async def test_what_is_kept_of_a_mute_is_in_ones_data(boss: Guest, ming: Guest) -> None:
    until = soon()
    await orders(boss, "mute", player=ming.player["id"], until=until, reason="flood")
    profile = (await get(ming, "export"))[1]["profile"]
    (mute,) = profile["sanctions"]
    assert (mute["kind"], mute["until"], mute["reason"]) == ("mute", until, "flood")
    assert profile["operator"] is False
    assert (await get(boss, "export"))[1]["profile"]["operator"] is True


async def test_compensation(server: Server, boss: Guest, ming: Guest) -> None:
    player = ming.player["id"]
    wish = {"player": player, "beans": 500, "reason": "a lost hand", "command_id": "once"}
    first, again = [await orders(boss, "compensate", **wish) for _ in range(2)]
    assert first == {"repeated": False, "beans": 10_500, "house": -500}
    assert again == first | {"repeated": True}
    assert (await ming.wait("wallet"))["beans"] == 10_500
    status, said = await ask(boss, "admin/compensate", **(wish | {"beans": 501}))
    assert (status, said["code"]) == (409, "command_reused")

    wish |= {"beans": -20_000, "command_id": "too much"[:3]}
    status, said = await ask(boss, "admin/compensate", **wish)
    assert (status, said["code"], said["detail"]) == (409, "not_enough_beans", "he has 10500")
    back = await orders(boss, "compensate", **(wish | {"beans": -10_500, "command_id": "back"}))
    assert (back["beans"], back["house"]) == (0, 10_000)
    lines = (await get(ming, "beans"))[1]["movements"]
    assert [(m["beans"], m["reason"]) for m in lines[:2]] == [
        (-10_500, "compensation"),
        (500, "compensation"),
    ]


async def test_operators_give_one_another_nothing(boss: Guest) -> None:
    """Nor themselves; the host may (tests/cli)."""
    wish = {"player": boss.player["id"], "beans": 10**9, "reason": "for me", "command_id": "c"}
    status, said = await ask(boss, "admin/compensate", **wish)
    assert (status, said["code"]) == (409, "is_operator")


async def test_a_compensation_is_bounded(server: Server, boss: Guest, ming: Guest) -> None:
    """For operators by a setting; both ways, and at its last bean. The host sets it."""
    most = server.config.compensation_most
    wish = {"player": ming.player["id"], "reason": "x"}
    for beans in (most + 1, -most - 1, 10**12, 0):
        status, said = await ask(boss, "admin/compensate", beans=beans, command_id="c", **wish)
        assert (status, said["code"], said["detail"]) == (400, "bad_amount", str(most))
    await orders(boss, "compensate", beans=most, **wish)
    await orders(boss, "compensate", beans=-most, **wish)
    assert (await host(server, "compensate", beans=most + 1, command_id="d", **wish))[0] == 200


async def test_the_compensations_of_a_day_are_bounded(tmp_path: Path) -> None:
    """Of each operator, both ways together, for 24 hours; what was done is done once. Not the
    host's.
    """
    server = Server(config(tmp_path, compensation_most=100, compensation_day=250))
    await server.start()
    async with an_operator_and(server, 1) as (boss, ming):
        wish = {"player": ming.player["id"], "reason": "x"}
        first = await orders(boss, "compensate", beans=100, command_id="one", **wish)
        await orders(boss, "compensate", beans=-100, **wish)
        status, said = await ask(boss, "admin/compensate", beans=51, command_id="two", **wish)
        assert (status, said["code"], said["detail"]) == (409, "day_spent", "50")
        await orders(boss, "compensate", beans=50, **wish)
        again = await orders(boss, "compensate", beans=100, command_id="one", **wish)
        assert (first["repeated"], again["repeated"]) == (False, True)
        status, said = await ask(boss, "admin/compensate", beans=1, command_id="two", **wish)
        assert (status, said["code"], said["detail"]) == (409, "day_spent", "0")
        assert (await host(server, "compensate", beans=1000, command_id="h", **wish))[0] == 200
        server.clock._offset += 24 * 3600 + 1
        await orders(boss, "compensate", beans=100, **wish)
    await server.stop()


async def test_beans_are_not_taken_from_a_hand(boss: Guest, ming: Guest) -> None:
    await ming.join("quick", bots=True, start="ready")
    await ming.until(phase("call", "rob", "double", "play"))
    wish = {"player": ming.player["id"], "reason": "x", "command_id": "c"}
    status, said = await ask(boss, "admin/compensate", beans=-10, **wish)
    assert (status, said["code"]) == (409, "at_table")
    await orders(boss, "compensate", beans=10, **wish)
    await ming.play_on(over)


async def test_announcements_reach_everybody_and_who_comes_later(
    server: Server, boss: Guest, base: str
) -> None:
    async with Guest(base) as guest:
        await orders(boss, "announce", zh="今晚停机", en="Down tonight", expires_at=soon())
        (said,) = (await guest.wait("house"))["announcements"]
        assert (said["zh"], said["en"]) == ("今晚停机", "Down tonight")
        async with Guest(base) as late:
            assert (await late.wait("house"))["announcements"] == [said]
        await orders(boss, "withdraw", announcement=said["id"])
        assert (await guest.wait("house"))["announcements"] == []
    async with Guest(base) as nobody_told:
        await nobody_told.send(type="ping", sent_at=1)
        await nobody_told.wait("pong")
        assert not [m for m in nobody_told.log if m["type"] == "house"]
    for wrong, code in (
        ({"zh": " ", "expires_at": soon()}, "no_text"),
        ({"zh": "x", "expires_at": 5}, "until_past"),
        ({"zh": "x", "expires_at": soon(24 * 400)}, "until_far"),
    ):
        status, answer = await ask(boss, "admin/announce", command_id=boss.new_id(), **wrong)
        assert (status, answer["code"]) == (400, code)


async def test_reports_are_looked_at(boss: Guest, ming: Guest) -> None:
    async with Guest(ming.base, "吵闹") as rude:
        code = await insulted(ming, rude)
        (report,) = (await sees(boss, "reports"))["reports"]
        assert (report["reported_name"], report["reporter_name"]) == ("吵闹", "阿明")
        assert "bad words" in report["said"][0]["what"]
        assert report["said"][0]["name"] == report["reported_name"]
        about = await sees(boss, f"people/{rude.player['id']}")
        assert (about["reports"], about["person"]["code"]) == (1, code)
        await orders(boss, "reports/close", report=report["id"], outcome="acted", reason="muted")
        assert (await sees(boss, "reports"))["reports"] == []
        (closed,) = (await sees(boss, "reports?state=all"))["reports"]
        assert (closed["outcome"], closed["note"]) == ("acted", "muted")


async def test_people_are_found_and_seen(boss: Guest, ming: Guest) -> None:
    async with Guest(ming.base, "阿明二") as other:
        names = [p["name"] for p in (await sees(boss, "people?q=阿明"))["people"]]
        assert names == ["阿明二", "阿明"]
        (found,) = (await sees(boss, f"people?q={ming.player['id']}"))["people"]
        assert (found["name"], found["kind"], found["beans"]) == ("阿明", "member", 10_000)
        assert (found["online"], found["operator"], found["table"]) == (True, False, None)
        await other.join("people")
        about = await sees(boss, f"people/{other.player['id']}")
        assert about["person"]["queued"] == "people"
        assert len(about["sessions"]) == 1
        assert set(about["sessions"][0]) == {"created_at", "seen_at", "address", "device"}
    assert (await get(boss, "admin/people/nobody"))[0] == 404
    assert (await get(boss, "admin/people/bot-1"))[0] == 404
    assert (await get(boss, "admin/people?before=x"))[0] == 400
    assert (await get(boss, "admin/people?more=x"))[0] == 400
    assert (await get(boss, "me"))[1]["operator"] is True


async def test_tables_are_seen_without_cards_and_watched(
    server: Server, boss: Guest, ming: Guest
) -> None:
    """A table of friends that nobody else may watch."""
    server.company.watching.delay_ms = 0
    await ming.send(type="make_room", command_id="r", ruleset="qq-classic", watch=False)
    await ming.wait("friend_room")
    await ming.send(type="start_room", command_id="s")
    await ming.until(phase("call", "rob", "double", "play"))
    (table,) = (await sees(boss, "tables"))["tables"]
    assert (table["table"], len(table["seats"])) == (ming.table, 3)
    assert "cards" not in str(table)
    async with Guest(ming.base) as guest:
        await guest.send(type="watch", command_id="w", table=table["table"])
        assert (await guest.answer("w"))["code"] == "not_watchable"
    await boss.send(type="watch", command_id="w", table=table["table"])
    assert (await boss.answer("w"))["type"] == "ack"
    seen = await boss.until(lambda v: v["hand"] is not None)
    assert seen["you"] is None
    if not seen["hand"]["shows"]:
        assert seen["hand"]["cards"] == [None, None, None]


async def test_an_operator_is_not_banned_and_makes_none(
    server: Server, boss: Guest, ming: Guest
) -> None:
    wish = {"player": boss.player["id"], "reason": "x"}
    status, said = await ask(boss, "admin/ban", command_id="a", **wish)
    assert (status, said["code"]) == (409, "is_operator")
    wish["player"] = ming.player["id"]
    status, said = await ask(boss, "admin/grant", command_id="b", **wish)
    assert (status, said["code"]) == (403, "host_only")
    assert (await host(server, "revoke", command_id="c", player=boss.player["id"], reason="x"))[
        0
    ] == 200
    assert (await get(boss, "admin/house"))[0] == 403


async def test_after_all_this_the_books_are_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Server(config(tmp_path))
    await server.start()
    base = f"http://127.0.0.1:{server.port}"
    async with Guest(base) as boss, Guest(base) as ming:
        await promoted(server, boss)
        await registered(ming)
        await orders(boss, "compensate", player=ming.player["id"], beans=77)
        await ming.join("quick", bots=True, start="ready")
        await ming.play_on(phase("play"))
        await orders(boss, "ban", player=ming.player["id"])
        await until(lambda: server.tables.seating.bound(ming.player["id"]) is None, 30)
        await orders(boss, "compensate", player=ming.player["id"], beans=-7)
    await server.stop()
    assert main(["verify", "--data-dir", str(tmp_path / "data")]) == 0
    assert "1 hands: all is well" in capsys.readouterr().out


async def test_a_word_for_nobody(boss: Guest) -> None:
    """Whom nobody knows cannot be banned; a reason is needed; an end lies ahead."""
    for body, status, code in (
        ({"player": "nobody", "reason": "x"}, 404, "no_player"),
        ({"player": "bot-1", "reason": "x"}, 404, "no_player"),
        ({"player": boss.player["id"], "reason": ""}, 400, "bad_request"),
        ({"player": boss.player["id"], "reason": "x", "until": 5}, 400, "until_past"),
    ):
        found = await ask(boss, "admin/ban", command_id=boss.new_id(), **body)
        assert (found[0], found[1]["code"]) == (status, code)
    assert await actions(boss) == [("grant", boss.player["id"])]
    assert WORD not in str(await sees(boss, "audit"))
