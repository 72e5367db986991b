"""Sessions: listed, ended one by one or all, and the export of everything."""

import aiohttp
import aiohttp.test_utils
import aiohttp.web

from dizhu.bootstrap import Server
from dizhu.store.accounts import SqliteAccounts
from tests.server.accounts import WORD, Device, ask, get, registered
from tests.server.playing import Guest, over

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1"


async def test_sessions_are_listed_shortened_and_ended(ming: Guest) -> None:
    async with Device(ming.base) as phone:
        phone.http.headers["User-Agent"] = IPHONE
        await phone.login()
        _, listed = await get(phone, "sessions")
        assert [s["here"] for s in listed] == [True, False]
        mine = listed[0]
        assert (mine["address"], mine["device"]) == ("127.0.0.*", "Safari · iPhone")
        assert mine["seen_at"] >= mine["created_at"] > 1_600_000_000_000
        assert await ask(ming, "sessions/revoke", session=mine["id"]) == (200, {"sessions": 1})
        assert (await get(phone, "me")) == (200, None)
        assert (await get(ming, "me"))[0] == 200
        assert len((await get(ming, "sessions"))[1]) == 1


async def test_ending_a_session_ends_its_connection_and_no_other(ming: Guest) -> None:
    async with Device(ming.base) as phone:
        await phone.login()
        here = next(s["id"] for s in (await get(phone, "sessions"))[1] if not s["here"])
        await phone.connect()
        await ming.wait("replaced")
        assert await ask(phone, "sessions/revoke", session=here) == (200, {"sessions": 1})
        await phone.send(type="ping", sent_at=1)
        await phone.wait("pong")
        await phone.disconnect()


async def test_nobody_ends_the_sessions_of_others(ming: Guest) -> None:
    async with Guest(ming.base) as other:
        session = (await get(ming, "sessions"))[1][0]["id"]
        assert await ask(other, "sessions/revoke", session=session) == (200, {"sessions": 0})
        assert (await get(ming, "me"))[0] == 200


async def test_signing_out_here_leaves_the_other_device_alone(ming: Guest) -> None:
    async with Device(ming.base) as phone:
        await phone.login()
        assert (await ask(phone, "logout"))[0] == 200
        await ming.send(type="ping", sent_at=1)
        await ming.wait("pong")


async def test_another_password_ends_the_other_sessions(ming: Guest) -> None:
    async with Device(ming.base) as phone:
        await phone.login()
        wrong = await ask(phone, "password", old="not this one", new="new password!")
        assert wrong == (403, {"code": "wrong_password", "detail": None})
        assert (await ask(phone, "password", old=WORD, new="short"))[1]["code"] == "password_short"
        assert await ask(phone, "password", old=WORD, new="new password!") == (200, {"sessions": 1})
        assert ming._reader is not None
        await ming._reader
        assert ming.closed_with == 4401, "his connection ends at once"
        assert (await get(ming, "me")) == (200, None)
        assert (await get(phone, "me"))[0] == 200
        assert (await ask(ming, "login", name="阿明", password=WORD))[0] == 401
        assert (await ask(ming, "login", name="阿明", password="new password!"))[0] == 200


async def test_of_too_many_sessions_the_oldest_ends(base: str, server: Server) -> None:
    async with Guest(base) as guest:
        player = await registered(guest)
        response = aiohttp.web.Response()
        door = server._front.door
        for _ in range(25):
            request = aiohttp.test_utils.make_mocked_request("GET", "/")
            found = await server.players.find(player["id"])
            assert found is not None
            await door.enter(request, response, found)
        assert len(await SqliteAccounts(server.store).sessions(player["id"], 0)) == 20
        assert (await get(guest, "me")) == (200, None)


async def test_signing_in_signs_out_who_was_here_before(ming: Guest, server: Server) -> None:
    async with Guest(ming.base) as other:
        cookies = {c.key: c.value for c in other.http.cookie_jar}
        assert (await ask(other, "login", name="阿明", password=WORD))[0] == 200
        assert other._reader is not None
        await other._reader
        assert other.closed_with == 4401
        async with (
            aiohttp.ClientSession(cookies=cookies) as http,
            http.get(f"{ming.base}/api/sessions") as response,
        ):
            assert response.status == 401


async def test_the_export_holds_what_is_kept(ming: Guest) -> None:
    await ming.join("quick", bots=True, start="ready")
    await ming.play_on(over)
    async with ming.http.get(f"{ming.base}/api/export") as response:
        assert response.headers["Content-Disposition"].startswith("attachment")
        text = await response.text()
        found = await response.json()
    assert found["profile"]["name"] == "阿明"
    assert found["profile"]["kind"] == "member"
    assert len(found["sessions"]) == 1
    assert found["transfers"][-1]["reason"] == "opening"
    assert sum(t["beans"] for t in found["transfers"]) == found["profile"]["beans"]
    assert len(found["hands"]) == len(found["tallies"]) == 1
    assert found["complete"]
    assert "argon2" not in text


async def test_everything_needs_a_session(base: str) -> None:
    async with Device(base) as nobody:
        for path in ("sessions", "export"):
            assert (await get(nobody, path))[0] == 401
        assert (await ask(nobody, "register", name="阿明", password=WORD))[0] == 401
        assert (await ask(nobody, "password", old=WORD, new=WORD))[0] == 401
        assert (await ask(nobody, "sessions/revoke"))[0] == 401
        assert (await ask(nobody, "delete"))[0] == 401


def cookies_of(guest: Guest) -> dict[str, str]:
    return {c.key: c.value for c in guest.http.cookie_jar}


async def still_lets_in(base: str, cookies: dict[str, str]) -> bool:
    async with (
        aiohttp.ClientSession(cookies=cookies) as http,
        http.get(f"{base}/api/sessions") as response,
    ):
        return response.status == 200


async def test_who_may_do_more_has_another_session(base: str, server: Server) -> None:
    """Whoever planted a cookie, or knows an old one, is not let in by it afterwards: a name, a
    password, a sign-in. Nobody is cut off who is playing.
    """
    async with Guest(base) as guest:
        for path, body in (
            ("register", {"name": "阿明", "password": WORD}),
            ("password", {"old": WORD, "new": "new password!"}),
            ("login", {"name": "阿明", "password": "new password!"}),
        ):
            planted = cookies_of(guest)
            assert (await ask(guest, path, **body))[0] == 200
            assert not await still_lets_in(base, planted), path
            assert await still_lets_in(base, cookies_of(guest)), path
            assert len((await get(guest, "sessions"))[1]) == 1, path
            if path != "login":
                await guest.send(type="ping", sent_at=1)
                await guest.wait("pong")
        player = guest.player["id"]
        rows = await SqliteAccounts(server.store).sessions(player, 0)
        assert len(rows) == 1


async def test_a_refused_change_leaves_the_session(base: str) -> None:
    async with Guest(base) as guest:
        before = cookies_of(guest)
        assert (await ask(guest, "register", name="系统", password=WORD))[0] == 400
        assert (await ask(guest, "password", old=WORD, new="new password!"))[0] == 409
        assert cookies_of(guest) == before
        assert await still_lets_in(base, before)


async def test_signing_out_ends_the_connection_after_a_change(ming: Guest) -> None:
    """The connection belongs to the new session."""
    assert (await ask(ming, "logout"))[0] == 200
    assert ming._reader is not None
    await ming._reader
    assert ming.closed_with == 4401
