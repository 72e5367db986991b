"""Areas tie, carry, tournament, entry: competitions (sections 12, 13, 16)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dizhu.app.cup_catalogue import load_catalogue
from dizhu.cli.cases.case import Answer, Area, Case, Skipped
from dizhu.rules.errors import RuleViolation
from dizhu.tournament import advance
from dizhu.tournament.carry import carried, ratio_of
from dizhu.tournament.commands import Open, Register
from dizhu.tournament.errors import CupCode
from dizhu.tournament.formats import fixed_hands, last_standing
from dizhu.tournament.ranking import key_of, ranked
from dizhu.tournament.seating import threes

SEED = "00" * 32
CATALOGUE_BEANS = 10**9


@dataclass(frozen=True, slots=True)
class Scored:
    """A player as the cases have him."""

    name: str
    score: int
    last: int
    reg: int


def tie(case: Case) -> Answer:
    """The order of players with equal scores (R-JJ-4)."""
    players = [Scored(p["name"], p["score"], p["last"], p["reg"]) for p in case.input["players"]]
    return {"order": [p.name for p in ranked(case.input["format"], players)]}


def carry(case: Case) -> Answer:
    """带分 (R-JJ-5)."""
    given = case.input
    return {"carried": carried(given["score"], ratio_of(given["ratio"]), given["cap"])}


def tournament(case: Case) -> Answer:
    """One step of a format."""
    return _OPS[case.input["op"]](case)


def _prelim_advance(case: Case) -> Answer:
    if case.input["table"] != 3:
        raise Skipped("a table has three seats")
    return {"advance": last_standing.advance_count(case.input["remaining"])}


def _prelim_out(case: Case) -> Answer:
    return {"out": last_standing.below_the_line(case.input["scores"], case.input["line"])}


def _round_advance(case: Case) -> Answer:
    """Who goes on; the answers are sets, so they are told in the order of the case."""
    tables = case.input["tables"]
    listed = [pair for table in tables for pair in table]
    regs = {name: number for number, (name, _) in enumerate(listed)}
    players = [[Scored(name, score, 0, regs[name]) for name, score in t] for t in tables]
    order = fixed_hands.round_order(players, [], key_of("challenge"))
    names = [p.name for p in order]
    count = fixed_hands.advance_count(len(tables))
    return {
        "advance": _as_listed(case.expected.get("advance", ()), names[:count]),
        "out": _as_listed(case.expected.get("out", ()), names[count:]),
    }


def _as_listed(wanted: Sequence[str], got: Sequence[str]) -> Sequence[str]:
    return wanted if sorted(wanted) == sorted(got) else got


def _rounds(case: Case) -> Answer:
    return {"sizes": fixed_hands.sizes_of(case.input["entrants"])}


def _swiss_seats(case: Case) -> Answer:
    players = [Scored(name, s, 0, i) for i, (name, s) in enumerate(case.input["scores"])]
    return {"tables": threes([p.name for p in ranked("swiss", players)])}


_OPS: Mapping[str, Callable[[Case], Answer]] = {
    "prelim_advance": _prelim_advance,
    "prelim_out": _prelim_out,
    "round_advance": _round_advance,
    "rounds": _rounds,
    "swiss_seats": _swiss_seats,
}


def entry(case: Case) -> Answer:
    """Whether somebody with so many platinum cards may enter, and what it costs."""
    competition = load_catalogue()[case.input["level"]]
    _, cup = advance(None, Open("case", competition, SEED), 0)
    answer: dict[str, Any] = {"allowed": True, "cost": competition.entry.cards}
    try:
        advance(cup, Register("player", CATALOGUE_BEANS, case.input["platinum_cards"]), 0)
    except RuleViolation as refusal:
        if refusal.code != CupCode.NOT_ENOUGH_CARDS:
            raise
        answer["allowed"] = False
    return answer


AREAS: dict[str, Area] = {"tie": tie, "carry": carry, "tournament": tournament, "entry": entry}
