"""Nobody answers: the hand ends by its clocks (F70, F82, L2), whoever is silent, whenever it
begins.
"""

from itertools import combinations

import pytest

from dizhu.rules.actions import SEATS, Seat
from dizhu.rules.ruleset import PRESETS
from dizhu.rules.state import Phase
from dizhu.rules.view import observe
from dizhu.table import Act, Pace, Status
from tests.players import RandomPlayer
from tests.table.kit import Desk

GROUPS = [group for n in (1, 2) for group in combinations(SEATS, n)]


@pytest.mark.parametrize("name", PRESETS)
def test_table_of_silent_people_is_given_up(name: str) -> None:
    """F46, F70, L2: three clients that never say anything; no redealing without end."""
    desk = Desk(name).begin().play_out()
    if name == "jj-match":
        assert desk.state.settlement is not None
        assert desk.state.settlement.end == "forced"
    else:
        assert (desk.state.status, desk.state.close_reason) == (Status.CLOSED, "abandoned")
        assert desk.hand.deals == Pace().silent_deals
    assert desk.beans == (100_000, 100_000, 100_000)


@pytest.mark.parametrize("silent", GROUPS)
@pytest.mark.parametrize("name", PRESETS)
def test_some_are_silent_and_the_hand_ends(name: str, silent: tuple[Seat, ...]) -> None:
    """F70, L2: one or two never answer; the others play on and the hand is settled."""
    desk = Desk(name, all_pass="redeal").begin()
    players = [RandomPlayer((name, silent, seat)) for seat in SEATS]
    while desk.state.status is Status.PLAYING:
        asked = [s for s in desk.hand.asked() if s not in silent]
        if asked:
            desk.do(Act(asked[0], players[asked[0]].act(observe(desk.hand, asked[0]))))
        else:
            desk.tick()
    assert desk.state.settlement is not None


@pytest.mark.parametrize("phase", [Phase.START, Phase.DEAL, Phase.CALL, Phase.DOUBLE, Phase.PLAY])
def test_all_go_silent_in_a_phase(phase: Phase) -> None:
    """L2: three gone in every phase."""
    desk = Desk("jj-match").begin()
    if phase in (Phase.DOUBLE, Phase.PLAY):
        desk.ticks_until(Phase.CALL).call_now()
    desk.ticks_until(phase).play_out()
    assert desk.state.settlement is not None


def test_silence_in_the_play_is_autoplay() -> None:
    """R-PLAY-4, G-TIM-1: time up with the lead: the smallest solo, and autoplay."""
    desk = Desk().to_play()
    seat = desk.hand.turn
    assert seat is not None
    lowest = min(desk.hand.cards[seat])
    desk.tick()
    assert desk.hand.played[-1].cards == (lowest,)
    assert desk.hand.autoplay[seat]
    follower = desk.hand.turn
    assert follower is not None
    desk.tick()
    assert desk.hand.last[follower] == "pass"
    assert desk.hand.autoplay[follower]


def test_silence_in_an_auction_is_no_autoplay() -> None:
    """G-TIM-1: a time-out in an auction is only a decline."""
    desk = Desk().to_call()
    seat = desk.hand.turn
    assert seat is not None
    desk.tick()
    assert desk.hand.auction.declined[seat]
    assert desk.hand.autoplay == (False, False, False)


def test_one_person_who_answers_keeps_the_table() -> None:
    """R-CALL-2: as long as somebody is there, it is dealt again and again."""
    desk = Desk(bots=(1, 2)).begin()
    while desk.hand.deals < 6:
        if desk.hand.phase is Phase.CALL and desk.hand.turn == 0:
            desk.say("0 pass")
        else:
            desk.tick()
    assert desk.state.status is Status.PLAYING


def test_bots_that_never_call_come_to_an_end() -> None:
    """F46: there is a cap in any case."""
    pace = Pace(most_deals=5)
    desk = Desk(bots=(0, 1, 2), pace=pace, deal_step_ms=0).begin().play_out()
    assert desk.state.close_reason == "abandoned"
    assert desk.hand.deals == 5


def test_redeals_can_be_limited_by_the_rules() -> None:
    """G-BID-6 `max_redeals`: then the first bidder has to take it, and the hand is settled."""
    desk = Desk(max_redeals=1).begin().play_out()
    assert desk.hand.deals == 2
    assert desk.state.settlement is not None
