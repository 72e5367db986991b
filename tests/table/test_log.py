"""The log is the table: folding it again gives the same, and its words never change."""

import random
from typing import get_args

import pytest

from dizhu.rules.ruleset import PRESETS
from dizhu.rules.view import observe
from dizhu.table import Act, Again, StartHand, Status, TableEvent, evolve, replay
from tests.players import RandomPlayer
from tests.table.kit import Desk

TYPES = {
    "table_opened",
    "hand_started",
    "seed_sealed",
    "hand_event",
    "clocks_set",
    "clocks_extended",
    "settled",
    "next_wanted",
    "seat_left",
    "closed",
}


def test_the_types_of_events_are_stable() -> None:
    """They are stored: a new one may be added, none may change."""
    assert {e.type for e in get_args(TableEvent)} == TYPES


@pytest.mark.parametrize("name", PRESETS)
def test_log_leads_to_the_live_table_after_every_event(name: str) -> None:
    """F79: also with bots, autoplay and time-outs; the version is the number of events."""
    desk = Desk(name, bots=(1,)).begin()
    players = [RandomPlayer((name, s), autoplay=0.1) for s in range(3)]
    chance = random.Random(name)
    while desk.state.status is Status.PLAYING:
        asked = desk.hand.asked()
        if not asked or chance.random() < 0.1:
            desk.tick()
        else:
            desk.do(Act(asked[0], players[asked[0]].act(observe(desk.hand, asked[0]))))
    state = None
    for number, event in enumerate(desk.log, 1):
        state = evolve(state, event)
        assert state.version == number
    assert state == desk.state
    half = len(desk.log) // 2
    assert replay(desk.log[half:], replay(desk.log[:half])) == desk.state


def test_own_actions_are_told_from_those_of_the_clock() -> None:
    """`by`: who did it; nobody when the time was up."""
    desk = Desk().to_call()
    desk.tick()
    assert getattr(desk.log[-2], "by", "?") is None
    seat = desk.hand.turn
    desk.say(f"{seat} call")
    assert getattr(desk.log[-2], "by", "?") == seat


def test_an_empty_log_is_no_table() -> None:
    """A stream that does not exist."""
    with pytest.raises(ValueError, match="no events"):
        replay([])


def test_many_hands_in_one_log() -> None:
    """Hands follow one another under the same version count."""
    desk = Desk(bots=(0, 1, 2), deal_step_ms=0)
    for number in range(1, 4):
        desk.do(StartHand(desk.beans, number.to_bytes(32, "big")))
        if desk.hand.phase.code == "start":
            desk.ticks_until(*[p for p in type(desk.hand.phase) if p.code == "call"])
        desk.to_play().play_out()
        assert desk.state.hand_no == number
        if not desk.state.wants_hand:
            desk.do(Again(0))
    assert replay(desk.log) == desk.state
    assert sum(desk.book.accounts().values()) == 0
