"""The gift of the day, and relief for who has lost everything."""

import sqlite3
import time
from typing import Any

import pytest

from dizhu.app.wallet import GIFT, RELIEF, RELIEFS_A_DAY
from dizhu.ledger.transfers import Transfer, player_account
from dizhu.store.sql import post
from dizhu.store.sqlite import FILE
from tests.e2e.conftest import DESK, FLAT, PHONE, NewPerson, NewServer, screens
from tests.e2e.person import Person
from tests.e2e.serving import Serving
from tests.e2e.test_looks import TINY, looked_at

pytestmark = pytest.mark.e2e


def lose_everything(serving: Serving, person: Person) -> None:
    """By a transfer, as at a table."""
    player = person.page.evaluate("fetch('/api/me').then((r) => r.json()).then((me) => me.id)")
    connection = sqlite3.connect(serving.folder / FILE, isolation_level=None, timeout=10)
    account = player_account(player)
    (beans,) = connection.execute("SELECT beans FROM accounts WHERE id = ?", (account,)).fetchone()
    transfer = Transfer(f"lost:{time.time_ns()}", account, "house:test", beans, "pair")
    connection.execute("BEGIN IMMEDIATE")
    post(connection, [transfer], 0)
    connection.execute("COMMIT")
    connection.close()


def test_a_gift_is_taken_once(serve: NewServer, person: NewPerson) -> None:
    guest = person(serve().base, DESK).sign_in()
    have = guest.number("own-beans")
    guest.by("gift").click()
    guest.until(lambda: guest.number("own-beans") == have + GIFT)
    guest.by("gift").wait_for(state="detached")
    guest.page.reload()
    guest.by("lobby").wait_for()
    guest.page.wait_for_timeout(500)
    assert not guest.sees("gift")
    guest.by("own-badge").click()
    guest.by("tab-beans").click()
    guest.by("bean-list").get_by_text("每日好礼").first.wait_for()


def test_who_is_broke_is_helped_and_plays_on(serve: NewServer, person: NewPerson) -> None:
    serving = serve()
    guest = person(serving.base, DESK).sign_in()
    for left in range(RELIEFS_A_DAY - 1, -1, -1):
        lose_everything(serving, guest)
        guest.page.reload()
        guest.by("relief").click()
        guest.until(lambda: guest.number("own-beans") == RELIEF)
        guest.by("relief").wait_for(state="detached")
        assert left >= 0
    lose_everything(serving, guest)
    guest.page.reload()
    guest.by("no-relief").wait_for()
    guest.by("gift").click()
    guest.until(lambda: guest.number("own-beans") == GIFT)
    guest.shows("toasts", "中农")  # the title that it brings
    guest.quick_start().play_on()


@screens(DESK, PHONE, FLAT, TINY)
def test_the_lobby_of_the_broke_fits(
    serve: NewServer, person: NewPerson, device: dict[str, Any], locale: str
) -> None:
    guest = broke(serve(), person, device, locale)
    looked_at(guest, "lobby of the broke")


@pytest.mark.parametrize("name", ["", "一二三四五六七八", "WWWWWWWWWWWWWWWW"])
@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
def test_the_name_of_the_broke_is_whole_in_the_smallest_window(
    serve: NewServer, person: NewPerson, locale: str, name: str
) -> None:
    """The narrowest windows, both languages; the name that was made up, and the longest ones."""
    guest = broke(serve(), person, TINY, locale, name)
    looked_at(guest, "lobby of the broke")
    badge = guest.by("own-badge").locator(".name")
    assert badge.inner_text() == name or not name
    assert badge.evaluate("e => e.scrollWidth <= e.clientWidth + 1")


def broke(
    serving: Serving, person: NewPerson, device: dict[str, Any], locale: str, name: str = ""
) -> Person:
    """Who has lost everything, in the lobby."""
    guest = person(serving.base, device, locale=locale)
    guest.page.goto(guest.base)
    if name:
        guest.page.locator("form input").first.fill(name)
    guest.by("guest").click()
    guest.by("gift").wait_for()
    lose_everything(serving, guest)
    guest.page.reload()
    guest.by("relief").wait_for()
    return guest
