"""Whole hands under options that no preset has: they end, are settled, and every invariant
holds.
"""

from typing import Any

import pytest

from dizhu.cli.simulate.checks import Checks
from dizhu.cli.simulate.game import Game, Setting
from dizhu.rules.actions import SEATS
from dizhu.rules.ruleset import preset
from tests.players import RandomPlayer

OPTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("qq-classic", {"winner_cap": "total", "fee_order": "before", "escape_boundary": "gt"}),
    ("qq-classic", {"winner_cap": "none", "escape_floor": "loss", "max_multiplier": 16}),
    ("qq-classic", {"all_pass_after_show": "redeal", "caller_last_chance": False}),
    ("qq-classic", {"first_bidder": "next_seat", "max_redeals": 0, "autoplay_after": 3}),
    ("qq-classic", {"show_start": None, "show_deal_table": (), "show_effect": "none"}),
    ("qq-classic", {"doubling": False, "escape": False, "first_bidder": "drawn_card"}),
    ("qq-classic", {"tasks": ("last_pair", "two_bombs", "rocket"), "bomb_scoring": "jj"}),
    ("qq-laizi", {"bomb_order": "rank", "wild_group_natural": True}),
    ("qq-laizi", {"unit": "points", "escape": False, "loser_cap": "none", "winner_cap": "none"}),
    ("qq-menzhua", {"raise_scope": "per_peasant", "blind_who": "first_only"}),
    ("qq-menzhua", {"raise_scope": "side_all", "doubling": True, "wild_enabled": True}),
    ("jj-happy", {"autoplay_when": "ever", "autoplay_both_win": "normal"}),
    ("jj-happy", {"bottom_factors": (), "rocket_factor": 3, "spring_factor": 4}),
    ("jj-match", {"platform_fee": 7, "forced_score": -3}),
)


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_hands_under_unusual_options(number: int) -> None:
    """Chance plays, leaves and lets the system play; G-ESC, G-SET, G-RAISE, G-JJ as options."""
    name, options = OPTIONS[number]
    base = preset(name)
    ruleset = base.ruleset.with_options({"deal_step_ms": 0, **options})
    watch = Checks(str(number), viewers=2)
    players = [RandomPlayer((number, s), autoplay=0.05, escapes=0.01).act for s in SEATS]
    for table in range(4):
        game = Game(Setting(ruleset, base.stakes, str(number)), f"t{table}", players, watch)
        game.play_hand()
        watch.after_hand(game)
        settlement = game.table.settlement
        assert settlement is not None or game.table.close_reason == "abandoned"
        if settlement is not None and settlement.end != "forced":
            assert sum(settlement.delta) + settlement.system == 0
