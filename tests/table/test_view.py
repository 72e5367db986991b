"""What a viewer is told: never a hidden card, never the seed before the end."""

import hashlib
from dataclasses import fields

import pytest

from dizhu.rules.actions import SEATS
from dizhu.rules.ruleset import PRESETS
from dizhu.table import Status, public_event, see
from dizhu.table.events import HandHappened, HandStarted
from dizhu.table.evolve import evolve
from dizhu.table.view import commitment
from tests.table.kit import Desk


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("viewer", [*SEATS, None])
def test_other_hands_are_hidden(name: str, viewer: int | None) -> None:
    """R-DEAL-2, R-SHOW-1: counts only; the bottom before there is a landlord for nobody."""
    desk = Desk(name).to_call()
    seen = see(desk.state, viewer)
    assert seen.hand is not None
    for seat in SEATS:
        own = seat == viewer and name != "qq-menzhua"
        assert (seen.hand.cards[seat] is not None) == own
        assert seen.hand.counts[seat] == 17
    assert seen.hand.bottom is None


def test_the_seed_is_secret_until_the_hand_is_over() -> None:
    """F118: a hash fixes the deal before anybody sees a card; the seed proves it afterwards."""
    desk = Desk().to_play()
    seed = desk.state.seed
    assert seed is not None
    digest = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    for viewer in (*SEATS, None):
        seen = see(desk.state, viewer)
        assert (seen.seed, seen.commitment) == (None, digest)
        assert seed not in repr(seen)
    desk.play_out()
    assert see(desk.state, None).seed == seed
    assert commitment(seed) == digest


def test_events_are_told_without_seed_and_cards() -> None:
    """The start of a hand and the deal are the only secret events."""
    desk = Desk().to_play().play_out()
    state = None
    for event in desk.log:
        state = evolve(state, event)
        told = public_event(event, state)
        assert told.type == event.type
        if isinstance(event, HandStarted):
            assert event.seed not in repr(told)
        elif isinstance(event, HandHappened) and event.event.type == "dealt":
            assert "hands" not in {f.name for f in fields(told.event)}  # type: ignore[union-attr]
        else:
            assert told is event


def test_bots_look_like_bots_but_not_like_which() -> None:
    """A person may know that he plays a bot; its program is our business."""
    seen = see(Desk(bots=(1,)).state, 0)
    assert [s.bot for s in seen.seats] == [False, True, False]
    assert "random" not in repr(seen.seats)


def test_beans_are_those_of_the_hand_and_then_those_after_it() -> None:
    """F64: the balances are shown and follow the settlement."""
    desk = Desk().to_play()
    assert [s.beans for s in see(desk.state, None).seats] == [100_000] * 3
    desk.play_out()
    assert [s.beans for s in see(desk.state, None).seats] == list(desk.beans)


def test_escape_penalty_is_told_to_who_can_escape() -> None:
    """R-ESC-1: what leaving costs at least; nothing for watchers, nothing after the end."""
    desk = Desk().to_play()
    landlord = desk.hand.landlord
    assert landlord is not None
    assert see(desk.state, None).escape_penalty is None
    assert (see(desk.state, landlord).escape_penalty or 0) >= 20_000
    desk.play_out()
    assert see(desk.state, landlord).escape_penalty is None
    assert see(Desk("jj-happy").to_play().state, 0).escape_penalty is None


def test_every_clock_is_public() -> None:
    """F82: deadlines are visible to all."""
    desk = Desk().begin()
    assert see(desk.state, 1).clocks == see(desk.state, None).clocks == desk.state.clocks


def test_view_before_the_first_hand_and_after_closing() -> None:
    """There is always something to look at."""
    desk = Desk()
    assert see(desk.state, 0).hand is None
    desk.tick()
    assert see(desk.state, 0).status == Status.CLOSED
