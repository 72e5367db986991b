"""Tables of friends: so many hands, and who says nothing between them stays."""

from dizhu.rules.actions import SEATS
from dizhu.rules.state import Phase
from dizhu.table import Again, Pace, StartHand, Status
from tests.table.kit import Desk

PATIENT = Pace(silent_stay=True)
SEED = bytes(32)


def test_after_the_last_hand_the_table_is_over_when_all_have_seen_the_result() -> None:
    desk = Desk(hands=1).to_play().play_out()
    assert desk.state.status is Status.BETWEEN
    assert desk.state.played_out
    for seat in SEATS:
        assert desk.state.status is Status.BETWEEN
        desk.do(Again(seat))
    assert desk.state.close_reason == "finished"


def test_after_the_last_hand_time_ends_the_table_and_nobody_has_left() -> None:
    desk = Desk(hands=1).to_play().play_out()
    desk.do(Again(0))
    assert desk.refused(StartHand(desk.beans, SEED)) == "wrong_phase"
    desk.tick()
    assert desk.state.close_reason == "finished"
    assert not any(s.left for s in desk.state.seats)


def test_the_silent_go_on_with_those_who_asked() -> None:
    desk = Desk(pace=PATIENT).to_play().play_out()
    desk.do(Again(2))
    desk.tick()
    assert desk.state.wants_hand
    assert not any(s.left for s in desk.state.seats)
    assert desk.left(None) == 20_000
    desk.begin(2)
    assert desk.state.hand_no == 2
    desk.ticks_until(Phase.CALL)


def test_when_all_are_silent_the_table_ends_and_nobody_has_left() -> None:
    desk = Desk(pace=PATIENT).to_play().play_out()
    desk.tick()
    assert desk.state.close_reason == "idle"
    assert not any(s.left for s in desk.state.seats)


def test_a_bot_alone_does_not_keep_a_table_going() -> None:
    desk = Desk(pace=PATIENT, bots=(1, 2)).to_play().play_out()
    desk.tick()
    assert desk.state.close_reason == "idle"
