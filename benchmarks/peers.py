"""Measures the other engines: run inside their own environment, prints one JSON object.

    .venv-peers/bin/python benchmarks/peers.py [--seconds 2] [--seed 1]

Rates are per second of one core: whole hands played at random, and the moves of a hand
generated for a lead (17 and 20 cards) and for a follow. What is measured is the rules as the
engine itself asks for them; no observation for a learner is built where it can be left out.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from douzero.env.game import GameEnv
from rlcard.games.doudizhu import Game as RlcardGame
from rlcard.games.doudizhu.judger import DoudizhuJudger

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.positions import DECK, Hand, over, positions, rate
from tests.conformance import peers_worker as worker

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


# --- moves of one position ----------------------------------------------------------------------


def rlcard_generations(cards: Hand, previous: Hand | None) -> Callable[[], object]:
    if previous:
        return lambda: worker.rlcard_moves(cards, previous)
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


Play = Callable[[random.Random], None]
Generations = Callable[[Hand, Hand | None], Callable[[], object]]

ENGINES: dict[str, tuple[Play, Generations]] = {
    "rlcard": (rlcard_hand, rlcard_generations),
    "douzero": (douzero_hand, douzero_generations),
    "open-spiel": (openspiel_hand, openspiel_generations),
}


def measure(seconds: float, seed: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for engine, (play, generations) in ENGINES.items():
        found[engine] = {
            "version": version(engine),
            "random_hands": rate(seconds, partial(play, random.Random(seed))),
        }
        for name, some in positions(seed).items():
            found[engine][name] = rate(seconds, over([generations(*each) for each in some]))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="spent on each figure")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(json.dumps(measure(arguments.seconds, arguments.seed), indent=2))


if __name__ == "__main__":
    main()
