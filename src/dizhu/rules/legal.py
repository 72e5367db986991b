"""Who may do what now: the checks of every action, in the order of docs/rules.md "Errors", and the
options from them.
"""

from dataclasses import dataclass

from dizhu.rules.actions import (
    SEATS,
    Action,
    Autoplay,
    Blind,
    Call,
    Double,
    Escape,
    Look,
    NoDouble,
    Pass,
    Play,
    Raise,
    Ready,
    Rob,
    Seat,
    Show,
    Timeout,
)
from dizhu.rules.errors import Code, RuleViolation
from dizhu.rules.raising import STEPS
from dizhu.rules.state import HandState, Phase

_PHASES: dict[type, frozenset[Phase]] = {
    Ready: frozenset({Phase.START}),
    Call: frozenset({Phase.CALL}),
    Blind: frozenset({Phase.CALL}),
    Look: frozenset({Phase.CALL}),
    Rob: frozenset({Phase.ROB}),
    Raise: frozenset({Phase.RAISE}),
    Double: frozenset({Phase.DOUBLE}),
    NoDouble: frozenset({Phase.DOUBLE}),
    Play: frozenset({Phase.PLAY}),
    Pass: frozenset({Phase.CALL, Phase.ROB, Phase.RAISE, Phase.PLAY}),
    Autoplay: frozenset({Phase.DEAL, Phase.CALL, Phase.ROB, Phase.RAISE, Phase.DOUBLE, Phase.PLAY}),
    Escape: frozenset(Phase) - {Phase.OVER},
    Timeout: frozenset({Phase.START, Phase.CALL, Phase.ROB, Phase.RAISE, Phase.DOUBLE, Phase.PLAY}),
}
_IN_TURN = (Call, Blind, Look, Rob, Raise, Play, Pass)


@dataclass(frozen=True, slots=True)
class Option:
    """Something a seat may do now. `type` as in actions; `stage` of a show or raise; `factor`:
    what it would be worth.
    """

    type: str
    factor: int | None = None
    stage: str | None = None


def check(state: HandState, seat: Seat, action: Action) -> None:
    """Raise RuleViolation when the action is refused; whether cards may be played is checked in
    `playing`.
    """
    code = refusal(state, seat, action)
    if code is not None:
        raise RuleViolation(code)


def refusal(state: HandState, seat: Seat, action: Action) -> Code | None:
    """The first code that applies; None when the action may be done."""
    if state.over:
        return Code.WRONG_PHASE
    if not _known_to_ruleset(state, action):
        return Code.NOT_ALLOWED
    if not _in_phase(state, action):
        return Code.WRONG_PHASE
    if isinstance(action, _IN_TURN) and seat != state.turn:
        return Code.NOT_YOUR_TURN
    if isinstance(action, Timeout) and seat not in state.asked():
        return Code.NOT_YOUR_TURN
    if not _seat_may(state, seat, action):
        return Code.NOT_ALLOWED
    if isinstance(action, Pass) and state.phase is Phase.PLAY and state.to_beat is None:
        return Code.MUST_LEAD
    return None


def _known_to_ruleset(state: HandState, action: Action) -> bool:
    rules = state.ruleset
    match action:
        case Rob():
            return rules.bid_mode == "call_rob"
        case Blind() | Look():
            return rules.bid_mode == "blind"
        case Raise():
            return rules.raises
        case Double() | NoDouble():
            return rules.doubling
        case Escape():
            return rules.escape
        case Show(stage="start"):
            return rules.show_start is not None
        case Show(stage="deal"):
            return bool(rules.show_deal_table)
        case Show(stage="bottom"):
            return rules.show_bottom is not None
        case _:
            return True


def _in_phase(state: HandState, action: Action) -> bool:
    match action:
        case Show(stage="start"):
            return state.phase is Phase.START
        case Show(stage="deal"):
            return state.phase is Phase.DEAL
        case Show(stage="bottom"):
            return in_landlord_show_window(state)
        case Show():
            return False
        case _:
            return state.phase in _PHASES[type(action)]


def in_landlord_show_window(state: HandState) -> bool:
    """G-SHOW-5: from the bottom (or the end of the raises) to the landlord's first play."""
    if state.landlord is None or state.phase not in (Phase.DOUBLE, Phase.PLAY):
        return False
    return state.plays[state.landlord] == 0


def _seat_may(state: HandState, seat: Seat, action: Action) -> bool:
    match action:
        case Ready():
            return not state.ready[seat]
        case Show():
            return _may_show(state, seat, action.stage)
        case Call():
            return state.ruleset.bid_mode != "blind" or state.auction.looked[seat]
        case Pass() if state.phase is Phase.CALL:
            return state.ruleset.bid_mode != "blind" or state.auction.looked[seat]
        case Look():
            return not state.auction.looked[seat]
        case Blind():
            narrow = state.ruleset.blind_who == "first_only" and seat != state.auction.first
            return not state.auction.looked[seat] and not narrow
        case Double():
            return state.doubles[seat] is None and may_double(state)[seat]
        case NoDouble():
            return state.doubles[seat] is None
        case Autoplay():
            return state.autoplay[seat] != action.on
        case _:
            return True


def _may_show(state: HandState, seat: Seat, stage: str) -> bool:
    """G-SHOW-3, G-SHOW-4, R-SHOW-4: once each; after the bottom the landlord alone; JJ: one in
    all.
    """
    rules = state.ruleset
    if state.showed(seat):
        return False
    if stage == "bottom":
        return seat == state.landlord and not (rules.show_bottom_if_none and state.shows)
    return rules.several_shows != "first_locks" or not state.shows


def show_factor(state: HandState, stage: str) -> int:
    """What a show is worth at this moment (R-SHOW-1, R-SHOW-2, G-SHOW-1); the ruleset knows the
    stage.
    """
    rules = state.ruleset
    if stage == "start":
        return rules.show_start or 1
    if stage == "bottom":
        return rules.show_bottom or 1
    return next(factor for upto, factor in rules.show_deal_table if state.dealt_to <= upto)


def may_double(state: HandState) -> tuple[bool, bool, bool]:
    """R-DBL-3, G-DBL-1, G-DBL-2: by seat, whether the beans at the start of the hand allow 加倍."""
    if state.landlord is None or not state.ruleset.doubling:
        return (False, False, False)
    return doubling_allowed(state.landlord, state.beans, state.stakes.double_threshold)


def doubling_allowed(
    landlord: Seat, beans: tuple[int, int, int], threshold: int | None
) -> tuple[bool, bool, bool]:
    """R-DBL-3: the landlord needs all three above the threshold, a peasant himself and the
    landlord.
    """
    if threshold is None:
        return (True, True, True)
    rich = [b > threshold for b in beans]
    allowed = [rich[s] and rich[landlord] if s != landlord else all(rich) for s in SEATS]
    return (allowed[0], allowed[1], allowed[2])


def options(state: HandState, seat: Seat) -> tuple[Option, ...]:
    """Everything this seat may do now, with what it is worth. A play is listed as one option."""
    offers = [*_offers(state), (Autoplay(not state.autoplay[seat]), _AUTOPLAY), (Escape(), _ESCAPE)]
    return tuple(option for action, option in offers if allowed(state, seat, action))


_PASS = (Pass(), Option("pass"))
_AUTOPLAY, _ESCAPE = Option("autoplay"), Option("escape")


def _offers(state: HandState) -> list[tuple[Action, Option]]:
    """What the phase is about; whether a seat may do it is for `refusal` to say."""
    rules = state.ruleset
    show_now = (Show("bottom"), Option("show", rules.show_bottom, "bottom"))
    match state.phase:
        case Phase.START:
            return [
                (Ready(), Option("ready")),
                (Show("start"), Option("show", rules.show_start, "start")),
            ]
        case Phase.DEAL if rules.show_deal_table:
            return [(Show("deal"), Option("show", show_factor(state, "deal"), "deal"))]
        case Phase.CALL if rules.bid_mode == "blind":
            blind = (Blind(), Option("blind", rules.blind_factor))
            return [
                (Call(), Option("call", rules.call_factor)),
                blind,
                (Look(), Option("look")),
                _PASS,
            ]
        case Phase.CALL:
            return [(Call(), Option("call", rules.call_factor)), _PASS]
        case Phase.ROB:
            return [(Rob(), Option("rob", 2)), _PASS]
        case Phase.RAISE:
            step = STEPS[state.raising.step]
            return [(Raise(), Option("raise", rules.raise_factor, step)), _PASS]
        case Phase.DOUBLE:
            return [show_now, (Double(), Option("double", 2)), (NoDouble(), Option("no_double"))]
        case Phase.PLAY:
            return [show_now, _PASS, (Play(()), Option("play"))]
        case _:
            return []


def allowed(state: HandState, seat: Seat, action: Action) -> bool:
    """Whether `check` lets the action pass."""
    return refusal(state, seat, action) is None


def bids(state: HandState) -> tuple[str | None, str | None, str | None]:
    """What each seat said last in the auction: "call", "rob", "blind", "look", "pass" or None."""
    auction = state.auction
    said: list[str | None] = ["look" if looked else None for looked in auction.looked]
    for seat in SEATS:
        if auction.declined[seat]:
            said[seat] = "pass"
        if seat == auction.caller:
            said[seat] = "blind" if auction.blind else "call"
        if seat in auction.robbers:
            said[seat] = "rob"
        elif seat in auction.not_robbed:
            said[seat] = "pass"
    return (said[0], said[1], said[2])
