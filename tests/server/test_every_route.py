"""What holds for every route of the HTTP interface."""

import re
from collections.abc import AsyncIterator

import aiohttp
import pytest

from dizhu.bootstrap import Server
from dizhu.server.api import EVERY_ROUTE
from dizhu.server.routes import Route
from dizhu.server.webapp import BODY_BYTES
from tests.server.accounts import get
from tests.server.operating import orders, promoted
from tests.server.playing import HEADERS, Guest, Message

POSTS = [route for route in EVERY_ROUTE if route.method == "POST"]


@pytest.fixture
async def boss(server: Server, base: str) -> AsyncIterator[Guest]:
    async with Guest(base) as guest:
        yield await promoted(server, guest)


async def asked(
    http: aiohttp.ClientSession, base: str, route: Route, body: bytes = b"{}"
) -> tuple[int, Message]:
    """The status, and the answer if it is JSON."""
    url = base + re.sub(r"\{[^}]*\}", "0", route.path)
    data = body if route.method == "POST" else None
    async with http.request(route.method, url, data=data, headers=HEADERS) as response:
        as_json = response.content_type == "application/json"
        said = await response.json() if as_json else {}
        return response.status, said if isinstance(said, dict) else {}


async def test_who_is_banned_is_told_so_wherever_a_stranger_is_told_to_sign_in(
    boss: Guest, ming: Guest
) -> None:
    await orders(boss, "ban", player=ming.player["id"], reason="abuse", until=None)
    demanding = 0
    async with aiohttp.ClientSession() as stranger:
        for route in EVERY_ROUTE:
            if route.path in ("/api/logout", "/api/login"):
                continue  # the one never fails; the other is for the names of others, too
            status, said = await asked(ming.http, ming.base, route)
            assert status != 401, route.path
            if (await asked(stranger, ming.base, route))[0] == 401:
                demanding += 1
                assert (status, said["code"], said["detail"]) == (403, "banned", "abuse"), route
    assert demanding > 20


async def test_a_body_that_is_too_large_is_refused_like_anything_else(
    server: Server, boss: Guest
) -> None:
    """With a code that clients have words for, and the greatest size there may be."""
    body = b'{"x": "' + b"x" * 300_000 + b'"}'
    for route in POSTS:
        url = boss.base + re.sub(r"\{[^}]*\}", "0", route.path)
        headers = dict(HEADERS)
        if route.path.startswith("/api/admin/"):
            headers["Authorization"] = f"Bearer {server.house.token}"
        async with boss.http.post(url, data=body, headers=headers) as response:
            assert response.status == 413, route.path
            said = await response.json()
            assert said["code"] == "too_large", route.path
            if "/cups" not in route.path:
                assert str(BODY_BYTES) in said["detail"], route.path


async def test_what_is_not_there_is_refused_like_anything_else(boss: Guest) -> None:
    assert await get(boss, "nothing") == (404, {"code": "not_found", "detail": "Not Found"})
    async with boss.http.delete(f"{boss.base}/api/me", headers=HEADERS) as response:
        assert response.status == 405
        assert (await response.json())["code"] == "no_method"


async def test_who_comes_for_the_first_time_is_nobody_and_that_is_no_error(base: str) -> None:
    """A browser shows a 401 in red; everything else stays as closed as it was."""
    async with aiohttp.ClientSession() as stranger:
        async with stranger.get(f"{base}/api/me") as response:
            assert response.status == 200
            assert await response.json() is None
            assert not response.cookies
        async with stranger.get(f"{base}/api/sessions") as response:
            assert response.status == 401
