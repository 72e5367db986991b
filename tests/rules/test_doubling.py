"""加倍 (section 4): who may, what it does to each pair."""

from itertools import permutations, product

import pytest

from dizhu.rules.actions import SEATS, Double
from dizhu.rules.legal import allowed, doubling_allowed, may_double
from dizhu.rules.ruleset import Stakes
from dizhu.rules.scoring import multiplier, pair_doubling, pair_factors_by_seat
from dizhu.rules.view import observe
from tests.rules.kit import Game, deal_with

RICHNESS = (4999, 5000, 5001)


def doubling(
    landlord: int = 0, beans: tuple[int, int, int] = (9000, 9000, 9000), ruleset: str = "qq-classic"
) -> Game:
    game = Game(ruleset, beans=beans).dealt(deal_with(first=landlord))
    game.do(f"{landlord} call; {(landlord + 1) % 3} pass; {(landlord + 2) % 3} pass")
    return game


@pytest.mark.parametrize("landlord", SEATS)
@pytest.mark.parametrize("beans", list(product(RICHNESS, repeat=3)))
def test_who_may(landlord: int, beans: tuple[int, int, int]) -> None:
    """R-DBL-3, G-DBL-1, G-DBL-2: the landlord needs all three above the room's value, strictly; a
    peasant himself and the landlord.
    """
    state = doubling(landlord, beans).state
    rich = [b > 5000 for b in beans]
    for seat in SEATS:
        may = all(rich) if seat == landlord else rich[seat] and rich[landlord]
        assert may_double(state)[seat] == may
        assert allowed(state, seat, Double()) == may
        assert ("double" in {o.type for o in observe(state, seat).options}) == may


def test_no_condition() -> None:
    """R-DBL-3: JJ has none."""
    assert doubling_allowed(0, (0, 0, 0), None) == (True, True, True)
    assert may_double(doubling(beans=(0, 0, 0), ruleset="jj-happy").state) == (True, True, True)


def test_not_allowed_is_an_error_and_nothing_more() -> None:
    """G-DBL-2, G-DBL-3: who may not double is asked all the same, and can only decline."""
    game = doubling(beans=(9000, 100, 9000))
    assert game.refused("0 double") == "not_allowed"
    assert game.refused("1 double") == "not_allowed"
    assert game.state.asked() == (0, 1, 2)
    game.do("2 double; 0 no_double; 1 no_double")
    assert pair_doubling(game.state) == (1, 2)


@pytest.mark.parametrize("order", list(permutations(SEATS)))
@pytest.mark.parametrize("answers", list(product((False, True), repeat=3)))
def test_every_answer_in_every_order(order: tuple[int, ...], answers: tuple[bool, ...]) -> None:
    """R-DBL-1, R-DBL-2, R-DBL-4, G-DBL-3, L1: the landlord's doubles both pairs, a peasant's his
    own; in whichever order they come, and play starts with the third.
    """
    game = doubling(1)
    for n, seat in enumerate(order):
        assert game.phase == "double"
        assert game.state.asked() == tuple(s for s in SEATS if s not in order[:n])
        game.do(f"{seat} {'double' if answers[seat] else 'no_double'}")
        assert game.state.doubles[seat] is answers[seat]
    assert game.phase == "play"
    assert game.state.turn == 1
    own = [2 if yes else 1 for yes in answers]
    assert pair_doubling(game.state) == (own[1] * own[2], own[1] * own[0])
    assert pair_factors_by_seat(game.state)[1] == 1
    assert multiplier(game.state) == 1


def test_a_choice_is_final() -> None:
    """G-DBL-3: a second answer is refused, whichever it is."""
    game = doubling().do("0 double")
    assert game.refused("0 no_double") == "not_allowed"
    assert game.refused("0 double") == "not_allowed"
    assert game.refused("0 timeout") == "not_your_turn"


def test_choices_are_shown_as_they_are_made() -> None:
    """G-DBL-3."""
    game = doubling().do("1 double")
    assert all(observe(game.state, v).doubles == (None, True, None) for v in (*SEATS, None))


def test_time_up_is_no() -> None:
    """R-DBL-1, G-TIM-1."""
    game = doubling().do("0 double; 1 timeout; 2 timeout")
    assert game.state.doubles == (True, False, False)
    assert pair_doubling(game.state) == (2, 2)


def test_beans_are_those_at_the_start() -> None:
    """G-DBL-2: a room's own value; the fee plays no part."""
    stakes = Stakes(coefficient=10, fee=500, double_threshold=600)
    game = Game("qq-classic", stakes, (601, 601, 601)).dealt(deal_with())
    game.do("0 call; 1 pass; 2 pass")
    assert may_double(game.state) == (True, True, True)


def test_before_a_landlord_nobody_may() -> None:
    assert may_double(Game().dealt(deal_with()).state) == (False, False, False)
    assert pair_doubling(Game().state) == (1, 1)
