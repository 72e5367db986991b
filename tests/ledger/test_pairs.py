"""The arithmetic of pairs: caps and scaling (section 11, G-SET-2, R-JJ-3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dizhu.ledger.pairs import Purses, fees, pair_dues, payments, platform_fee, scaled
from dizhu.rules.ruleset import Stakes
from tests.ledger.kit import bean_rules, beans
from tests.rules.kit import rules

amounts = st.integers(0, 10**9)
pairs2 = st.tuples(amounts, amounts)


def test_due_is_base_times_multiplier_times_pair_times_coefficient() -> None:
    """R-SET-1, R-DBL-2."""
    assert pair_dues(Stakes(coefficient=10, base=2), 6, (4, 2)) == (480, 240)


@given(pairs2, st.data(), st.integers(0, 1))
def test_scaling_is_exact(parts: tuple[int, int], data: st.DataObject, favourite: int) -> None:
    """Section 11 (2): all of the limit is given out, in proportion to less than one bean."""
    total = sum(parts)
    if total == 0:
        return
    limit = data.draw(st.integers(0, total - 1))
    shares = scaled(parts, limit, favourite)
    assert sum(shares) == limit
    for part, share in zip(parts, shares, strict=True):
        assert share <= part
        assert abs(share * total - part * limit) < total


@given(pairs2, st.data(), st.integers(0, 1))
def test_scaling_gives_the_odd_bean_to_the_larger_fraction(
    parts: tuple[int, int], data: st.DataObject, favourite: int
) -> None:
    """Section 11 (2): floor, odd bean to the larger fraction, tie to the favourite."""
    total = sum(parts)
    if total == 0:
        return
    limit = data.draw(st.integers(0, total - 1))
    shares = scaled(parts, limit, favourite)
    up = [share > part * limit // total for part, share in zip(parts, shares, strict=True)]
    fractions = [part * limit % total for part in parts]
    if any(up):
        assert fractions[up.index(True)] == max(fractions)
        if fractions[0] == fractions[1]:
            assert up.index(True) == favourite


@pytest.mark.parametrize(
    ("parts", "limit", "favourite", "shares"),
    [
        ((60, 60), 101, 1, (50, 51)),
        ((60, 60), 101, 0, (51, 50)),
        ((2, 1), 2, 1, (1, 1)),
        ((1, 2), 2, 0, (1, 1)),
        ((7, 0), 3, 1, (3, 0)),
    ],
)
def test_scaling_examples(
    parts: tuple[int, int], limit: int, favourite: int, shares: tuple[int, int]
) -> None:
    """The odd bean, both ways."""
    assert scaled(parts, limit, favourite) == shares


@given(bean_rules, pairs2, st.booleans(), beans, st.tuples(beans, beans))
def test_payments_never_exceed_a_cap(
    ruleset: object, dues: tuple[int, int], won: bool, landlord: int, peasants: tuple[int, int]
) -> None:
    """R-SET-3 and G-SET-2: no loser pays more than he has, no winner gets more than his cap."""
    chosen = rules(winner_cap=ruleset.winner_cap)  # type: ignore[attr-defined]
    paid = payments(chosen, dues, won, Purses(landlord, peasants))
    assert all(0 <= p <= d for p, d in zip(paid, dues, strict=True))
    if won:
        assert all(p <= has for p, has in zip(paid, peasants, strict=True))
    else:
        assert sum(paid) <= landlord
    if chosen.winner_cap != "none":
        winners = (landlord, landlord) if won else peasants
        assert all(p <= has for p, has in zip(paid, winners, strict=True))
    if chosen.winner_cap == "total" and won:
        assert sum(paid) <= landlord


@given(pairs2, st.booleans(), beans, st.tuples(beans, beans))
def test_caps_take_no_more_than_needed(
    dues: tuple[int, int], won: bool, landlord: int, peasants: tuple[int, int]
) -> None:
    """A pair that no cap touches pays all that is due."""
    paid = payments(rules(), dues, won, Purses(landlord, peasants))
    if sum(dues) <= landlord and all(d <= h for d, h in zip(dues, peasants, strict=True)):
        assert paid == dues


def test_total_cap_scales_both_opponents() -> None:
    """G-SET-2 `total`: at most his own beans from both together, in proportion."""
    paid = payments(rules(winner_cap="total"), (6000, 6000), True, Purses(2000, (9000, 9000)))
    assert paid == (1000, 1000)


def test_no_winner_cap_takes_all_that_is_due() -> None:
    """G-SET-2 `none`: only what the loser has limits."""
    paid = payments(rules(winner_cap="none"), (6000, 6000), True, Purses(10, (9000, 500)))
    assert paid == (6000, 500)


@pytest.mark.parametrize(
    ("winner", "loser", "due", "fee", "paid", "kept"),
    [
        (30, 1000, 200, 0, 30, 0),
        (1000, 120, 140, 0, 120, 0),
        (1000, 120, 140, 10, 120, 10),
        (1000, 5, 140, 10, 5, 5),
        (-40, 500, 100, 0, 0, 0),
        (500, -40, 100, 0, 0, 0),
    ],
)
def test_minimised_payment(
    winner: int, loser: int, due: int, fee: int, paid: int, kept: int
) -> None:
    """R-JJ-3: the smallest of three; the platform's fee inside it; scores below 0 pay nothing."""
    chosen = rules("jj-match", platform_fee=fee)
    got, _ = payments(chosen, (due, 0), True, Purses(winner, (loser, 0)))
    assert got == paid
    assert platform_fee(chosen, got) == kept


def test_fee_takes_what_there_is() -> None:
    """Section 11 (4): A, or what a player has; never below 0."""
    assert fees(50, (100, 20, 0)) == (50, 20, 0)
    assert fees(50, (-5, 50, 51)) == (0, 50, 50)
