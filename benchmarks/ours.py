"""Measures dizhu's own rules on the positions that the other engines get."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING

from benchmarks.loops import all_of
from benchmarks.positions import Hand, positions
from dizhu.rules.actions import Action, Call, NoDouble, Pass, Play, Ready
from dizhu.rules.cards import DECK, RANK_NAMES, Packed, pack, pack_ranks, pick
from dizhu.rules.hand import apply, begin_deal, decide, end_deal
from dizhu.rules.moves import moves_for
from dizhu.rules.playing import patterns_of
from dizhu.rules.ruleset import preset
from dizhu.rules.shuffle import deal
from dizhu.rules.state import HandState, Phase, new_hand
from dizhu.rules.wings import Switches

if TYPE_CHECKING:
    from collections.abc import Callable

    from dizhu.rules.combos import Combo

MOVES = moves_for(Switches())
PRESET = preset("qq-classic")


def work(seed: int) -> dict[str, Callable[[], int]]:
    """What is measured, by the names of the other engines; each does something so many times."""
    found: dict[str, Callable[[], int]] = {
        "random_hands": partial(hands, partial(random_hand, random.Random(seed)), 30),
        "recorded_hands": partial(hands, partial(recorded_hand, random.Random(seed)), 10),
    }
    for name, some in positions(seed).items():
        found[name] = partial(all_of, [generation(*position) for position in some])
    return found


def hands(play: Callable[[], object], count: int) -> int:
    for _ in range(count):
        play()
    return count


def generation(cards: Hand, previous: Hand | None) -> Callable[[], object]:
    if previous is None:
        return partial(MOVES.leads, packed(cards))
    return partial(MOVES.follows, packed(cards), MOVES.readings(packed(previous))[0])


def packed(hand: Hand) -> Packed:
    return pack_ranks(map(RANK_NAMES.index, hand))


def random_hand(rng: random.Random) -> None:
    """Deal to a landlord and play; where one may pass, a pass is as likely as any one move."""
    deck = list(DECK)
    rng.shuffle(deck)
    cards = [pack(deck[:20]), pack(deck[20:37]), pack(deck[37:])]
    draw, leads, follows = rng.random, MOVES.leads, MOVES.follows
    to_beat: Combo | None = None
    seat = passes = 0
    while True:
        moves = leads(cards[seat]) if to_beat is None else follows(cards[seat], to_beat)
        chosen = int(draw() * (len(moves) + (to_beat is not None)))
        if chosen < len(moves):
            cards[seat] -= moves[chosen].cards
            if not cards[seat]:
                return
            to_beat, passes = moves[chosen].combo, 0
        elif passes:
            to_beat, passes = None, 0
        else:
            passes = 1
        seat = (seat + 1) % 3


def recorded_hand(rng: random.Random) -> None:
    """The same by `decide` and `evolve`: every action is checked, and made into events."""
    state = new_hand(PRESET.ruleset, PRESET.stakes, (10**6, 10**6, 10**6))
    for seat in range(3):
        state = apply(state, decide(state, seat, Ready()))
    state = apply(state, begin_deal(state, deal(rng.randbytes(16), 1, state.ruleset)))
    state = apply(state, end_deal(state))
    while not state.over:
        [seat, *_] = state.asked()
        state = apply(state, decide(state, seat, some_action(rng, state, seat)))


def some_action(rng: random.Random, state: HandState, seat: int) -> Action:
    """The first asked calls, nobody robs or doubles: the time is spent on the play."""
    if state.phase is Phase.CALL:
        return Call()
    if state.phase is Phase.DOUBLE:
        return NoDouble()
    if state.phase is not Phase.PLAY:
        return Pass()
    to_beat = state.to_beat.combo if state.to_beat else None
    moves = patterns_of(state).moves(pack(state.cards[seat]), to_beat)
    chosen = rng.randrange(len(moves) + (to_beat is not None))
    if chosen == len(moves):
        return Pass()
    return Play(pick(state.cards[seat], moves[chosen].cards))
