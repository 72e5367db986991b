"""The vector environment of Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="no gymnasium: pip install 'dizhu[env]'")
import gymnasium

from dizhu.arena.formats import FORMATS
from dizhu.env.kernel_batch import THERE
from dizhu.env.layout import PARTS, WIDTH
from dizhu.env.vector import ID, DizhuVectorEnv


def any_actions(rng: Any, observed: dict[str, Any]) -> Any:
    mask = observed["action_mask"]
    return (rng.random(mask.shape) * mask).argmax(1)


def run(envs: Any, steps: int, seed: Any) -> list[Any]:
    rng, told = np.random.default_rng(0), []
    observed, info = envs.reset(seed=seed)
    for _ in range(steps):
        told.append((observed["observation"].tolist(), info["seat"].tolist()))
        observed, reward, over, cut, info = envs.step(any_actions(rng, observed))
        told.append((reward.tolist(), over.tolist()))
        assert not cut.any()
    return told


@pytest.mark.parametrize("ruleset", FORMATS)
def test_observations_lie_in_their_space_and_rewards_sum_to_zero(ruleset: str) -> None:
    envs, rng, ended = DizhuVectorEnv(5, ruleset), np.random.default_rng(1), 0
    observed, info = envs.reset(seed=1)
    for _ in range(150):
        assert envs.observation_space.contains(observed)
        seats = info["seat"]
        observed, reward, over, _, info = envs.step(any_actions(rng, observed))
        assert not reward[~over].any()
        for i in np.flatnonzero(over):
            by_seat = info["rewards"][i]
            assert by_seat.sum() == 0 or list(by_seat) == [-1] * 3
            assert reward[i] == by_seat[seats[i]]
            assert envs.single_observation_space.contains(info["final_obs"][i])
            ended += 1
    assert ended


def test_the_same_seed_the_same_hands() -> None:
    one = run(DizhuVectorEnv(4), 60, 7)
    assert one == run(DizhuVectorEnv(4), 60, 7)
    assert one == run(DizhuVectorEnv(4), 60, [7, 8, 9, 10])
    assert one != run(DizhuVectorEnv(4), 60, 8)


def test_without_a_seed_it_goes_on() -> None:
    one, other = DizhuVectorEnv(2, "play-only"), DizhuVectorEnv(2, "play-only")
    for envs in (one, other):
        envs.reset(seed=1)
    first, second = one.reset()[0], one.reset()[0]
    assert not np.array_equal(first["observation"], second["observation"])
    assert np.array_equal(first["observation"], other.reset()[0]["observation"])


@pytest.mark.skipif(not THERE, reason="no kernel here: make kernel")
@pytest.mark.parametrize("reward", ["points", "win"])
def test_the_kernel_changes_nothing(reward: str) -> None:
    ways = [
        run(DizhuVectorEnv(3, "qq-laizi", reward=reward, kernel=kernel), 60, 2)
        for kernel in (False, True)
    ]
    assert ways[0] == ways[1]


def test_it_is_registered() -> None:
    envs = gymnasium.make_vec(ID, num_envs=3, vectorization_mode="vector_entry_point")
    observed, _ = envs.reset(seed=1)
    assert observed["observation"].shape == (3, WIDTH)
    envs.close()


def test_as_a_dict_of_parts() -> None:
    envs = DizhuVectorEnv(3, observations="dict")
    observed, _ = envs.reset(seed=1)
    assert envs.observation_space.contains(observed)
    for part in PARTS:
        assert observed["observation"][part.name].shape == (3, *part.shape)


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="1 to 1,000,000 hands"):
        DizhuVectorEnv(0)
    envs = DizhuVectorEnv(3)
    with pytest.raises(ValueError, match="3 seeds are wanted, not 1"):
        envs.reset(seed=[1])
    envs.reset(seed=1)
    with pytest.raises(ValueError, match="is not legal"):
        envs.step([0, 0, 0])


def test_arrays_stay_as_they_were_unless_asked_otherwise() -> None:
    for copy in (True, False):
        envs = DizhuVectorEnv(1, "play-only", copy=copy)
        first = envs.reset(seed=1)[0]
        before = first["observation"].copy()
        envs.step(any_actions(np.random.default_rng(0), first))
        assert np.array_equal(before, first["observation"]) == copy
