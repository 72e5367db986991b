"""Who runs a competition, in real browsers: from TOML or a form, a pause, friends with a code, a
field of hundreds.
"""

import pytest

from tests.e2e.conftest import DESK, PHONE, NewPerson, NewServer
from tests.e2e.person import Person
from tests.e2e.serving import Serving
from tests.e2e.test_admin import operator
from tests.e2e.test_cups import SETTINGS, SLOW, enter, hall, make_friendly, play_cup
from tests.e2e.test_looks import looked_at

pytestmark = pytest.mark.e2e

GOOD = """
[[cup]]
key = "evening"
zh = "周末晚场"
en = "Weekend evening"
kind = "swiss"
ruleset = "jj-match"
stakes = { base = 10 }
start = { mode = "full", size = 330, minimum = 3, bots = true }
prizes = [{ first = 1, beans = 800 }]

[[cup.stage]]
format = "swiss"
start_score = 500
rounds = 2
hands = 1
"""
BAD = [
    (GOOD.replace("rounds = 2", "rounds = 0"), "stages[0].rounds"),
    (GOOD.replace("rounds = 2", "round = 2"), "round"),
    (GOOD.replace('"swiss"\nstart_score', '"swist"\nstart_score'), "swist"),
    (GOOD.replace("base = 10 }", "base = 10"), "line 8"),
    (GOOD + GOOD.replace("evening", "other"), "[[cup]]"),
    ("hello", "TOML"),
]


def boss_of(serving: Serving, newcomer: Person) -> Person:
    """The operator, at the form of the house."""
    boss = operator(serving, newcomer)
    boss.page.goto(serving.base)
    return boss


def write(boss: Person, toml: str) -> None:
    boss.by("cup-toml").fill(toml)
    boss.by("make-cup").click()


def test_a_cup_from_toml_and_what_is_wrong_with_it(serve: NewServer, person: NewPerson) -> None:
    """What is wrong is named, nothing of the text is lost; corrected it opens."""
    serving = serve(**SETTINGS)
    boss = boss_of(serving, person(serving.base, DESK))
    hall(boss).by("new-cup").click()
    boss.by("new-house").click()
    boss.page.locator('[data-testid="use-toml"]').click()
    for toml, named in BAD:
        write(boss, toml)
        boss.shows("cup-fault", named)
        assert boss.by("cup-toml").input_value() == toml
    looked_at(boss, "bad toml")
    boss.errors = [error for error in boss.errors if not error.startswith("400 for")]
    write(boss, GOOD)
    boss.by("cup-page").wait_for()
    looked_at(boss, "made from toml")
    boss.by("page-back").click()
    boss.until(lambda: boss.by("cup-evening").count() == 1)


def test_the_operator_pauses_and_resumes(serve: NewServer, person: NewPerson) -> None:
    """The hand is played, no round begins and all read why; it goes on where it was."""
    serving = serve(**SETTINGS | {"cups": SLOW})
    player = person(serving.base, PHONE).sign_in()
    cup = enter(hall(player))
    boss = boss_of(serving, person(serving.base, DESK))
    hall(boss).page.goto(f"{serving.base}/cups/{cup}")
    boss.by("start-cup").click()
    player.by("table").wait_for()
    boss.by("pause-cup").click()
    boss.shows("cup-page", "暂停中")
    player.play_on()
    player.shows("cup-next", "比赛暂停")
    looked_at(player, "paused at the table")
    player.page.wait_for_timeout(1_500)
    player.shows("cup-next", "比赛暂停")
    looked_at(boss, "pausing")
    boss.by("pause-cup").click()
    player.by("result").wait_for(state="detached")
    play_cup([player])
    boss.by("cup-tab-result").click()
    boss.by("podium").wait_for()


def test_a_pause_before_the_start_holds_a_field_of_hundreds(
    serve: NewServer, person: NewPerson
) -> None:
    """Its standing has pages, and one's own line is in sight on each."""
    serving = serve(**SETTINGS)
    boss = boss_of(serving, person(serving.base, DESK))
    hall(boss).by("new-cup").click()
    boss.by("new-house").click()
    boss.page.locator('[data-testid="use-toml"]').click()
    write(boss, GOOD.replace("beans = 800", 'badge = "evening"'))  # else he may not enter
    boss.by("enter-cup").click()
    boss.by("withdraw-cup").wait_for()
    boss.by("pause-cup").click()
    boss.shows("cup-page", "暂停中")
    boss.by("start-cup").click()
    boss.until(lambda: boss.by("standing-row").count() == 100)
    assert not boss.sees("own-row")
    for page in (2, 3, 4):
        boss.by("pager-next").click()
        boss.page.locator(f'[data-testid="roll"][data-page="{page}"]').wait_for()
        boss.page.locator(f'[data-testid="standing-row"][data-place="{page}00"]').or_(
            boss.page.locator('[data-testid="standing-row"][data-place="330"]')
        ).wait_for()
        assert boss.by("own-row").locator('[data-place="1"].me').count() == 1
    assert boss.by("standing-row").count() == 1 + 30
    looked_at(boss, "last page of a standing")
    boss.by("own-page").click()
    boss.page.locator('[data-testid="roll"][data-page="1"]').wait_for()
    boss.by("cancel-cup").click()
    boss.by("host-text").fill("够了")
    boss.by("host-send").click()
    boss.by("over-close").click()


def test_a_friend_types_the_code(serve: NewServer, person: NewPerson) -> None:
    """In the hall, in small letters; he sees whose cup it is, not how to run it, and what the host
    has said before he came.
    """
    base = serve(**SETTINGS).base
    host = person(base, DESK).sign_in()
    code = make_friendly(host, rounds=1)
    host.by("announce-cup").click()
    host.by("host-text").fill("八点开始，别迟到")
    host.by("host-send").click()
    host.by("enter-cup").click()
    friend = person(base, PHONE).sign_in()
    hall(friend).by("cup-code").fill(f" {code.lower()}")
    friend.by("find-cup").click()
    friend.page.get_by_text("八点开始，别迟到").first.wait_for()
    assert not friend.sees("start-cup")
    assert not friend.sees("cup-code-shown")
    friend.by("enter-cup").click()
    host.until(lambda: host.by("entrant").count() == 2)
    looked_at(friend, "a friend in the waiting room")
    friend.by("withdraw-cup").click()
    host.until(lambda: host.by("entrant").count() == 1)
