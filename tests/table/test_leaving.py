"""Leaving in every phase: an escape, or autoplay to the end (G-ESC-6, F80, F100, L2)."""

import pytest

from dizhu.rules.actions import SEATS, Autoplay, Escape, Pass, Play, Seat
from dizhu.rules.state import Phase
from dizhu.table import Act, Again, Close, Leave, Status
from tests.table.kit import Desk

PHASES = (Phase.START, Phase.DEAL, Phase.CALL, Phase.ROB, Phase.DOUBLE, Phase.PLAY)


def desk_in(name: str, phase: Phase) -> Desk:
    """A table whose hand is in a phase."""
    desk = Desk(name).begin()
    if phase in (Phase.ROB, Phase.DOUBLE, Phase.PLAY):
        desk.ticks_until(Phase.CALL).call_now()
    return desk.ticks_until(phase)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("phase", PHASES)
def test_leaving_for_beans_is_an_escape(phase: Phase, seat: Seat) -> None:
    """R-ESC-4, G-ESC-6: settled at once, in the same decision; then the table closes."""
    desk = desk_in("qq-classic", phase)
    decision = desk.do(Leave(seat))
    assert [e.type for e in decision.events][-2:] == ["settled", "closed"]
    assert desk.state.settlement is not None
    assert desk.state.settlement.end == "escape"
    assert decision.transfers
    assert desk.beans == desk.state.settlement.after
    assert sum(desk.book.accounts().values()) == 0
    assert desk.state.clocks == ()


def test_the_action_escape_is_leaving() -> None:
    """The button says escape; the seat is empty after it."""
    desk = desk_in("qq-classic", Phase.PLAY)
    desk.act(1, Escape())
    assert desk.state.seats[1].left
    assert desk.state.close_reason == "left"


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("phase", PHASES)
def test_leaving_for_points_is_autoplay_to_the_end(phase: Phase, seat: Seat) -> None:
    """JJ: no escape; his turns are played for him, none is skipped (F100), and the table closes
    after the hand.
    """
    desk = desk_in("jj-match", phase)
    desk.do(Leave(seat))
    while not desk.hand.over and desk.hand.phase is not Phase.PLAY:
        if desk.hand.phase is Phase.CALL and desk.hand.turn != seat:
            desk.call_now()
        else:
            desk.tick()
    assert desk.state.settlement is not None or desk.hand.autoplay[seat]
    desk.play_out()
    assert desk.state.close_reason == "left"
    assert desk.state.settlement is not None
    assert desk.state.settlement.end in ("out", "forced")


def test_the_circle_stays_three_when_one_has_left() -> None:
    """F100: a peasant leaves at the second trick; his turns come, and pass by themselves."""
    desk = desk_in("jj-match", Phase.PLAY)
    leader = desk.lead_low()
    peasant = (leader + 1) % 3
    desk.do(Leave(peasant))
    assert desk.hand.turn == peasant
    assert (desk.clock(peasant).kind, desk.left(peasant)) == ("auto", 800)
    desk.tick()
    assert desk.hand.last[peasant] == "pass"
    assert desk.hand.turn == (leader + 2) % 3


def test_who_left_is_out() -> None:
    """He can neither act nor ask for another hand nor leave again."""
    desk = desk_in("jj-match", Phase.PLAY)
    seat = desk.hand.turn or 0
    desk.do(Leave(seat))
    assert desk.refused(Act(seat, Pass())) == "left"
    assert desk.refused(Act(seat, Autoplay(False))) == "left"
    assert desk.refused(Leave(seat)) == "left"
    assert desk.state.seat_of(f"p{seat}") is None


def test_all_three_leave_and_the_hand_is_settled() -> None:
    """L2: nobody is there any more."""
    desk = desk_in("jj-match", Phase.PLAY)
    for seat in SEATS:
        desk.do(Leave(seat))
    desk.play_out()
    assert desk.state.settlement is not None


@pytest.mark.parametrize("seat", SEATS)
def test_leaving_between_hands_costs_nothing_and_closes(seat: Seat) -> None:
    """F80, F89: after the end everybody can go."""
    desk = Desk().to_play().play_out()
    beans = desk.beans
    desk.do(Leave(seat))
    assert (desk.state.status, desk.state.close_reason) == (Status.CLOSED, "left")
    assert desk.beans == beans


def test_finish_and_leave_in_one_instant() -> None:
    """F67: the last card and a leaving, in either order, settle exactly once."""
    desk = desk_in("jj-match", Phase.PLAY).play_out()
    settlement = desk.state.settlement
    desk.do(Leave(0))
    assert desk.state.settlement == settlement
    assert [e.type for e in desk.log].count("settled") == 1


def test_a_closed_table_does_nothing_more() -> None:
    """F67, F71: whatever comes late."""
    desk = Desk().begin()
    desk.do(Close("maintenance"))
    for command in (Act(0, Pass()), Again(0), Leave(0), Close("again")):
        assert desk.refused(command) == "closed"


def test_closing_in_mid_hand_moves_no_beans() -> None:
    """A hand that the operator stops is void."""
    desk = desk_in("qq-classic", Phase.PLAY)
    assert desk.do(Close("maintenance")).transfers == ()
    assert desk.state.settlement is None


def test_lost_connection_is_autoplay_and_control_comes_back_at_once() -> None:
    """F97, G-ESC-6: autoplay until he is back; any own action ends it."""
    desk = desk_in("qq-classic", Phase.PLAY)
    seat = desk.hand.turn or 0
    desk.act(seat, Autoplay(True))
    desk.act(seat, Play((min(desk.hand.cards[seat]),)))
    assert not desk.hand.autoplay[seat]
    assert desk.hand.timeouts[seat] == 0
