"""Rulesets drawn by chance: repeatable, different, and playable to the end."""

from dataclasses import fields

import pytest

from dizhu.cli import main
from dizhu.cli.simulate.variants import variant
from dizhu.rules.ruleset import Ruleset


def test_the_same_seed_gives_the_same_ruleset() -> None:
    assert variant("a") == variant("a")
    assert variant("a") != variant("b")


def test_every_field_but_the_clocks_is_drawn_some_time() -> None:
    drawn = [variant(str(n)).ruleset for n in range(300)]
    for field in fields(Ruleset):
        if not field.name.startswith("seconds_") and field.name not in (
            "deal_step_ms",
            "autoplay_after",
        ):
            assert len({getattr(rules, field.name) for rules in drawn}) > 1, field.name


def test_they_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--ruleset", "any", "--hands", "30", "--jobs", "1"]) == 0
    assert "hands" in capsys.readouterr().out
