"""Areas multiplier, spring, bottom: the parts of M."""

from dizhu.cli.cases.case import Answer, Area, Case
from dizhu.rules import scoring
from dizhu.rules.notation import parse_card


def multiplier(case: Case) -> Answer:
    """M from its parts (R-MUL-1)."""
    given, rules = case.input, case.ruleset
    parts = scoring.Factors(
        initial=given.get("init", 1),
        show=given.get("show", 1),
        robs=1 << given.get("robs", 0),
        blind=given.get("blind", 1),
        raises=given.get("raises", 1),
        bottom=given.get("bottom", 1),
        bombs=scoring.bomb_factor(rules.bomb_scoring, given.get("bombs", 0)),
        rocket=rules.rocket_factor if given.get("rockets") else 1,
        spring=rules.spring_factor if given.get("spring") else 1,
        task=given.get("task", 1),
    )
    return {
        "common_mult": scoring.limited(rules, parts.product()),
        "behaviour_mult": parts.behaviour(),
    }


def spring(case: Case) -> Answer:
    """R-MUL-4 from the numbers of plays."""
    plays = case.input["plays"]
    landlord_won = case.input["winner"] == "landlord"
    kind = scoring.spring_of(landlord_won, plays["landlord"], plays["p1"], plays["p2"])
    return {"spring": kind is not None}


def bottom(case: Case) -> Answer:
    """G-BOT-1."""
    cards = tuple(map(parse_card, case.input["cards"]))
    return {"mult": scoring.bottom_factor(case.ruleset.bottom_factors, cards)}


AREAS: dict[str, Area] = {"multiplier": multiplier, "spring": spring, "bottom": bottom}
