"""What a hand comes to, whatever the rules and the result (sections 11 and 12)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dizhu.ledger import settle
from dizhu.ledger.settlement import Result, settle_result
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.state import Phase, type_3i
from tests.ledger.kit import (
    bean_results,
    bean_rules,
    jj_for_beans,
    over,
    plain_deal,
    point_rules,
    purses,
    result,
    results,
    stakes,
)
from tests.rules.kit import Game, deal_with, playing, rules

FREE = Stakes(fee=0)


@given(bean_rules, stakes, bean_results, purses)
def test_beans_are_neither_made_nor_lost(
    ruleset: Ruleset, numbers: Stakes, outcome: Result, before: type_3i
) -> None:
    """Section 11 (4), F61: the sum of changes and the system's part is 0."""
    got = settle_result(ruleset, numbers, outcome, before)
    assert sum(got.delta) + got.system == 0
    assert got.system == sum(got.fees)


@given(bean_rules, stakes, bean_results, purses)
def test_no_balance_below_zero(
    ruleset: Ruleset, numbers: Stakes, outcome: Result, before: type_3i
) -> None:
    """R-SET-3, F62, F68, L6: with any rules for beans."""
    assert min(settle_result(ruleset, numbers, outcome, before).after) >= 0


@given(jj_for_beans, stakes, results(), purses)
def test_autoplay_for_beans_conserves_them_as_well(
    ruleset: Ruleset, numbers: Stakes, outcome: Result, before: type_3i
) -> None:
    """R-JJ-2 in a room that plays JJ's rules for beans: who bears both losses pays what he has."""
    got = settle_result(ruleset, numbers, outcome, before)
    assert sum(got.delta) + got.system == 0
    assert min(got.after) >= 0


@given(bean_rules, stakes, bean_results, purses)
def test_only_the_losers_pay_and_only_winners_get(
    ruleset: Ruleset, numbers: Stakes, outcome: Result, before: type_3i
) -> None:
    """R-SET-1: every payment goes between the landlord and a peasant, to the side that won."""
    got = settle_result(ruleset, numbers, outcome, before)
    for payment in got.payments:
        winner_is_landlord = payment.credit == outcome.landlord
        assert winner_is_landlord == outcome.landlord_won
        assert outcome.landlord in (payment.debit, payment.credit)
        assert payment.amount > 0


@given(bean_rules, stakes, bean_results, purses)
def test_the_pairs_tell_the_same_story(
    ruleset: Ruleset, numbers: Stakes, outcome: Result, before: type_3i
) -> None:
    """What the players are shown (pair, due, paid) adds up to what they get."""
    got = settle_result(ruleset, numbers, outcome, before)
    sign = 1 if outcome.landlord_won else -1
    for pair in got.pairs:
        assert pair.paid <= pair.due
        assert got.delta[pair.peasant] == -sign * pair.paid - got.fees[pair.peasant]
    paid = sum(p.paid for p in got.pairs)
    assert got.delta[outcome.landlord] == sign * paid - got.fees[outcome.landlord]


@given(point_rules, results(Stakes(coefficient=1, fee=0, base=10)), st.data())
def test_points_are_conserved(ruleset: Ruleset, outcome: Result, data: st.DataObject) -> None:
    """R-JJ-1..3: scores add up to the platform's part, also from negative table scores."""
    scores = st.integers(-(10**4), 10**4)
    before = data.draw(st.tuples(scores, scores, scores))
    got = settle_result(ruleset, Stakes(coefficient=1, fee=0), outcome, before)
    assert sum(got.delta) + got.system == 0
    if ruleset.loser_cap == "minimise":
        for seat, change in enumerate(got.delta):
            assert change >= -max(0, before[seat])


def test_worked_example() -> None:
    """R-SET-2: N 1000, X 6, A 50, the landlord wins."""
    numbers = Stakes(coefficient=1000, fee=50)
    got = settle_result(rules(), numbers, result((6000, 6000)), (10**5, 10**5, 10**5))
    assert got.delta == (11950, -6050, -6050)
    assert got.system == 150


def test_loser_who_has_less_pays_what_he_has() -> None:
    """R-SET-3, F61: he has 10 and owes 800; the winner gets 10, not 800."""
    got = settle_result(rules(), FREE, result((800, 800)), (5000, 10, 5000))
    assert got.delta == (810, -10, -800)


def test_landlord_short_of_beans_is_shared_by_the_one_who_went_out() -> None:
    """Section 11 (2): the odd bean of a tie to the one who went out."""
    outcome = result((60, 60), won=False, out=2)
    assert settle_result(rules(), FREE, outcome, (101, 1000, 1000)).delta == (-101, 50, 51)
    outcome = result((60, 60), won=False, out=1)
    assert settle_result(rules(), FREE, outcome, (101, 1000, 1000)).delta == (-101, 51, 50)


def test_fee_before_lowers_the_caps() -> None:
    """G-SET-1 `before`: each pays A first, and the caps use what is left."""
    numbers = Stakes(coefficient=1000, fee=50)
    chosen = rules(fee_order="before")
    got = settle_result(chosen, numbers, result((6000, 6000)), (10**5, 6020, 10**5))
    assert got.delta == (11920, -6020, -6050)
    assert got.fees_first


def test_nobody_with_beans_to_lose() -> None:
    """L6: all at 0 is a settlement like any other."""
    got = settle_result(rules(), Stakes(), result((6000, 6000)), (0, 0, 0))
    assert got.delta == (0, 0, 0)
    assert got.payments == ()


def test_settlement_of_a_hand_has_every_factor() -> None:
    """R-MUL-1, F59, F64: show x5, a rob, a bomb and a spring, told apart and multiplied."""
    game = Game().do("0 show start").ready()
    game.deal(deal_with("3333", first=0)).do("deal ended; 0 call; 1 pass; 2 pass")
    game.do("0 no_double; 1 no_double; 2 no_double")
    game.plays(0, "3333")
    state = replace(game.state, out=0, phase=Phase.OVER)
    got = settle(state)
    assert [p.due for p in got.pairs] == [5 * 2 * 2 * 1000] * 2
    assert got.delta == (39950, -20050, -20050)


@pytest.mark.parametrize(
    ("plays", "multiplier"),
    [((1, 4, 2), 2), ((2, 4, 2), 1), ((1, 4, 0), 2)],
)
def test_anti_spring_is_exactly_one_play_of_the_landlord(plays: type_3i, multiplier: int) -> None:
    """R-MUL-4, F55, F56: one play of the landlord; two are none; passes never count."""
    state = replace(over(rules(), 1), plays=plays)
    assert settle(state).pairs[0].due == multiplier * 1000


@pytest.mark.parametrize(("plays", "multiplier"), [((4, 0, 0), 2), ((4, 0, 1), 1)])
def test_spring_is_no_play_of_any_peasant(plays: type_3i, multiplier: int) -> None:
    """R-MUL-4, F58: in the classic game as well (G-MUL-3)."""
    state = replace(over(rules(), 0), plays=plays)
    assert settle(state).pairs[0].due == multiplier * 1000


def test_passes_do_not_undo_a_spring() -> None:
    """R-MUL-4, F55: peasants who only passed have not played."""
    game = playing("3", "4", "5")
    game.plays(0, "3")
    game.passes(1, 2)
    state = replace(game.state, out=0, phase=Phase.OVER)
    assert settle(state).pairs[0].due == 2000


def test_doublings_count_for_their_pairs() -> None:
    """R-DBL-2: the landlord's for both pairs, a peasant's for his own."""
    state = replace(over(rules(), 0), doubles=(True, True, False))
    got = settle(state)
    assert [p.factor for p in got.pairs] == [4, 2]
    assert got.delta == (5950, -4050, -2050)


def test_highest_multiplier_is_a_limit_on_the_dues() -> None:
    """G-MUL-4."""
    state = replace(over(rules(max_multiplier=16), 0), bombs=10)
    assert [p.due for p in settle(state).pairs] == [16000, 16000]


def test_forced_score_takes_points_from_nowhere_but_not_below_zero() -> None:
    """R-CALL-3, G-BID-4: -1 x base each, never below a table score of 0; no winner."""
    game = Game("jj-match", beans=(1000, 4, -20)).ready()
    game.deal(plain_deal()).do("deal ended; 0 pass; 1 pass; 2 pass")
    got = settle(game.state)
    assert got.end == "forced"
    assert got.delta == (-10, -4, 0)
    assert (got.winner, got.system, got.payments) == (None, 0, ())


def test_a_hand_that_goes_on_is_not_settled() -> None:
    """F80: nothing is settled before the end."""
    with pytest.raises(AssertionError):
        settle(playing("3", "4", "5").state)
