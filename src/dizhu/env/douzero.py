"""The features that DouZero's models read (Zha and others 2021, tables 4 and 5).

A set of cards is 54 numbers: for each rank 3 .. 2 four that count it in unary, then the black and
the red joker. `z` is the last 15 turns, three in a row of 162. `x` is, for the landlord (373, of
which the last 54 are the action):

    own cards, the others' cards, the last move, what landlord_up and landlord_down have played,
    how many cards each has left (17, one-hot), bombs played (15, one-hot), the action

and for a peasant (484):

    own cards, the others' cards, what the landlord and the teammate have played, the last move,
    the landlord's last, the teammate's last, how many cards the landlord (20) and the teammate
    (17) have left, bombs played (15), the action

landlord_down plays after the landlord, landlord_up before him. The features know no auction, no
wild cards and no open hands.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from dizhu.env.actions import COMBOS
from dizhu.env.layout import HISTORY, PHASES, named
from dizhu.rules.cards import RANKS, SUITED_RANKS, Packed, counts
from dizhu.rules.patterns import patterns_for
from dizhu.rules.plays import Move
from dizhu.rules.ruleset import Ruleset

CARDS = 54
POSITIONS = ("landlord", "landlord_down", "landlord_up")
_MOST_BOMBS = 15


class View(NamedTuple):
    """What DouZero's `get_obs` gives. `moves` are the legal moves, None the pass; `x_batch` and
    `z_batch` have a row for each.
    """

    position: str
    x_batch: Any
    z_batch: Any
    moves: list[Move | None]
    x_no_action: Any
    z: Any


def view(row: Any, rules: Ruleset) -> View:
    """The features of who has the turn in the play, from his row of an observation.

    Raises ValueError outside of his turn in the play, and with wild cards.
    """
    parts = named(row)
    if PHASES[int(parts["phase"][0])] != "play" or parts["turn"][0] != 0:
        raise ValueError("DouZero's features are those of who has the turn in the play")
    if parts["wild"][0] >= 0:
        raise ValueError("DouZero's features know no wild cards")
    moves = legal_moves(row, rules)
    position, x_no_action = _position(parts), _x_no_action(parts)
    z = _z(parts)
    actions = np.array([encode(_cards(m)) for m in moves])
    x = np.hstack([np.repeat(x_no_action[None], len(moves), 0), actions])
    return View(
        position=position,
        x_batch=x.astype(np.float32),
        z_batch=np.repeat(z[None], len(moves), 0).astype(np.float32),
        moves=moves,
        x_no_action=x_no_action.astype(np.int8),
        z=z.astype(np.int8),
    )


def legal_moves(row: Any, rules: Ruleset) -> list[Move | None]:
    """The moves of who has the turn, and None for the pass; `choosing.path` says which actions
    play one.
    """
    parts = named(row)
    hand: Packed = sum(int(n) << 4 * rank for rank, n in enumerate(parts["cards"][0]))
    wild, to_beat = int(parts["wild"][0]), int(parts["to_beat"][0])
    patterns = patterns_for(rules, None if wild < 0 else wild)
    if to_beat < 0:
        return list(patterns.leads(hand))
    return [None, *patterns.follows(hand, COMBOS[to_beat])]


def encode(ranks: Sequence[int]) -> Any:
    """Counts of the 15 ranks as 54 numbers."""
    suited = np.asarray(ranks[:SUITED_RANKS])[:, None] > np.arange(4)
    return np.concatenate([suited.ravel(), ranks[SUITED_RANKS:]]).astype(np.int8)


def _cards(move: Move | None) -> list[int]:
    return counts(move.cards) if move else [0] * RANKS


def _position(parts: dict[str, Any]) -> str:
    landlord = int(parts["landlord"][0])
    return POSITIONS[-landlord % 3]


def _x_no_action(parts: dict[str, Any]) -> Any:
    landlord = int(parts["landlord"][0])
    own = [encode(parts["cards"][0]), encode(parts["unseen"] + parts["cards"][1:].sum(0))]
    bombs = _one_hot(int(parts["bombs"][0]), _MOST_BOMBS)
    last = encode(_last_move(parts))
    if landlord == 0:
        others = (2, 1)  # landlord_up, landlord_down
        played = [encode(parts["played"][seat]) for seat in others]
        left = [_left(parts, seat, 17) for seat in others]
        return np.concatenate([*own, last, *played, *left, bombs])
    mate = 3 - landlord
    both = ((landlord, 20), (mate, 17))
    played = [encode(parts["played"][seat]) for seat, _ in both]
    latest = [encode(_last_of(parts, seat)) for seat, _ in both]
    left = [_left(parts, seat, most) for seat, most in both]
    return np.concatenate([*own, *played, last, *latest, *left, bombs])


def _left(parts: dict[str, Any], seat: int, most: int) -> Any:
    return _one_hot(int(parts["counts"][seat]) - 1, most)


def _one_hot(at: int, length: int) -> Any:
    row = np.zeros(length, np.int8)
    row[at] = 1
    return row


def _last_move(parts: dict[str, Any]) -> Any:
    """The last move, or the one before where that is a pass; nothing after two passes."""
    last = parts["history"][-1]
    return last if last.any() else parts["history"][-2]


def _last_of(parts: dict[str, Any], seat: int) -> Any:
    """The last turn of a seat."""
    turns = np.flatnonzero(parts["history_seats"] == seat)
    return parts["history"][turns[-1]] if len(turns) else np.zeros(RANKS, np.int32)


def _z(parts: dict[str, Any]) -> Any:
    return np.array([encode(turn) for turn in parts["history"]]).reshape(HISTORY // 3, 3 * CARDS)
