"""The other engines, measured when asked: runs inside their environment, JSON lines in and out.

    {"figure": "leads_of_17", "engine": "open-spiel", "seconds": 0.3}

The answer is a rate per second of processor time. Between two requests nothing is done, so that
runs of ours and of theirs can alternate.
"""

from __future__ import annotations

import json
import random
import sys
import time
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyspiel

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import peers
from benchmarks.loops import all_of
from benchmarks.positions import DECK, positions
from tests.conformance import peers_worker as worker

if TYPE_CHECKING:
    from collections.abc import Callable

ROLLOUTS = 200


@cache
def work(figure: str, engine: str) -> Callable[[], int]:
    if figure == "rollouts":
        return rollouts()
    if figure == "steps":
        return steps()
    if figure == "random_hands":
        hand = partial(peers.ENGINES[engine][0], random.Random(1))
        return partial(all_of, [hand] * 3)
    if figure == "environment_hands":
        through = partial(peers.ENVIRONMENTS[engine](), random.Random(1))
        return partial(all_of, [through] * 3)
    generations = [peers.ENGINES[engine][1](*p) for p in positions(1)[figure]]
    return partial(all_of, generations)


def dealt() -> Any:
    deck = list(DECK)
    random.Random(1).shuffle(deck)
    return worker.openspiel_deal(deck[:20], deck[20:37])


def rollouts() -> Callable[[], int]:
    """Its own random play-outs in C++, from a dealt hand: two evaluations of ROLLOUTS each."""
    state = dealt()
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1)
    bot = pyspiel.MCTSBot(worker.SPIEL, evaluator, 1.0, 2, 1000, False, 1, False)

    def one() -> int:
        bot.mcts_search(state)
        return 2 * ROLLOUTS

    return one


def steps() -> Callable[[], int]:
    """Legal actions and one of them, until the hand is over."""
    start, rng = dealt(), random.Random(1)

    def one() -> int:
        state, count = start.clone(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            count += 1
        return count

    return one


def rate(do: Callable[[], int], seconds: float) -> float:
    do()
    count, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        count += do()
    return count / spent


def main() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        answer = rate(work(request["figure"], request["engine"]), request["seconds"])
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
