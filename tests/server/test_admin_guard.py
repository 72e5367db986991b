"""The guard in front of everything that operators may do. The routes come from the router, so that
none can be forgotten.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest

from dizhu.bootstrap import Server
from dizhu.server.admin_routes import ADMIN_ROUTES
from tests.server.accounts import registered
from tests.server.operating import host, promoted, sees, soon
from tests.server.playing import HEADERS, Guest

Body = dict[str, Any]


def served(server: Server) -> set[tuple[str, str]]:
    """Method and path of everything below /api/admin that the running server answers."""
    assert server._runner is not None
    app = server._runner.app
    assert app is not None
    found = set()
    for route in app.router.routes():
        path = route.resource.canonical if route.resource is not None else ""
        if path.startswith("/api/admin") and route.method != "HEAD":
            found.add((route.method, path))
    return found


async def ask(
    guest: Guest, method: str, path: str, body: Body | None = None, **headers: str
) -> tuple[int, Any]:
    url = f"{guest.base}{path.replace('{id}', guest.player.get('id', 'x'))}"
    async with guest.http.request(
        method, url, json=body if method == "POST" else None, headers=headers
    ) as response:
        return response.status, await response.json()


async def test_nothing_is_served_that_is_not_in_the_table(server: Server) -> None:
    named = {(r.method, re.sub(":[^}]*}", "}", r.path)) for r in ADMIN_ROUTES}
    assert served(server) == named
    assert len(named) == len(ADMIN_ROUTES)


async def test_nobody_but_an_operator(server: Server, base: str, ming: Guest) -> None:
    """A member gets 403, a stranger 401, whatever he sends."""
    stranger = Guest(base)
    async with Guest(base) as guest:
        for method, path in sorted(served(server)):
            for one in (ming, guest):
                status, said = await ask(one, method, path, {}, **HEADERS)
                assert (status, said["code"]) == (403, "not_operator"), path
            assert (await ask(stranger, method, path, {}, **HEADERS))[0] == 401, path
            for token in ("Bearer ", "Bearer x", server.house.token, "Basic eDp4"):
                wrong = {"Authorization": token, **HEADERS}
                assert (await ask(ming, method, path, {}, **wrong))[0] == 401, path
    await stranger.http.close()


async def test_no_other_sites_page(server: Server, base: str) -> None:
    """An operator's browser is not to be misused (docs/security.md)."""
    async with Guest(base) as boss:
        await promoted(server, boss)
        for method, path in sorted(served(server)):
            if method == "GET":
                continue
            status, said = await ask(boss, method, path, {})
            assert (status, said["code"]) == (403, "header_missing"), path
            foreign = {"Origin": "https://evil.example", **HEADERS}
            status, said = await ask(boss, method, path, {}, **foreign)
            assert (status, said["code"]) == (403, "foreign_origin"), path


def deeds(player: str, notice: Callable[[], str]) -> dict[str, Callable[[], Body]]:
    """A sensible body for every route that changes something, in an order that makes sense."""
    on_him = {"player": player, "reason": "why"}
    return {
        "/api/admin/mute": lambda: on_him | {"until": soon()},
        "/api/admin/unmute": lambda: on_him,
        "/api/admin/ban": lambda: on_him | {"until": soon()},
        "/api/admin/unban": lambda: on_him,
        "/api/admin/compensate": lambda: on_him | {"beans": 5},
        "/api/admin/announce": lambda: {"zh": "好", "expires_at": soon(), "reason": "why"},
        "/api/admin/withdraw": lambda: {"announcement": notice(), "reason": "why"},
        "/api/admin/reports/close": lambda: {"report": 1, "outcome": "acted", "reason": "why"},
        "/api/admin/drain": lambda: {"reason": "why"},
        "/api/admin/undrain": lambda: {"reason": "why"},
        "/api/admin/grant": lambda: on_him,
        "/api/admin/revoke": lambda: on_him,
    }


async def complaint(guest: Guest, other: Guest) -> None:
    await guest.send(type="make_room", command_id="r", ruleset="qq-classic")
    code = (await guest.wait("friend_room"))["room"]["code"]
    await other.send(type="enter_room", command_id="e", code=code)
    await other.wait("friend_room")
    await other.send(type="report", command_id="c", player=guest.player["id"], reason="abuse")
    await other.answer("c")


async def test_every_deed_is_written_down(server: Server, base: str, ming: Guest) -> None:
    """And once: sent again it is neither done nor noted again."""
    async with Guest(base) as other:
        await complaint(ming, other)
    async with Guest(base) as boss:
        await promoted(server, boss)
        bodies = deeds(ming.player["id"], lambda: server.house.register.announcements[0].id)
        changing = {path for method, path in served(server) if method != "GET"}
        assert set(bodies) == changing, "a new route needs a body here"
        for number, (path, body) in enumerate(bodies.items()):
            wish = body() | {"command_id": f"deed-{number}"}
            for repeated in (False, True):
                status, said = await host(server, path.removeprefix("/api/admin/"), **wish)
                assert (status, said.get("repeated")) == (200, repeated), (path, said)
            line = (await sees(boss, "audit"))["lines"][0]
            assert line["command"] == f"deed-{number}", path
            assert (line["by"], line["reason"]) == ("host", "why"), path
            assert line["at"] > 0
            assert line["target"], path
            assert line["action"] == path.removeprefix("/api/admin/").replace(
                "reports/close", "close_report"
            )
        lines = (await sees(boss, "audit"))["lines"]
        assert len(lines) == len(bodies) + 1, "and the grant of the operator"


@pytest.mark.parametrize("path", [r.path for r in ADMIN_ROUTES if r.changes])
async def test_what_makes_no_sense_changes_nothing(server: Server, base: str, path: str) -> None:
    """Every body is decoded strictly."""
    name = path.removeprefix("/api/admin/")
    for body in ({}, {"command_id": "x", "more": 1}, {"command_id": "not an id!"}, {"reason": 5}):
        status, said = await host(server, name, **body)
        assert (status, said["code"]) == (400, "bad_request"), said
    store = server.house._shelf
    assert await store.audit(None, 5) == []
    async with Guest(base) as guest:
        await registered(guest)
