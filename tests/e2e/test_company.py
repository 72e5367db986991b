"""Friends by a link, dropping and coming back, watching, talking: in real browsers."""

import pytest

from tests.e2e.conftest import DESK, PHONE, NewPerson, NewServer
from tests.e2e.person import Person

pytestmark = pytest.mark.e2e


def make_room(host: Person, hands: int = 1, *wishes: str) -> str:
    """Open a room; its code."""
    host.by("friends").click()
    host.by("friend-form").wait_for()
    host.by(f"hands-{hands}").click()
    for wish in wishes:
        host.by(wish).click()
    host.by("make-room").click()
    host.by("friend-room").wait_for()
    return host.by("friend-room").get_attribute("data-code") or ""


def come_by_link(person: NewPerson, base: str, code: str, device: object = DESK) -> Person:
    """A friend who opens the link and has never been here."""
    friend: Person = person(base, device)
    friend.page.goto(f"{base}/f/{code}")
    friend.by("guest").click()
    friend.by("friend-room").wait_for()
    return friend


def members(one: Person) -> int:
    """How many people a person sees in his room."""
    return one.by("member").count()


def play_all(people: list[Person]) -> None:
    """Everybody plays until everybody sees the result."""
    for _ in range(1500):
        waiting = [one for one in people if not one.sees("result")]
        if not waiting:
            return
        for one in waiting:
            one.move()
    raise AssertionError("the hand does not end")


def test_friends_by_link_with_a_reload(serve: NewServer, person: NewPerson) -> None:
    base = serve().base
    host = person(base, DESK).sign_in()
    code = make_room(host, 1, "friend-bots", "friend-bots")
    assert host.page.url == f"{base}/f/{code}"
    friends = [come_by_link(person, base, code, device) for device in (PHONE, DESK)]
    people = [host, *friends]
    for one in people:
        one.until(lambda one=one: members(one) == 3)  # type: ignore[misc]
    assert not friends[0].sees("start-room")
    friends[1].page.reload()
    friends[1].by("friend-room").wait_for()
    host.by("start-room").click()
    for one in people:
        one.by("table").wait_for()
    friends[0].until(lambda: len(friends[0].cards()) == 17, 30)
    before = friends[0].cards()
    friends[0].page.reload()
    friends[0].by("table").wait_for()
    friends[0].until(lambda: set(before) <= set(friends[0].cards()), 20)
    play_all(people)
    deltas = [one.number("result-delta") for one in people]
    assert sum(deltas) == 0
    for one in people:
        one.by("again").click()
    for one, delta in zip(people, deltas, strict=True):
        one.by("summary").wait_for()
        player = one.page.locator('[data-testid="member"][disabled]').get_attribute("data-player")
        total = one.page.locator(f'[data-testid="sheet-total"][data-player="{player}"]')
        assert int(total.inner_text().replace("\u2212", "-").replace(",", "")) == delta
    friends[1].by("leave-room").click()
    friends[1].by("lobby").wait_for()
    assert friends[1].page.url == f"{base}/"
    host.until(lambda: members(host) == 2)


def test_dropping_and_coming_back_in_mid_hand(serve: NewServer, person: NewPerson) -> None:
    """The others see it, the hand goes on, and nothing is lost."""
    base = serve().base
    host = person(base, DESK).sign_in()
    code = make_room(host, 1, "friend-bots", "friend-bots")
    friend = come_by_link(person, base, code)
    host.until(lambda: members(host) == 2)
    host.by("start-room").click()
    for one in (host, friend):
        one.by("table").wait_for()
    friend.until(lambda: len(friend.cards()) == 17, 30)
    place = next(p for p in ("next", "prev") if host.by(f"person-{p}").count())
    cards = set(friend.cards())
    friend.page.goto("about:blank")
    host.until(lambda: host.page.locator(f".seat-box.{place} .chip.warn").count() > 0, 20)
    friend.page.goto(base)
    friend.by("table").wait_for()
    friend.until(lambda: bool(friend.cards()) and set(friend.cards()) <= cards, 20)
    play_all([host, friend])


def test_watching_a_table(serve: NewServer, person: NewPerson) -> None:
    base = serve(watch_delay_ms=1500).base
    player = person(base, DESK).sign_in().quick_start()
    player.in_phase("call", "rob", "double", "play")
    watcher = person(base, PHONE).sign_in()
    watcher.by("watch").click()
    watcher.by("watch-table").first.click()
    watcher.by("table").wait_for()
    player.until(lambda: player.sees("watchers"))
    watcher.until(lambda: watcher.table("phase") in ("call", "rob", "double", "play"), 20)
    assert watcher.cards() == []
    player.play_on()
    watcher.until(lambda: watcher.sees("result"), 30)
    watcher.by("to-lobby").click()
    watcher.by("lobby").wait_for()
    player.until(lambda: not player.sees("watchers"))


def test_talking(serve: NewServer, person: NewPerson) -> None:
    """Phrases, emotes, text; by button and by the C key; muted, and off."""
    base = serve().base
    host = person(base, DESK).sign_in()
    code = make_room(host, 1, "friend-bots", "friend-bots")
    friend = come_by_link(person, base, code, PHONE)
    host.until(lambda: members(host) == 2)
    host.page.keyboard.press("c")
    host.by("chat-text").fill("<b>大家好</b>")
    host.page.keyboard.press("Enter")
    friend.by("bubble").wait_for()
    assert friend.by("bubble").inner_text() == "<b>大家好</b>"
    friend.by("open-chat").click()
    friend.by("emote-flower").click()
    host.until(lambda: host.page.locator('[data-testid="chat-log"] svg').count() == 1)
    host.page.keyboard.press("Escape")
    host.by("start-room").click()
    for one in (host, friend):
        one.by("table").wait_for()
    host.page.keyboard.press("c")
    host.by("quick-nice").click()
    friend.until(lambda: friend.by("bubble").count() > 0)
    place = next(p for p in ("next", "prev") if friend.by(f"person-{p}").count())
    friend.by(f"person-{place}").click()
    friend.by("mute").click()
    friend.page.keyboard.press("Escape")
    friend.until(lambda: friend.by("bubble").count() == 0, 10)
    host.page.keyboard.press("c")
    host.by("quick-luck").click()
    host.by("bubble").wait_for()
    friend.page.wait_for_timeout(500)
    assert friend.by("bubble").count() == 0


def test_an_option_that_makes_no_sense_is_marked(serve: NewServer, person: NewPerson) -> None:
    host = person(serve().base, DESK).sign_in()
    host.by("friends").click()
    host.by("more-options").click()
    host.page.locator("details details summary").last.click()
    host.by("set-seconds_play").fill("601")
    host.by("set-seconds_play").press("Tab")
    host.by("set-seconds_play").evaluate("e => e.form.noValidate = true")
    host.by("make-room").click()
    host.page.locator('[data-testid="option-seconds_play"].wrong').wait_for()
    host.by("set-seconds_play").fill("30")
    host.by("make-room").click()
    host.by("friend-room").wait_for()
    host.shows("changed-options", "30")
