"""A guest keeps his account, goes on elsewhere, changes his password, and leaves for good."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import DESK, FLAT, PHONE, NewPerson, NewServer, screens
from tests.e2e.person import Person
from tests.e2e.test_looks import LOW, TINY, looked_at

pytestmark = pytest.mark.e2e

NAME, WORD = "小茶壶", "korrekt-pferd"


def keep(person: Person, name: str = NAME, word: str = WORD) -> None:
    """Fill in the form that is open."""
    person.by("keep-name").fill(name)
    person.by("keep-password").fill(word)
    person.by("keep-go").click()


def login(person: Person, name: str = NAME, word: str = WORD) -> None:
    """From the first page."""
    person.page.goto(person.base)
    person.by("have-account").click()
    person.by("login-name").fill(name)
    person.by("login-password").fill(word)
    person.by("login-go").click()


def account(person: Person) -> None:
    """To the page of one's account."""
    person.by("own-badge").click()
    person.by("tab-account").click()
    person.by("sessions").wait_for()


def focused(person: Person) -> str:
    """The id of the element that has the focus."""
    found: str = person.page.evaluate("document.activeElement.id")
    return found


def refused(person: Person, does: Callable[[], object], status: int) -> None:
    """Something that the server refuses, as it should."""
    with person.page.expect_response(lambda r: r.status == status):
        does()
    person.errors.clear()


def test_a_guest_keeps_his_account_and_goes_on_elsewhere(
    serve: NewServer, person: NewPerson
) -> None:
    base = serve().base
    guest = person(base, DESK).sign_in()
    beans = guest.number("own-beans")
    guest.by("open-keep").click()
    refused(guest, lambda: keep(guest, "系统"), 400)
    guest.until(lambda: focused(guest) == "keep-name")  # where it was wrong
    assert "保留" in guest.page.locator("#keep-name-note").inner_text()
    refused(guest, lambda: keep(guest, NAME, "12345678"), 400)
    keep(guest)
    guest.by("keep-account").wait_for(state="detached")
    guest.shows("own-badge", NAME)
    assert not guest.sees("open-keep")

    phone = person(base, PHONE)
    refused(phone, lambda: login(phone, word="not this one"), 401)
    assert phone.page.get_by_role("alert").inner_text() == "名字或密码不对"
    login(phone)
    phone.by("lobby").wait_for()
    assert phone.number("own-beans") == beans
    guest.page.get_by_text("游戏已在别处打开").wait_for()

    account(phone)
    assert phone.by("session").count() == 2
    phone.by("end-session").click()
    phone.until(lambda: phone.by("session").count() == 1)
    guest.page.reload()
    guest.by("guest").wait_for()


def test_in_mid_hand_by_keyboard_alone(serve: NewServer, person: NewPerson) -> None:
    guest = person(serve().base, DESK, locale="en-GB").sign_in().quick_start()
    guest.in_phase("call", "rob", "double", "play")
    hand = guest.cards()
    guest.by("open-settings").focus()
    guest.page.keyboard.press("Enter")
    guest.by("settings-keep").focus()
    guest.page.keyboard.press("Enter")
    guest.by("keep-name").wait_for()
    guest.until(lambda: focused(guest) == "keep-name")
    guest.page.keyboard.type("Alice")
    guest.page.keyboard.press("Tab")
    guest.page.keyboard.type(WORD)
    guest.page.keyboard.press("Enter")
    guest.by("keep-account").wait_for(state="detached")
    assert guest.sees("table")
    assert set(guest.cards()) & set(hand), "still the same hand"
    guest.play_on()
    guest.by("to-lobby").click()
    guest.by("lobby").wait_for()
    guest.shows("own-badge", "Alice")


def test_another_password_the_data_and_going(
    serve: NewServer, person: NewPerson, tmp_path: Path
) -> None:
    one = person(serve().base, PHONE).sign_in()
    account(one)
    one.by("keep").click()
    keep(one)
    one.by("change").click()
    one.by("old-password").fill("wrong wrong")
    one.by("new-password").fill("a better one")
    refused(one, one.by("password-go").click, 403)
    one.by("old-password").fill(WORD)
    one.by("password-go").click()
    one.by("change-password").wait_for(state="detached")

    with one.page.expect_download() as started:
        one.by("export").click()
    started.value.save_as(tmp_path / "me.json")
    assert json.loads((tmp_path / "me.json").read_text())["profile"]["name"] == NAME

    one.by("delete").click()
    assert not one.by("delete-go").is_enabled(), "not by accident"
    one.by("delete-password").fill("a better one")
    one.by("delete-understood").check()
    one.by("delete-go").click()
    one.by("guest").wait_for()
    refused(one, lambda: login(one, word="a better one"), 401)


def test_a_guest_is_warned_before_he_signs_out(serve: NewServer, person: NewPerson) -> None:
    guest = person(serve().base, DESK).sign_in()
    guest.by("logout").click()
    guest.by("guest-logout").wait_for()
    guest.page.keyboard.press("Escape")
    assert guest.sees("lobby")
    guest.by("logout").click()
    guest.by("logout-anyway").click()
    guest.by("guest").wait_for()


@screens(DESK, PHONE, FLAT, TINY, LOW)
def test_the_screens_of_accounts_fit(
    serve: NewServer, person: NewPerson, device: dict[str, Any], locale: str
) -> None:
    one = person(serve().base, device, locale=locale)
    refused(one, lambda: login(one, word="not this one"), 401)
    looked_at(one, "sign in, refused")
    one.sign_in()
    account(one)
    looked_at(one, "a guest's account")
    one.by("keep").click()
    refused(one, lambda: keep(one, "系统"), 400)
    looked_at(one, "keep, refused")
    keep(one)
    one.by("change").wait_for()
    looked_at(one, "a member's account")
    for name, dialog in (("change", "change-password"), ("delete", "delete-account")):
        one.by(name).click()
        one.by(dialog).wait_for()
        looked_at(one, name)
        one.page.keyboard.press("Escape")
