"""The first visit leaves the console empty; the focus stays where one plays; an open start is one
press.
"""

from typing import Any

import pytest

from tests.e2e.conftest import DESK, FLAT, PHONE, NewPerson, NewServer, screens
from tests.e2e.person import Person
from tests.e2e.test_looks import TINY, looked_at

pytestmark = pytest.mark.e2e


def test_a_first_visit_leaves_the_console_empty(serve: NewServer, person: NewPerson) -> None:
    """No error, no warning, no failed request, from the first page to the lobby."""
    guest = person(serve().base, DESK)
    said: list[str] = []
    answers: list[tuple[int, str]] = []
    guest.page.on("console", lambda line: said.append(f"{line.type}: {line.text}"))
    guest.page.on("response", lambda answer: answers.append((answer.status, answer.url)))
    guest.sign_in()
    guest.by("gift").wait_for()
    guest.page.reload()
    guest.by("lobby").wait_for()
    assert said == []
    assert [url for status, url in answers if status >= 400] == []
    assert any(url.endswith("/api/me") for _, url in answers)


def focused(guest: Person) -> str:
    """The test id of what has the focus; BODY for nothing."""
    found: str = guest.page.evaluate(
        "document.activeElement.dataset.testid ?? document.activeElement.tagName"
    )
    return found


def asked(guest: Person) -> str | None:
    """The button of what is asked now."""
    answers = ("act-call", "act-rob", "act-no_double", "act-hint")
    return next((a for a in answers if guest.sees(a)), None)


def test_the_focus_stays_in_the_action_bar(serve: NewServer, person: NewPerson) -> None:
    """Whoever answers with the keyboard goes on from there, and does not begin at the top."""
    guest = person(serve().base, DESK).sign_in().quick_start()
    answered: list[str] = []
    while "play" not in answered and len(answered) < 8:
        guest.until(lambda: asked(guest) is not None or guest.sees("result"), 60)
        now = asked(guest)
        if now is None:
            break
        phase = guest.table("phase")
        button = guest.by(now)
        button.focus()
        if now == "act-hint":
            answered.append("play")
            continue
        button.press("Enter")
        button.wait_for(state="hidden", timeout=20_000)
        guest.page.wait_for_timeout(400)
        assert focused(guest) == "actions" or focused(guest).startswith("act-"), phase
        answered.append(phase)
    assert {"call", "rob", "double"} & set(answered), answered
    guest.page.keyboard.press("Shift+Tab")
    guest.page.keyboard.press("Tab")
    assert focused(guest) != "BODY"


def test_an_open_start_takes_one_press(serve: NewServer, person: NewPerson) -> None:
    """明牌开始 (R-SHOW-1): everybody sees the hand from the deal on, and the multiplier says so."""
    guest = person(serve().base, DESK).sign_in()
    assert "×5" in guest.by("quick-show").inner_text()
    guest.by("quick-show").click()
    guest.by("table").wait_for()
    guest.in_phase("deal", "call", "rob", "double", "play")
    assert guest.multiplier() % 5 == 0
    guest.page.locator(".self .chip.shown").filter(has_text="×5").wait_for()


@screens(DESK, PHONE, FLAT, TINY)
def test_the_lobby_with_both_starts_fits(
    serve: NewServer, person: NewPerson, device: dict[str, Any], locale: str
) -> None:
    guest = person(serve().base, device, locale=locale).sign_in()
    guest.by("quick-show").wait_for()
    guest.by("gift").wait_for()
    looked_at(guest, "lobby with both starts")
