"""Time-outs and 托管 (R-PLAY-4, R-PLAY-5, G-TIM-1, G-TIM-2)."""

import random
from typing import Any

import pytest

from dizhu.rules.actions import SEATS, Autoplay, Timeout
from dizhu.rules.events import AutoplaySet, DealVoided, Passed, Played, TimedOut
from dizhu.rules.hand import apply, decide
from dizhu.rules.notation import card_text, combo_text, parse_card
from dizhu.rules.state import HandState
from tests.rules.kit import (
    PRESET_NAMES,
    Game,
    deal_with,
    endgame,
    playing,
    random_step,
    rules,
)


def automatic(state: HandState, seat: int) -> str:
    """What a time-out of a seat plays: a card, or a pass."""
    [event] = [e for e in decide(state, seat, Timeout()) if isinstance(e, Played | Passed)]
    assert event.auto
    return card_text(event.cards[0]) if isinstance(event, Played) else "pass"


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("S4 H4 C4 D4 RJ", "D4"),
        ("S4 H4 C4", "C4"),
        ("S4 H4 RJ", "H4"),
        ("S4 SK C2", "S4"),
        ("BJ RJ", "BJ"),
        ("S2 BJ", "S2"),
        ("S3", "S3"),
    ],
)
def test_the_lead_plays_the_smallest(hand: str, card: str) -> None:
    """R-PLAY-4, G-TIM-1: the smallest solo, among equal ranks in the order D C H S; autoplay on."""
    state = endgame(hand, "D9 C9 S5", "D10 C10")
    events = decide(state, 0, Timeout())
    assert events[:2] == (TimedOut(0), AutoplaySet(0, True))
    assert isinstance(events[2], Played)
    assert (events[2].cards, events[2].auto) == ((parse_card(card),), True)


def test_the_smallest_by_natural_rank() -> None:
    """G-TIM-2: a wild 3 is still a 3."""
    state = endgame("D3 S4 S5", "D9", "D10", ruleset=rules("qq-laizi"), wild="3")
    assert automatic(state, 0) == "D3"


def test_following_is_a_pass() -> None:
    """R-PLAY-4: pass and autoplay, even with cards that would beat."""
    game = playing("3", "4")
    game.plays(0, "3")
    assert game.act(1, Timeout()) == (TimedOut(1), AutoplaySet(1, True), Passed(1, auto=True))
    assert game.state.autoplay == (False, True, False)


def last_card(autoplay: bool, led: str = "3", last: str = "D4") -> HandState:
    state = endgame(f"D{led} S9", last, "D10 C10", autoplay=(False, autoplay, False))
    return apply(state, decide(state, 0, _play(f"D{led}")))


def _play(card: str) -> Any:
    from dizhu.rules.actions import Play

    return Play((parse_card(card),))


@pytest.mark.parametrize(
    ("autoplay", "led", "last", "expected"),
    [
        (True, "3", "D4", "D4"),
        (True, "4", "S3", "pass"),
        (True, "4", "S4", "pass"),
        (True, "2", "BJ", "BJ"),
        (False, "3", "D4", "pass"),
    ],
)
def test_the_last_card(autoplay: bool, led: str, last: str, expected: str) -> None:
    """R-PLAY-5, G-TIM-1: on autoplay the last card follows if it beats; but the first time-out
    passes, even with one card left.
    """
    assert automatic(last_card(autoplay, led, last), 1) == expected


def test_two_cards_never_follow() -> None:
    """R-PLAY-5, G-TIM-2: with more than one card left autoplay passes."""
    state = endgame("D3 S9", "D4 D5", "D10 C10", autoplay=(False, True, False))
    state = apply(state, decide(state, 0, _play("D3")))
    assert automatic(state, 1) == "pass"


def test_a_wild_as_the_last_card_is_itself() -> None:
    """R-PLAY-5, R-WILD-3."""
    laizi = rules("qq-laizi")
    on = (False, True, False)
    for last, expected in (("D7", "pass"), ("D2", "D2")):
        state = endgame("D8 S9", last, "D10", ruleset=laizi, wild=last[1:], autoplay=on)
        state = apply(state, decide(state, 0, _play("D8")))
        assert automatic(state, 1) == expected


@pytest.mark.parametrize("after", [1, 2, 3])
def test_autoplay_after(after: int) -> None:
    """G-TIM-1: after so many time-outs in the play; 1 in every preset."""
    game = playing("3", autoplay_after=after)
    for n in range(1, after + 1):
        game.do("0 timeout; 1 pass; 2 pass")
        assert game.state.autoplay[0] == (n >= after)
    assert game.state.plays[0] == after


def test_a_second_timeout_says_nothing_new() -> None:
    """On autoplay the automatic move is just made."""
    game = playing("3").do("0 timeout; 1 pass; 2 pass")
    events = game.act(0, Timeout())
    assert len(events) == 1
    assert isinstance(events[0], Played)
    assert events[0].auto


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_one_timeout_is_enough_in_every_preset(name: str) -> None:
    """Section 16."""
    assert rules(name).autoplay_after == 1


def test_the_button() -> None:
    """G-TIM-1: on and off, in turn or not; twice the same is refused."""
    game = playing("3")
    assert game.act(2, Autoplay(True)) == (AutoplaySet(2, True),)
    assert game.refused("2 autoplay on") == "not_allowed"
    assert game.act(2, Autoplay(False)) == (AutoplaySet(2, False),)
    assert game.refused("2 autoplay off") == "not_allowed"


def test_an_own_action_ends_it() -> None:
    """G-TIM-1, F97: at once, whatever it is; a refused one does not."""
    game = playing("3 5", "4").do("0 autoplay on; 1 autoplay on")
    assert game.refused("0 pass") == "must_lead"
    assert game.state.autoplay == (True, True, False)
    game.plays(0, "3")
    assert game.state.autoplay == (False, True, False)
    game.passes(1)
    assert game.state.autoplay == (False, False, False)


@pytest.mark.parametrize(
    ("before", "action"),
    [
        ("", "call"),
        ("", "pass"),
        ("0 call; 1 pass; 2 rob", "rob"),
        ("0 call; 1 pass; 2 pass", "double"),
        ("0 call; 1 pass; 2 pass", "show bottom"),
    ],
)
def test_an_own_action_ends_it_in_the_auction(before: str, action: str) -> None:
    """G-TIM-1."""
    game = Game().dealt(deal_with())
    if before:
        game.do(before)
    game.do("0 autoplay on").do(f"0 {action}")
    assert AutoplaySet(0, False) in game.events
    assert not game.state.autoplay[0]


def test_a_timeout_does_not_end_it() -> None:
    game = Game().dealt(deal_with()).do("0 autoplay on; 0 timeout")
    assert game.state.autoplay[0]


def test_timeouts_in_an_auction_do_not_count() -> None:
    """G-TIM-1: a time-out in an auction is only a decline."""
    game = Game().do("0 timeout").dealt(deal_with()).do("0 timeout; 1 call; 2 timeout")
    game.do("0 timeout; 1 timeout; 2 timeout")
    assert game.state.timeouts == (0, 0, 0)
    assert game.state.autoplay == (False, False, False)


def test_the_count_starts_again() -> None:
    """Ended by an own action, autoplay needs as many time-outs as before."""
    game = playing("3 4 5 6", autoplay_after=2)
    game.do("0 timeout; 1 pass; 2 pass; 0 timeout; 1 pass; 2 pass")
    assert game.state.autoplay[0]
    game.plays(0, "5")
    game.passes(1, 2)
    game.do("0 timeout")
    assert not game.state.autoplay[0]


def test_a_redeal_forgets_no_autoplay() -> None:
    """G-BID-3, G-JJ-1: who is on autoplay stays on it, with 17 cards when it began."""
    game = Game("jj-happy").ready().deal(deal_with()).do("1 autoplay on; deal ended")
    game.do("0 pass; 1 timeout; 2 pass")
    assert game.events[-1] == DealVoided()
    game.deal(deal_with()).do("deal ended; 0 call")
    assert game.state.autoplay[1]
    assert game.state.autoplay_cards[1] == 17


def test_cards_left_when_it_began() -> None:
    """R-JJ-2: counted before an automatic play, anew each time autoplay begins."""
    state = endgame("D3 S9", "D4 C4", "D10 C10")
    state = apply(state, decide(state, 0, Timeout()))
    assert (state.autoplay_cards[0], state.autoplay_ever[0]) == (2, True)
    state = endgame("D3", "D4 C4", "D10 C10", turn=1)
    state = apply(state, decide(state, 0, Autoplay(True)))
    assert (state.autoplay_cards[0], state.autoplay_ever[0]) == (1, False)
    state = endgame("D3 C3 S4", "D5 C5", "D10 C10")
    state = apply(state, decide(state, 0, Autoplay(True)))
    state = apply(state, decide(state, 0, _play("S4")))
    assert not state.autoplay[0]
    state = apply(state, decide(state, 0, Autoplay(True)))
    assert state.autoplay_cards[0] == 2


@pytest.mark.parametrize("name", PRESET_NAMES)
@pytest.mark.parametrize("seat", SEATS)
def test_the_hand_ends_by_its_clocks(name: str, seat: int) -> None:
    """L2, F70: with one, two or three players gone, from the first step on, every hand ends."""
    rng = random.Random(f"{name} {seat}")
    gone = rng.sample(SEATS, seat + 1)
    for max_redeals in (0, 3):
        game = Game(name, max_redeals=max_redeals)
        for _ in range(1000):
            if game.state.over:
                break
            asked = [s for s in game.state.asked() if s in gone]
            if asked:
                game.act(asked[0], Timeout())
            else:
                game.step(random_step(rng, game.state))
        assert game.state.over


def test_automatic_plays_are_marked() -> None:
    """F82: what the system played is told apart from what a player played."""
    game = playing("3 4").do("0 timeout; 1 pass; 2 pass; 0 autoplay off")
    game.plays(0, "4")
    played = [e for e in game.events if isinstance(e, Played)]
    assert [e.auto for e in played] == [True, False]
    assert [combo_text(e.combo) for e in played] == ["solo 3", "solo 4"]
