"""What the tests of the ledger share: results and hands that are over."""

from dataclasses import replace

from hypothesis import strategies as st

from dizhu.ledger import pairs
from dizhu.ledger.settlement import Result
from dizhu.rules.actions import SEATS, Deal
from dizhu.rules.cards import DECK
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.state import NO3, HandState, Phase, type_3b
from tests.rules.kit import endgame, rules

JJ_FOR_BEANS = {"unit": "beans", "loser_cap": "floor", "winner_cap": "pair"}

seats = st.integers(0, 2)
beans = st.integers(0, 10**6)
purses = st.tuples(beans, beans, beans)
flags = st.tuples(st.booleans(), st.booleans(), st.booleans())

bean_rules = st.builds(
    lambda cap, order: rules(winner_cap=cap, fee_order=order),
    st.sampled_from(("pair", "total", "none")),
    st.sampled_from(("after", "before")),
)
jj_for_beans = st.builds(
    lambda order: rules("jj-happy", **JJ_FOR_BEANS, fee_order=order),
    st.sampled_from(("after", "before")),
)
point_rules = st.one_of(
    st.just(rules("jj-happy")),
    st.builds(lambda fee: rules("jj-match", platform_fee=fee), st.integers(0, 100)),
    st.just(rules("jj-match", autoplay_both_win="normal", autoplay_when="ever")),
)
stakes = st.builds(
    Stakes,
    coefficient=st.integers(1, 5000),
    fee=st.integers(0, 500),
    base=st.integers(1, 20),
    double_threshold=st.none(),
)


@st.composite
def results(
    draw: st.DrawFn, stakes_: Stakes | None = None, idle: st.SearchStrategy[type_3b] = flags
) -> Result:
    """Any result."""
    landlord, won = draw(seats), draw(st.booleans())
    factors = (draw(st.sampled_from((1, 2, 4))), draw(st.sampled_from((1, 2, 4))))
    multiplier = draw(st.sampled_from((1, 2, 3, 4, 5, 6, 8, 10, 12, 64, 1024)))
    peasant = (landlord + draw(st.integers(1, 2))) % 3
    return Result(
        landlord=landlord,
        landlord_won=won,
        out=landlord if won else peasant,
        factors=factors,
        dues=pairs.pair_dues(stakes_ or Stakes(), multiplier, factors),
        idle=draw(idle),
    )


bean_results = results(idle=st.just(NO3))
"""Autoplay changes nothing where beans are played for."""


def result(
    dues: tuple[int, int], *, landlord: int = 0, won: bool = True, out: int | None = None
) -> Result:
    """A result with given dues."""
    gone = landlord if out is None else out
    return Result(landlord, won, gone, (1, 1), dues)


def plain_deal(first: int = 0) -> Deal:
    """A deal in which nobody holds a bomb or the rocket, with the bottom or without."""
    bottom = (DECK[0], DECK[5], DECK[10])
    rest = [card for card in DECK if card not in bottom]
    hands = [tuple(rest[seat::3]) for seat in SEATS]
    return Deal((hands[0], hands[1], hands[2]), bottom, first)


def over(ruleset: Ruleset, out: int, *, landlord: int = 0, plays: int = 3) -> HandState:
    """A hand that `out` has gone out of, without a spring."""
    state = endgame("3", "4", "5", ruleset=ruleset, landlord=landlord)
    return replace(state, out=out, phase=Phase.OVER, turn=None, plays=(plays, plays, plays))
