"""People with accounts, for tests."""

from typing import Any, Self

from tests.server.playing import HEADERS, Guest, Message

WORD = "korrekt-pferd"


async def ask(guest: Guest, path: str, **body: Any) -> tuple[int, Any]:
    """A POST; the status and the answer."""
    url = f"{guest.base}/api/{path}"
    async with guest.http.post(url, json=body, headers=HEADERS) as response:
        return response.status, await response.json()


async def get(guest: Guest, path: str) -> tuple[int, Any]:
    """A GET; the same."""
    async with guest.http.get(f"{guest.base}/api/{path}") as response:
        return response.status, await response.json()


async def registered(guest: Guest, name: str = "阿明") -> Message:
    status, player = await ask(guest, "register", name=name, password=WORD)
    assert status == 200, player
    found: Message = player
    return found


async def insulted(host: Guest, rude: Guest) -> str:
    """Somebody says bad words in a host's room of friends, and the host complains of him; the code
    of the room.
    """
    await host.send(type="make_room", command_id="m", ruleset="qq-classic")
    code = str((await host.wait("friend_room"))["room"]["code"])
    await rude.send(type="enter_room", command_id="e", code=code)
    await rude.wait("friend_room")
    await rude.send(type="say", command_id="s", kind="text", what="bad words")
    await host.wait("said")
    await host.send(type="report", command_id="c", player=rude.player["id"], reason="abuse")
    await host.answer("c")
    return code


class Device(Guest):
    """Where somebody is not signed in yet."""

    async def __aenter__(self) -> Self:
        return self

    async def login(self, name: str = "阿明", password: str = WORD) -> tuple[int, Any]:
        """Sign in."""
        return await ask(self, "login", name=name, password=password)
