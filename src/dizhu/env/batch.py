"""Hands side by side: by the pure rules here, by the kernel in `kernel_batch`; the same numbers."""

from operator import index
from typing import Any, Protocol, SupportsIndex

import numpy as np

from dizhu.env import seeing
from dizhu.env.actions import ACTIONS, NAMES
from dizhu.env.hand import Hand
from dizhu.env.layout import WIDTH
from dizhu.env.setting import Setting

_MOST_NUMBER = np.iinfo(np.int64).max
MOST = 1_000_000
"""Of hands in one batch."""
MOST_THREADS = 256
"""As the kernel takes them."""


class Arrays:
    """What is told of n hands after a step, in arrays that the next step writes anew.

    `rows` (n, WIDTH): what the seat asked sees; `masks` (n, ACTIONS): its legal actions; `turns`
    (n): the seat, -1 when over; `over` (n): whether the hand ended with this step; `points` (n, 3)
    and `last_rows` (n, WIDTH): if so, the points by seat, and what the last mover sees.
    """

    def __init__(self, n: int) -> None:
        self.rows = np.zeros((n, WIDTH), np.int32)
        self.masks = np.zeros((n, ACTIONS), np.uint8)
        self.turns = np.zeros(n, np.int8)
        self.over = np.zeros(n, np.uint8)
        self.points = np.zeros((n, 3), np.int64)
        self.last_rows = np.zeros((n, WIDTH), np.int32)


class Batch(Protocol):
    """Hands side by side. Hand k of place i has the key `prefix/k`."""

    arrays: Arrays

    def seed(self, i: int, prefix: str) -> None:
        """Begin place i; `read` when all are begun."""

    def next(self, i: int) -> None:
        """Begin the next hand of place i."""

    def read(self) -> None:
        """Write `rows`, `masks` and `turns`."""

    def step(self, actions: Any, *, again: bool = True) -> None:
        """One action in each place; with `again` a hand that ends is followed by the next.

        Raises ValueError for an action that is not legal, and then nothing is done.
        """

    def observe(self, i: int, seat: int, row: Any) -> None:
        """What a seat of place i sees now."""


class PureBatch:
    """By the pure rules, one after the other."""

    def __init__(self, setting: Setting, n: int) -> None:
        check_size(n)
        self._setting = setting
        self._prefixes = [""] * n
        self._numbers = [0] * n
        self._hands: list[Hand | None] = [None] * n
        self.arrays = Arrays(n)

    def seed(self, i: int, prefix: str) -> None:
        """Begin place i."""
        self._prefixes[i], self._numbers[i] = prefix, 0
        self.next(i)

    def next(self, i: int) -> None:
        """Begin the next hand of place i."""
        self._hands[i] = Hand(self._setting, f"{self._prefixes[i]}/{self._numbers[i]}")
        self._numbers[i] += 1

    def hand(self, i: int) -> Hand:
        """The hand of place i."""
        hand = self._hands[i]
        assert hand is not None, "seed comes first"
        return hand

    def read(self) -> None:
        """Write `rows`, `masks` and `turns`."""
        for i in range(len(self._hands)):
            self._read(i)

    def _read(self, i: int) -> None:
        hand, arrays = self.hand(i), self.arrays
        seeing.write(hand, hand.seat or 0, arrays.rows[i])
        arrays.masks[i] = 0
        arrays.masks[i, hand.actions] = 1
        arrays.turns[i] = -1 if hand.seat is None else hand.seat

    def step(self, actions: Any, *, again: bool = True) -> None:
        """One action in each place."""
        chosen = whole_numbers(actions, len(self._hands)).tolist()
        for i, action in enumerate(chosen):
            if action not in self.hand(i).actions:
                raise ValueError(not_legal(action, i))
        for i, action in enumerate(chosen):
            self._step(i, action, again)

    def _step(self, i: int, action: int, again: bool) -> None:
        hand, arrays = self.hand(i), self.arrays
        mover = hand.seat or 0
        hand.step(action)
        arrays.over[i] = over = hand.state.over
        if over:
            arrays.points[i] = hand.points()
            seeing.write(hand, mover, arrays.last_rows[i])
            if again:
                self.next(i)
        self._read(i)

    def observe(self, i: int, seat: int, row: Any) -> None:
        """What a seat of place i sees now."""
        seeing.write(self.hand(i), seat, row)


def whole_numbers(actions: Any, n: int) -> Any:
    """Actions as int64, one for each of n places. Raises ValueError for what is none."""
    given = np.asarray(actions)
    if given.shape != (n,):
        raise ValueError(f"{n} actions are wanted, one for each hand, not the shape {given.shape}")
    if given.dtype.kind not in "iu" or (given.size and given.max() > _MOST_NUMBER):
        raise ValueError(f"actions are whole numbers from 0 to {ACTIONS - 1}, not {given.dtype}")
    return np.ascontiguousarray(given, np.int64)


def check_size(n: Any) -> None:
    """Raises ValueError for a number of places that makes no sense."""
    if not isinstance(n, SupportsIndex) or not 1 <= index(n) <= MOST:
        raise ValueError(f"1 to {MOST:,} hands, not {n!r}")


def check_threads(n: Any) -> None:
    """Raises ValueError for a number of threads that makes no sense."""
    if not isinstance(n, SupportsIndex) or not 1 <= index(n) <= MOST_THREADS:
        raise ValueError(f"1 to {MOST_THREADS} threads, not {n!r}")


def not_legal(action: int, i: int) -> str:
    """What is said of an action."""
    name = f" ({NAMES[action]})" if 0 <= action < ACTIONS else f" (there are 0 to {ACTIONS - 1})"
    return f"action {action}{name} of hand {i} is not legal; see its action mask"
