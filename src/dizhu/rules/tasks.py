"""Tasks (R-MUL-6, G-TASK-1): drawn at the deal, announced, and done when the winner, or a winning
peasant, did it.
"""

from collections.abc import Callable

from dizhu.rules.actions import Seat
from dizhu.rules.combos import Kind
from dizhu.rules.state import HandState, TableCards

_CHAINS = (
    Kind.SOLO_CHAIN,
    Kind.PAIR_CHAIN,
    Kind.AIRPLANE,
    Kind.AIRPLANE_WITH_SOLOS,
    Kind.AIRPLANE_WITH_PAIRS,
)


def _plays_of(state: HandState, seat: Seat) -> list[TableCards]:
    return [p for p in state.played if p.seat == seat]


def _last_play(*kinds: Kind) -> Callable[[HandState, Seat], bool]:
    def done(state: HandState, seat: Seat) -> bool:
        return state.out == seat and _plays_of(state, seat)[-1].combo.kind in kinds

    return done


TASKS: dict[str, Callable[[HandState, Seat], bool]] = {
    "last_chain": _last_play(*_CHAINS),
    "last_pair": _last_play(Kind.PAIR),
    "last_solo": _last_play(Kind.SOLO),
    "two_bombs": lambda state, seat: (
        sum(p.combo.kind is Kind.BOMB for p in _plays_of(state, seat)) >= 2
    ),
    "landlord_show": lambda state, seat: seat == state.landlord and state.showed(seat),
    "rocket": lambda state, seat: any(p.combo.kind is Kind.ROCKET for p in _plays_of(state, seat)),
}
"""For every task name of `Ruleset.tasks`: whether a seat has done it."""


def task_done(state: HandState) -> bool:
    """Whether the hand is over and somebody of the winning side has done the task."""
    if state.deal is None or state.deal.task is None or state.out is None or state.landlord is None:
        return False
    winners = (state.landlord,) if state.out == state.landlord else state.peasants
    return any(TASKS[state.deal.task](state, seat) for seat in winners)
