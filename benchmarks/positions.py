"""What is measured, the same for every engine. Standard library only: any environment runs it."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "BJ", "RJ"]

Hand = list[str]
Position = tuple[Hand, Hand | None]  # cards held, and the move to beat: None for a lead

DECK: Hand = [rank for rank in RANKS[:13] for _ in range(4)] + ["BJ", "RJ"]


def positions(seed: int, count: int = 200) -> dict[str, list[Position]]:
    return {
        "leads_of_17": leads(random.Random(seed), 17, count),
        "leads_of_20": leads(random.Random(seed), 20, count),
        "follows_of_a_pair": follows(random.Random(seed), count),
    }


def leads(rng: random.Random, size: int, count: int) -> list[Position]:
    return [(rng.sample(DECK, size), None) for _ in range(count)]


def follows(rng: random.Random, count: int) -> list[Position]:
    """Hands of 17 after a pair, low enough that there is often an answer."""
    found: list[Position] = []
    while len(found) < count:
        cards = rng.sample(DECK, 17)
        rank = rng.choice(RANKS[:10])
        if cards.count(rank) <= 2:
            found.append((cards, [rank, rank]))
    return found


def rate(seconds: float, one: Callable[[], object]) -> float:
    """How often `one` can be called in a second; the first call warms up."""
    one()
    count, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or count < 3:
        one()
        count += 1
    return round(count / spent, 2)


def over(generators: list[Callable[[], object]]) -> Callable[[], object]:
    """Calls them in turn, for ever."""
    position = 0

    def one() -> object:
        nonlocal position
        position = (position + 1) % len(generators)
        return generators[position]()

    return one
