"""Plays games in DouZero's environment and tells its features: JSON lines in, JSON lines out.

It runs in an environment of its own (`make peers`), so it imports nothing of dizhu.

    {"hands": {"landlord": ["3", ..], ..}, "bottom": ["3", ..], "turns": [["3", "3"], [], ..]}

The answer has, before each of the turns, `position`, `x` (without the action), `z` and `actions`:
for the ranks of each legal action its part of `x_batch`. Before they are told, `x_batch` and
`z_batch` are checked to hold nothing else.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from douzero.env.env import get_obs
from douzero.env.game import GameEnv

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.conformance.peers_worker import douzero_cards, douzero_text

CARDS = 54


class Script:
    """A player that does as told."""

    def __init__(self) -> None:
        self.move: list[int] = []

    def act(self, infoset: Any) -> list[int]:
        assert self.move in infoset.legal_actions, self.move
        return self.move


def features(env: Any) -> dict[str, Any]:
    seen = get_obs(env.game_infoset)
    x, z = seen["x_batch"], seen["z_batch"]
    assert (x[:, :-CARDS] == seen["x_no_action"]).all()
    assert (z == seen["z"]).all()
    return {
        "position": seen["position"],
        "x": seen["x_no_action"].tolist(),
        "z": seen["z"].tolist(),
        "actions": {
            douzero_text(action): x[i, -CARDS:].astype(int).tolist()
            for i, action in enumerate(seen["legal_actions"])
        },
    }


def game(request: dict[str, Any]) -> list[dict[str, Any]]:
    script = Script()
    env = GameEnv(dict.fromkeys(("landlord", "landlord_up", "landlord_down"), script))
    dealt = {position: douzero_cards(cards) for position, cards in request["hands"].items()}
    env.card_play_init(dealt | {"three_landlord_cards": douzero_cards(request["bottom"])})
    told = []
    for turn in request["turns"]:
        told.append(features(env))
        script.move = douzero_cards(turn)
        env.step()
    assert env.game_over
    return told


def main() -> None:
    for line in sys.stdin:
        sys.stdout.write(json.dumps(game(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
