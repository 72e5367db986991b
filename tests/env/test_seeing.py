"""What is seen: nothing that is hidden, everything that is open."""

from __future__ import annotations

import random
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from dizhu.env import seeing
from dizhu.env.actions import COMBOS
from dizhu.env.layout import PARTS, PHASES, WIDTH, named
from dizhu.env.words import told
from dizhu.rules.cards import counts, pack, sort_cards
from dizhu.rules.view import visible_cards
from tests.env.kit import SETTINGS, positions

if TYPE_CHECKING:
    from dizhu.env.hand import Hand
    from dizhu.rules.actions import Seat


def row(hand: Hand, viewer: Seat) -> Any:
    seen = np.zeros(WIDTH, np.int32)
    seeing.write(hand, viewer, seen)
    return seen


def shuffled(hand: Hand, viewer: Seat, rng: random.Random) -> Hand:
    """The same hand, but that what the viewer cannot see lies elsewhere."""
    state = hand.state
    assert state.deal is not None
    hidden = [s for s in range(3) if visible_cards(state, viewer, s) is None]
    bottom_hidden = state.landlord is None
    pool = [c for s in hidden for c in state.cards[s]]
    pool += state.deal.bottom if bottom_hidden else ()
    rng.shuffle(pool)
    cards = list(state.cards)
    for seat in hidden:
        size = len(cards[seat])
        cards[seat], pool = sort_cards(pool[:size]), pool[size:]
    deal = replace(state.deal, bottom=tuple(pool)) if bottom_hidden else state.deal
    other = copy(hand)
    other.state = state.changed(cards=tuple(cards), deal=deal)
    return other


@pytest.mark.parametrize("name", SETTINGS)
def test_hidden_cards_make_no_difference(name: str) -> None:
    rng, changed = random.Random(name), 0
    for hand in positions(SETTINGS[name], 4):
        if hand.state.deal is None or hand.state.over:
            continue
        for viewer in range(3):
            if viewer == hand.seat and hand.phase == "call" and hand.state.turn is None:
                continue
            other = shuffled(hand, viewer, rng)
            changed += other.state.cards != hand.state.cards
            assert np.array_equal(row(other, viewer), row(hand, viewer))
    assert changed > 30


@pytest.mark.parametrize("name", ["qq-classic", "qq-laizi"])
def test_others_see_a_play_when_it_is_made_and_not_before(name: str) -> None:
    before: list[Any] = []
    fills = 0
    for hand in positions(SETTINGS[name], 5):
        rows = [row(hand, viewer) for viewer in range(3)]
        if hand.phase == "fill":
            fills += 1
            for viewer in range(3):
                if viewer == hand.seat:
                    assert PHASES[rows[viewer][0]] == "fill"
                else:
                    assert np.array_equal(rows[viewer], before[viewer])
        else:
            before = rows
    assert fills


@pytest.mark.parametrize("name", SETTINGS)
def test_rows_lie_within_their_bounds_and_say_what_the_state_is(name: str) -> None:
    for hand in positions(SETTINGS[name], 6):
        for viewer in range(3):
            seen = row(hand, viewer)
            parts = named(seen)
            for part in PARTS:
                assert parts[part.name].shape == part.shape
                assert part.low <= parts[part.name].min()
                assert parts[part.name].max() <= part.high, part.name
            same_as_state(parts, hand, viewer)


def same_as_state(parts: dict[str, Any], hand: Hand, viewer: Seat) -> None:
    state = hand.state
    for i in range(3):
        seat = (viewer + i) % 3
        cards = visible_cards(state, viewer, seat)
        assert parts["open"][i] == (cards is not None)
        assert list(parts["cards"][i]) == counts(pack(cards or ()))
        assert parts["counts"][i] == len(state.cards[seat])
    if state.to_beat is not None and state.phase.code == "play":
        assert COMBOS[parts["to_beat"][0]] is state.to_beat.combo
    whole = parts["unseen"] + parts["cards"].sum(0) + parts["played"].sum(0)
    assert list(whole) == [4] * 13 + [1, 1]


def test_words_for_people() -> None:
    hand = next(h for h in positions(SETTINGS["play-only"], 7) if len(h.turns) == 5)
    assert hand.seat is not None
    seen = told(row(hand, hand.seat))
    assert seen["phase"] == "play"
    assert seen["turn"] == "me"
    assert set(seen["cards"]) == {"me"}
    assert seen["counts"]["me"] == len(seen["cards"]["me"].split())
    assert seen["turns"][-1][0] == "previous"
