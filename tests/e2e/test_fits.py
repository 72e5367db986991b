"""Nothing is cut off, covered or outside of the window, in every size, in both languages."""

from collections.abc import Callable, Iterator

import pytest

from tests.e2e.conftest import DESK, FLAT, PHONE, NewPerson, NewServer
from tests.e2e.layout import WATCH_BUTTONS, layout_problems
from tests.e2e.person import Person
from tests.e2e.test_company import come_by_link

pytestmark = pytest.mark.e2e

SIZES = [(1280, 720), (390, 844), (844, 390), (320, 568), (667, 340), (568, 320)]


def in_all_sizes(one: Person, screen: str) -> None:
    """Look at what is there now in each size of window."""
    for width, height in SIZES:
        one.page.set_viewport_size({"width": width, "height": height})
        one.page.wait_for_timeout(120)
        assert layout_problems(one) == [], f"{screen} at {width}x{height}"
    one.page.set_viewport_size({"width": 1280, "height": 720})


def scrolls(one: Person) -> bool:
    """Whether the page is higher than the window."""
    found: bool = one.page.evaluate("document.documentElement.scrollHeight > innerHeight")
    return found


@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
def test_a_table_of_friends_fits(serve: NewServer, person: NewPerson, locale: str) -> None:
    """The dialog with every group open, the room, a task, an open hand, the multiplier, the end."""
    base = serve(cups="/dev/null").base
    host = person(base, DESK, locale=locale).sign_in()
    assert not scrolls(host), "the lobby"
    in_all_sizes(host, "lobby")
    host.by("friends").click()
    host.by("friend-form").wait_for()
    host.by("more-options").click()
    for group in host.page.locator("details details summary").all():
        group.click()
    in_all_sizes(host, "the dialog of friends")
    host.by("ruleset-jj-happy").click()
    host.by("set-seconds_play").fill("600")
    host.by("set-seconds_play").press("Tab")
    host.by("option-tasks").locator("input").first.check()
    host.by("make-room").click()
    host.by("friend-room").wait_for()
    in_all_sizes(host, "the room")
    code = host.by("friend-room").get_attribute("data-code") or ""
    friend = come_by_link(person, base, code)
    host.until(lambda: host.by("member").count() == 2)
    host.page.set_viewport_size({"width": 844, "height": 390})
    assert not scrolls(host), "the room, with its start"
    host.by("start-room").click()
    for one in (host, friend):
        one.by("table").wait_for()
    for _ in until_play(host, friend):
        pass
    host.page.wait_for_timeout(300)
    assert host.by("task").count() == 1
    assert host.page.locator('ul[data-testid^="open-"]').count() == 1
    in_all_sizes(host, "the play")
    for width, height in SIZES:
        host.page.set_viewport_size({"width": width, "height": height})
        host.by("multiplier").click()
        host.by("multiplier-parts").wait_for()
        assert layout_problems(host) == [], f"the multiplier at {width}x{height}"
        host.by("multiplier").click()
        host.by("fairness").click()
        assert host.by("task").inner_text() in host.by("table-facts").inner_text()
        assert layout_problems(host) == [], f"the sheet of the table at {width}x{height}"
        host.page.keyboard.press("Escape")


def until_play(host: Person, friend: Person) -> Iterator[None]:
    """The friend shows his hand as soon as he may, and the bidding goes on to the play."""
    end = 600
    while host.table("phase") != "play":
        end -= 1
        assert end > 0, f"it does not come to the play but stays in {host.table('phase')}"
        friend.move("show")
        host.move()
        host.page.wait_for_timeout(40)
        yield


@pytest.mark.parametrize("device", [DESK, PHONE, FLAT], ids=lambda d: str(d["viewport"]))
def test_no_card_flies_over_a_button(
    serve: NewServer, person: NewPerson, device: dict[str, object]
) -> None:
    """While cards are dealt and the bottom is taken up, the buttons lie above them."""
    guest = person(serve(deal_step_ms=120).base, device, reduced_motion="no-preference")
    guest.page.add_init_script(WATCH_BUTTONS)
    guest.sign_in().quick_start()
    guest.in_phase("deal")
    guest.until(lambda: len(guest.cards()) >= 15, 30)
    looks: int = guest.page.evaluate("window.looks")
    assert looks > 10, "there was a button during the deal"
    guest.until(lambda: bidden(guest, "play"), 60)
    guest.page.wait_for_timeout(500)
    assert guest.page.evaluate("window.covered") == []


def bidden(one: Person, phase: str) -> bool:
    """Bid for the landlord until a phase is reached."""
    if one.table("phase") == phase:
        return True
    one.move("call", "rob")
    return False


def test_a_seat_that_lapses_says_so(serve: NewServer, person: NewPerson) -> None:
    """Before, beside the buttons; afterwards, before anything of the lobby can be pressed."""
    guest = person(serve(next_ms=2500).base, DESK).sign_in().quick_start()
    guest.play_on()
    guest.page.locator(".lapse").wait_for()
    guest.by("show-table").click()
    in_place: Callable[[], bool] = lambda: layout_problems(guest) == []  # noqa: E731
    assert in_place()
    guest.by("seat-lost").wait_for()
    guest.by("lost-lobby").click()
    guest.by("lobby").wait_for()
    assert not guest.sees("seat-lost")
