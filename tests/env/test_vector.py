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


@pytest.mark.parametrize("kernel", [None, False])
def test_actions_are_one_whole_number_for_each_hand(kernel: bool | None) -> None:
    envs = DizhuVectorEnv(3, "play-only", kernel=kernel)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step([0, 0, 0])
    before = envs.reset(seed=1)[0]
    good = before["action_mask"].argmax(1)
    for actions in (good[:2], [*good, 0], good[:, None], good[None], 0, None):
        with pytest.raises(ValueError, match="3 actions are wanted, one for each hand"):
            envs.step(actions)
    for actions in (good + 0.7, good > 0, list("abc"), [10**30] * 3, np.array([2**63] * 3)):
        with pytest.raises(ValueError, match="actions are whole numbers from 0 to 362"):
            envs.step(actions)
    assert envs.step(good)[1].tolist() == [0, 0, 0], "nothing was done before"


def test_seeds_are_whole_numbers_and_a_place_without_one_goes_on() -> None:
    envs, other = DizhuVectorEnv(3, "play-only"), DizhuVectorEnv(3, "play-only")
    row = envs.reset(seed=(4, 5, 6))[0]["observation"]
    assert np.array_equal(row, other.reset(seed=np.array([4, 5, 6]))[0]["observation"])
    mixed = envs.reset(seed=[4, None, 6])[0]["observation"]
    following = other.reset()[0]["observation"]
    assert np.array_equal(mixed[[0, 2]], row[[0, 2]])
    assert np.array_equal(mixed[1], following[1])
    fresh = [DizhuVectorEnv(1, "play-only").reset(seed=[None])[0]["observation"] for _ in range(3)]
    assert not all(np.array_equal(fresh[0], each) for each in fresh[1:]), "drawn by chance"
    for seed in (1.5, "7", [1, 2.5, 3]):
        with pytest.raises(ValueError, match="seeds are whole numbers"):
            envs.reset(seed=seed)  # type: ignore[arg-type] # the fault


@pytest.mark.parametrize("kernel", [None, False])
def test_numbers_of_hands_and_threads(kernel: bool | None) -> None:
    for threads in (0, -1, 257, 2.5, None, "2"):
        with pytest.raises(ValueError, match="1 to 256 threads"):
            DizhuVectorEnv(2, kernel=kernel, threads=threads)  # type: ignore[arg-type] # the fault
    for n in (2.5, "3", None):
        with pytest.raises(ValueError, match="1 to 1,000,000 hands"):
            DizhuVectorEnv(n, kernel=kernel)  # type: ignore[arg-type] # the fault


def test_what_is_told_of_the_end_has_the_form_of_gymnasiums_own() -> None:
    """Its environments side by side make a dict of what the last infos said."""

    class OneStep(gymnasium.Env[Any, Any]):  # type: ignore[misc] # it has no types
        observation_space = action_space = gymnasium.spaces.Discrete(1)

        def reset(self, **_: Any) -> Any:
            return 0, {}

        def step(self, _action: Any) -> Any:
            return 0, 0.0, True, False, {}

    same = gymnasium.vector.AutoresetMode.SAME_STEP
    theirs = gymnasium.vector.SyncVectorEnv([OneStep] * 2, autoreset_mode=same)
    theirs.reset()
    wanted = theirs.step(np.zeros(2, int))[4]
    envs, rng = DizhuVectorEnv(2, "play-only"), np.random.default_rng(1)
    observed, info = envs.reset(seed=1)
    while "final_info" not in info:
        observed, _, _, _, info = envs.step(any_actions(rng, observed))
    assert wanted["final_info"] == info["final_info"]
    for name in ("final_obs", "_final_obs", "_final_info"):
        assert type(wanted[name]) is type(info[name])
        assert wanted[name].dtype == info[name].dtype


def test_arrays_stay_as_they_were_unless_asked_otherwise() -> None:
    for copy in (True, False):
        envs = DizhuVectorEnv(1, "play-only", copy=copy)
        first = envs.reset(seed=1)[0]
        before = first["observation"].copy()
        envs.step(any_actions(np.random.default_rng(0), first))
        assert np.array_equal(before, first["observation"]) == copy
