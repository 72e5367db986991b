"""Between hands: who wants another one, the scores, and how a hand begins."""

from dataclasses import replace

import pytest

from dizhu.rules.actions import SEATS
from dizhu.rules.events import Shown
from dizhu.rules.state import Phase
from dizhu.table import Again, Expire, Leave, OpenTable, Player, StartHand, Status, decide, evolve
from dizhu.table.events import HandHappened
from tests.table.kit import Desk

SEED = bytes(32)


def test_the_first_hand_is_wanted_at_once() -> None:
    """Nobody has to ask for it."""
    desk = Desk()
    assert desk.state.wants_hand
    assert desk.clock(None).kind == "next"


def test_another_hand_when_all_three_want_it() -> None:
    """The same people play on, with fresh beans."""
    desk = Desk().to_play().play_out()
    for seat in (2, 0):
        desk.do(Again(seat))
        assert not desk.state.wants_hand
        assert desk.refused(StartHand(desk.beans, SEED)) == "wrong_phase"
    desk.do(Again(1))
    assert desk.state.wants_hand
    desk.begin(2)
    assert desk.state.hand_no == 2
    assert desk.hand.beans == desk.beans
    assert desk.state.settlement is None


def test_silent_people_have_left_after_twenty_seconds() -> None:
    """The clock between hands; asking again does not reset it."""
    desk = Desk().to_play().play_out()
    assert desk.left(None) == 20_000
    desk.now += 5000
    desk.do(Again(0))
    assert desk.left(None) == 15_000
    desk.tick()
    assert [s.left for s in desk.state.seats] == [False, True, True]
    assert desk.state.close_reason == "left"


def test_a_wanted_hand_that_never_begins_closes_the_table() -> None:
    """No table hangs for ever, even if the application forgets it."""
    desk = Desk()
    desk.tick()
    assert desk.state.close_reason == "not_started"
    assert not any(s.left for s in desk.state.seats)


def test_bots_always_want_another_hand() -> None:
    """One person with two bots decides alone."""
    desk = Desk(bots=(1, 2)).to_play().play_out()
    assert [s.wants_next for s in desk.state.seats] == [False, True, True]
    desk.do(Again(0))
    assert desk.state.wants_hand


def test_who_has_too_few_beans_does_not_sit_down() -> None:
    """Entry minimum max(A, 1): the hand is refused, nothing changes."""
    desk = Desk(beans=(49, 100, 100))
    assert desk.refused(StartHand(desk.beans, SEED)) == "not_enough_beans"
    assert Desk(beans=(50, 100, 100)).refused(StartHand((50, 100, 100), SEED)) is None


def test_points_are_kept_by_the_table() -> None:
    """Unit points: no transfer; the next hand is played from the new scores."""
    desk = Desk("jj-match").to_play().play_out()
    settlement = desk.state.settlement
    assert settlement is not None
    assert settlement.before == (1000, 1000, 1000)
    assert desk.state.scores == settlement.after
    assert desk.beans == (100_000, 100_000, 100_000)
    for seat in SEATS:
        desk.do(Again(seat))
    desk.begin(2)
    assert desk.hand.beans == desk.state.scores


def test_points_begin_at_a_thousand() -> None:
    """Section 16, R-JJ-3: from 0 nobody could win or lose; beans need no scores."""
    for name, scores in (("jj-match", 1000), ("qq-classic", 0)):
        desk = Desk(name)
        opened = OpenTable("t", "r", desk.state.ruleset, desk.state.stakes, _players(desk))
        assert evolve(None, decide(None, opened, 0).events[0]).scores == (scores,) * 3


def _players(desk: Desk) -> tuple[Player, Player, Player]:
    one, two, three = (s.player for s in desk.state.seats)
    return (one, two, three)


def test_settlement_is_part_of_the_decision_that_ends_the_hand() -> None:
    """F62, F65: the last card, the settlement and its transfers are stored together or not at
    all.
    """
    desk = Desk().to_play()
    while True:
        decision = desk.tick()
        if desk.state.status is not Status.PLAYING:
            break
        assert decision.transfers == ()
    assert [e.type for e in decision.events][-2:] == ["settled", "clocks_set"]
    assert {t.reason for t in decision.transfers} == {"pair", "fee"}


def test_start_choice_is_answered_at_once() -> None:
    """G-SHOW-7: ready, or ready with a show; the third is asked."""
    desk = Desk(start=("ready", "show", "ask")).begin()
    assert desk.hand.ready == (True, True, False)
    assert [s.seat for s in desk.hand.shows] == [1]
    assert desk.hand.asked() == (2,)


def test_all_ready_and_the_deal_begins_in_the_same_decision() -> None:
    """No second wasted."""
    desk = Desk(start=("ready", "ready", "ready"))
    decision = desk.do(StartHand(desk.beans, SEED))
    assert desk.hand.phase is Phase.DEAL
    assert [e.type for e in decision.events].count("clocks_set") == 1


def test_earlier_choice_shows_first() -> None:
    """G-SHOW-2: who chose first is first to show."""
    desk = Desk().to_play().play_out()
    for seat in (2, 0, 1):
        desk.do(Again(seat, "show"))
    desk.begin(2)
    assert [s.seat for s in desk.hand.shows] == [2, 0, 1]


def test_second_show_in_jj_is_only_ready() -> None:
    """G-SHOW-3: the first show locks; the other who wanted one is ready, not refused."""
    desk = Desk("jj-happy", start=("show", "show", "ready")).begin()
    shows = [e.event for e in desk.log if isinstance(e, HandHappened)]
    assert [e.seat for e in shows if isinstance(e, Shown)] == [0]
    assert desk.hand.phase is Phase.DEAL


def test_start_choice_where_there_is_no_start_window() -> None:
    """闷抓场: nothing to answer."""
    desk = Desk("qq-menzhua", start=("show", "show", "show")).begin()
    assert desk.hand.phase is Phase.DEAL


@pytest.mark.parametrize(("choice", "turn"), [("next_seat", 1), ("same", 0)])
def test_first_bidder_follows_from_the_hand_before(choice: str, turn: int) -> None:
    """G-BID-2: the seat after the previous first bidder, or the same again; also after a redeal."""
    desk = Desk(first_bidder=choice).to_call()
    first = desk.hand.auction.first
    for _ in SEATS:
        desk.say(f"{desk.hand.turn} pass")
    desk.ticks_until(Phase.CALL)
    assert desk.hand.deals == 2
    assert desk.hand.auction.first == (first + turn) % 3
    desk.to_play().play_out()
    second = desk.state.previous_first
    assert second is not None
    for seat in SEATS:
        desk.do(Again(seat))
    desk.to_call(2)
    assert desk.hand.auction.first == (second + turn) % 3


def test_an_organiser_decides_when_a_table_goes_on() -> None:
    """A tournament: nobody is asked, nobody's leaving closes the table, no clock between hands."""
    desk = Desk("jj-match", asks_next=False).to_play()
    desk.do(Leave(0))
    desk.play_out()
    assert desk.state.status is Status.BETWEEN
    assert desk.state.clocks == ()
    assert desk.state.wants_hand
    desk.begin(2)
    desk.ticks_until(Phase.CALL)
    assert desk.hand.autoplay[0]


def test_the_same_seed_gives_the_same_deal() -> None:
    """The deal follows from the seed alone."""
    one, two = Desk().to_call(7), Desk().to_call(7)
    assert one.hand.deal == two.hand.deal
    assert Desk().to_call(8).hand.deal != one.hand.deal


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    """A mistake of the application is no refusal of a player."""
    with pytest.raises(ValueError, match="32 bytes"):
        Desk().do(StartHand((1000, 1000, 1000), seed))


def test_opening_wants_three_different_players() -> None:
    """F88: nobody sits twice."""
    desk = Desk()
    one, two, _ = (s.player for s in desk.state.seats)
    twice = OpenTable("t", "r", desk.state.ruleset, desk.state.stakes, (one, one, two))
    with pytest.raises(ValueError, match="different players"):
        decide(None, twice, 0)
    with pytest.raises(ValueError, match="start must be"):
        decide(None, replace(twice, players=(one, two, Player("x", "x", start="now"))), 0)
    with pytest.raises(ValueError, match="is open"):
        desk.do(twice)
    with pytest.raises(ValueError, match="opens the table"):
        decide(None, Expire(desk.clock(None)), 0)
