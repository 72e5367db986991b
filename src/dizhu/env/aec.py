"""PettingZoo: one hand between three agents that are asked in turn."""

from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from dizhu.env import spaces
from dizhu.env.actions import ACTIONS
from dizhu.env.kernel_batch import batch
from dizhu.env.layout import WIDTH
from dizhu.env.rewards import rewards
from dizhu.env.setting import POINTS, setting
from dizhu.env.spaces import some_seed
from dizhu.env.words import told

AGENTS = ("seat_0", "seat_1", "seat_2")


def env(**options: Any) -> Any:
    """The environment with PettingZoo's checks of how it is used; options as of `raw_env`."""
    checked = wrappers.AssertOutOfBoundsWrapper(raw_env(**options))
    return wrappers.OrderEnforcingWrapper(checked)


class raw_env(AECEnv):  # noqa: N801 (PettingZoo's name for it)
    """A hand of Dou Dizhu.

    `ruleset`, `auction`, `shows`, `reward`, `options`: see `setting.setting`. `observations`:
    `array` or `dict`. `kernel`: None plays by the kernel where it is there, which changes nothing
    but the time it takes. An agent is asked as long as it has something to choose; a play may take
    it several actions (`actions`).
    """

    metadata = {  # noqa: RUF012 (so it is in PettingZoo)
        "name": "dizhu_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        ruleset: str = "qq-classic",
        *,
        auction: bool = True,
        shows: bool = True,
        reward: str = POINTS,
        options: Mapping[str, Any] | None = None,
        observations: str = spaces.ROW,
        kernel: bool | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.setting = setting(
            ruleset, auction=auction, shows=shows, reward=reward, options=options
        )
        self.render_mode = render_mode
        self._form = spaces.check_form(observations)
        self._batch = batch(self.setting, 1, kernel=kernel)
        self._seeded = False
        self.possible_agents = list(AGENTS)
        self.action_spaces = {a: spaces.action_space() for a in AGENTS}
        self.observation_spaces = {a: spaces.observation_space(observations) for a in AGENTS}

    def observation_space(self, agent: str) -> Any:
        """The space of an agent; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent; always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a hand. A seed begins a sequence of hands, which `reset()` goes on with."""
        if seed is not None or not self._seeded:
            self._seeded = True
            self._batch.seed(0, str(some_seed() if seed is None else index(seed)))
        else:
            self._batch.next(0)
        self._batch.read()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self._asked()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now, and its legal actions: none when it is not asked."""
        row = np.zeros(WIDTH, np.int32)
        seat = AGENTS.index(agent)
        self._batch.observe(0, seat, row)
        mask = np.zeros(ACTIONS, np.uint8)
        if int(self._batch.arrays.turns[0]) == seat:
            mask[:] = self._batch.arrays.masks[0]
        return spaces.observation(self._form, row, mask)

    def step(self, action: Any) -> None:
        """An action of the agent selected. Raises ValueError for one that its mask excludes."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._batch.step([action], again=False)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._batch.arrays.over[0]:
            self._end()
        else:
            self.agent_selection = self._asked()
        self._accumulate_rewards()

    def _end(self) -> None:
        won = rewards(self.setting, self._batch.arrays.points[0])
        self.rewards = {agent: float(r) for agent, r in zip(AGENTS, won, strict=True)}
        self.terminations = dict.fromkeys(AGENTS, True)
        self._deads_step_first()

    def _asked(self) -> str:
        return AGENTS[int(self._batch.arrays.turns[0])]

    def render(self) -> str | None:
        """What the agent selected sees, in words."""
        if self.render_mode is None:
            return None
        seen = told(self._batch.arrays.rows[0])
        return "\n".join([self.agent_selection, *(f"  {k}: {v}" for k, v in seen.items())])

    def close(self) -> None:
        """Nothing to close."""
