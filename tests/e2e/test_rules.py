"""The rules in force are one tap away, in the lobby and at the table."""

import pytest

from tests.e2e.conftest import DESK, PHONE, NewPerson, NewServer

pytestmark = pytest.mark.e2e


def test_the_sheet_in_the_lobby_and_at_the_table(serve: NewServer, person: NewPerson) -> None:
    base = serve(bot_least=0.5, bot_most=0.6).base
    guest = person(base, DESK).sign_in()
    guest.by("rules-qq-menzhua").first.click()
    guest.by("sheet").wait_for()
    assert guest.by("sheet").get_attribute("data-ruleset") == "qq-menzhua"
    guest.shows("sheet", "沃")
    guest.by("sheet-jj-happy").click()
    guest.until(lambda: guest.by("sheet").get_attribute("data-ruleset") == "jj-happy")
    guest.page.keyboard.press("Escape")
    guest.until(lambda: not guest.sees("sheet"))
    guest.quick_start()
    guest.by("rules").click()
    guest.by("sheet").wait_for()
    assert guest.by("sheet").get_attribute("data-ruleset") == "qq-classic"
    guest.page.keyboard.press("Escape")
    guest.play_on()


def test_the_sheet_in_english_on_a_phone(serve: NewServer, person: NewPerson) -> None:
    guest = person(serve().base, PHONE, locale="en-GB").sign_in()
    guest.by("howto").click()
    guest.by("sheet").wait_for()
    words = guest.by("sheet").inner_text()
    assert "landlord" in words.lower()
    assert not any("\u4e00" <= c <= "\u9fff" for c in words)
