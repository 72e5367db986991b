"""What is measured of the other engines: whole hands played at random, and the moves of a hand
generated for a lead and for a follow. Imported inside their own environment (`kernel_peers.py`).

What is measured is the rules as the engine itself asks for them; observations for a learner are
built in the environments only (`ENVIRONMENTS`), as whoever trains with them has to.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import rlcard
from douzero.env.env import Env as DouZeroEnv
from douzero.env.game import GameEnv
from rlcard.games.doudizhu import Game as RlcardGame
from rlcard.games.doudizhu.judger import DoudizhuJudger
from rlcard.games.doudizhu.utils import get_gt_cards

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.positions import DECK, Hand
from tests.conformance import peers_worker as worker

Play = Callable[[random.Random], None]

# --- whole hands --------------------------------------------------------------------------------


def rlcard_hand(rng: random.Random) -> None:
    game = RlcardGame()
    game.np_random = np.random.RandomState(rng.randrange(2**31))
    state, _ = game.init_game()
    while not game.is_over():
        state, _ = game.step(rng.choice(state["actions"]))


class _Chooser:
    """A player of DouZero's environment that plays anything."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def act(self, infoset: Any) -> list[int]:
        move: list[int] = self.rng.choice(infoset.legal_actions)
        return move


def douzero_hand(rng: random.Random) -> None:
    seats = ("landlord", "landlord_up", "landlord_down")
    env = GameEnv({seat: _Chooser(rng) for seat in seats})
    deck = worker.douzero_cards(DECK)
    rng.shuffle(deck)
    env.card_play_init(
        {
            "landlord": sorted(deck[:20]),
            "landlord_up": sorted(deck[20:37]),
            "landlord_down": sorted(deck[37:]),
            "three_landlord_cards": sorted(deck[17:20]),
        }
    )
    while not env.game_over:
        env.step()


def openspiel_hand(rng: random.Random) -> None:
    deck = list(DECK)
    rng.shuffle(deck)
    state = worker.openspiel_deal(deck[:20], deck[20:37])
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))


# --- whole hands through the environments, with their observations ------------------------------


def rlcard_environment() -> Play:
    env = rlcard.make("doudizhu")

    def play(rng: random.Random) -> None:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))

    return play


def douzero_environment() -> Play:
    env = DouZeroEnv("wp")

    def play(rng: random.Random) -> None:
        seen, done = env.reset(), False
        while not done:
            seen, _, done, _ = env.step(rng.choice(seen["legal_actions"]))

    return play


# --- moves of one position ----------------------------------------------------------------------


def rlcard_generations(cards: Hand, previous: Hand | None) -> Callable[[], object]:
    if previous:
        return partial(get_gt_cards, *worker.rlcard_follow(cards, previous))
    letters = worker.rlcard_letters(cards)
    return lambda: DoudizhuJudger.playable_cards_from_hand(letters)


def douzero_generations(cards: Hand, previous: Hand | None) -> Callable[[], object]:
    env: Any = GameEnv([None] * 3)
    env.acting_player_position = "landlord"
    env.info_sets["landlord"].player_hand_cards = worker.douzero_cards(cards)
    env.card_play_action_seq = [worker.douzero_cards(previous), []] if previous else []
    generate: Callable[[], object] = env.get_legal_card_play_actions
    return generate


def openspiel_generations(cards: Hand, previous: Hand | None) -> Callable[[], object]:
    follow, lead = worker.openspiel_follow, worker.openspiel_lead
    position = follow(cards, previous) if previous else lead(cards)
    generate: Callable[[], object] = position.legal_actions
    return generate


Generations = Callable[[Hand, Hand | None], Callable[[], object]]

ENVIRONMENTS: dict[str, Callable[[], Play]] = {
    "rlcard": rlcard_environment,
    "douzero": douzero_environment,
}

ENGINES: dict[str, tuple[Play, Generations]] = {
    "rlcard": (rlcard_hand, rlcard_generations),
    "douzero": (douzero_hand, douzero_generations),
    "open-spiel": (openspiel_hand, openspiel_generations),
}
