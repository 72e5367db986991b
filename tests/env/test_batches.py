"""Hands side by side: the kernel tells the same numbers as the pure rules, hand for hand."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from dizhu.env.batch import Batch, PureBatch
from dizhu.env.kernel_batch import THERE, KernelBatch, batch, knows
from dizhu.env.layout import WIDTH
from dizhu.env.setting import setting
from tests.env.kit import SETTINGS

with_kernel = pytest.mark.skipif(not THERE, reason="no kernel here: make kernel")


def begun(kind: Any, name: str, n: int, seed: int) -> Batch:
    some: Batch = kind(SETTINGS[name], n)
    for i in range(n):
        some.seed(i, f"{seed}/{i}")
    some.read()
    return some


def random_actions(rng: random.Random, masks: Any) -> list[int]:
    return [int(rng.choice(np.flatnonzero(mask))) for mask in masks]


@with_kernel
@pytest.mark.parametrize("name", SETTINGS)
def test_the_kernel_tells_the_same(name: str) -> None:
    n, rng, ended = 3, random.Random(name), 0
    pure, fast = begun(PureBatch, name, n, 1), begun(KernelBatch, name, n, 1)
    for step in range(120):
        for field in ("rows", "masks", "turns"):
            assert np.array_equal(getattr(pure.arrays, field), getattr(fast.arrays, field)), field
        actions = random_actions(rng, pure.arrays.masks)
        pure.step(actions)
        fast.step(actions)
        over = pure.arrays.over == 1
        assert np.array_equal(over, fast.arrays.over == 1)
        for field in ("points", "last_rows"):
            ours, theirs = getattr(pure.arrays, field), getattr(fast.arrays, field)
            assert np.array_equal(ours[over], theirs[over]), field
        ended += over.sum()
        if step % 50 == 49:  # in the middle of a hand
            pure.next(step % n)
            fast.next(step % n)
            pure.read()
            fast.read()
        same_for_all_seats(pure, fast, step % n)
    assert ended


def same_for_all_seats(pure: Batch, fast: Batch, i: int) -> None:
    for seat in range(3):
        rows = np.zeros((2, WIDTH), np.int32)
        pure.observe(i, seat, rows[0])
        fast.observe(i, seat, rows[1])
        assert np.array_equal(*rows)


@with_kernel
def test_threads_make_no_difference() -> None:
    one = KernelBatch(SETTINGS["qq-laizi"], 9)
    two = KernelBatch(SETTINGS["qq-laizi"], 9, threads=2)
    rng = random.Random(1)
    for some in (one, two):
        for i in range(9):
            some.seed(i, str(i))
        some.read()
    for _ in range(100):
        actions = random_actions(rng, one.arrays.masks)
        one.step(actions)
        two.step(actions)
        assert np.array_equal(one.arrays.rows, two.arrays.rows)


@pytest.mark.parametrize(
    "kind", [PureBatch, pytest.param(KernelBatch, marks=with_kernel)], ids=["pure", "kernel"]
)
@pytest.mark.parametrize("wrong", [1, 400, -1, 2**40, -(2**32) + 3])
def test_an_illegal_action_is_refused_and_nothing_is_done(kind: Any, wrong: int) -> None:
    some = begun(kind, "play-only", 3, 1)
    legal = [int(np.flatnonzero(mask)[0]) for mask in some.arrays.masks]
    before = some.arrays.rows.copy()
    with pytest.raises(ValueError, match=r"of hand 2 is not legal; see its action mask"):
        some.step([*legal[:2], wrong])
    some.read()
    assert np.array_equal(some.arrays.rows, before)


def test_what_the_kernel_does_not_know_is_played_by_the_pure_rules() -> None:
    tasks = setting("qq-classic", options={"tasks": ("last_pair",)})
    assert not knows(tasks)
    assert isinstance(batch(tasks, 1), PureBatch)
    with pytest.raises(ValueError, match="leave out kernel=True"):
        batch(tasks, 1, kernel=True)
    with pytest.raises(ValueError, match="1 to 1,000,000 hands"):
        batch(tasks, 0)
