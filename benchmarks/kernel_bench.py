"""The kernel beside the other engines: `python -m benchmarks.kernel_bench [--json]`.

Runs of ours and of theirs alternate, and each figure is the median of its rounds, per second of
processor time of one core. `report.WHAT` says what each sets side by side. The figures of another
machine are others; the ratios are roughly the same.
"""

from __future__ import annotations

import argparse
import json
import random
from functools import partial
from typing import TYPE_CHECKING, Any

import dizhu_kernel
import numpy as np

from benchmarks import kernel_alone
from benchmarks.loops import for_each
from benchmarks.positions import positions
from benchmarks.rows import Row, measure, table
from dizhu.env.vector import DizhuVectorEnv
from dizhu.rules.cards import DECK, RANK_NAMES, pack, pack_ranks
from dizhu.rules.ruleset import preset

if TYPE_CHECKING:
    from collections.abc import Callable

RULES = dizhu_kernel.Rules()
SPIEL = "open-spiel"
ROWS = (
    Row("random play-outs in a batch / OpenSpiel's in C++", "rollouts", SPIEL, "rollouts", 15),
    Row("... / OpenSpiel from Python", "playouts", SPIEL, "random_hands", 60),
    Row("... / RLCard", "playouts", "rlcard", "random_hands", 3000),
    Row("... / DouZero's environment", "playouts", "douzero", "environment_hands", 4000),
    Row("leads of 17 cards / OpenSpiel", "leads_of_17", SPIEL, "leads_of_17", 10),
    Row("leads of 20 cards / OpenSpiel", "leads_of_20", SPIEL, "leads_of_20", 10),
    Row("leads of 17 cards / DouZero", "leads_of_17", "douzero", "leads_of_17", 70),
    Row("leads of 20 cards / DouZero", "leads_of_20", "douzero", "leads_of_20", 70),
    Row("follows of a pair / OpenSpiel", "follows_of_a_pair", SPIEL, "follows_of_a_pair", 7),
    Row("follows of a pair / DouZero", "follows_of_a_pair", "douzero", "follows_of_a_pair", 80),
    Row("a step from Python / OpenSpiel", "steps", SPIEL, "steps", 4),
    Row("hands in 64 environments / RLCard's", "environments", "rlcard", "environment_hands"),
    Row("hands in 64 environments / DouZero's", "environments", "douzero", "environment_hands"),
)


def ours() -> dict[str, Callable[[], int]]:
    """Each does something so many times."""
    deck = list(DECK)
    random.Random(1).shuffle(deck)
    hands = (pack(deck[:20]), pack(deck[20:37]), pack(deck[37:]))
    found: dict[str, Callable[[], int]] = {
        "rollouts": partial(batch, 4000, hands=hands),
        "playouts": partial(batch, 4000),
        "steps": stepping(),
        "environments": environments(),
    }
    for figure, some in positions(1).items():
        if figure.startswith("leads"):
            found[figure] = partial(for_each, RULES.leads, [(packed(c),) for c, _ in some])
            continue
        pairs = [(packed(c), RULES.readings(packed(p))[0]) for c, p in some if p]
        found[figure] = partial(for_each, RULES.follows, pairs)
    return found


def packed(hand: list[str]) -> int:
    return pack_ranks(map(RANK_NAMES.index, hand))


def batch(n: int, **options: Any) -> int:
    RULES.playouts(n, 1, **options)
    return n


def stepping() -> Callable[[], int]:
    """The number of choices and one of them, until the hand is over."""
    game = dizhu_kernel.Game(
        RULES, dizhu_kernel.game_rules(preset("qq-classic").ruleset), log=False
    )
    game.seed(1)
    while game.phase != "play":
        game.step(game.phase == "call")
    rng = random.Random(1).random

    def one() -> int:
        state, count = game.copy(), 0
        choices, step = state.n_legal(), state.step
        while choices:
            choices = step(int(rng() * choices))
            count += 1
        return count

    return one


def environments() -> Callable[[], int]:
    """Hands in a vector environment, landlord and bottom given, with every observation."""
    envs, rng = DizhuVectorEnv(64, "play-only"), np.random.default_rng(1)
    state = {"seen": envs.reset(seed=1)[0]}

    def one() -> int:
        ended = 0
        while not ended:
            mask = state["seen"]["action_mask"]
            actions = (rng.random(mask.shape, np.float32) * mask).argmax(1)
            state["seen"], _, over, _, _ = envs.step(actions)
            ended += int(over.sum())
        return ended

    return one


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kernel_bench")
    parser.add_argument("--seconds", type=float, default=0.3, help="spent on each run of a figure")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--deals", type=int, default=200, help="endgames of each kind")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found = {
        "rows": measure(ROWS, ours(), arguments.seconds, arguments.rounds),
        "alone": kernel_alone.measure(arguments.seconds, arguments.rounds, arguments.deals),
    }
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        print(table(found["rows"]), kernel_alone.notes(found["alone"]), sep="\n\n")


if __name__ == "__main__":
    main()
