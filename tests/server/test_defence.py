"""What docs/security.md claims of the server's outside: origins, limits, cookies, proxies, logs."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from dizhu.bootstrap import Server
from dizhu.server import answers
from dizhu.server.auth import COOKIE, DEVICE_COOKIE
from dizhu.server.limiter import Limit
from tests.server.accounts import WORD, Device, ask, get, registered
from tests.server.conftest import config
from tests.server.playing import HEADERS, Guest
from tests.server.process import ServerProcess

Serve = Callable[..., Any]


@pytest.fixture
def serve(tmp_path: Path) -> Serve:
    """A server with other settings."""

    @asynccontextmanager
    async def run(**changes: object) -> AsyncIterator[str]:
        running = Server(config(tmp_path, **changes))
        await running.start()
        try:
            yield f"http://127.0.0.1:{running.port}"
        finally:
            await running.stop()

    return run


async def status(base: str, path: str = "/api/guest", **headers: str) -> int:
    """Of a POST by a stranger."""
    async with (
        aiohttp.ClientSession() as http,
        http.post(f"{base}{path}", json={}, headers=HEADERS | headers) as response,
    ):
        return response.status


async def test_other_sites_pages_cannot_ask(serve: Serve) -> None:
    async with serve(origins=("https://play.example",)) as base:
        assert await status(base, Origin=base) == 200
        assert await status(base, Origin="https://play.example") == 200
        for foreign in ("https://evil.example", "null", f"{base}.evil.example", "http://[", "x"):
            assert await status(base, Origin=foreign) == 403, foreign
        async with aiohttp.ClientSession() as http:
            for path in ("/api/login", "/api/delete", "/api/password", "/api/sessions/revoke"):
                async with http.post(f"{base}{path}", json={}) as response:
                    assert (await response.json())["code"] == "header_missing"
            async with http.options(f"{base}/api/guest", headers={"Origin": "https://e.x"}) as r:
                assert r.status == 403
                assert "Access-Control-Allow-Origin" not in r.headers


@pytest.mark.parametrize("secure", [True, False])
async def test_cookies_are_for_the_server_alone(serve: Serve, secure: bool) -> None:
    async with serve(secure_cookies=secure) as base, aiohttp.ClientSession() as http:
        async with http.post(f"{base}/api/guest", json={}, headers=HEADERS) as response:
            session = response.headers["Set-Cookie"]
            assert ("Strict-Transport-Security" in response.headers) == secure
        token = re.match(f"{COOKIE}=([^;]+)", session)
        assert token is not None
        body = {"name": "阿明", "password": WORD}
        headers = HEADERS | {"Cookie": f"{COOKIE}={token[1]}"}
        async with http.post(f"{base}/api/register", json=body, headers=headers) as response:
            given = response.headers.getall("Set-Cookie")
        assert [cookie.split("=")[0] for cookie in given] == [COOKIE, DEVICE_COOKIE]
        for cookie in (session, *given):
            assert "HttpOnly" in cookie
            assert "SameSite=Lax" in cookie
            assert ("Secure" in cookie) == secure


async def test_a_device_cookie_lets_nobody_in(ming: Guest) -> None:
    cookies = {c.key: c.value for c in ming.http.cookie_jar}
    for value in (cookies[DEVICE_COOKIE], cookies[DEVICE_COOKIE][:-1] + "x"):
        async with (
            aiohttp.ClientSession(cookies={COOKIE: value}) as http,
            http.get(f"{ming.base}/api/sessions") as response,
        ):
            assert response.status == 401


async def test_each_address_has_its_own_limits(serve: Serve) -> None:
    """And only what our own proxy says of it counts."""
    limits = {"guest.address": Limit(2, 3600)}

    async def come(base: str, *addresses: str) -> list[int]:
        return [await status(base, **{"X-Forwarded-For": a}) for a in addresses]

    async with serve(limits=limits, proxies=("127.0.0.0/8", "10.0.0.0/8")) as base:
        assert await come(base, "203.0.113.7", "203.0.113.7", "203.0.113.7") == [200, 200, 429]
        assert await come(base, "198.51.100.1, 203.0.113.7") == [429], "he may say what he likes"
        assert await come(base, "203.0.113.8, 10.1.2.3") == [200]
        same = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ffff::3"]
        assert await come(base, *same) == [200, 200, 429], "a /64 is one address"
        assert await come(base, "2001:db8:1:3::1") == [200]


async def test_without_a_known_proxy_nothing_is_believed(serve: Serve) -> None:
    async with serve(limits={"guest.address": Limit(2, 3600)}) as base:
        found = [await status(base, **{"X-Forwarded-For": f"203.0.113.{n}"}) for n in range(3)]
        assert found == [200, 200, 429]


async def test_requests_of_an_address_are_limited(serve: Serve) -> None:
    limits = {"request.address": Limit(20, 3600)}
    async with serve(limits=limits) as base, aiohttp.ClientSession() as http:
        for number in range(25):
            async with http.get(f"{base}/api/rooms") as response:
                assert (response.status == 200) == (number < 20)


async def test_connections_of_an_address_and_an_account_are_limited(serve: Serve) -> None:
    limits = {"socket.account": Limit(3, 3600)}
    async with (
        serve(address_connections=2, limits=limits) as base,
        Guest(base) as one,
        Guest(base) as two,
        Device(base) as three,
    ):
        await three.sign_in()
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await three.connect()
        assert refused.value.status == 429
        await two.disconnect()
        await three.connect()
        await three.disconnect()
        for _ in range(2):
            await one.disconnect()
            await one.connect()
        await one.disconnect()
        with pytest.raises(ConnectionError, match="1013"):
            await one.connect()


async def test_limits_of_an_account_are_strict(serve: Serve) -> None:
    limits = {
        "register.account": Limit(2, 3600),
        "password.account": Limit(2, 3600),
        "export.account": Limit(1, 3600),
        "account.account": Limit(2, 3600),
    }
    async with serve(limits=limits) as base, Guest(base) as guest:
        assert (await ask(guest, "register", name="系统", password=WORD))[0] == 400
        await registered(guest)
        assert (await ask(guest, "register", name="x", password=WORD))[0] == 429
        for expected in (403, 403, 429):
            assert (await ask(guest, "password", old="wrong", new="long enough"))[0] == expected
        assert (await ask(guest, "delete", password=WORD))[0] == 429
        assert [(await get(guest, "export"))[0] for _ in range(2)] == [200, 429]
        assert [(await get(guest, "sessions"))[0] for _ in range(3)] == [200, 200, 429]


async def test_a_body_that_never_comes(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "BODY_SECONDS", 0.1)
    host, port = base.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    head = ("POST /api/guest HTTP/1.1", f"Host: {host}:{port}", "X-Dizhu: 1", "Content-Length: 9")
    writer.write("\r\n".join((*head, "", "")).encode())
    line = await asyncio.wait_for(reader.readline(), 5)
    assert b"408" in line
    writer.close()


async def test_no_secret_is_logged_or_stored(tmp_path: Path) -> None:
    """Whatever is asked, and however it goes wrong."""
    process = ServerProcess(tmp_path / "data")
    base = await process.start()
    secrets = {WORD, "guess-a-word", "fresh-password"}
    async with Guest(base) as guest, Device(base) as phone:
        await registered(guest)
        await phone.login(password="guess-a-word")
        await phone.login()
        await ask(phone, "password", old=WORD, new="fresh-password")
        await ask(phone, "login", name="阿明", password=WORD, more="guess-a-word")
        secrets |= {c.value for c in phone.http.cookie_jar}
        await phone.connect()
        await phone.send_raw('{"type":"guess-a-word"')
        await phone.wait("refused")
    code, said = await process.terminate()
    assert code == 0
    stored = b"".join(f.read_bytes() for f in (tmp_path / "data").iterdir())
    for secret in secrets:
        assert secret not in said
        assert secret.encode() not in stored
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0


async def test_a_wrong_name_costs_as_much_as_a_wrong_password(ming: Guest, server: Server) -> None:
    checked: list[str] = []
    argon = server._front._hasher
    verify = argon._matches

    def noted(known: str, password: str) -> bool:
        checked.append(known)
        return verify(known, password)

    argon._matches = noted  # type: ignore[method-assign]
    async with Device(ming.base) as device:
        for name in ("阿明", "nobody at all"):
            assert (await device.login(name=name, password="guess-a-word"))[0] == 401
    first, second = checked
    assert first != second
    assert first[: first.rindex("$m=")] == second[: second.rindex("$m=")]


async def test_too_many_passwords_at_once(ming: Guest, server: Server) -> None:
    server._front._hasher._most = 1
    async with Device(ming.base) as one, Device(ming.base) as two, Device(ming.base) as three:
        found = await asyncio.gather(*(d.login() for d in (one, two, three)))
        assert sorted(status for status, _ in found) in ([200, 503, 503], [200, 200, 503])
        assert (await one.login())[0] == 200, "afterwards all is well"
