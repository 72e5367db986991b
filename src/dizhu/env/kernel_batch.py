"""The same by the kernel, where it is installed."""

from typing import Any

import numpy as np

from dizhu.env.batch import (
    Arrays,
    Batch,
    PureBatch,
    check_size,
    check_threads,
    not_legal,
    whole_numbers,
)
from dizhu.env.setting import Setting
from dizhu.rules.wings import Switches

try:
    import dizhu_kernel
except ImportError:
    dizhu_kernel = None

THERE = dizhu_kernel is not None
"""Whether the kernel is installed and not turned off."""


def batch(setting: Setting, n: int, *, kernel: bool | None = None, threads: int = 1) -> Batch:
    """n places. `kernel` None: by the kernel where it is there and knows the setting.

    Raises ValueError when the kernel is asked for and cannot be had, and for a number of threads
    that makes no sense, whoever plays.
    """
    check_threads(threads)
    able = THERE and knows(setting)
    if kernel and not able:
        why = "knows no tasks, nor this score" if THERE else "is not installed"
        raise ValueError(f"the kernel {why}: leave out kernel=True to play by the pure rules")
    return (
        KernelBatch(setting, n, threads) if able and kernel is not False else PureBatch(setting, n)
    )


def knows(setting: Setting) -> bool:
    """Whether the kernel has all that a setting needs."""
    rules = setting.format.ruleset
    scores_one = rules.all_pass != "forced_score" or rules.forced_score == -1
    return not rules.tasks and scores_one


class KernelBatch:
    """By the kernel, on as many threads as asked for."""

    def __init__(self, setting: Setting, n: int, threads: int = 1) -> None:
        check_size(n)
        form = setting.format
        rules = dizhu_kernel.Rules(
            *Switches.of(form.ruleset),
            bomb_order=form.ruleset.bomb_order,
            wild_group_natural=form.ruleset.wild_group_natural,
        )
        options = dizhu_kernel.game_rules(
            form.ruleset, initial=form.stakes.initial, shows=setting.shows, given=form.given
        )
        self._envs = dizhu_kernel.Envs(rules, options, n)
        self._threads = threads
        self.arrays = Arrays(n)

    def seed(self, i: int, prefix: str) -> None:
        """Begin place i."""
        self._envs.seed(i, prefix)

    def next(self, i: int) -> None:
        """Begin the next hand of place i."""
        self._envs.next(i)

    def read(self) -> None:
        """Write `rows`, `masks` and `turns`."""
        self._envs.read(self.arrays.rows, self.arrays.masks, self.arrays.turns)

    def step(self, actions: Any, *, again: bool = True) -> None:
        """One action in each place."""
        chosen = whole_numbers(actions, len(self._envs))
        self._check(chosen)
        a = self.arrays
        self._envs.step(
            chosen, a.rows, a.masks, a.turns, a.over, a.points, a.last_rows, again, self._threads
        )

    def _check(self, chosen: Any) -> None:
        masks = self.arrays.masks
        outside = (chosen < 0) | (chosen >= masks.shape[1])
        legal = masks[np.arange(len(masks)), np.where(outside, 0, chosen)]
        wrong = np.flatnonzero(outside | (legal == 0))
        if len(wrong):
            raise ValueError(not_legal(int(chosen[wrong[0]]), int(wrong[0])))

    def observe(self, i: int, seat: int, row: Any) -> None:
        """What a seat of place i sees now."""
        self._envs.observe_as(i, seat, row)
