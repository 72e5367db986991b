"""Escape: penalties, shares, and what is said before leaving (R-ESC-1..4, G-ESC-1..6)."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dizhu.ledger import EscapeCharge, escape_penalty_known, escape_penalty_now, settle
from dizhu.ledger.escape import raw_penalty, shares
from dizhu.rules import hand
from dizhu.rules.actions import Escape
from dizhu.rules.ruleset import Stakes
from dizhu.rules.scoring import dealt_hands, natural_bombs
from dizhu.rules.state import HandState, ShowMade
from tests.ledger.kit import plain_deal, purses, seats
from tests.rules.kit import Game, deal_with, endgame, landlord_of, random_deal, rules


def left(state: HandState, seat: int) -> HandState:
    """The hand after an escape."""
    return hand.apply(state, hand.decide(state, seat, Escape()))


def dealt(*hands: str, beans: tuple[int, int, int] = (10**5,) * 3, **options: Any) -> Game:
    """A game in the deal; without hands nobody has a bomb."""
    deal = deal_with(*hands) if hands else plain_deal()
    return Game(beans=beans, **options).ready().deal(deal)


@pytest.mark.parametrize(
    ("role", "behaviour", "penalty"),
    [
        ("landlord", 9, 2000),
        ("landlord", 11, 4400),
        ("peasant", 9, 1000),
        ("peasant", 11, 2200),
        ("none", 9, 1000),
        ("none", 11, 2200),
    ],
)
def test_penalty_below_and_above_ten(role: str, behaviour: int, penalty: int) -> None:
    """R-ESC-1, R-ESC-2, G-ESC-5: 20 or 10 times, else four times or twice the score."""
    due = behaviour * 100 * (2 if role == "landlord" else 1)
    assert raw_penalty(rules(), Stakes(coefficient=100), role, behaviour, due) == penalty


@pytest.mark.parametrize(("boundary", "penalty"), [("ge", 4000), ("gt", 2000)])
def test_exactly_ten(boundary: str, penalty: int) -> None:
    """G-ESC-1."""
    chosen = rules(escape_boundary=boundary)
    assert raw_penalty(chosen, Stakes(coefficient=100), "landlord", 10, 2000) == penalty


def test_initial_multiplier_counts_below_ten() -> None:
    """R-ESC-1: ten is measured on the behaviour, the penalty on the room."""
    assert raw_penalty(rules(), Stakes(coefficient=100, initial=2), "peasant", 8, 0) == 2000


@given(st.one_of(st.none(), seats), seats, st.integers(0, 10**6))
def test_shares_give_out_the_penalty(landlord: int | None, seat: int, penalty: int) -> None:
    """G-ESC-4, G-ESC-5: all of it, to opponents alone, halves to within one bean."""
    got = shares(landlord, seat, penalty)
    assert sum(amount for _, amount in got) == penalty
    assert seat not in [to for to, _ in got]
    if landlord is not None and landlord != seat:
        assert [to for to, _ in got] == [landlord]
    else:
        assert [to for to, _ in got] == [(seat + 1) % 3, (seat + 2) % 3]
        assert got[0][1] - got[1][1] in (0, 1)


def test_landlord_leaves_and_the_peasants_share() -> None:
    """G-ESC-2, G-ESC-4: low rate, half each; the fee for everyone; the peasants have won."""
    game = landlord_of(dealt().do("deal ended"), 1)
    got = settle(left(game.state, 1))
    assert got.escape == EscapeCharge(1, "landlord", 1, 20_000)
    assert got.winner == "peasants"
    assert got.delta == (9950, -20050, 9950)


def test_peasant_leaves_and_pays_the_landlord_alone() -> None:
    """G-ESC-4: the partner pays only A."""
    game = dealt().do("deal ended; 0 call; 1 pass; 2 pass")
    got = settle(left(game.state, 2))
    assert got.delta == (9950, -50, -10050)
    assert (got.end, got.winner) == ("escape", "landlord")
    assert [p.paid for p in got.pairs] == [0, 0]


def test_leaving_before_there_is_a_landlord() -> None:
    """R-ESC-4, G-ESC-5: the peasant's rate, to both others, the odd bean to the next seat."""
    game = dealt(beans=(10**5, 10**5, 9999))
    got = settle(left(game.state, 2))
    assert got.escape is not None
    assert (got.escape.role, got.escape.penalty) == ("none", 9999)
    assert got.delta == (5000 - 50, 4999 - 50, -9999)
    assert got.winner is None


def test_leaving_in_the_start_window_is_an_escape() -> None:
    """R-ESC-4: after matching and before the start."""
    got = settle(left(Game().state, 0))
    assert got.delta == (-10050, 4950, 4950)


def test_all_bombs_of_the_deal_count() -> None:
    """R-ESC-3, G-ESC-3: four bombs, played or not, of anybody: 16, so twice the score."""
    game = dealt("3333", "4444", "55556666")
    game.do("deal ended; 0 call; 1 pass; 2 pass")
    got = settle(left(game.state, 1))
    assert got.escape is not None
    assert got.escape.behaviour == 16
    assert got.escape.penalty == 2 * 16 * 1000


def test_doublings_are_part_of_the_actual_score() -> None:
    """G-ESC-2: 2 x his own due, with the doublings of the pair."""
    game = Game(stakes=Stakes(coefficient=10, double_threshold=None)).ready()
    game.deal(deal_with("3333", "4444", "55556666")).do("deal ended; 0 call; 1 pass; 2 pass")
    game.do("0 double; 1 double; 2 no_double")
    assert escape_penalty_now(game.state, 1) == 2 * 16 * 10 * 4
    assert escape_penalty_now(game.state, 0) == 2 * 16 * 10 * (4 + 2)


def test_never_more_than_the_escaper_has() -> None:
    """G-ESC-4."""
    game = dealt(beans=(10**5, 10**5, 300))
    got = settle(left(game.state, 2))
    assert got.after[2] == 0
    assert got.escape is not None
    assert got.escape.penalty == 300


def test_winner_cap_does_not_limit_escape_money() -> None:
    """G-ESC-5: who gets it may have few beans himself."""
    game = dealt(beans=(60, 60, 10**5))
    assert settle(left(game.state, 2)).delta[0] == 5000 - 50


def test_escape_floor_is_what_he_would_lose() -> None:
    """G-ESC-6 `loss`: a hand at 8 with both doubled costs more than the low rate."""
    game = Game(escape_floor="loss", stakes=Stakes(coefficient=10, double_threshold=None))
    game.do("0 show start").ready().deal(deal_with("33", "44", "55")).do("deal ended; 0 call")
    game.passes(1, 2).do("0 double; 1 double; 2 double")
    state = replace(game.state, shows=(ShowMade(0, "start", 5),), rockets=0)
    assert escape_penalty_now(state, 1) >= 5 * 4 * 10


def test_raise_of_a_pair_counts_once() -> None:
    """G-ESC-2, G-ESC-3 under `per_peasant`: it is in b and in the due, but multiplies once."""
    chosen = rules("qq-menzhua", raise_scope="per_peasant")
    base = endgame("3", "4", "5", ruleset=chosen, landlord=0)
    raised = replace(base, raising=replace(base.raising, pairs=(16, 1)))
    cheap = replace(raised, stakes=Stakes(coefficient=10))
    factor = 1 << _bombs(cheap)
    assert escape_penalty_now(cheap, 1) == 2 * 16 * factor * 10
    assert escape_penalty_now(cheap, 0) == 2 * (16 + 1) * factor * 10


def _bombs(state: HandState) -> int:
    return sum(natural_bombs(dealt_hands(state)))


@settings(max_examples=60)
@given(st.integers(0, 10**6), seats, purses)
def test_known_penalty_is_a_lower_bound_that_tells_nothing(
    seed: int, seat: int, beans: tuple[int, int, int]
) -> None:
    """R-ESC-3: the exact penalty would tell how many bombs the others hold."""
    game = Game(beans=beans).ready().deal(random_deal(random.Random(seed), rules()))
    game.do("deal ended")
    assert escape_penalty_known(game.state, seat) <= escape_penalty_now(game.state, seat)
    got = settle(left(game.state, seat))
    assert sum(got.delta) + got.system == 0
    assert min(got.after) >= 0


def test_known_penalty_counts_own_and_open_bombs_only() -> None:
    """Own hand: counted. A hidden hand: not. An open one: counted."""
    game = dealt("33334444", "55556666", "7788", beans=(10**6,) * 3).do("deal ended")
    low, high = 10_000, escape_penalty_now(game.state, 0)
    assert high == 2 * 1000 << _bombs(game.state)
    assert escape_penalty_known(game.state, 0) == low
    open_too = replace(game.state, shows=(ShowMade(1, "start", 1), ShowMade(2, "start", 1)))
    assert escape_penalty_known(open_too, 0) == high
