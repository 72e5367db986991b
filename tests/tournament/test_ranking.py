"""Ties by kind of competition (R-JJ-4, section 16) and carried scores (R-JJ-5)."""

from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dizhu.tournament.carry import carried, ratio_of
from dizhu.tournament.ranking import TIE_RULES, ranked


@dataclass(frozen=True)
class P:
    """A player."""

    name: str
    score: int
    last: int
    reg: int


def order(kind: str, *players: P) -> str:
    return "".join(p.name for p in ranked(kind, players))


@pytest.mark.parametrize("kind", ["challenge", "regular", "championship"])
def test_higher_last_hand_goes_first_then_registration(kind: str) -> None:
    """R-JJ-4 (1): the winner of the last hand; (2) earlier registration."""
    assert order(kind, P("a", 100, -20, 1), P("b", 100, 20, 2)) == "ba"
    assert order(kind, P("a", 100, 20, 2), P("b", 100, 20, 1)) == "ba"


def test_swiss_looks_at_registration_only() -> None:
    """R-JJ-4: Swiss follows (2) only."""
    assert order("swiss", P("a", 100, -20, 1), P("b", 100, 20, 2)) == "ab"


@pytest.mark.parametrize("kind", TIE_RULES)
def test_score_comes_first(kind: str) -> None:
    assert order(kind, P("a", 90, 50, 1), P("b", 100, -50, 3), P("c", 100, -50, 2)) == "cba"


@settings(deadline=None)
@given(
    st.sampled_from(sorted(TIE_RULES)),
    st.lists(st.tuples(st.integers(-3, 3), st.integers(-2, 2)), min_size=1, max_size=12),
    st.randoms(use_true_random=False),
)
def test_one_order_whatever_the_order_of_arrival(
    kind: str, scores: list[tuple[int, int]], shuffle: object
) -> None:
    """F127: ties are broken by the published rule, never by chance or the name."""
    players = [P(f"{i}", s, last, i) for i, (s, last) in enumerate(scores)]
    mixed = list(players)
    shuffle.shuffle(mixed)  # type: ignore[attr-defined]
    assert ranked(kind, mixed) == ranked(kind, players)
    result = [p.score for p in ranked(kind, players)]
    assert result == sorted(result, reverse=True)


@pytest.mark.parametrize(
    ("score", "ratio", "cap", "expected"),
    [
        (3000, "0.1", None, 300),
        (1999, "0.1", None, 199),
        (1999, "1/10", None, 199),
        (3000, "1/10", 200, 200),
        (0, "0.1", 200, 0),
        (1000, "1/3", None, 333),
        (-1, "1/10", None, -1),
        (7, "0", None, 0),
    ],
)
def test_carry_is_floor_and_cap(score: int, ratio: str, cap: int | None, expected: int) -> None:
    """R-JJ-5."""
    assert carried(score, ratio_of(ratio), cap) == expected


@settings(deadline=None)
@given(st.integers(-(10**12), 10**12), st.fractions(0, 10))
def test_carry_is_exact(score: int, ratio: Fraction) -> None:
    """No float comes near it."""
    share = carried(score, ratio)
    assert share <= score * ratio < share + 1


@pytest.mark.parametrize(
    "text",
    ["-0.1", "a tenth", "1/0", "", "1.1", "3/2", "1e-1", "1e999999999", " 1/10", "1/" + "9" * 10],
)
def test_no_ratio(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        ratio_of(text)
