"""PettingZoo's own conformance tests, and what an agent relies on besides."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="no pettingzoo: pip install 'dizhu[env]'")
from pettingzoo.test import api_test, seed_test

from dizhu.arena.formats import FORMATS
from dizhu.env.aec import AGENTS, env, raw_env
from dizhu.env.kernel_batch import THERE
from dizhu.env.layout import WIDTH
from dizhu.rules.errors import RulesetError

# An observation is a dict of what is seen and a mask, as in PettingZoo's own card games, whose
# names are on its list of those that may.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]
WAYS = [
    *({"ruleset": name} for name in FORMATS),
    {"auction": False, "ruleset": "qq-laizi"},
    {"kernel": False},
    {"reward": "win", "observations": "dict"},
]


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_the_conformance_test(options: dict[str, Any]) -> None:
    api_test(env(**options), num_cycles=60)


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_the_test_of_seeds(options: dict[str, Any]) -> None:
    seed_test(lambda: env(**options), num_cycles=60)


def played(game: Any, rng: random.Random, seed: int | None) -> tuple[list[Any], dict[str, float]]:
    """What was seen and done, and the sums of rewards."""
    game.reset(seed=seed)
    seen, total = [], dict.fromkeys(AGENTS, 0.0)
    for agent in game.agent_iter():
        observed, reward, over, cut, _ = game.last()
        total[agent] += reward
        assert not cut
        if over:
            game.step(None)
            continue
        action = int(rng.choice(np.flatnonzero(observed["action_mask"])))
        seen.append((agent, observed["observation"].tolist(), action))
        game.step(action)
    return seen, total


@pytest.mark.parametrize("options", WAYS[:-1], ids=str)
def test_hands_end_and_what_one_wins_the_others_lose(options: dict[str, Any]) -> None:
    game, rng = env(**options), random.Random(1)
    for seed in range(4):
        _, total = played(game, rng, seed)
        values = list(total.values())
        assert sum(values) == 0 or values == [-1.0] * 3, "but for a forced score"


def test_a_win_is_worth_two_to_the_landlord() -> None:
    game = env(ruleset="qq-menzhua", reward="win")
    for seed in range(6):
        _, total = played(game, random.Random(seed), seed)
        assert sorted(map(abs, total.values())) == [1, 1, 2]
        assert sum(total.values()) == 0


def test_a_seed_begins_a_sequence_of_hands() -> None:
    one, other = env(), env()
    first = [played(one, random.Random(1), s)[0] for s in (5, None, None)]
    again = [played(other, random.Random(1), s)[0] for s in (5, None, None)]
    assert first == again
    assert first[0] != first[1]
    assert played(env(), random.Random(1), 6)[0] != first[0]


@pytest.mark.skipif(not THERE, reason="no kernel here: make kernel")
@pytest.mark.parametrize("ruleset", FORMATS)
def test_the_kernel_changes_nothing(ruleset: str) -> None:
    both = [
        played(raw_env(ruleset, kernel=kernel), random.Random(2), 3) for kernel in (False, True)
    ]
    assert both[0] == both[1]


def test_who_is_not_asked_has_no_legal_action() -> None:
    game = raw_env("play-only")
    game.reset(seed=1)
    for agent in AGENTS:
        observed = game.observe(agent)
        assert observed["observation"].shape == (WIDTH,)
        assert bool(observed["action_mask"].any()) == (agent == game.agent_selection)


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(RulesetError, match=r"there are .*play-only"):
        raw_env("mahjong")
    with pytest.raises(RulesetError, match="no such option"):
        raw_env(options={"wilds": 3})
    with pytest.raises(ValueError, match="there are points, win"):
        raw_env(reward="money")
    with pytest.raises(ValueError, match="there are array, dict"):
        raw_env(observations="pixels")


def test_only_whole_numbers_are_actions_and_seeds() -> None:
    game = raw_env("play-only")
    game.reset(seed=np.int64(1))
    legal = int(np.flatnonzero(game.observe(game.agent_selection)["action_mask"])[0])
    for action in (legal + 0.5, None, "x", [legal]):
        with pytest.raises(ValueError, match="action"):
            game.step(action)
    with pytest.raises(TypeError):
        game.reset(seed=1.5)  # type: ignore[arg-type] # the fault
    game.step(legal)


def test_it_is_drawn_in_words() -> None:
    game = env(ruleset="play-only", render_mode="ansi")
    game.reset(seed=1)
    text = game.render()
    assert game.agent_selection in text
    assert "phase: play" in text
    game.close()
