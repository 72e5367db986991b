"""Signing in: guessing is stopped, a school behind one address is not."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from yarl import URL

from dizhu.app.account_store import Login
from dizhu.bootstrap import Server
from dizhu.server.limiter import Limit
from dizhu.store.accounts import SqliteAccounts
from tests.server.accounts import WORD, Device, registered
from tests.server.conftest import config
from tests.server.playing import Guest


async def test_an_outdated_hash_is_replaced(ming: Guest, server: Server) -> None:
    store = SqliteAccounts(server.store)
    weak = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(WORD)
    await store.set_password(ming.player["id"], weak, 1)
    async with Device(ming.base) as phone:
        assert (await phone.login())[0] == 200
        login = await store.login_of(ming.player["id"])
        assert isinstance(login, Login)
        assert "m=19456,t=2,p=1" in login.password
        assert (await phone.login())[0] == 200


@pytest.fixture
async def strict(tmp_path: Path) -> AsyncIterator[Server]:
    """A few attempts at a time."""
    limits = {"login.name_here": Limit(3, 600), "login.name": Limit(5, 600)}
    running = Server(config(tmp_path, limits=limits, proxies=("127.0.0.0/8",)))
    await running.start()
    yield running
    await running.stop()


async def test_guessing_is_stopped_and_the_owner_is_not(strict: Server) -> None:
    """L6, L9: by name and address, by name, but never on a device that is known."""
    base = f"http://127.0.0.1:{strict.port}"

    async def attempts(address: str, password: str, count: int) -> list[int]:
        found = []
        for _ in range(count):
            async with Device(base) as device:
                device.http.headers["X-Forwarded-For"] = address
                found.append((await device.login(password=password))[0])
        return found

    async with Guest(base) as owner:
        await registered(owner)
        assert await attempts("203.0.113.1", "guess guess", 4) == [401, 401, 401, 429]
        assert await attempts("203.0.113.1", WORD, 1) == [429]
        assert await attempts("203.0.113.2", WORD, 4) == [200] * 4, "who is right never waits"
        assert await attempts("203.0.113.3", "guess guess", 3) == [401, 401, 429]
        assert await attempts("203.0.113.4", WORD, 1) == [429]
        cookies = {c.key: c.value for c in owner.http.cookie_jar}
        async with Device(base) as device:
            device.http.cookie_jar.update_cookies(
                {"dizhu_device": cookies["dizhu_device"]}, response_url=URL(base)
            )
            assert (await device.login())[0] == 200
        async with Device(base) as other:
            assert (await other.login(name="someone else"))[0] == 401


async def test_a_class_signs_in_behind_one_address(base: str, server: Server) -> None:
    """L9: a hundred people register, sign in on another device, and get their tables."""
    server._front._hasher._argon = PasswordHasher(1, 64, 1)  # a hundred real ones take too long

    async def pupil(number: int) -> None:
        async with Guest(base) as guest, Device(base) as phone:
            await registered(guest, f"Pupil {number:03}")
            assert (await phone.login(f"Pupil {number:03}"))[0] == 200
            await phone.connect()
            assert (await phone.join("quick", bots=True))["type"] == "ack"
            await phone.disconnect()

    await asyncio.gather(*(pupil(n) for n in range(100)))
