"""Area hand: a whole hand, from its deals and actions to the settlement."""

from collections.abc import Mapping, Sequence
from typing import Any

from dizhu.cli.cases.case import Answer, Area, Case
from dizhu.cli.cases.play import declaration
from dizhu.cli.cases.setup import three
from dizhu.ledger import Settlement, settle
from dizhu.rules import hand, scoring
from dizhu.rules.actions import (
    SEATS,
    Action,
    Blind,
    Call,
    Deal,
    Double,
    Escape,
    Look,
    NoDouble,
    Pass,
    Play,
    Raise,
    Ready,
    Rob,
    Show,
    Timeout,
)
from dizhu.rules.errors import RuleViolation
from dizhu.rules.notation import parse_card, parse_rank, rank_text
from dizhu.rules.state import HandState, Phase, new_hand

_PLAIN: dict[str, Action] = {
    "call": Call(),
    "rob": Rob(),
    "blind": Blind(),
    "look": Look(),
    "raise": Raise(),
    "pass": Pass(),
    "double": Double(),
    "no_double": NoDouble(),
    "timeout": Timeout(),
    "escape": Escape(),
}
ENDS_DEAL = frozenset({"call", "pass", "blind", "look", "rob", "double", "no_double", "timeout"})


class Unexpected(Exception):
    """An action was refused that should not have been, or the other way round."""


class Driver:
    """Plays the actions of a case, supplying the steps that follow from the next action."""

    def __init__(self, case: Case) -> None:
        given = case.input
        beans = three(given.get("beans") or given["tables"])
        self.state = new_hand(case.ruleset, case.stakes, beans)
        wild = None if given["wild"] is None else parse_rank(given["wild"])
        self._deals = iter([_deal(d, given["first"], wild) for d in given["deals"]])

    def play(self, number: int, raw: Sequence[Any]) -> None:
        """Do one action of the case and check that it is refused as it should be, or not at all."""
        wanted = raw[-1].get("error") if isinstance(raw[-1], Mapping) else None
        self._advance(raw)
        before = repr(self.state)
        try:
            events = hand.decide(self.state, raw[0], _action(raw))
        except RuleViolation as refusal:
            if refusal.code != wanted:
                raise Unexpected(f"action {number} {raw}: got {refusal.code}") from refusal
            if repr(self.state) != before:
                raise Unexpected(f"action {number} {raw}: changed the hand") from refusal
            return
        if wanted is not None:
            raise Unexpected(f"action {number} {raw}: was accepted")
        self.state = hand.apply(self.state, events)

    def _advance(self, raw: Sequence[Any]) -> None:
        """What the case leaves out: ready, the deal, its steps and its end."""
        verb, stage = raw[1], raw[2] if raw[1] == "show" else None
        if verb not in ENDS_DEAL and verb != "escape" and stage != "deal":
            return
        if self.state.phase is Phase.START:
            for seat in self.state.asked():
                self._do(hand.decide(self.state, seat, Ready()))
        if self.state.phase is Phase.AWAIT_DEAL:
            self._do(hand.begin_deal(self.state, next(self._deals)))
        if self.state.phase is not Phase.DEAL:
            return
        if verb in ENDS_DEAL:
            self._do(hand.end_deal(self.state))
        elif stage == "deal" and raw[3] > self.state.dealt_to:
            self._do(hand.step_deal(self.state, raw[3]))

    def _do(self, events: hand.Events) -> None:
        self.state = hand.apply(self.state, events)


def _deal(raw: Mapping[str, Any], first: int, wild: int | None) -> Deal:
    one, two, three_ = (tuple(map(parse_card, h)) for h in raw["hands"])
    bottom = tuple(map(parse_card, raw["bottom"]))
    return Deal((one, two, three_), bottom, raw.get("first", first), wild)


def _action(raw: Sequence[Any]) -> Action:
    verb = raw[1]
    if verb == "show":
        return Show(raw[2])
    if verb == "play":
        details: Mapping[str, Any] = next((r for r in raw[3:] if "declare" in r), {})
        cards = tuple(map(parse_card, raw[2]))
        return Play(cards, declaration(details.get("declare")))
    return _PLAIN[verb]


def whole_hand(case: Case) -> Answer:
    """Play the hand and settle it."""
    driver = Driver(case)
    for number, raw in enumerate(case.input["actions"]):
        driver.play(number, raw)
    state = driver.state
    if not state.over:
        raise Unexpected(f"the hand is not over but in {state.phase.code}")
    return {**_course(state), **_money(settle(state))}


def _course(state: HandState) -> dict[str, Any]:
    parts = scoring.factors(state)
    names = ("show", "robs", "blind", "raises", "bottom", "bombs", "rocket", "spring", "task")
    return {
        "end": state.end,
        "landlord": state.landlord,
        "winner": state.winner,
        "wild": None if state.wild is None else rank_text(state.wild),
        "factors": {**{n: getattr(parts, n) for n in names}, "initial": parts.initial},
        "common_mult": scoring.multiplier(state),
        "behaviour_mult": parts.behaviour(),
        "pair_mult": None if state.landlord is None else scoring.pair_doubling(state),
        "autoplay": state.autoplay,
        "cards_left": [len(state.cards[s]) for s in SEATS],
        "plays": state.plays,
        "readings": [[p.combo.kind.code, rank_text(p.combo.main)] for p in state.played],
    }


def _money(settlement: Settlement) -> dict[str, Any]:
    answer: dict[str, Any] = {"delta": settlement.delta, "system": settlement.system}
    charge = settlement.escape
    if charge is not None:
        answer["behaviour_mult"] = charge.behaviour
        answer["escape"] = {
            "seat": charge.seat,
            "role": charge.role,
            "behaviour_mult": charge.behaviour,
            "penalty": charge.penalty,
        }
    return answer


AREAS: dict[str, Area] = {"hand": whole_hand}
