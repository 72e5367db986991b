"""A new cup from the catalogue, a text or a form; what is wrong is refused by its field."""

from dataclasses import replace
from typing import Any

import pytest

from dizhu.app.cup_catalogue import load_catalogue
from dizhu.app.cups.making import Wanted, for_friends, plan_of
from dizhu.tournament import CompetitionError, check
from dizhu.tournament.spec import Entry

NOW = 1_780_000_000_000
CATALOGUE = load_catalogue()
FORM: dict[str, Any] = {
    "key": "club",
    "zh": "俱乐部",
    "en": "Club",
    "kind": "swiss",
    "ruleset": "jj-match",
    "stakes": {"base": 10},
    "start": {"mode": "hand", "size": 30},
    "stage": [{"format": "swiss", "start_score": 500, "rounds": 3, "hands": 1}],
}
TOML = """
[[cup]]
key = "club"
zh = "俱乐部"
en = "Club"
kind = "swiss"
ruleset = "jj-match"
stakes = { base = 10 }
start = { mode = "hand", size = 30 }
[[cup.stage]]
format = "swiss"
start_score = 500
rounds = 3
hands = 1
"""


def test_a_form_and_a_text_say_the_same() -> None:
    form = plan_of(Wanted(form=FORM), CATALOGUE, NOW)
    text = plan_of(Wanted(toml=TOML), CATALOGUE, NOW)
    assert form == text
    assert form.starts_at is None


@pytest.mark.parametrize("key", list(CATALOGUE))
def test_everything_shipped_can_be_had_by_friends(key: str) -> None:
    """Without entry and prizes: nothing of value goes from friend to friend."""
    plan = plan_of(Wanted(key=key, private=True, size=6), CATALOGUE, NOW)
    check(plan.competition)
    assert plan.competition.entry == Entry()
    assert plan.competition.prizes == ()
    assert (plan.competition.start.mode, plan.competition.start.size) == ("hand", 6)


@pytest.mark.parametrize("key", list(CATALOGUE))
def test_friends_change_nothing_that_is_played(key: str) -> None:
    made = for_friends(CATALOGUE[key])
    assert made.stages == CATALOGUE[key].stages
    assert made.ruleset == CATALOGUE[key].ruleset


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        (Wanted(), "cup"),
        (Wanted(key="novice", toml=TOML), "cup"),
        (Wanted(key="nope"), "key"),
        (Wanted(toml=""), "toml"),
        (Wanted(toml="[[cup]"), "toml"),
        (Wanted(toml=TOML.replace("rounds = 3", "rounds = 0")), "stages[0].rounds"),
        (Wanted(form={**FORM, "kind": "cup"}), "kind"),
        (Wanted(form={**FORM, "extra": 1}), "extra"),
        (Wanted(form={**FORM, "entry": {"beans": "many"}}), "entry.beans"),
        (Wanted(form=FORM, size=2), "start.size"),
        (Wanted(key="novice", starts_at=NOW + 1), "starts_at"),
        (Wanted(key="hourly", starts_at=NOW - 1), "starts_at"),
        (Wanted(key="hourly", starts_at=NOW + 10**12), "starts_at"),
    ],
)
def test_a_wrong_value_is_refused_by_its_name(wanted: Wanted, field: str) -> None:
    with pytest.raises(CompetitionError) as refused:
        plan_of(wanted, CATALOGUE, NOW)
    assert field in refused.value.field


GREAT = TOML.replace("size = 30", "size = 1500, minimum = 1500, bots = true")
STANDING = {"format": "last_standing", "start_score": 500, "stop": 3}
HUGE_STAGES = [FORM["stage"][0]] * 4


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"start": {"mode": "hand", "size": 97}}, "start.size"),
        ({"start": {"mode": "hand", "size": 30, "minimum": 13, "bots": True}}, "start.minimum"),
        ({"stage": HUGE_STAGES}, "stages"),
        ({"stage": [{**FORM["stage"][0], "hands": 21}]}, "stages[0].hands"),
        ({"stage": [{**FORM["stage"][0], "rounds": 21}]}, "stages[0].rounds"),
        ({"stage": [STANDING]}, "stages[0].limit_seconds"),
        ({"stage": [{**STANDING, "limit_seconds": 7201}]}, "stages[0].limit_seconds"),
    ],
)
def test_a_private_cup_is_of_an_evening_of_friends(form: dict[str, Any], field: str) -> None:
    """An operator may have what is too large for a private cup."""
    operators = plan_of(Wanted(form={**FORM, **form}), CATALOGUE, NOW)
    assert operators.competition.key == FORM["key"]
    with pytest.raises(CompetitionError) as refused:
        plan_of(Wanted(form={**FORM, **form}, private=True), CATALOGUE, NOW)
    assert refused.value.field == field


def test_nobody_fills_the_house_with_tables_of_bots() -> None:
    with pytest.raises(CompetitionError, match=r"start\.size"):
        plan_of(Wanted(toml=GREAT, private=True), CATALOGUE, NOW)
    small = GREAT.replace("size = 1500, minimum = 1500", "size = 96, minimum = 96")
    with pytest.raises(CompetitionError, match=r"start\.minimum"):
        plan_of(Wanted(toml=small, private=True), CATALOGUE, NOW)


@pytest.mark.parametrize("key", list(CATALOGUE))
def test_what_is_shipped_needs_no_size(key: str) -> None:
    assert plan_of(Wanted(key=key, private=True), CATALOGUE, NOW).competition.start.size <= 96


def test_a_set_time_is_the_next_of_its_own_or_the_one_given() -> None:
    own = plan_of(Wanted(key="hourly"), CATALOGUE, NOW).starts_at
    assert own is not None
    assert 0 < own - NOW <= 3_600_000
    assert own % 3_600_000 == 0
    given = plan_of(Wanted(key="hourly", starts_at=NOW + 60_000), CATALOGUE, NOW)
    assert given.starts_at == NOW + 60_000


def test_one_without_times_needs_a_time() -> None:
    hourly = CATALOGUE["hourly"]
    bare = replace(hourly, start=replace(hourly.start, every_minutes=0))
    with pytest.raises(CompetitionError, match="starts_at"):
        plan_of(Wanted(key="bare"), {"bare": bare}, NOW)
