"""The bot of docs/bots.md works as it stands there."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dizhu.arena.formats import FORMATS
from dizhu.arena.game import Game
from dizhu.bots.answers import option
from dizhu.bots.bot import Seed
from dizhu.bots.pick import play_of
from dizhu.bots.rule_bot import RuleBot
from dizhu.rules.actions import Action, Pass
from dizhu.rules.cards import pack
from dizhu.rules.patterns import patterns_for
from dizhu.rules.view import Observation

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
NEEDED: tuple[Any, ...] = (dataclass, option, play_of, RuleBot, Pass, pack, patterns_for)
NAMES = {each.__name__: each for each in (*NEEDED, Observation)}


def test_the_bot_of_the_document_plays() -> None:
    [code] = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    space: dict[str, Any] = {**NAMES, "Seed": Seed, "Action": Action, "__name__": "document"}
    exec(code, space)  # noqa: S102 - our own document
    bots = [space["LowestBot"](n).act for n in range(3)]
    for name in ("play-only", "qq-classic", "qq-laizi"):
        form = FORMATS[name]
        assert Game(form, b"document", bots, 0 if form.given else None).play().over
