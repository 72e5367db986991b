"""Everything before the first card: shows, calling and robbing, blind grabs, raises, doubling.

Each answer weighs the chance that the own cards win, as landlord or as peasant (`strength`), moved
by what the others have said.
"""

from dizhu.bots import evidence, strength
from dizhu.bots.answers import option
from dizhu.bots.position import position_of
from dizhu.bots.strength_weights import (
    FIRST_8,
    LANDLORD_17,
    LANDLORD_20,
    PEASANT_17,
    TOP_8,
)
from dizhu.rules.actions import (
    SEATS,
    Action,
    Blind,
    Call,
    Double,
    Look,
    NoDouble,
    Pass,
    Raise,
    Rob,
    Show,
)
from dizhu.rules.cards import Packed, pack
from dizhu.rules.patterns import patterns_for
from dizhu.rules.view import Observation

CALL_AT = (0.48, 0.44)
"""Without wild cards and with them: then a hand tells less before the wild rank is drawn."""
CALL_RATHER_THAN_PAY_AT = 0.40
ROB_AT = (0.54, 0.49)
DOUBLE_AT = 0.56
RAISE_AT = 0.53
SHOW_EARLY_AT = 0.72
SHOW_BOTTOM_AT = 0.66
OPEN_COSTS = 0.04
"""So much of his chance a landlord loses who plays with open cards."""
_ALL = 17


def own_cards(seen: Observation) -> Packed:
    """The viewer's cards as far as he has seen them."""
    assert seen.viewer is not None, "watchers do not bid"
    return pack(seen.cards[seen.viewer] or ())


def deal_show(seen: Observation) -> Show | None:
    """明牌 while the cards are dealt, at the last moment at which it is worth as much."""
    if option(seen, "show") is None or not seen.ruleset.show_deal_table:
        return None
    if seen.dealt_to not in [upto for upto, _ in seen.ruleset.show_deal_table]:
        return None
    chance = landlord_chance(seen) if seen.dealt_to == _ALL else part_chance(seen)
    return Show("deal") if chance - OPEN_COSTS >= SHOW_EARLY_AT else None


def part_chance(seen: Observation) -> float:
    """The chance to win as landlord with the cards dealt so far; meant for about eight of them."""
    row = strength.controls(own_cards(seen))
    weights = TOP_8 if seen.ruleset.deal_order == "descending" else FIRST_8
    return strength.chance(weights, row, seen.ruleset.wild_enabled)


def landlord_chance(seen: Observation) -> float:
    """The chance to win as landlord with these 17 cards and a bottom unseen."""
    patterns = patterns_for(seen.ruleset, None)
    row = strength.landlord_row(strength.as_landlord(own_cards(seen), patterns))
    chance = strength.chance(LANDLORD_17, row, seen.ruleset.wild_enabled)
    return strength.moved(chance, evidence.of_bids(seen))


def call(seen: Observation) -> Action:
    """叫地主 or 不叫."""
    last = all(seen.bids[s] == "pass" for s in SEATS if s != seen.viewer)
    pays = last and seen.ruleset.all_pass == "forced_score"
    at = CALL_RATHER_THAN_PAY_AT if pays else CALL_AT[seen.ruleset.wild_enabled]
    return Call() if landlord_chance(seen) >= at else Pass()


def rob(seen: Observation) -> Action:
    """抢地主 or 不抢."""
    return Rob() if landlord_chance(seen) >= ROB_AT[seen.ruleset.wild_enabled] else Pass()


def blind_or_look(seen: Observation) -> Action:
    """闷抓 only when both others have looked and declined: then the landlord wins seven hands of
    ten whatever he holds, and blind they count double. Otherwise it is better to look.
    """
    declined = sum(bid == "pass" for bid in seen.bids)
    return Blind() if declined == 2 and option(seen, "blind") else Look()


def side_chance(seen: Observation) -> float:
    """The chance that the viewer's side wins, once the bottom is open."""
    position = position_of(seen)
    if position.is_landlord:
        row, weights = strength.landlord_row(position), LANDLORD_20
    else:
        row, weights = strength.peasant_row(position), PEASANT_17
    chance = strength.chance(weights, row, seen.ruleset.wild_enabled)
    return strength.moved(chance, evidence.of_answers(seen, position))


def double(seen: Observation) -> Action:
    """加倍 or 不加倍."""
    if option(seen, "double") is None:
        return NoDouble()
    return Double() if side_chance(seen) >= DOUBLE_AT else NoDouble()


def raise_or_pass(seen: Observation) -> Action:
    """倒, 拉, 垒, 沃, or not."""
    return Raise() if side_chance(seen) >= RAISE_AT else Pass()


def bottom_show(seen: Observation) -> Show | None:
    """The landlord's 明牌 before his first play: only when it makes the hand worth more."""
    offered = option(seen, "show")
    if offered is None or offered.stage != "bottom":
        return None
    if (offered.factor or 1) <= seen.factors.show:
        return None
    return Show("bottom") if side_chance(seen) - OPEN_COSTS >= SHOW_BOTTOM_AT else None
