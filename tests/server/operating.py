"""Operators, and the host at the command line, for tests."""

import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import aiohttp

from dizhu.bootstrap import Server
from tests.server.accounts import ask, get, registered
from tests.server.playing import HEADERS, Guest, Message

HOUR_MS = 3_600_000


def soon(hours: float = 1) -> int:
    return int(time.time() * 1000 + hours * HOUR_MS)


async def host(server: Server, path: str, **body: Any) -> tuple[int, Any]:
    """A POST of the command line on the server's machine."""
    headers = HEADERS | {"Authorization": f"Bearer {server.house.token}"}
    url = f"http://127.0.0.1:{server.port}/api/admin/{path}"
    async with (
        aiohttp.ClientSession() as http,
        http.post(url, json=body, headers=headers) as response,
    ):
        return response.status, await response.json()


async def promoted(server: Server, guest: Guest, name: str = "掌门") -> Guest:
    """He is an operator now."""
    await registered(guest, name)
    wish = {"player": guest.player["id"], "reason": "trusted", "command_id": guest.new_id()}
    status, said = await host(server, "grant", **wish)
    assert status == 200, said
    return guest


async def orders(operator: Guest, path: str, **body: Any) -> Message:
    """A deed that is done."""
    wish = {"reason": "because", "command_id": operator.new_id(), **body}
    status, said = await ask(operator, f"admin/{path}", **wish)
    assert status == 200, said
    done: Message = said
    return done


async def sees(operator: Guest, path: str) -> Any:
    """What he asks."""
    status, said = await get(operator, f"admin/{path}")
    assert status == 200, said
    return said


async def actions(operator: Guest) -> list[tuple[str, str]]:
    """The audit log, the oldest first."""
    lines = (await sees(operator, "audit"))["lines"]
    return [(line["action"], line["target"]) for line in reversed(lines)]


@asynccontextmanager
async def an_operator_and(server: Server, others: int) -> AsyncIterator[list[Guest]]:
    """People at a server, the first of them an operator."""
    base = f"http://127.0.0.1:{server.port}"
    async with AsyncExitStack() as stack:
        found = [await stack.enter_async_context(Guest(base)) for _ in range(1 + others)]
        await promoted(server, found[0])
        yield found
