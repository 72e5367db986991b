"""Gymnasium: many hands side by side, each seen by the seat that is asked."""

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from dizhu.env import spaces
from dizhu.env.kernel_batch import batch
from dizhu.env.rewards import rewards
from dizhu.env.setting import POINTS, setting

ID = "dizhu/Dizhu-v0"


class DizhuVectorEnv(VectorEnv):
    """`num_envs` hands. Options as of `aec.raw_env`; `threads` are those of the kernel.

    Every step asks one seat of each hand, `info["seat"]`; observation and mask are that seat's. The
    reward is that of the seat that just acted, and is 0 until the hand ends; then
    `info["rewards"]` has those of all three. A hand that ends is followed by the next in the same
    step (`AutoresetMode.SAME_STEP`). With `copy=False` arrays are those that the next step changes.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        ruleset: str = "qq-classic",
        *,
        auction: bool = True,
        shows: bool = True,
        reward: str = POINTS,
        options: Mapping[str, Any] | None = None,
        observations: str = spaces.ROW,
        kernel: bool | None = None,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        self.setting = setting(
            ruleset, auction=auction, shows=shows, reward=reward, options=options
        )
        self.num_envs = num_envs
        self._form = spaces.check_form(observations)
        self._batch = batch(self.setting, num_envs, kernel=kernel, threads=threads)
        self._copy = copy
        self._seeded = False
        self.single_observation_space = spaces.observation_space(observations)
        self.single_action_space = spaces.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin all hands; place i with the seed `seed + i`, or its own from a list.

        A place without a seed goes on with its next hand. Raises ValueError for seeds that are not
        whole numbers, one for each place.
        """
        seeds = self._seeds(seed)
        super().reset(seed=seed if isinstance(seed, int) else None, options=options)
        for i, one in enumerate(seeds):
            if one is None and self._seeded:
                self._batch.next(i)
            else:
                self._batch.seed(i, str(spaces.some_seed() if one is None else one))
        self._seeded = True
        self._batch.read()
        return self._observed(), {"seat": self._batch.arrays.turns.copy()}

    def _seeds(self, seed: Any) -> list[int | None]:
        if seed is None and not self._seeded:
            seed = spaces.some_seed()
        try:
            if seed is None:
                return [None] * self.num_envs
            if np.ndim(seed) == 0:
                return [index(seed) + i for i in range(self.num_envs)]
            seeds = [None if one is None else index(one) for one in seed]
        except TypeError as error:
            raise ValueError(f"seeds are whole numbers, not {seed!r}") from error
        if len(seeds) != self.num_envs:
            raise ValueError(f"{self.num_envs} seeds are wanted, not {len(seeds)}")
        return seeds

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One action of the seat asked in each hand. Raises ValueError for one that is not legal,
        and then nothing is done; ResetNeeded before the first `reset`.
        """
        if not self._seeded:
            raise ResetNeeded("reset comes before the first step")
        arrays = self._batch.arrays
        seats = arrays.turns.copy()
        self._batch.step(actions)
        over = arrays.over.astype(bool)
        by_seat = np.where(over[:, None], rewards(self.setting, arrays.points), 0.0)
        info: dict[str, Any] = {"seat": arrays.turns.copy()}
        if over.any():
            info |= {"rewards": by_seat, "_rewards": over, **self._final(over)}
        reward = by_seat[np.arange(self.num_envs), seats]
        return self._observed(), reward, over, np.zeros(self.num_envs, bool), info

    def _observed(self) -> dict[str, Any]:
        arrays = self._batch.arrays
        rows, masks = arrays.rows, arrays.masks
        if self._copy:
            rows, masks = rows.copy(), masks.copy()
        return spaces.observation(self._form, rows, masks)

    def _final(self, over: Any) -> dict[str, Any]:
        """What the last mover sees of a hand that is over: all cards are open then."""
        final = np.full(self.num_envs, None, object)
        nothing = np.zeros(self.single_action_space.n, np.uint8)
        for i in np.flatnonzero(over):
            row = self._batch.arrays.last_rows[i].copy()
            final[i] = spaces.observation(self._form, row, nothing)
        return {"final_obs": final, "_final_obs": over, "final_info": {}, "_final_info": over}


if ID not in gymnasium.registry:
    gymnasium.register(ID, vector_entry_point="dizhu.env.vector:DizhuVectorEnv")
