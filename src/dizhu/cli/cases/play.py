"""Areas pattern, wild, compare, timeout: cards, readings, and what the system plays."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dizhu.cli.cases.case import Answer, Area, Case
from dizhu.cli.cases.setup import cards_of, reading, start
from dizhu.rules import hand
from dizhu.rules.actions import Declaration, Timeout
from dizhu.rules.cards import rank_of, sort_cards
from dizhu.rules.combos import KIND_BY_CODE
from dizhu.rules.errors import Code, RuleViolation
from dizhu.rules.events import Played
from dizhu.rules.notation import parse_rank, rank_text
from dizhu.rules.patterns import Patterns, patterns_for
from dizhu.rules.playing import choose_reading
from dizhu.rules.state import HandState, Phase, TableCards

NO_COMBO = {Code.NOT_A_COMBO}


def _patterns(case: Case) -> Patterns:
    wild = case.input.get("wild")
    return patterns_for(case.ruleset, None if wild is None else parse_rank(wild))


def declaration(raw: Mapping[str, Any] | None) -> Declaration | None:
    """A declared reading."""
    if raw is None:
        return None
    return Declaration(KIND_BY_CODE[raw["type"]], parse_rank(raw["main"]), raw.get("len"))


def lead(case: Case) -> Answer:
    """The reading of some cards as a lead; type null when they have none."""
    cards, declared = cards_of(case.input["cards"]), declaration(case.input.get("declare"))
    try:
        return reading(choose_reading(_patterns(case), cards, None, declared))
    except RuleViolation as refusal:
        if refusal.code not in NO_COMBO:
            raise
        return {"type": None}


def compare(case: Case) -> Answer:
    """Whether some cards beat others, and as what."""
    patterns, declared = _patterns(case), declaration(case.input.get("declare"))
    previous = choose_reading(patterns, cards_of(case.input["prev"]), None, None)
    try:
        play = choose_reading(patterns, cards_of(case.input["play"]), previous, declared)
    except RuleViolation:
        return {"beats": False}
    whole = reading(play)
    by_type = isinstance(case.expected.get("as"), str)
    return {"beats": True, **whole, "as": whole["type"] if by_type else whole}


def timeout(case: Case) -> Answer:
    """What the system plays when the time is up (R-PLAY-4, R-PLAY-5)."""
    state = _to_play(case)
    events = hand.decide(state, 0, Timeout())
    played = [rank_text(rank_of(c)) for e in events if isinstance(e, Played) for c in e.cards]
    return {"play": played, "autoplay": hand.apply(state, events).autoplay[0]}


def _to_play(case: Case) -> HandState:
    """A hand in which it is the turn of seat 0."""
    given = case.input
    previous = cards_of(given.get("prev") or ())
    to_beat = None
    if not given["leading"]:
        to_beat = TableCards(2, previous, choose_reading(_patterns(case), previous, None, None))
    return replace(
        start(case.ruleset, case.stakes),
        phase=Phase.PLAY,
        landlord=2,
        turn=0,
        cards=(sort_cards(cards_of(given["hand"])), (0,), (1,)),
        to_beat=to_beat,
        autoplay=(bool(given.get("already_autoplay")), False, False),
    )


AREAS: dict[str, Area] = {"pattern": lead, "wild": lead, "compare": compare, "timeout": timeout}
