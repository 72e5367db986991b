"""The HTTP interface: who one is, what is refused, and the headers of every answer."""

import asyncio
import gzip
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from dizhu.bootstrap import Server
from dizhu.server.api import EVERY_ROUTE
from dizhu.server.auth import COOKIE, SESSION_MS, Session, Tokens, load_secret
from dizhu.server.static import Client
from tests.server.playing import HEADERS, Guest


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar, auto_decompress=False) as session:
        yield session


async def who(base: str, cookie: str) -> int:
    """The status of what only somebody may ask, with a cookie."""
    async with (
        aiohttp.ClientSession(cookies={COOKIE: cookie}) as http,
        http.get(f"{base}/api/sessions") as response,
    ):
        return response.status


async def test_a_guest_comes_in_and_stays_who_he_is(base: str, http: aiohttp.ClientSession) -> None:
    """F83: a second sign-in never overwrites the first one."""
    player: dict[str, object] = {}
    for _ in range(5):
        async with http.post(f"{base}/api/guest", json={"name": "阿明"}, headers=HEADERS) as r:
            assert r.status == 200
            player = await r.json()
        async with http.get(f"{base}/api/me") as r:
            assert await r.json() == player
    assert player["name"] == "阿明"
    assert player["beans"] == 10_000
    assert player["title"] == "商人"


async def test_the_cookie_is_for_the_server_alone(base: str, http: aiohttp.ClientSession) -> None:
    async with http.post(f"{base}/api/guest", json={}, headers=HEADERS) as r:
        cookie = r.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Max-Age=" in cookie


async def test_a_forged_or_expired_token_is_nobody(
    server: Server, base: str, http: aiohttp.ClientSession
) -> None:
    async with http.post(f"{base}/api/guest", json={}, headers=HEADERS) as r:
        player = await r.json()
    good = next(c.value for c in http.cookie_jar if c.key == COOKIE)
    tokens = Tokens(load_secret(server.config.data_dir / "secret.key"))
    session = tokens.read(good, server.clock.now())
    assert session is not None
    old = tokens.write(Session(session.id, player["id"], 1))
    stranger = Tokens(b"x" * 32).write(session)
    for bad in (old, stranger, good[:-2], good + "x", "v1", "", "é", "a.b.c.d.e", good * 9):
        assert tokens.read(bad, server.clock.now()) is None
        assert await who(base, bad) == 401


async def test_after_logout_the_cookie_is_worth_nothing(base: str) -> None:
    async with Guest(base) as guest:
        cookie = next(c.value for c in guest.http.cookie_jar if c.key == COOKIE)
        async with guest.http.post(f"{base}/api/logout", headers=HEADERS) as r:
            assert r.status == 200
        assert await who(base, cookie) == 401
        assert guest._reader is not None
        await guest._reader
        assert guest.closed_with == 4401


async def test_a_session_is_renewed_when_half_of_it_is_over() -> None:
    session = Session("s", "p", SESSION_MS)
    assert not session.half_over(SESSION_MS // 2 - 1)
    assert session.half_over(SESSION_MS // 2 + 1)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ('{"name": ""}', 400, "name_short"),
        ('{"name": "   "}', 400, "name_short"),
        ('{"name": "12345678901234567"}', 400, "name_long"),
        ('{"name": "a\\u202eb"}', 400, "name_characters"),
        ('{"name": "a\\u0000b"}', 400, "name_characters"),
        ('{"name": "Admin"}', 400, "name_reserved"),
        ('{"name": 5}', 400, "bad_request"),
        ('{"name": null, "beans": 99}', 400, "bad_request"),
        ('{"locale": "xx"}', 400, "bad_request"),
        ("[" * 4000, 400, "bad_request"),
        ("not json", 400, "bad_request"),
        ("x" * 5000, 413, "too_large"),
    ],
)
async def test_bad_guests(
    base: str, http: aiohttp.ClientSession, body: str, status: int, code: str
) -> None:
    async with http.post(f"{base}/api/guest", data=body, headers=HEADERS) as r:
        assert r.status == status
        assert (await r.json())["code"] == code


async def test_posts_need_the_header_that_no_form_can_send(
    base: str, http: aiohttp.ClientSession
) -> None:
    for path in ("/api/guest", "/api/logout"):
        async with http.post(f"{base}{path}", json={}) as r:
            assert r.status == 403
            assert (await r.json())["code"] == "header_missing"


async def test_a_school_behind_one_address(base: str, http: aiohttp.ClientSession) -> None:
    """L9."""
    for _ in range(100):
        http.cookie_jar.clear()
        async with http.post(f"{base}/api/guest", json={}, headers=HEADERS) as r:
            assert r.status == 200


async def test_every_answer_has_the_security_headers(
    base: str, http: aiohttp.ClientSession
) -> None:
    for path in ("/", "/api/rooms", "/api/me", "/healthz", "/nothing.js", "/api/nothing"):
        async with http.get(f"{base}{path}") as r:
            assert "default-src 'none'" in r.headers["Content-Security-Policy"]
            assert r.headers["X-Content-Type-Options"] == "nosniff"
            if path.startswith("/api"):
                assert r.headers["Cache-Control"] == "no-store"


async def test_health(server: Server, base: str, http: aiohttp.ClientSession) -> None:
    async with http.get(f"{base}/readyz") as r:
        assert r.status == 200
    server.health.storing = 2
    async with http.get(f"{base}/readyz") as r:
        assert r.status == 503
        assert (await r.json())["problems"] == ["2 tables wait for the disk"]
    async with http.get(f"{base}/healthz") as r:
        assert r.status == 200
    server.health.storing = 0


async def test_the_description_covers_every_route(base: str, http: aiohttp.ClientSession) -> None:
    async with http.get(f"{base}/api/openapi.json") as r:
        described = await r.json()
    plain = {(r.method.lower(), re.sub(":[^}]*}", "}", r.path)) for r in EVERY_ROUTE}
    assert plain == {
        (method, path) for path, methods in described["paths"].items() for method in methods
    }
    assert "PlayerView" in described["components"]["schemas"]


async def test_the_socket_is_refused_to_foreign_pages(
    base: str, http: aiohttp.ClientSession
) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await http.ws_connect(f"{base}/ws", origin="https://evil.example")
    assert refused.value.status == 403
    ws = await http.ws_connect(f"{base}/ws", origin=base)
    assert (await ws.receive()).data == 4401  # nobody: sign in first


def test_the_secret_is_the_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "secret.key"
    secret = load_secret(path)
    assert load_secret(path) == secret
    assert os.stat(path).st_mode & 0o777 == 0o600
    path.write_bytes(b"short")
    with pytest.raises(ValueError, match="no secret"):
        load_secret(path)


@pytest.fixture
async def files(tmp_path: Path) -> AsyncIterator[str]:
    folder = tmp_path / "site"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>" + "x" * 600)
    (folder / "assets" / "app-1a2b.js").write_text("let a = 1;" * 100)
    (folder / ".built-from").write_text("secret")
    (tmp_path / "outside.txt").write_text("secret")
    client = Client(folder)

    async def page(request: web.Request) -> web.Response:
        return client.answer(request)

    app = web.Application()
    app.router.add_get("/{path:.*}", page)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


async def test_assets_are_kept_for_ever_and_pages_asked_again(
    files: str, http: aiohttp.ClientSession
) -> None:
    async with http.get(f"{files}/assets/app-1a2b.js", headers={"Accept-Encoding": "gzip"}) as r:
        assert "immutable" in r.headers["Cache-Control"]
        assert r.headers["Content-Type"] == "text/javascript; charset=utf-8"
        assert gzip.decompress(await r.read()) == b"let a = 1;" * 100
    async with http.get(f"{files}/", headers={"Accept-Encoding": ""}) as r:
        assert r.headers["Cache-Control"] == "no-cache"
        assert (await r.read()).startswith(b"<!doctype html>")
        tag = r.headers["ETag"]
    async with http.get(f"{files}/", headers={"If-None-Match": tag}) as r:
        assert r.status == 304


async def test_the_clients_own_paths_get_its_page(files: str, http: aiohttp.ClientSession) -> None:
    async with http.get(f"{files}/table/abc") as r:
        assert r.status == 200
    for hidden in ("/nothing.js", "/.built-from", "/..%2foutside.txt", "/assets/../../outside.txt"):
        async with http.get(f"{files}{hidden}") as r:
            assert b"secret" not in await r.read()


@pytest.mark.parametrize("path", ["%00", "r/%00", "assets/a%00b.js", "index.html%00.png"])
async def test_a_path_that_no_file_can_have(base: str, path: str) -> None:
    reader, writer = await asyncio.open_connection(*base.removeprefix("http://").split(":"))
    writer.write(f"GET /{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    assert answer.split(b" ", 2)[1] in (b"400", b"404")


async def test_a_name_that_is_too_long_for_a_file(base: str, http: aiohttp.ClientSession) -> None:
    async with http.get(f"{base}/assets/{'a' * 300}.js") as response:
        assert response.status == 404
