"""A person opens the page and plays a hand to its settlement: by mouse, by touch, by keys."""

import pytest
from playwright.sync_api import FloatRect

from tests.e2e.conftest import DESK, FLAT, PHONE, NewPerson, NewServer
from tests.e2e.person import Person, by_keys, by_right_click

OPENING = 10_000

pytestmark = pytest.mark.e2e


def box_of(person: Person, card: int) -> FloatRect:
    box = person.by(f"card-{card}").bounding_box()
    assert box is not None
    return box


def test_a_hand_by_mouse_from_the_first_page_to_settled_beans(
    serve: NewServer, person: NewPerson
) -> None:
    guest = person(serve().base, DESK).sign_in().quick_start()
    guest.play_on(play=by_right_click)
    delta = guest.number("result-delta")
    assert delta != 0
    guest.by("to-lobby").click()
    guest.by("lobby").wait_for()
    assert guest.number("own-beans") == OPENING + delta


def test_a_hand_by_touch_on_a_phone(serve: NewServer, person: NewPerson) -> None:
    guest = person(serve().base, PHONE).sign_in().quick_start()
    guest.in_phase("double", "play")
    swept_and_tapped(guest)
    guest.play_on()
    assert guest.number("result-delta") != 0
    guest.by("again").tap()
    guest.in_phase("start", "deal", "call")


def swept_and_tapped(guest: Person) -> None:
    """A finger drawn over the hand raises a range; a tap lowers one card; one beside it all."""
    cards = guest.cards()
    first, last = box_of(guest, cards[1]), box_of(guest, cards[4])
    touch = guest.page.context.new_cdp_session(guest.page)

    def finger(kind: str, x: float, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", first["x"] + 8, first["y"] + 20)
    for step in range(1, 11):
        part = step / 10
        finger("touchMove", first["x"] + 8 + (last["x"] - first["x"]) * part, first["y"] + 20)
    finger("touchEnd", 0, 0)
    guest.until(lambda: len(guest.raised()) == 4)
    assert guest.raised() == cards[1:5]
    low = box_of(guest, cards[2])
    guest.page.touchscreen.tap(low["x"] + 8, low["y"] + 12)
    guest.until(lambda: guest.raised() == [cards[1], cards[3], cards[4]])
    guest.page.touchscreen.tap(195, 420)
    guest.until(lambda: guest.raised() == [])


def test_a_hand_by_keys_alone(serve: NewServer, person: NewPerson) -> None:
    guest = person(serve().base, FLAT, has_touch=False, is_mobile=False, locale="en-GB")
    guest.sign_in().quick_start()
    guest.play_on(play=by_keys)
    assert guest.number("result-delta") != 0


def answered(guest: Person) -> bool:
    """Answer the auction and the doubling; whether it is now one's turn to play."""
    if guest.table("phase") != "play":
        guest.move()
    return guest.table("phase") == "play" and guest.table("turn") == "me"


def test_the_mouse_raises_lowers_and_sweeps(serve: NewServer, person: NewPerson) -> None:
    """Section 15; a right click with a set that cannot be played does nothing."""
    guest = person(serve().base, DESK).sign_in().quick_start()
    guest.until(lambda: answered(guest), 60)
    cards = guest.cards()
    mouse = guest.page.mouse

    def at(card: int, button: str = "left") -> None:
        box = box_of(guest, card)
        mouse.click(box["x"] + 10, box["y"] + 60, button=button)  # type: ignore[arg-type]

    at(cards[0])
    guest.until(lambda: guest.raised() == [cards[0]])
    at(cards[-1])
    guest.until(lambda: guest.raised() == [cards[0], cards[-1]])
    mouse.click(640, 250, button="right")
    guest.page.wait_for_timeout(300)
    assert guest.cards() == cards
    assert guest.raised() == [cards[0], cards[-1]]
    at(cards[0])
    guest.until(lambda: guest.raised() == [cards[-1]])
    mouse.click(640, 250)
    guest.until(lambda: guest.raised() == [])
