"""Kinds of competitions in real browsers: two stages, a duplicate round, a field of hundreds."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.e2e.conftest import FLAT, PHONE, NewPerson, NewServer
from tests.e2e.person import Person
from tests.e2e.test_admin import operator
from tests.e2e.test_cups import CATALOGUE, play_cup
from tests.e2e.test_looks import looked_at

pytestmark = pytest.mark.e2e

QUICK: dict[str, object] = {"cup_rest_ms": 1500}
TWO_STAGES = """
[[cup.stage]]
format = "swiss"
start_score = 1000
rounds = 1
hands = 1

[[cup.stage]]
format = "fixed_hands"
start_score = 300
carry = { ratio = "1/2", cap = 600 }
interval_seconds = 6
hands = 1
"""
BOARDS = """
[[cup.stage]]
format = "duplicate"
rounds = 1
boards = 2
"""


def catalogue(folder: Path, stages: str, size: int, more: str = "") -> Path:
    """The small competition of the tests with other stages; bots fill it soon."""
    text, _ = CATALOGUE.read_text(encoding="utf-8").split("[[cup.stage]]")
    text = text.replace("size = 9", f"size = {size}").replace("_seconds = 12", "_seconds = 3")
    file = folder / "kinds.toml"
    file.write_text(text.replace("max_redeals = 2", f"max_redeals = 2{more}") + stages, "utf-8")
    return file


def enter_novice(person: Person) -> Person:
    """From the list to the page of the competition, entered."""
    person.by("cups").click()
    card = person.page.locator('[data-testid="cup-novice"][data-phase="registering"]')
    card.get_by_test_id("enter-cup").click()
    card.get_by_test_id("to-cup").click()
    person.by("withdraw-cup").wait_for()
    return person


def test_two_stages_what_is_carried_over_and_the_files(
    serve: NewServer, person: NewPerson, tmp_path: Path
) -> None:
    """Half of the score before goes on, at most 600, and it is said between the stages; the
    operator saves the result.
    """
    serving = serve(**QUICK, cups=catalogue(tmp_path, TWO_STAGES, 3))
    one = operator(serving, person(serving.base, PHONE, locale="en-GB"))
    one.page.goto(serving.base)
    enter_novice(one).by("cup-tab-rules").click()
    assert one.by("stages").locator("section").count() == 2
    looked_at(one, "rules of two stages")
    one.by("table").wait_for(timeout=40_000)
    one.play_on()
    one.by("carried").wait_for(timeout=30_000)
    carried = int(one.by("carried").get_attribute("data-points") or "x")
    assert 0 <= carried <= 600
    assert one.by("cup-run").get_attribute("data-stage") == "1"
    assert one.page.get_by_text("You left the table").count() == 0, "he has left nothing"
    one.by("cup-tab-now").click()
    own = one.page.locator("[data-testid=standing-row].me .score")
    assert int(own.inner_text().replace(",", "")) == 300 + carried
    looked_at(one, "between the stages")
    play_cup([one])
    one.by("over-look").click()
    one.by("podium").wait_for()
    looked_at(one, "result of two stages")
    files_say_what_was_paid(one)


def files_say_what_was_paid(boss: Person) -> None:
    """The same as CSV and JSON; of bots neither says that they were paid."""
    table = list(csv.DictReader(io.StringIO(downloaded(boss, "export-csv").lstrip("\ufeff"))))
    found = json.loads(downloaded(boss, "export-json"))["ranks"]
    assert [row["rank"] for row in table] == ["1", "2", "3"]
    assert [row["name"] for row in table] == [row["name"] for row in found]
    assert [row["beans"] for row in table] == [str(row["beans"]) for row in found]
    assert [row["unpaid"] for row in table] == [str(int(row["bot"])) for row in found]
    for row in found:
        assert bool(row["beans"] or row["cards"] or row["badge"]) is not row["bot"], row
    shown = boss.by("won").all_inner_texts()
    assert ["Not paid" in text for text in shown] == [row["bot"] for row in found]


def downloaded(person: Person, testid: str) -> str:
    """What a link saves."""
    with person.page.expect_download() as found:
        person.by(testid).click()
    return Path(found.value.path()).read_text(encoding="utf-8")


def test_a_duplicate_round_to_its_end(serve: NewServer, person: NewPerson, tmp_path: Path) -> None:
    """Nothing is compared before both tables have played the boards; then the replays are open.
    The rest between two boards is long enough to be looked at on a slow machine.
    """
    forced = ', all_pass = "forced_score", forced_score = 0'
    base = serve(cup_rest_ms=12_000, cups=catalogue(tmp_path, BOARDS, 6, forced)).base
    one = enter_novice(person(base, FLAT).sign_in())
    one.by("table").wait_for(timeout=40_000)
    one.play_on()
    one.by("standing-row").first.wait_for()
    scores = one.page.locator("[data-testid=standing-row] .score").all_inner_texts()
    assert set(scores) == {"0"}, "no board is compared yet"
    one.shows("between-place", "打完这一轮再比较")
    looked_at(one, "between boards")
    one.by("result").wait_for(state="detached", timeout=30_000)
    one.play_on()
    one.until(lambda: one.by("cup-chip").get_attribute("data-place") is not None, seconds=10)
    one.page.locator("[data-testid=cup-between] .me").get_by_text("名").first.wait_for()
    assert one.page.get_by_text("名出局").count() == 0, "nobody is out: all play on"
    looked_at(one, "the last board")
    play_cup([one])
    one.by("over-look").click()
    one.by("podium").wait_for()
    looked_at(one, "result of a duplicate")
    one.by("cup-tab-tables").click()
    one.until(lambda: one.by("cup-table").count() == 2)
    assert one.by("cup-replay").count() == 4
    one.by("cup-replay").first.click()
    one.by("replay").wait_for()
