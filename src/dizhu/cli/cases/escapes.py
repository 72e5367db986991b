"""Areas escape, escape_bombs, escape_share."""

from dataclasses import replace

from dizhu.cli.cases.case import Answer, Area, Case
from dizhu.cli.cases.setup import cards_of, start
from dizhu.ledger.escape import raw_penalty, shares
from dizhu.ledger.outcome import purse
from dizhu.rules import scoring
from dizhu.rules.state import Auction, ShowMade


def escape(case: Case) -> Answer:
    """The penalty when nobody has doubled (R-ESC-1, R-ESC-2)."""
    given, stakes = case.input, case.stakes
    behaviour, landlord = given["behaviour_mult"], given["role"] == "landlord"
    own_pairs = 2 if landlord else 1
    due = own_pairs * stakes.base * stakes.initial * behaviour * stakes.coefficient
    raw = raw_penalty(case.ruleset, stakes, given["role"], behaviour, due)
    has = purse(case.ruleset, stakes, (given["beans"],) * 3)[0]
    return {"penalty": min(raw, has)}


def escape_bombs(case: Case) -> Answer:
    """G-ESC-3: the bombs of the deal count, played or not."""
    given = case.input
    hands = tuple(cards_of(h) for h in given["hands"])
    state = replace(
        start(case.ruleset, case.stakes),
        shows=(ShowMade(0, "start", given["show"]),),
        auction=Auction(robbers=(0,) * given["robs"]),
        soft_bombs=given.get("played_bombs", 0),
    )
    bombs = sum(scoring.natural_bombs(hands)) + state.soft_bombs
    return {"bombs": bombs, "behaviour_mult": scoring.escape_multiplier(state, hands)}


def escape_share(case: Case) -> Answer:
    """G-ESC-4, G-ESC-5."""
    given = case.input
    delta = [0, 0, 0]
    delta[given["escaper"]] = -given["penalty"]
    for seat, amount in shares(given["landlord"], given["escaper"], given["penalty"]):
        delta[seat] += amount
    return {"delta": delta}


AREAS: dict[str, Area] = {
    "escape": escape,
    "escape_bombs": escape_bombs,
    "escape_share": escape_share,
}
