"""Answers to questions that no longer stand (F71), and several in the same instant (L1)."""

from itertools import permutations

import pytest

from dizhu.rules.actions import Call, Double, Escape, NoDouble, Pass, Show, Timeout
from dizhu.rules.state import Phase
from dizhu.table import Act, Again, Leave, Status
from tests.table.kit import Desk


def test_answer_to_an_older_question_is_refused() -> None:
    """F71: a pass made in the last round must not pass in this one."""
    desk = Desk().to_play()
    leader = desk.lead_low()
    follower = (leader + 1) % 3
    seen = desk.state.version
    desk.act(follower, Pass(), seen)
    desk.act((leader + 2) % 3, Pass())
    desk.lead_low()
    assert desk.refused(Act(follower, Pass(), seen)) == "stale"
    assert desk.refused(Act(follower, Pass(), desk.state.version)) is None


def test_answer_by_a_client_that_is_one_version_behind_the_question() -> None:
    """Just before the question: stale; with any part of the decision that put it: not."""
    desk = Desk().to_call()
    before = desk.state.version
    desk.call_now()
    seat = desk.hand.turn or 0
    assert desk.clock(seat).since == before + 1
    assert desk.refused(Act(seat, Pass(), before)) == "stale"
    assert desk.refused(Act(seat, Pass(), before + 1)) is None


def test_answer_without_a_version_is_taken_for_the_present_question() -> None:
    """A bot that has just been asked."""
    desk = Desk().to_call()
    assert desk.refused(Act(desk.hand.turn or 0, Call(), None)) is None


def test_events_of_others_do_not_make_an_answer_stale() -> None:
    """L1, L3: the doubling: a client that has seen the question, but not yet the answers of the
    others, answers in time.
    """
    desk = Desk().to_call().call_now()
    while desk.hand.phase is Phase.ROB:
        desk.act(desk.hand.turn or 0, Pass())
    seen = desk.state.version
    for seat in (2, 0, 1):
        desk.act(seat, NoDouble(), seen)
    assert desk.hand.phase is Phase.PLAY


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_three_doublings_in_one_instant_all_count(order: tuple[int, int, int]) -> None:
    """L1: none overwrites another, in whatever order they come."""
    desk = Desk().to_call().call_now()
    while desk.hand.phase is Phase.ROB:
        desk.act(desk.hand.turn or 0, Pass())
    for seat in order:
        desk.act(seat, Double())
    assert desk.hand.doubles == (True, True, True)
    assert desk.hand.phase is Phase.PLAY


def test_a_second_click_is_refused() -> None:
    """The same action twice: the second one finds another question, or none."""
    desk = Desk().to_call()
    caller = desk.hand.turn or 0
    seen = desk.state.version
    desk.act(caller, Call(), seen)
    assert desk.refused(Act(caller, Call(), seen)) in ("wrong_phase", "not_your_turn", "stale")


def test_only_the_clock_says_time_up() -> None:
    """A player cannot send a time-out."""
    desk = Desk().to_call()
    assert desk.refused(Act(desk.hand.turn or 0, Timeout())) == "not_allowed"


def test_nothing_can_be_done_in_a_hand_that_is_over() -> None:
    """F80: after the end every action is refused; "again" and leaving work for each seat."""
    desk = Desk().to_play().play_out()
    assert desk.state.status is Status.BETWEEN
    for seat in range(3):
        assert desk.refused(Act(seat, Pass())) == "wrong_phase"
        assert desk.refused(Again(seat)) is None
        assert desk.refused(Leave(seat)) is None


@pytest.mark.parametrize("action", [Show("start"), Escape()])
def test_what_was_meant_for_the_last_hand_is_not_done_in_this_one(action: Show | Escape) -> None:
    """F71: an escape that came late, or twice, would cost beans in the wrong hand (R-ESC-1)."""
    desk = Desk().begin()
    first = desk.state.hand_since
    assert desk.refused(Act(0, action, first - 1)) == "stale", "seen before there was a hand"
    desk.ticks_until(Phase.CALL).call_now().ticks_until(Phase.PLAY).play_out()
    for seat in range(3):
        desk.do(Again(seat))
    seen = desk.state.version
    desk.begin(2)
    assert desk.state.hand_since > seen
    for old in (0, first, seen):
        assert desk.refused(Act(0, action, old)) == "stale"
    assert desk.refused(Act(0, action, desk.state.version)) is None
