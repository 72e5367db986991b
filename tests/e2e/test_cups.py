"""Competitions in real browsers: from the entry to the champion, a reload, a cancelled one."""

import time
from pathlib import Path

import pytest

from tests.e2e.conftest import DESK, FLAT, PHONE, NewPerson, NewServer
from tests.e2e.person import Person
from tests.e2e.test_admin import operator
from tests.e2e.test_looks import looked_at

pytestmark = pytest.mark.e2e

CATALOGUE = Path(__file__).with_name("cups.toml")
SLOW = Path(__file__).with_name("cups-slow.toml")
SETTINGS: dict[str, object] = {"cups": CATALOGUE, "cup_rest_ms": 1500}
CUP_SECONDS = 240


def hall(person: Person) -> Person:
    """Go to the list of competitions."""
    person.by("cups").click()
    person.by("cup-hall").wait_for()
    person.by("cup-novice").first.wait_for()
    return person


def enter(person: Person) -> str:
    """Enter the cup of the catalogue that is open, look at it; its id."""
    card = person.page.locator('[data-testid="cup-novice"][data-phase="registering"]')
    card.get_by_test_id("enter-cup").click()
    card.get_by_test_id("to-cup").click()
    person.by("cup-page").wait_for()
    return person.by("cup-page").get_attribute("data-cup") or ""


def make_friendly(host: Person, rounds: int) -> str:
    """A Swiss among friends; its code."""
    hall(host).by("new-cup").click()
    host.by("cup-form").wait_for()
    host.by("format-swiss").click()
    host.by(f"rounds-{rounds}").click()
    host.by("hands-1").click()
    looked_at(host, "form")
    host.by("make-cup").click()
    return host.by("cup-code-shown").inner_text()


def ended(person: Person) -> str | None:
    """Why his part has ended, if he is told so now."""
    if not person.sees("cup-over"):
        return None
    return person.page.locator("[data-testid=cup-over] .over").get_attribute("data-why")


def play_cup(people: list[Person], seconds: float = CUP_SECONDS) -> None:
    """Everybody plays what he is asked, until the cup is over for all."""
    end = time.monotonic() + seconds
    playing = list(people)
    while playing:
        assert time.monotonic() < end, "the cup does not end"
        for one in list(playing):
            why = ended(one)
            if why == "finished":
                playing.remove(one)
            elif why == "out":
                one.press("over-close")
            elif one.sees("table"):
                one.move()
        people[0].page.wait_for_timeout(30)


def test_three_people_and_bots_to_the_champion(serve: NewServer, person: NewPerson) -> None:
    """They enter, are called to their tables, see the standing and its line, and the end."""
    base = serve(**SETTINGS).base
    people = [person(base, device).sign_in() for device in (DESK, PHONE, FLAT)]
    first = people[0]
    before = first.number("own-beans")
    assert len({enter(hall(one)) for one in people}) == 1
    for one in people:
        one.until(lambda one=one: one.by("entrant").count() == 3)  # type: ignore[misc]
        one.page.locator('[data-testid="countdown"][data-kind="fills"]').first.wait_for()
        looked_at(one, "waiting room")
    for one in people:
        one.by("table").wait_for(timeout=40_000)
    first.by("cup-chip").wait_for()
    first.play_on()
    first.by("standing-row").first.wait_for()
    assert first.by("cut-line").count() == 1
    assert not first.sees("again")
    assert not first.sees("to-lobby")
    looked_at(first, "between hands")
    play_cup(people)
    for one in people:
        rank = one.page.locator("[data-testid=cup-over] .over").get_attribute("data-rank")
        one.by("over-look").click()
        one.page.locator(f'[data-testid="result-row"][data-rank="{rank}"].me').wait_for()
        looked_at(one, "result")
    first.by("see-champion").click()
    first.by("champion-step").first.wait_for()
    looked_at(first, "champion")
    champion = first.by("champion-name").inner_text()
    first.by("cup-replay").first.click()
    first.by("replay").wait_for()
    first.page.go_back()
    first.by("cup-tab-tables").click()
    # Nine begin at three tables; the firsts and the better of the seconds play the final.
    first.until(lambda: first.by("cup-table").count() == 4)
    assert first.by("cup-replay").count() == 4
    first.by("cup-tab-result").click()
    first.by("podium").wait_for()
    first.shows("podium", champion)
    prizes = {
        one: 5000 * (place == 1) + 3000 * (place == 2) + 2000 * (place == 3)
        for one in people
        for place in [int(one.page.locator(".me[data-rank]").get_attribute("data-rank") or 0)]
    }
    first.page.goto(base)
    first.by("own-beans").wait_for()
    pool = 9 * 500
    shares = {5000: pool * 60 // 100, 3000: pool * 25 // 100, 2000: pool * 15 // 100, 0: 0}
    won = prizes[first]
    assert first.number("own-beans") == before - 500 + won + shares[won]


def test_a_reload_between_rounds(serve: NewServer, person: NewPerson) -> None:
    """Who comes back between two rounds is in the waiting room, and is called to his table; so is
    he who comes back in mid hand.
    """
    base = serve(**SETTINGS).base
    one = person(base, PHONE).sign_in()
    make_friendly(one, rounds=2)
    one.by("enter-cup").click()
    one.by("start-cup").click()
    one.by("table").wait_for()
    one.page.reload()
    one.by("table").wait_for()
    one.by("cup-chip").wait_for()
    one.play_on()
    one.by("cup-rest").wait_for(timeout=30_000)
    looked_at(one, "between rounds")
    cup = one.by("cup-page").get_attribute("data-cup")
    one.page.goto(base)
    one.by("cup-rest").wait_for()
    assert one.page.url.endswith(f"/cups/{cup}")
    one.by("table").wait_for(timeout=30_000)
    play_cup([one])
    one.by("over-look").click()
    one.by("podium").wait_for()


def test_the_final_is_watched_from_its_page(serve: NewServer, person: NewPerson) -> None:
    """By somebody who is not in it; afterwards he is on that page again."""
    base = serve(**SETTINGS | {"watch_delay_ms": 500, "bot_least": 0.3, "bot_most": 0.6}).base
    player, watcher = (person(base, device).sign_in() for device in (PHONE, DESK))
    cup = enter(hall(player))
    hall(watcher).by("open-cup").first.click()
    watcher.by("watch-final").first.wait_for(timeout=40_000)
    looked_at(watcher, "a cup that runs")
    watcher.by("watch-final").first.click()
    watcher.by("table").wait_for()
    assert watcher.cards() == []
    watcher.by("leave").click()
    watcher.by("cup-page").wait_for()
    assert watcher.by("cup-page").get_attribute("data-cup") == cup


def test_withdrawing_and_a_cancelled_cup_give_the_entry_back(
    serve: NewServer, person: NewPerson
) -> None:
    """By the operator, with his reason; the beans are all there again."""
    serving = serve(**SETTINGS | {"cups": SLOW})
    base = serving.base
    one = person(base, DESK).sign_in()
    before = one.number("own-beans")
    enter(hall(one))
    one.by("withdraw-cup").click()
    one.by("enter-cup").wait_for()
    one.by("enter-cup").click()
    one.by("withdraw-cup").wait_for()
    host = operator(serving, person(base, DESK))
    host.page.goto(base)
    hall(host).by("open-cup").first.click()
    host.by("announce-cup").click()
    host.by("host-text").fill("五分钟后见")
    host.by("host-send").click()
    one.page.get_by_text("五分钟后见").first.wait_for()
    host.by("cancel-cup").click()
    looked_at(host, "cancelling")
    host.by("host-text").fill("下雨了")
    host.by("host-send").click()
    one.by("refund").wait_for()
    one.shows("cup-over", "下雨了")
    one.by("over-close").click()
    one.by("cancelled").wait_for()
    one.page.goto(base)
    one.by("own-beans").wait_for()
    assert one.number("own-beans") == before


def test_who_was_away_reads_that_a_cup_was_cancelled(serve: NewServer, person: NewPerson) -> None:
    """When he comes back, until he has put it away; it stays in the list of his own."""
    serving = serve(**SETTINGS | {"cups": SLOW})
    one = person(serving.base, PHONE).sign_in()
    cup = enter(hall(one))
    one.page.goto("about:blank")
    host = operator(serving, person(serving.base, DESK))
    host.page.goto(f"{serving.base}/cups/{cup}")
    host.by("cancel-cup").click()
    host.by("host-text").fill("下雨了")
    host.by("host-send").click()
    host.by("cancelled").wait_for()
    for _ in range(2):
        one.page.goto(serving.base)
        one.by("refund").wait_for()
        one.shows("cup-over", "下雨了")
    one.by("over-close").click()
    hall(one).by("hall-mine").click()
    one.shows("past-cup", "下雨了")
    looked_at(one, "own past cups")
    one.page.reload()
    one.by("past-cup").wait_for()
    assert not one.sees("cup-over")


def test_a_cup_of_friends_by_its_code(serve: NewServer, person: NewPerson) -> None:
    """Made by a form; the link lets a friend in; the host starts it, bots make up the table."""
    base = serve(**SETTINGS).base
    host = person(base, PHONE).sign_in()
    code = make_friendly(host, rounds=1)
    looked_at(host, "made")
    host.by("enter-cup").click()
    friend = person(base, DESK)
    friend.page.goto(f"{base}/c/{code}")
    friend.by("guest").click()
    friend.by("enter-cup").click()
    host.until(lambda: host.by("entrant").count() == 2)
    host.by("start-cup").click()
    for one in (host, friend):
        one.by("table").wait_for()
    play_cup([host, friend])
    for one in (host, friend):
        one.by("over-look").click()
        one.by("podium").wait_for()
        assert one.by("result-row").count() == 3
        assert one.page.locator('[data-testid="result-row"].me').count() == 1


def test_the_operator_opens_one_of_the_catalogue(serve: NewServer, person: NewPerson) -> None:
    """By its key, for a time of his choice or when it is full; a wrong size is named."""
    serving = serve(**SETTINGS)
    host = operator(serving, person(serving.base, DESK))
    host.page.goto(serving.base)
    hall(host).by("new-cup").click()
    host.by("new-house").click()
    host.by("entry-novice").click()
    host.by("house-size").fill("6")
    looked_at(host, "operator's form")
    host.by("make-cup").click()
    host.by("cup-page").wait_for()
    for tab in ("prizes", "rules"):
        host.by(f"cup-tab-{tab}").click()
        looked_at(host, tab)
    assert host.by("stages").locator("section").count() == 1
    host.by("cup-sheet").click()
    host.by("sheet").wait_for()
    host.page.keyboard.press("Escape")
    host.by("enter-cup").click()
    host.by("withdraw-cup").wait_for()
    host.by("start-cup").click()
    host.by("table").wait_for()


def test_a_wrong_code_says_so_and_leads_back(serve: NewServer, person: NewPerson) -> None:
    one = person(serve(**SETTINGS).base, DESK).sign_in()
    hall(one).by("cup-code").fill("ABC234")
    one.by("find-cup").click()
    one.by("cup-missing").wait_for()
    one.by("to-hall").click()
    one.by("hall-past").click()
    one.page.get_by_text("还没有结束的比赛").wait_for()
    assert one.by("past-cup").count() == 0
    assert not one.sees("cup-missing")
    looked_at(one, "hall")
