"""Chance, made from a secret seed: the deck, the first bidder, the wild rank, the task.
Deterministic and uniform.

Bits come from HMAC-SHA256 of a counter under the seed, numbers by rejection, the permutation by
Fisher-Yates: every order of the 54 cards is equally likely as far as HMAC cannot be told from
chance. A seed that is only published as a hash tells nothing about the deal.
"""

import hashlib
import hmac
from collections.abc import Iterator

from dizhu.rules.actions import Deal, Seat, next_seat
from dizhu.rules.cards import DECK, SUITED_RANKS, Card, sort_cards
from dizhu.rules.ruleset import Ruleset

SEED_BYTES = 32


def _words(seed: bytes, label: str) -> Iterator[int]:
    """32-bit numbers without end."""
    counter = 0
    while True:
        block = hmac.digest(seed, f"{label}/{counter}".encode(), hashlib.sha256)
        yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))
        counter += 1


class Draw:
    """Numbers below a bound, drawn from a seed under a label."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._words = _words(seed, label)

    def below(self, bound: int) -> int:
        """A number 0..bound-1, each equally likely."""
        limit = (1 << 32) - (1 << 32) % bound
        while (word := next(self._words)) >= limit:
            pass
        return word % bound


def shuffled(seed: bytes, label: str) -> tuple[Card, ...]:
    """The deck in an order drawn from the seed."""
    draw, deck = Draw(seed, label), list(DECK)
    for i in range(len(deck) - 1, 0, -1):
        j = draw.below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def deal(seed: bytes, number: int, rules: Ruleset, previous_first: Seat | None = None) -> Deal:
    """The `number`-th deal (1, 2, ...) of a hand. `previous_first`: who bid first in the deal or
    hand before.
    """
    deck = shuffled(seed, f"deck/{number}")
    hands = (deck[0:17], deck[17:34], deck[34:51])
    if (
        rules.deal_order == "descending"
    ):  # G-DEAL-1: only the order of revealing, never who gets what
        hands = (sort_cards(hands[0]), sort_cards(hands[1]), sort_cards(hands[2]))
    draw = Draw(seed, f"chance/{number}")
    drawn, wild, task, turned = (
        draw.below(n) for n in (3, SUITED_RANKS, len(rules.tasks) or 1, 51)
    )
    by_card = rules.first_bidder == "drawn_card"
    return Deal(
        hands=hands,
        bottom=deck[51:],
        first=turned // 17 if by_card else _first(rules, drawn, previous_first),
        wild=wild if rules.wild_enabled else None,
        turned=deck[turned] if by_card else None,
        task=rules.tasks[task] if rules.tasks else None,
    )


def _first(rules: Ruleset, drawn: Seat, previous: Seat | None) -> Seat:
    """R-CALL-4, G-BID-2: at random, or the seat after the previous first bidder, or the same
    again.
    """
    if previous is None or rules.first_bidder == "random":
        return drawn
    return previous if rules.first_bidder == "same" else next_seat(previous)
