"""Areas settle, jj_score, minimise, title: what a hand comes to."""

from dizhu.cli.cases.case import Answer, Area, Case
from dizhu.cli.cases.setup import PLAIN_BEANS, three
from dizhu.ledger import Settlement, pairs, title_of
from dizhu.ledger.jj import counts_as_idle
from dizhu.ledger.settlement import Result, settle_result

AUTOPLAY_FROM_THE_START = (17, 17, 17)


def settle(case: Case) -> Answer:
    """Beans by seat (section 11)."""
    settlement = _settled(case, three(case.input["beans"]))
    return {"delta": settlement.delta, "system": settlement.system}


def jj_score(case: Case) -> Answer:
    """Scores by seat (R-JJ-1, R-JJ-2)."""
    return {"scores": _settled(case, _tables(case)).delta}


def _tables(case: Case) -> tuple[int, int, int]:
    return three(case.input.get("tables", PLAIN_BEANS))


def _settled(case: Case, before: tuple[int, int, int]) -> Settlement:
    given = case.input
    landlord = given["landlord"]
    factors = _factors(landlord, given.get("doubles", (False, False, False)))
    dues = given.get("dues")
    if dues is None:
        dues = pairs.pair_dues(case.stakes, given["common_mult"], factors)
    result = Result(
        landlord=landlord,
        landlord_won=given["winner"] == "landlord",
        out=given.get("out", landlord),
        factors=factors,
        dues=(dues[0], dues[1]),
        idle=_idle(case),
    )
    return settle_result(case.ruleset, case.stakes, result, before)


def _factors(landlord: int, doubles: tuple[bool, bool, bool]) -> tuple[int, int]:
    own = 2 if doubles[landlord] else 1
    p1, p2 = (2 if doubles[(landlord + i) % 3] else 1 for i in (1, 2))
    return (own * p1, own * p2)


def _idle(case: Case) -> tuple[bool, bool, bool]:
    autoplay = case.input.get("autoplay", (False, False, False))
    cards = case.input.get("autoplay_cards", AUTOPLAY_FROM_THE_START)
    idle = [
        on and counts_as_idle(case.ruleset, left) for on, left in zip(autoplay, cards, strict=True)
    ]
    return (idle[0], idle[1], idle[2])


def minimise(case: Case) -> Answer:
    """R-JJ-3: one payment, or a hand."""
    given = case.input
    if "dues" in given:
        return {"scores": _settled(case, _tables(case)).delta}
    rules = case.ruleset.with_options({"platform_fee": given.get("fee", 0)})
    purses = pairs.Purses(given["winner_table"], (given["loser_table"], 0))
    paid, _ = pairs.payments(rules, (given["due"], 0), True, purses)
    return {"paid": paid, "received": paid - pairs.platform_fee(rules, paid)}


def title(case: Case) -> Answer:
    """Section 14."""
    return {"title": title_of(case.input["beans"])}


AREAS: dict[str, Area] = {
    "settle": settle,
    "jj_score": jj_score,
    "minimise": minimise,
    "title": title,
}
