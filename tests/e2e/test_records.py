"""One's own hands, statistics and beans, the leaderboards, and the replay of a hand."""

from typing import Any

import pytest

from tests.e2e.conftest import DESK, FLAT, PHONE, NewPerson, NewServer, screens
from tests.e2e.person import Person
from tests.e2e.test_looks import looked_at

pytestmark = pytest.mark.e2e

TABS = ("hands", "stats", "beans", "titles", "leaders")


def a_hand(person: Person) -> Person:
    """Play one, and go back to the lobby."""
    person.sign_in().enter("classic-1")
    person.by("table").wait_for()
    person.play_on()
    person.by("to-lobby").click()
    person.by("lobby").wait_for()
    return person


def test_a_hand_is_in_every_record(serve: NewServer, person: NewPerson) -> None:
    guest = a_hand(person(serve().base, DESK))
    beans = guest.number("own-beans")
    name = guest.page.locator(".who .name").first.inner_text()
    guest.by("own-badge").click()
    guest.by("tab-hands").click()
    guest.until(lambda: guest.by("hand-line").count() == 1)
    guest.by("tab-stats").click()
    guest.by("tally").first.wait_for()
    assert "经典" in guest.by("tally").first.inner_text()
    guest.by("tab-beans").click()
    guest.by("bean-list").locator("li").first.wait_for()
    told = guest.by("bean-list").inner_text()
    assert "开户赠豆" in told
    assert "房费" in told
    ends = guest.page.locator('[data-testid="bean-list"] .sum').evaluate_all(
        "all => all.map((e) => Math.round(e.getBoundingClientRect().right))"
    )
    assert len(set(ends)) == 1, ends
    guest.by("tab-leaders").click()
    guest.by("board-beans").click()
    guest.by("leaders").wait_for()
    guest.shows("leaders", name)
    shown = "".join(c for c in guest.by("leaders").inner_text() if c.isdigit())
    assert str(beans) in shown
    guest.by("tab-titles").click()
    assert guest.by("title-ladder").locator("li").count() == 21
    guest.by("records-back").click()
    guest.by("lobby").wait_for()


OVERLAP = """() => ["prev", "next"].some((place) => {
  const [cards, hand] = [`[data-testid="played-${place}"] .fan`, `[data-testid="open-${place}"]`]
    .map((one) => document.querySelector(one)?.getBoundingClientRect());
  return cards && hand && cards.left < hand.right && hand.left < cards.right
    && cards.top < hand.bottom && hand.top < cards.bottom;
})"""


def test_no_played_cards_lie_on_an_open_hand(serve: NewServer, person: NewPerson) -> None:
    guest = a_hand(person(serve().base, DESK))
    guest.by("own-badge").click()
    guest.by("tab-hands").click()
    guest.by("hand-line").first.click()
    guest.by("replay").wait_for()
    steps = int(guest.by("replay").get_attribute("data-steps") or 0)
    for step in range(steps):
        guest.by("replay-seek").fill(str(step))
        guest.page.locator(f'[data-testid="replay"][data-at="{step}"]').wait_for()
        assert not guest.page.evaluate(OVERLAP), step


def test_the_tabs_of_a_phone_stand_three_in_a_row(serve: NewServer, person: NewPerson) -> None:
    base = serve().base
    for locale in ("zh-CN", "en-GB"):
        guest = person(base, PHONE, locale=locale).sign_in()
        guest.by("own-badge").click()
        guest.by("tab-account").wait_for()
        tops = guest.page.locator('[role="tab"]').evaluate_all(
            "all => all.map((e) => Math.round(e.getBoundingClientRect().top))"
        )
        assert [tops.count(top) for top in sorted(set(tops))] == [3, 3]


def test_a_replay_is_stepped_through_and_shared(serve: NewServer, person: NewPerson) -> None:
    base = serve().base
    guest = a_hand(person(base, DESK))
    guest.by("own-badge").click()
    guest.by("tab-hands").click()
    guest.by("hand-line").first.click()
    guest.by("replay").wait_for()
    steps = int(guest.by("replay").get_attribute("data-steps") or 0)
    assert steps > 5
    for _ in range(3):
        guest.by("replay-next").click()
    guest.by("replay-previous").click()
    assert guest.by("replay").get_attribute("data-at") == "2"
    guest.by("replay-seek").fill(str(steps - 1))
    guest.by("replay-result").wait_for()

    stranger = person(base, PHONE)
    stranger.page.goto(guest.page.url)
    stranger.by("replay").wait_for()
    assert int(stranger.by("replay").get_attribute("data-steps") or 0) == steps
    text = guest.page.evaluate(
        "fetch(document.querySelector('[data-testid=replay-text]').href).then((r) => r.text())"
    )
    assert "qq-classic" in text


@screens(DESK, PHONE, FLAT)
def test_the_screens_of_records_fit(
    serve: NewServer, person: NewPerson, device: dict[str, Any], locale: str
) -> None:
    guest = a_hand(person(serve().base, device, locale=locale))
    guest.by("own-badge").click()
    for tab in TABS:
        guest.by(f"tab-{tab}").click()
        guest.page.wait_for_timeout(300)
        looked_at(guest, tab)
    guest.by("tab-hands").click()
    guest.by("hand-line").first.click()
    guest.by("replay").wait_for()
    looked_at(guest, "replay")
