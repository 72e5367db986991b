"""Calling and robbing (section 2): every path there is."""

from collections.abc import Iterator
from typing import Any

import pytest

from dizhu.rules import legal, scoring
from dizhu.rules.actions import SEATS, Action, Blind, Call, Look, Pass, Rob, Timeout
from dizhu.rules.events import DealVoided, ForcedScored, LandlordFixed
from dizhu.rules.hand import apply, decide
from dizhu.rules.notation import action_text
from dizhu.rules.scoring import factors, multiplier
from dizhu.rules.state import HandState, Phase
from dizhu.rules.view import observe
from tests.rules.kit import Game, deal_with, playing

AUCTION: tuple[Action, ...] = (Call(), Rob(), Blind(), Look(), Pass())

# The path, seats counted from the first bidder: landlord (None: redeal) and the factor of the robs.
CALL_ROB = {
    "0 call; 1 pass; 2 pass": (0, 1),
    "0 call; 1 rob; 2 pass; 0 pass": (1, 2),
    "0 call; 1 rob; 2 pass; 0 rob": (0, 4),
    "0 call; 1 pass; 2 rob; 0 pass": (2, 2),
    "0 call; 1 pass; 2 rob; 0 rob": (0, 4),
    "0 call; 1 rob; 2 rob; 0 pass": (2, 4),
    "0 call; 1 rob; 2 rob; 0 rob": (0, 8),
    "0 pass; 1 call; 2 pass": (1, 1),
    "0 pass; 1 call; 2 rob; 1 pass": (2, 2),
    "0 pass; 1 call; 2 rob; 1 rob": (1, 4),
    "0 pass; 1 pass; 2 call": (2, 1),
    "0 pass; 1 pass; 2 pass": (None, 1),
}
WITHOUT_LAST_CHANCE = {
    "0 call; 1 pass; 2 pass": (0, 1),
    "0 call; 1 rob; 2 pass": (1, 2),
    "0 call; 1 pass; 2 rob": (2, 2),
    "0 call; 1 rob; 2 rob": (2, 4),
    "0 pass; 1 call; 2 pass": (1, 1),
    "0 pass; 1 call; 2 rob": (2, 2),
    "0 pass; 1 pass; 2 call": (2, 1),
    "0 pass; 1 pass; 2 pass": (None, 1),
}


def auction(first: int = 0, ruleset: str = "qq-classic", **options: Any) -> Game:
    """At the first bidder's turn."""
    return Game(ruleset, **options).dealt(deal_with(first=first))


def paths(state: HandState, so_far: tuple[str, ...] = ()) -> Iterator[tuple[str, HandState]]:
    """Every way in which the auction may go, and the state to which it leads."""
    if state.phase not in (Phase.CALL, Phase.ROB):
        yield "; ".join(so_far), state
        return
    [seat] = state.asked()
    for action in AUCTION:
        if legal.allowed(state, seat, action):
            step = f"{(seat - _first(state)) % 3} {action_text(action)}"
            yield from paths(apply(state, decide(state, seat, action)), (*so_far, step))


def _first(state: HandState) -> int:
    return state.auction.first


@pytest.mark.parametrize("first", SEATS)
@pytest.mark.parametrize(
    ("last_chance", "table"),
    [
        pytest.param(True, CALL_ROB, id="caller last"),
        pytest.param(False, WITHOUT_LAST_CHANCE, id="caller not again"),
    ],
)
def test_every_path(
    first: int, last_chance: bool, table: dict[str, tuple[int | None, int]]
) -> None:
    """R-CALL-1, R-CALL-2, R-ROB-1..4, G-ROB-1, F47, F49, F53: who is asked, in which order, who is
    landlord, what it is worth; and there are no other paths.
    """
    found = {}
    for path, state in paths(auction(first, caller_last_chance=last_chance).state):
        landlord = None if state.landlord is None else (state.landlord - first) % 3
        found[path] = (landlord, factors(state).robs)
        assert multiplier(state) == factors(state).robs
        assert state.phase is (Phase.AWAIT_DEAL if landlord is None else Phase.DOUBLE)
    assert found == table


def test_who_declined_is_not_asked_to_rob() -> None:
    """R-ROB-4, F53."""
    game = auction().do("0 pass; 1 call")
    assert game.state.asked() == (2,)
    assert game.refused("0 rob") == "not_your_turn"
    game.do("2 pass")
    assert game.state.landlord == 1


def test_the_call_may_have_a_factor() -> None:
    """G-BID-1: 1 in every preset; not for a landlord that nobody called."""
    assert multiplier(auction(call_factor=3).do("0 call; 1 rob; 2 pass; 0 pass").state) == 6
    forced = auction(call_factor=3, max_redeals=0).do("0 pass; 1 pass; 2 pass")
    assert forced.state.landlord == 0
    assert multiplier(forced.state) == 1


def test_the_landlord_takes_the_bottom() -> None:
    """R-ROB-6, R-DEAL-2: 20 cards, the bottom open to everybody, and not before."""
    game = auction(1).do("1 call; 2 pass")
    assert game.state.deal is not None
    assert all(observe(game.state, viewer).bottom is None for viewer in (*SEATS, None))
    game.do("0 pass")
    bottom = game.state.deal.bottom
    assert LandlordFixed(1, bottom) in game.events
    assert [len(cards) for cards in game.state.cards] == [17, 20, 17]
    assert set(bottom) < set(game.state.cards[1])
    assert all(observe(game.state, viewer).bottom == bottom for viewer in (*SEATS, None))


def test_a_redeal_clears_everything() -> None:
    """R-CALL-2, G-BID-3, F46, F50: calling starts afresh, as often as it takes."""
    game = auction(2).do("2 pass; 0 pass; 1 pass")
    assert game.events[-1] == DealVoided()
    assert game.state.asked() == ()
    for first in (0, 1, 2, 1):
        game.deal(deal_with(first=first)).do("deal ended")
        assert game.state.asked() == (first,)
        assert game.state.auction.declined == (False, False, False)
        game.passes(first, (first + 1) % 3, (first + 2) % 3)
    assert game.state.deals == 5
    game.deal(deal_with("JQKA2", first=1)).do("deal ended; 1 call; 2 rob; 0 pass; 1 pass")
    assert game.state.landlord == 2
    assert multiplier(game.state) == 2


@pytest.mark.parametrize("most", [0, 1, 3])
def test_redeals_may_have_an_end(most: int) -> None:
    """G-BID-6, F46: after `max_redeals` the first bidder has to take it, at no factor."""
    game = auction(max_redeals=most)
    for deal in range(most):
        game.do("0 pass; 1 pass; 2 pass")
        assert game.phase == "await_deal", deal
        game.deal(deal_with()).do("deal ended")
    game.do("0 pass; 1 pass; 2 pass")
    assert game.state.landlord == 0
    assert multiplier(game.state) == 1
    assert game.state.deals == most + 1


@pytest.mark.parametrize("base_beans", [(1000, 1000, 1000), (0, 5, 1000)])
def test_forced_scoring(base_beans: tuple[int, int, int]) -> None:
    """R-CALL-3, G-BID-4, F50: jj-match scores the hand as it is; there is no winner."""
    game = Game("jj-match", beans=base_beans).dealt(deal_with())
    game.do("0 pass; 1 pass; 2 pass")
    state = game.state
    assert game.events[-1] == ForcedScored()
    assert (state.end, state.winner, state.landlord) == ("forced", None, None)
    assert observe(state, 0).bottom == deal_with().bottom
    assert game.refused("0 call") == "wrong_phase"


def test_jj_happy_deals_again() -> None:
    """R-CALL-3, G-BID-4."""
    assert auction(ruleset="jj-happy").do("0 pass; 1 pass; 2 pass").events[-1] == DealVoided()


# --- with a show --------------------------------------------------------------------------------


def shown(script: str, first: int = 0, ruleset: str = "qq-classic", **options: Any) -> Game:
    """A deal with shows on the way, at the end of the deal."""
    game = Game(ruleset, **options)
    before, _, during = script.partition("|")
    if before.strip():
        game.do(before)
    game.ready().deal(deal_with(first=first))
    if during.strip():
        game.do(during)
    return game.do("deal ended")


@pytest.mark.parametrize(
    ("script", "first"),
    [
        ("1 show start", 1),
        ("2 show start; 1 show start", 2),
        ("| step 3; 2 show deal", 2),
        ("1 show start | step 3; 2 show deal", 1),
        ("| step 9; 1 show deal; 2 show deal", 1),
        ("", 0),
    ],
)
def test_the_first_to_show_calls_first(script: str, first: int) -> None:
    """R-CALL-5, G-SHOW-2: in the order of arrival; the start comes before the deal."""
    game = shown(script)
    assert game.state.asked() == (first,)
    assert observe(game.state, 0).first == first


@pytest.mark.parametrize("first", SEATS)
def test_a_show_changes_no_path(first: int) -> None:
    """R-CALL-5: the same table, from the first to show; but all declining makes him landlord
    (R-CALL-6, G-BID-5: the show's factor stays, no factor of a rob).
    """
    game = shown(f"{first} show start", first=(first + 1) % 3)
    found = {}
    for path, state in paths(game.state):
        assert state.landlord is not None
        found[path] = ((state.landlord - first) % 3, factors(state).robs)
        assert multiplier(state) == 5 * factors(state).robs
    assert found == CALL_ROB | {"0 pass; 1 pass; 2 pass": (0, 1)}


def test_all_pass_after_a_show_may_redeal() -> None:
    """R-CALL-6 as an option: `all_pass_after_show` redeal; the redeal clears the show (G-BID-3)."""
    game = shown("1 show start", all_pass_after_show="redeal").do("1 pass; 2 pass; 0 pass")
    assert game.events[-1] == DealVoided()
    assert game.state.shows == ()
    game.deal(deal_with(first=2)).do("deal ended")
    assert game.state.asked() == (2,)
    assert multiplier(game.state) == 1
    game.do("2 pass; 0 pass; 1 pass")
    assert game.events[-1] == DealVoided()


def test_a_called_hand_keeps_its_show() -> None:
    """F59: a show at the start, then a call: the factors stay apart, the server decides both."""
    game = shown("1 show start").do("1 call; 2 rob; 0 pass; 1 pass")
    assert (factors(game.state).show, factors(game.state).robs) == (5, 2)
    assert multiplier(game.state) == 10


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("script", ["{} show start", "| step 2; {} show deal"])
def test_jj_a_show_takes_the_landlord(seat: int, script: str) -> None:
    """R-CALL-7, G-SHOW-3: no calling, no robbing; the deal still finishes; then the doubling."""
    game = shown(script.format(seat), ruleset="jj-happy", first=(seat + 1) % 3)
    assert game.state.landlord == seat
    assert game.phase == "double"
    assert game.state.auction.caller is None
    assert scoring.factors(game.state).robs == 1


@pytest.mark.parametrize(
    ("ruleset", "script", "said"),
    [
        ("qq-classic", "0 pass", ("pass", None, None)),
        ("qq-classic", "0 pass; 1 call", ("pass", "call", None)),
        ("qq-classic", "0 call; 1 rob; 2 pass", ("call", "rob", "pass")),
        ("qq-classic", "0 call; 1 rob; 2 pass; 0 rob", ("rob", "rob", "pass")),
        ("qq-classic", "0 call; 1 rob; 2 pass; 0 pass", ("pass", "rob", "pass")),
        ("qq-menzhua", "0 look", ("look", None, None)),
        ("qq-menzhua", "0 look; 0 pass; 1 blind", ("pass", "blind", None)),
        ("qq-menzhua", "0 look; 0 pass; 1 look; 1 call", ("pass", "call", None)),
    ],
)
def test_what_each_said_last(ruleset: str, script: str, said: tuple[str | None, ...]) -> None:
    """Open to all; the client shows it beside each seat."""
    game = auction(ruleset=ruleset).do(script)
    assert all(observe(game.state, viewer).bids == said for viewer in (*SEATS, None))


def test_time_up_declines() -> None:
    """G-TIM-1: in calling and robbing; the seat is not put on autoplay by it."""
    game = auction().do("0 timeout; 1 call; 2 timeout")
    assert game.state.landlord == 1
    assert game.state.autoplay == (False, False, False)
    assert game.refused("1 call") == "wrong_phase"


def test_only_who_is_asked_times_out() -> None:
    game = auction()
    assert game.refused("1 timeout") == "not_your_turn"
    assert decide(game.state, 0, Timeout())


def test_a_bid_is_nothing_but_a_bid() -> None:
    """F103: there is no number in a call; who calls, calls."""
    game = auction().do("0 call")
    assert game.refused("0 rob") == "not_your_turn"
    assert game.refused("1 call") == "wrong_phase"
    assert playing().state.landlord == 0
