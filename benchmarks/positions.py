"""What is measured, the same for every engine. Standard library only: any environment runs it."""

from __future__ import annotations

import random

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
