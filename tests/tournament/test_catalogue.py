"""Competitions as TOML: ours are valid, and every fault names its field."""

from collections.abc import Callable
from datetime import time
from typing import Any

import pytest

from dizhu.app.cup_catalogue import load_catalogue
from dizhu.tournament import CompetitionError, check
from dizhu.tournament.catalogue import competition_from, parse
from dizhu.tournament.formats import FORMATS
from dizhu.tournament.ranking import TIE_RULES
from tests.tournament.kit import Start, competition, stage


def test_what_every_server_has() -> None:
    catalogue = load_catalogue()
    assert list(catalogue) == [
        "novice",
        "elite",
        "master",
        "platinum",
        "swiss-500",
        "hourly",
        "duplicate",
    ]
    used = {s.format for c in catalogue.values() for s in c.stages}
    assert used == set(FORMATS)
    assert {c.kind for c in catalogue.values()} <= set(TIE_RULES)


@pytest.mark.parametrize("key", ["novice", "elite", "master", "platinum"])
def test_challenge_cups_as_in_section_16(key: str) -> None:
    cup = load_catalogue()[key]
    assert (cup.kind, cup.start.mode, cup.start.size) == ("challenge", "full", 48)
    assert (cup.stakes.base, cup.stakes.coefficient, cup.stakes.fee) == (20, 1, 0)
    assert cup.stakes.double_threshold is None
    prelim, final = cup.stages
    assert (prelim.format, final.format) == ("last_standing", "fixed_hands")
    assert prelim.start_score == 1000
    options = dict(prelim.options)
    assert (options["line"], options["stop"], options["keep"]) == (1, 18, "2/3")
    assert dict(final.options)["hands"] == 3


def test_kinds_and_starts() -> None:
    """R-CUP-4: regular ones start when full, championships at a set time."""
    catalogue = load_catalogue()
    assert catalogue["hourly"].start.mode == "at"
    assert catalogue["hourly"].start.every_minutes == 60
    assert catalogue["duplicate"].start.times == ("20:00",)
    assert catalogue["swiss-500"].kind == "swiss"
    assert catalogue["swiss-500"].stages[1].carry.ratio == "1/10"


def entry(**changes: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "key": "club",
        "zh": "俱乐部赛",
        "en": "Club",
        "kind": "regular",
        "ruleset": "jj-match",
        "start": {"mode": "hand", "size": 30},
        "stage": [{"format": "swiss", "start_score": 500, "rounds": 3}],
    }
    return {**plain, **changes}


def test_a_form_makes_the_same_as_a_file() -> None:
    text = """
    [[cup]]
    key = "club"
    zh = "俱乐部赛"
    en = "Club"
    kind = "regular"
    ruleset = "jj-match"
    start = { mode = "hand", size = 30 }
    [[cup.stage]]
    format = "swiss"
    start_score = 500
    rounds = 3
    """
    assert parse(text) == {"club": competition_from(entry())}


def staged(**changes: Any) -> dict[str, Any]:
    return entry(stage=[{"format": "swiss", "start_score": 500, **changes}])


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        (entry(key="Club!"), "key"),
        (entry(key=None), "key"),
        (entry(zh=""), "zh"),
        (entry(kind="league"), "kind"),
        (entry(ruleset="mahjong"), "ruleset"),
        (entry(ruleset="qq-classic"), "ruleset"),
        (entry(options={"seconds_plya": 3}), "ruleset.seconds_plya"),
        (entry(options={"all_pass": "redeal"}), "ruleset.max_redeals"),
        (entry(stakes={"base": 0}), "stakes.base"),
        (entry(stakes={"fee": 5}), "stakes.fee"),
        (entry(stakes={"bsae": 5}), "stakes.bsae"),
        (entry(stakes={"double_threshold": 100}), "stakes.double_threshold"),
        (entry(start={"mode": "soon"}), "start.mode"),
        (entry(start={"size": 2}), "start.size"),
        (entry(start={"size": "many"}), "start.size"),
        (entry(start={"size": 6, "minimum": 9}), "start.minimum"),
        (entry(start={"mode": "at", "every_minutes": 7}), "start.every_minutes"),
        (entry(start={"mode": "at", "times": ["25:00"]}), "start.times"),
        (entry(start={"mode": "at", "times": ["8pm"]}), "start.times"),
        (entry(start={"mode": "at", "times": [time(20)]}), "start.times"),
        (entry(start={"mode": "at", "times": [2000]}), "start.times"),
        (entry(start={"mode": "hand", "times": ["20:00"]}), "start.mode"),
        (entry(start={"colour": "red"}), "start.colour"),
        (entry(start=7), "start"),
        (entry(entry={"beans": -1}), "entry.beans"),
        (entry(entry={"beans": 100}), "prizes"),
        (entry(rake_percent=101), "rake_percent"),
        (entry(prizes=[{"share": 1}]), "prizes[0].first"),
        (entry(prizes=[{"first": 3, "last": 2}]), "prizes[0].last"),
        (entry(prizes=[{"first": 1, "last": 10**23}]), "prizes[0].last"),
        (entry(prizes=[{"first": 1, "beans": 1.5}]), "prizes[0].beans"),
        (entry(prizes=[{"first": 1, "badge": "a\u202eb"}]), "prizes[0].badge"),
        (entry(prizes=[{"first": 1}] * 101), "prizes"),
        (entry(prizes={"first": 1}), "prizes"),
        (entry(stage=[]), "stages"),
        (entry(stage=[{"start_score": 5}]), "stages[0].format"),
        (entry(colour="red"), "colour"),
        (staged(format="knockout"), "stages[0].format"),
        (staged(format=["swiss"]), "stages[0].format"),
        (staged(format={"swiss": 1}), "stages[0].format"),
        (staged(start_score=0), "stages[0].start_score"),
        (staged(rounds=0), "stages[0].rounds"),
        (staged(rounds="five"), "stages[0].rounds"),
        (staged(rounds=1.5), "stages[0].rounds"),
        (staged(line=1), "stages[0].line"),
        (staged(out_percent=100), "stages[0].out_percent"),
        (staged(interval_seconds=-1), "stages[0].interval_seconds"),
        (staged(carry={"ratio": "much"}), "stages[0].carry.ratio"),
        (staged(carry={"ratio": "2"}), "stages[0].carry.ratio"),
        (staged(carry={"ratio": "1e999999999"}), "stages[0].carry.ratio"),
        (staged(carry={"cap": -1}), "stages[0].carry.cap"),
        (staged(carry={"rate": "1/10"}), "stages[0].carry.rate"),
        (staged(base_schedule=[[0, 20], [0, 40]]), "stages[0].base_schedule"),
        (staged(base_schedule=[[0, 20], [10**30, 40]]), "stages[0].base_schedule"),
        (staged(base_schedule=[[n, 20] for n in range(101)]), "stages[0].base_schedule"),
        (staged(base_schedule=[[0]]), "stages[0].base_schedule"),
        (staged(base_schedule=[[0, "much"]]), "stages[0].base_schedule"),
        (staged(format="last_standing", stop=2), "stages[0].stop"),
        (staged(format="last_standing", keep="3/2"), "stages[0].keep"),
        (staged(format="last_standing", keep="most"), "stages[0].keep"),
        (staged(format="last_standing", line=501), "stages[0].line"),
        (staged(format="last_standing", reseat="never"), "stages[0].reseat"),
        (staged(format="fixed_hands", hands=0), "stages[0].hands"),
        (staged(format="last_standing", keep="1e999999999"), "stages[0].keep"),
        (staged(format="fixed_hands", round_carry="x"), "stages[0].round_carry"),
        (staged(format="fixed_hands", round_carry="1e999999999"), "stages[0].round_carry"),
        (staged(format="duplicate"), "ruleset"),
        (staged(format="duplicate", compare="luck"), "stages[0].compare"),
    ],
)
def test_every_fault_names_its_field(wrong: dict[str, Any], field: str) -> None:
    with pytest.raises(CompetitionError) as fault:
        competition_from(wrong)
    named = fault.value.field.rpartition(": ")[2]
    assert named == field or named.startswith(f"{field}.")
    assert len(str(fault.value)) > len(field) + 5


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("[[cup]", "toml"),
        ("a=" + "[" * 3000, "toml"),
        ("a=" + "9" * 5000, "toml"),
        (".".join("a" * 9000) + "=1", "toml"),
        ("[[cap]]", "catalogue.cap"),
        ("cup = 3", "cup"),
        ("cup = [3]", "cup[0]"),
    ],
)
def test_a_file_that_is_none(text: str, field: str) -> None:
    with pytest.raises(CompetitionError) as fault:
        parse(text)
    assert fault.value.field == field


@pytest.mark.parametrize("locale", ["zh", "en"])
def test_the_client_has_words_for_all_of_it(pytestconfig: pytest.Config, locale: str) -> None:
    """Rulesets and badges are shown by name."""
    core = pytestconfig.rootpath / "client/src/core"
    words = "".join((core / f"{locale}{part}.ts").read_text("utf-8") for part in ("", "-cups"))
    for cup in load_catalogue().values():
        assert f'"ruleset.{cup.ruleset.name}"' in words
        for badge in {p.badge for p in cup.prizes if p.badge}:
            assert f'"badge.{badge}"' in words


def test_a_key_stands_once(pytestconfig: pytest.Config) -> None:
    source = pytestconfig.rootpath / "src/dizhu/tournament/catalogue.toml"
    text = source.read_text(encoding="utf-8")
    with pytest.raises(CompetitionError, match="twice"):
        parse(text + text[text.index("[[cup]]") :])


@pytest.mark.parametrize(
    "build",
    [
        lambda: competition(stage("fixed_hands"), stage("swiss")),
        lambda: competition(stage("swiss"), start=Start(mode="full", size=40_000)),
        lambda: competition(*[stage("swiss")] * 11),
    ],
)
def test_what_cannot_be_played_is_refused(build: Callable[[], Any]) -> None:
    with pytest.raises(CompetitionError):
        check(build())
