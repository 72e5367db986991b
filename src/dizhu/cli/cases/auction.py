"""Areas show, bid, blind, raise, double: everything before the play, through the rules of a
hand.
"""

from collections.abc import Mapping
from typing import Any

from dizhu.cli.cases.case import Answer, Area, Case
from dizhu.cli.cases.setup import (
    act,
    begin_deal,
    deal_out,
    start,
    three,
    with_landlord,
)
from dizhu.ledger import settle
from dizhu.rules import hand, legal, scoring
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
from dizhu.rules.errors import RuleViolation
from dizhu.rules.state import HandState, Phase

_ACTIONS: dict[str, Action] = {
    "call": Call(),
    "rob": Rob(),
    "pass": Pass(),
    "blind": Blind(),
    "look": Look(),
}


def show(case: Case) -> Answer:
    """Shows in the order in which they arrive (R-SHOW-1..5)."""
    state, rejected = start(case.ruleset, case.stakes), []
    for index, wanted in enumerate(case.input["shows"]):
        state = _before_show(state, wanted, case.input.get("landlord"))
        try:
            state = act(state, wanted["seat"], Show(wanted["stage"]))
        except RuleViolation:
            rejected.append(index)
    state = deal_out(state)
    early = any(s.stage != "bottom" for s in state.shows)
    return {
        "show_mult": scoring.factors(state).show,
        "first_bidder": state.auction.first if early else None,
        "forced_landlord": state.landlord if early else None,
        "rejected": rejected,
    }


def _before_show(state: HandState, wanted: Mapping[str, Any], landlord: int | None) -> HandState:
    if wanted["stage"] == "deal":
        state = begin_deal(state)
        if wanted["cards"] > state.dealt_to:
            state = hand.apply(state, hand.step_deal(state, wanted["cards"]))
    elif wanted["stage"] == "bottom" and landlord is not None:
        state = with_landlord(state, landlord)
    return state


def bid(case: Case) -> Answer:
    """Calling, robbing, blind grabbing: who is asked, and who is landlord in the end."""
    state = start(case.ruleset, case.stakes)
    first_shower = case.input.get("first_shower")
    if first_shower is not None:
        state = act(state, first_shower, Show("start"))
    state = deal_out(state, case.input["first"])
    prompted = []
    for action in case.input["actions"]:
        seat = state.turn if state.turn is not None else 0
        state = act(state, seat, _ACTIONS[action])
        prompted.append(seat)
    factors = scoring.factors(state)
    return {
        "landlord": state.landlord,
        "robs": len(state.auction.robbers),
        "rob_mult": factors.robs,
        "bid_mult": factors.call * factors.blind,
        "prompted": prompted,
        "redeal": state.phase is Phase.AWAIT_DEAL,
        "forced_scores": settle(state).delta if state.forced else None,
    }


def raises(case: Case) -> Answer:
    """倒 拉 垒 沃."""
    state = with_landlord(start(case.ruleset, case.stakes), case.input["landlord"])
    for seat, yes in case.input["raises"]:
        state = act(state, seat, Raise() if yes else Pass())
    return {"raise_mult": state.raising.factor, "pair_mult": state.raising.pairs}


def double(case: Case) -> Answer:
    """Who may double, and what the doublings make of each pair."""
    landlord = case.input["landlord"]
    beans = case.input.get("beans")
    if beans is not None:
        state = with_landlord(start(case.ruleset, case.stakes, three(beans)), landlord)
        return {"eligible": legal.may_double(state)}
    state = with_landlord(start(case.ruleset, case.stakes), landlord)
    for seat in SEATS:
        state = act(state, seat, Double() if case.input["doubles"][seat] else NoDouble())
    by_seat = scoring.pair_factors_by_seat(state)
    return {"pair_mult": {str(seat): by_seat[seat] for seat in state.peasants}}


AREAS: dict[str, Area] = {"show": show, "bid": bid, "blind": bid, "raise": raises, "double": double}
