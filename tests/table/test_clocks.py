"""Deadlines (G-TIM-1, G-SHOW-7, G-DEAL-2): every phase has them, and an answer touches only its
own.
"""

import pytest

from dizhu.rules.actions import SEATS, Autoplay, Call, NoDouble, Ready, Show
from dizhu.rules.state import Phase
from dizhu.table import Act, Expire, Extend, Pace
from tests.table.kit import BEGIN, Desk


def test_start_window_is_five_seconds_for_each_seat() -> None:
    """G-SHOW-7: each is asked; silence is ready."""
    desk = Desk().begin()
    assert [(c.seat, c.kind, c.at - desk.now) for c in desk.state.clocks] == [
        (0, "start", 5000),
        (1, "start", 5000),
        (2, "start", 5000),
    ]


def test_an_answer_never_resets_the_clock_of_another() -> None:
    """The start window and the doubling, where all are asked at once."""
    desk = Desk().begin()
    others = {s: desk.clock(s) for s in (0, 2)}
    desk.now += 1200
    desk.act(1, Ready())
    assert {s: desk.clock(s) for s in (0, 2)} == others
    assert desk.state.clock_of(1) is None

    desk.ticks_until(Phase.CALL).call_now()
    while desk.hand.phase is not Phase.DOUBLE:
        desk.say(f"{desk.hand.turn} pass")
    before = {s: desk.clock(s) for s in SEATS}
    desk.now += 3000
    desk.act(2, NoDouble())
    assert [desk.clock(s) for s in (0, 1)] == [before[0], before[1]]


def test_deal_comes_out_in_17_steps_and_one_more_ends_it() -> None:
    """G-DEAL-2, G-SHOW-7: 200 ms a card."""
    desk = Desk().begin().ticks_until(Phase.DEAL)
    began = desk.now
    for card in range(1, 18):
        assert (desk.clock(None).kind, desk.left(None)) == ("deal", 200)
        desk.tick()
        assert desk.hand.dealt_to == card
    assert desk.hand.phase.code == "deal"
    desk.tick()
    assert desk.hand.phase.code == "call"
    assert desk.now - began == 18 * 200


def test_late_steps_do_not_add_up() -> None:
    """A step that is done late, by less than a step, leaves the next where it was."""
    desk = Desk().begin().ticks_until(Phase.DEAL)
    began = desk.now
    for _ in range(18):
        clock = desk.clock(None)
        desk.now = clock.at + 150
        desk.do(Expire(clock))
    assert desk.now - began == 18 * 200 + 150


def test_deal_without_steps_is_one_decision() -> None:
    """`deal_step_ms` 0."""
    desk = Desk(deal_step_ms=0, start=("ready", "ready", "ready")).begin()
    assert desk.hand.phase is Phase.CALL
    assert desk.hand.dealt_to == 17


def test_early_show_does_not_touch_the_deal() -> None:
    """G-SHOW-3: the deal goes on at its pace."""
    desk = Desk().begin().ticks_until(Phase.DEAL)
    desk.tick()
    clock = desk.clock(None)
    desk.now += 50
    desk.act(0, Show("deal"))
    assert desk.clock(None) == clock


def test_seconds_of_each_question() -> None:
    """G-TIM-1: call 15, rob 10, double 10, first play 25, other plays 15."""
    desk = Desk().to_call()
    first = desk.hand.turn
    assert (desk.clock(first).kind, desk.left(first)) == ("call", 15_000)
    desk.say(f"{first} call")
    assert (desk.clock(desk.hand.turn).kind, desk.left(desk.hand.turn)) == ("rob", 10_000)
    desk.say(f"{desk.hand.turn} pass").say(f"{desk.hand.turn} pass")
    assert {(c.kind, c.at - desk.now) for c in desk.state.clocks} == {("double", 10_000)}
    for seat in SEATS:
        desk.act(seat, NoDouble())
    assert (desk.clock(first).kind, desk.left(first)) == ("play", 25_000)
    desk.lead_low()
    assert desk.left(desk.hand.turn) == 15_000


def test_seconds_of_raises_and_of_looking() -> None:
    """G-RAISE-2: 10 seconds; looking at the cards is a question answered, calling is another."""
    desk = Desk("qq-menzhua").to_call()
    first = desk.hand.turn
    desk.now += 9000
    desk.say(f"{first} look")
    assert (desk.clock(first).kind, desk.left(first)) == ("call", 15_000)
    desk.say(f"{first} call")
    assert (desk.clock(desk.hand.turn).kind, desk.left(desk.hand.turn)) == ("raise", 10_000)


def test_time_up_before_looking_is_looking() -> None:
    """G-RAISE-2: look, then decline."""
    desk = Desk("qq-menzhua").to_call()
    first = desk.hand.turn
    assert first is not None
    desk.tick()
    assert desk.hand.auction.looked[first]
    assert desk.hand.turn == first
    desk.tick()
    assert desk.hand.auction.declined[first]


def test_landlords_show_is_within_his_clock() -> None:
    """G-SHOW-5: during the doubling and in his first turn; it wins him no time."""
    desk = Desk().to_play()
    landlord = desk.hand.landlord
    assert landlord is not None
    clock = desk.clock(landlord)
    desk.now += 5000
    desk.act(landlord, Show("bottom"))
    assert desk.clock(landlord) == clock


def test_autoplay_moves_soon_and_gives_the_time_back() -> None:
    """G-TIM-1, F97: the button on: a short clock; off: the deadline as it was, and no later."""
    desk = Desk().to_play()
    seat = desk.hand.turn
    assert seat is not None
    deadline = desk.clock(seat).at
    for _ in range(3):
        desk.now += 1000
        desk.act(seat, Autoplay(True))
        assert (desk.clock(seat).kind, desk.left(seat)) == ("auto", 800)
        desk.now += 100
        desk.act(seat, Autoplay(False))
        assert (desk.clock(seat).kind, desk.clock(seat).at) == ("play", deadline)


def test_autoplay_is_never_later_than_the_deadline() -> None:
    """Autoplay begun in the last moment."""
    desk = Desk(pace=Pace(autoplay_ms=800)).to_play()
    seat = desk.hand.turn
    assert seat is not None
    deadline = desk.clock(seat).at
    desk.now = deadline - 10
    desk.act(seat, Autoplay(True))
    assert desk.clock(seat).at == deadline


@pytest.mark.parametrize("phase", [Phase.CALL, Phase.DOUBLE])
def test_autoplay_declines_in_an_auction(phase: Phase) -> None:
    """By its short clock; it does not wait for the long one."""
    desk = Desk().to_call()
    if phase is Phase.DOUBLE:
        desk.call_now()
        while desk.hand.phase is not Phase.DOUBLE:
            desk.say(f"{desk.hand.turn} pass")
    seat = desk.hand.asked()[-1]
    desk.act(seat, Autoplay(True))
    assert (desk.clock(seat).kind, desk.left(seat)) == ("auto", 800)
    desk.tick()
    assert desk.hand.doubles[seat] is False or desk.hand.auction.declined[seat]
    assert desk.hand.autoplay[seat]


def test_after_an_outage_every_clock_has_its_time_again() -> None:
    """Deadlines are moved by the length of the outage, and the old ones no longer stand."""
    desk = Desk().begin()
    old = desk.clock(0)
    desk.now += 60_000
    desk.do(Extend(60_000))
    assert [c.at for c in desk.state.clocks] == [BEGIN + 65_000] * 3
    assert desk.refused(Expire(old)) == "stale"
    desk.now += 5000
    desk.tick()
    assert desk.hand.ready[0]


def test_extension_is_at_least_a_millisecond() -> None:
    """A mistake of the application."""
    with pytest.raises(ValueError, match="millisecond"):
        Desk().begin().do(Extend(0))


def test_clock_before_its_time_is_not_due() -> None:
    """A timer that fires early changes nothing."""
    desk = Desk().begin()
    desk.now += 4999
    assert desk.refused(Expire(desk.clock(0))) == "not_due"


def test_late_answer_and_time_out_cannot_both_win() -> None:
    """F71: whichever comes first; the other is refused."""
    desk = Desk().to_call()
    seat = desk.hand.turn
    assert seat is not None
    clock = desk.clock(seat)
    desk.now = clock.at
    desk.say(f"{seat} call")
    assert desk.refused(Expire(clock)) == "stale"

    other = Desk().to_call()
    clock = other.clock(seat)
    other.tick()
    assert other.refused(Act(seat, Call())) == "not_your_turn"
    assert other.refused(Expire(clock)) == "stale"
