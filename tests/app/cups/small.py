"""Small competitions for tests."""

from dataclasses import replace
from typing import Any

from dizhu.rules.ruleset import preset
from dizhu.tournament import Competition
from dizhu.tournament.spec import Entry, Prize, Stage, Start

POINTS = preset("jj-match").ruleset.with_options({"deal_step_ms": 0})
STAKES = preset("jj-match").stakes
SWISS = Stage("swiss", start_score=500, options=(("hands", 1), ("rounds", 2)))
FIXED = Stage("fixed_hands", start_score=500, options=(("hands", 1),))
PRIZES = (
    Prize(1, share=60, beans=100, cards=1, badge="test-champion"),
    Prize(2, share=40),
)


def competition(stage: Stage = SWISS, start: Start | None = None, **changes: Any) -> Competition:
    """Of one stage, when three have entered unless something else is said."""
    made = Competition(
        key="small",
        zh="小赛",
        en="Small",
        kind="swiss",
        ruleset=POINTS,
        stakes=STAKES,
        stages=(stage,),
        start=start or Start(mode="full", size=3),
        entry=Entry(),
        prizes=(),
    )
    return replace(made, **changes)
