"""Cards and hands as the cases need them."""

from collections import Counter
from collections.abc import Sequence

from dizhu.rules import hand
from dizhu.rules.actions import SEATS, Action, Call, Deal, Look, Pass, Ready
from dizhu.rules.cards import DECK, Card, cards_of_rank
from dizhu.rules.combos import BombClass, Combo
from dizhu.rules.notation import parse_rank, rank_text
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.state import HandState, Phase, new_hand

RICH = 10**9
PLAIN_BEANS = (RICH, RICH, RICH)


def cards_of(names: Sequence[str]) -> tuple[Card, ...]:
    """Cards of these ranks, each rank's lowest suits first."""
    used: Counter[int] = Counter()
    cards: list[Card] = []
    for rank in map(parse_rank, names):
        cards.append(cards_of_rank(rank)[used[rank]])
        used[rank] += 1
    return tuple(cards)


def reading(combo: Combo) -> dict[str, object]:
    """A reading as the cases write it."""
    answer: dict[str, object] = {
        "type": combo.kind.code,
        "main": rank_text(combo.main),
        "len": combo.length,
    }
    if isinstance(combo.bomb_class, BombClass):
        answer["bomb_class"] = combo.bomb_class.code
    return answer


def plain_deal(first: int = 0, ruleset: Ruleset | None = None) -> Deal:
    """A deal in the order of the deck; nobody cares which."""
    wild = 0 if ruleset is not None and ruleset.wild_enabled else None
    return Deal((DECK[0:17], DECK[17:34], DECK[34:51]), DECK[51:], first, wild)


def act(state: HandState, seat: int, action: Action) -> HandState:
    """The state after an action. Raises RuleViolation."""
    return hand.apply(state, hand.decide(state, seat, action))


def deal_out(state: HandState, first: int = 0) -> HandState:
    """Through the start window and the deal to the first question."""
    state = begin_deal(state, first)
    return hand.apply(state, hand.end_deal(state)) if state.phase is Phase.DEAL else state


def begin_deal(state: HandState, first: int = 0) -> HandState:
    """To the deal."""
    for seat in state.asked() if state.phase is Phase.START else ():
        state = act(state, seat, Ready())
    if state.phase is Phase.AWAIT_DEAL:
        state = hand.apply(state, hand.begin_deal(state, plain_deal(first, state.ruleset)))
    return state


def with_landlord(state: HandState, landlord: int) -> HandState:
    """Through the auction: nobody calls but the landlord to be, nobody robs."""
    state = deal_out(state, landlord)
    while state.landlord is None and state.phase in (Phase.CALL, Phase.ROB):
        assert state.turn is not None, "somebody is asked"
        seat = state.turn
        if state.ruleset.bid_mode == "blind" and not state.auction.looked[seat]:
            state = act(state, seat, Look())
        calls = state.phase is Phase.CALL and seat == landlord
        state = act(state, seat, Call() if calls else Pass())
    return state


def start(ruleset: Ruleset, stakes: Stakes, beans: tuple[int, int, int] = PLAIN_BEANS) -> HandState:
    """A hand about to begin."""
    return new_hand(ruleset, stakes, beans)


def three(values: Sequence[int]) -> tuple[int, int, int]:
    """Three numbers by seat."""
    assert len(values) == len(SEATS), "one for each seat"
    return (values[0], values[1], values[2])


def three_flags(values: Sequence[bool]) -> tuple[bool, bool, bool]:
    """Three flags by seat."""
    assert len(values) == len(SEATS), "one for each seat"
    return (bool(values[0]), bool(values[1]), bool(values[2]))
