"""Autoplay and scores in JJ (R-JJ-1, R-JJ-2, G-JJ-1)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dizhu.ledger import settle
from dizhu.ledger.jj import idle_seats, reassigned
from dizhu.rules.ruleset import preset
from dizhu.rules.state import type_3b
from tests.ledger.kit import over
from tests.rules.kit import endgame, rules

dues = st.tuples(st.integers(0, 10**6), st.integers(0, 10**6))
idles = st.tuples(st.booleans(), st.booleans())
HAPPY = rules("jj-happy")


@given(dues, idles, st.booleans())
def test_reassignment_moves_the_dues_but_keeps_their_sum(
    due: tuple[int, int], idle: tuple[bool, bool], won: bool
) -> None:
    """R-JJ-2: nothing is added; all is kept unless both were on autoplay and won."""
    got = reassigned(HAPPY, due, won, idle)
    both_win_for_nothing = idle == (True, True) and not won
    assert sum(got) == (0 if both_win_for_nothing else sum(due))


@given(dues, st.booleans())
def test_who_played_is_never_worse_off(due: tuple[int, int], won: bool) -> None:
    """R-JJ-2: one peasant on autoplay: he bears the losses, the other has the gains."""
    got = reassigned(HAPPY, due, won, (True, False))
    assert got == ((sum(due), 0) if won else (0, sum(due)))


@pytest.mark.parametrize(
    ("due", "shares"), [((3, 6), (4, 5)), ((6, 3), (5, 4)), ((4, 5), (4, 5)), ((5, 4), (5, 4))]
)
def test_losses_of_two_on_autoplay_are_halved(
    due: tuple[int, int], shares: tuple[int, int]
) -> None:
    """R-JJ-2: equally, the odd point to the larger own loss."""
    assert reassigned(HAPPY, due, True, (True, True)) == shares


def test_odd_point_of_equal_losses_cannot_be() -> None:
    """R-JJ-2 "then P1": equal losses have no odd point."""
    assert reassigned(HAPPY, (5, 5), True, (True, True)) == (5, 5)


def test_both_on_autoplay_and_winning_by_option_each_his_own() -> None:
    """`autoplay_both_win` normal."""
    chosen = rules("jj-happy", autoplay_both_win="normal")
    assert reassigned(chosen, (3, 6), False, (True, True)) == (3, 6)


@pytest.mark.parametrize(
    ("autoplay", "cards", "idle"),
    [
        ((False, True, False), (0, 2, 0), (False, True, False)),
        ((False, True, False), (0, 1, 0), (False, False, False)),
        ((False, False, False), (0, 9, 0), (False, False, False)),
        ((True, True, True), (17, 1, 2), (True, False, True)),
    ],
)
def test_autoplay_counts_at_the_end_if_begun_with_two_cards(
    autoplay: type_3b, cards: tuple[int, int, int], idle: type_3b
) -> None:
    """G-JJ-1."""
    state = replace(endgame("3", "4", "5", ruleset=HAPPY), autoplay=autoplay, autoplay_cards=cards)
    assert idle_seats(state) == idle


def test_autoplay_ever_is_the_other_reading() -> None:
    """G-JJ-1 `ever`: one who came back counts as well."""
    chosen = rules("jj-happy", autoplay_when="ever")
    state = replace(endgame("3", "4", "5", ruleset=chosen), autoplay_ever=(False, True, False))
    assert idle_seats(state) == (False, True, False)


def test_autoplay_means_nothing_where_scoring_is_normal() -> None:
    """QQ: `autoplay_scoring` normal."""
    state = endgame("3", "4", "5", autoplay=(True, True, True), autoplay_cards=(9, 9, 9))
    assert idle_seats(state) == (False, False, False)


def test_landlord_on_autoplay_scores_as_ever() -> None:
    """R-JJ-2: the landlord: normal."""
    played = over(HAPPY, 1)
    idle = replace(played, autoplay=(True, False, False), autoplay_cards=(9, 0, 0))
    assert settle(idle).delta == settle(played).delta


def test_landlord_scores_what_the_peasants_do_not() -> None:
    """R-JJ-1."""
    stakes = preset("jj-happy").stakes
    state = replace(over(HAPPY, 0), stakes=stakes, doubles=(False, False, True))
    first, second, third = settle(state).delta
    assert (first, second, third) == (30, -10, -20)
