"""What a game of the kernel needs to know of a `dizhu.rules.Ruleset`."""

from typing import Any

from dizhu_kernel._kernel import FirstBidder, GameRules, RaiseScope

_SAME = (
    "caller_last_chance",
    "call_factor",
    "blind_factor",
    "raises",
    "raise_factor",
    "show_bottom_if_none",
    "doubling",
    "rocket_factor",
    "spring_factor",
    "anti_spring_factor",
)


def game_rules(
    ruleset: Any, *, initial: int = 1, shows: bool = False, given: bool = False
) -> GameRules:
    """The options of a ruleset. With `given` there is no auction: who would bid first is the
    landlord. With `shows` players are asked whether they show before the deal
    and after the bottom; shows while the cards come out are left out.
    """
    rules = GameRules()
    for name in _SAME:
        setattr(rules, name, getattr(ruleset, name))
    rules.given = given
    rules.blind = ruleset.bid_mode == "blind"
    rules.first_bidder = FirstBidder[ruleset.first_bidder]
    rules.wild = ruleset.wild_enabled
    rules.tasks = len(ruleset.tasks)
    rules.shower_is_landlord_if_all_pass = ruleset.all_pass_after_show == "first_shower"
    rules.forced_score = ruleset.all_pass == "forced_score"
    rules.max_redeals = -1 if ruleset.max_redeals is None else ruleset.max_redeals
    rules.blind_first_only = ruleset.blind_who == "first_only"
    rules.raise_scope = RaiseScope[ruleset.raise_scope]
    if shows:
        rules.show_start = ruleset.show_start or 0
        rules.show_bottom = ruleset.show_bottom or 0
    rules.first_show_locks = ruleset.several_shows == "first_locks"
    rules.show_makes_landlord = ruleset.show_effect == "landlord"
    rules.bombs_add = ruleset.bomb_scoring == "jj"
    rules.max_multiplier = -1 if ruleset.max_multiplier is None else ruleset.max_multiplier
    rules.initial = initial
    rules.bottom_factors = list(ruleset.bottom_factors)
    return rules
