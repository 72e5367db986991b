"""`dizhu.env.douzero` gives the numbers that DouZero's own `get_obs` gives, move for move."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from dizhu.env import seeing
from dizhu.env.choosing import path
from dizhu.env.douzero import POSITIONS, View, encode, view
from dizhu.env.hand import Hand
from dizhu.env.layout import WIDTH
from dizhu.env.setting import setting
from dizhu.rules.cards import RANK_NAMES, RANKS, counts, pack, rank_of, unpack
from dizhu.rules.combos import SHAPE_OF, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dizhu.rules.plays import Move

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / ".venv-peers" / "bin" / "python"
WORKER = Path(__file__).with_name("douzero_worker.py")
GAMES = 12

pytestmark = pytest.mark.skipif(not PYTHON.exists(), reason="no other engines here: `make peers`")


@pytest.fixture(scope="module")
def worker() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [PYTHON, WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process


@pytest.mark.parametrize("number", range(GAMES))
def test_the_same_features(number: int, worker: subprocess.Popen[str]) -> None:
    hand = Hand(setting("play-only"), f"douzero/{number}")
    assert hand.state.landlord is not None
    request = {
        "hands": {
            position: names(hand.state.cards[(hand.state.landlord + i) % 3])
            for i, position in enumerate(POSITIONS)
        },
        "bottom": names(hand.state.deal.bottom if hand.state.deal else ()),
    }
    views, turns = play(hand, random.Random(number))
    for ours, theirs in zip(views, ask(worker, request | {"turns": turns}), strict=True):
        same(ours, theirs)


def names(cards: tuple[int, ...]) -> list[str]:
    return [RANK_NAMES[rank_of(card)] for card in cards]


def ask(worker: subprocess.Popen[str], request: dict[str, Any]) -> list[dict[str, Any]]:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(json.dumps(request) + "\n")
    worker.stdin.flush()
    told: list[dict[str, Any]] = json.loads(worker.stdout.readline())
    return told


def play(hand: Hand, rng: random.Random) -> tuple[list[View], list[list[str]]]:
    """A game with random moves that DouZero knows: what was seen before each turn, and the turn."""
    views, turns = [], []
    while not hand.state.over:
        assert hand.seat is not None
        row = np.zeros(WIDTH, np.int32)
        seeing.write(hand, hand.seat, row)
        seen = view(row, hand.state.ruleset)
        views.append(seen)
        move = rng.choice([m for m in seen.moves if known(m)])
        turns.append([] if move is None else [RANK_NAMES[r] for r in unpack(move.cards)])
        for action in [0] if move is None else path(move, [m for m in seen.moves if m]):
            hand.step(action)
    return views, turns


def known(move: Move | None) -> bool:
    """Four equal cards are no two pair wings in DouZero."""
    if move is None or move.combo.kind not in (Kind.AIRPLANE_WITH_PAIRS, Kind.QUAD_WITH_PAIRS):
        return True
    per, main, length = SHAPE_OF[move.combo.kind].per, move.combo.main, move.combo.length
    body = [per if main - length < rank <= main else 0 for rank in range(RANKS)]
    return 4 not in [n - b for n, b in zip(counts(move.cards), body, strict=True)]


def same(ours: View, theirs: dict[str, Any]) -> None:
    assert ours.position == theirs["position"]
    assert ours.x_no_action.tolist() == theirs["x"]
    assert ours.z.tolist() == theirs["z"]
    assert ours.x_batch.shape == (len(ours.moves), len(theirs["x"]) + 54)
    rows = {text(m): ours.x_batch[i] for i, m in enumerate(ours.moves) if known(m)}
    assert rows.keys() == theirs["actions"].keys()
    for move, action in theirs["actions"].items():
        assert rows[move].tolist() == [*theirs["x"], *action]
    assert (ours.z_batch == ours.z).all()


def text(move: Move | None) -> str:
    return " ".join(RANK_NAMES[rank] for rank in unpack(move.cards)) if move else ""


def test_cards_are_counted_in_unary() -> None:
    row = encode(counts(pack([0, 1, 2, 51, 52])))
    assert row.tolist() == [1, 1, 1, 0, *[0] * 44, 1, 0, 0, 0, 1, 0]


def test_there_are_none_without_the_turn_nor_with_wild_cards() -> None:
    row = np.zeros(WIDTH, np.int32)
    hand = Hand(setting("qq-laizi", auction=False), "wild")
    for viewer, message in ((hand.seat, "wild"), ((hand.seat or 0) + 1, "turn")):
        seeing.write(hand, (viewer or 0) % 3, row)
        with pytest.raises(ValueError, match=message):
            view(row, hand.state.ruleset)
