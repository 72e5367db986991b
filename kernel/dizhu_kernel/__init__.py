"""Dou Dizhu in C++: the same rules as `dizhu.rules`, many times faster.

`dizhu.rules` stays the reference; tests compare the two. Hands are packed as in
`dizhu.rules.cards`: four bits a rank, 3 4 5 6 7 8 9 10 J Q K A 2 BJ RJ from the lowest bits up.
"""

import os
from typing import NamedTuple

if os.environ.get("DIZHU_PURE") == "1":
    raise ImportError("DIZHU_PURE=1: the pure rules are asked for")

from dizhu_kernel._kernel import (
    Envs,
    FirstBidder,
    Game,
    GameRules,
    RaiseScope,
    Rules,
)
from dizhu_kernel.options import game_rules

__all__ = [
    "Combo",
    "Envs",
    "FirstBidder",
    "Game",
    "GameRules",
    "Move",
    "RaiseScope",
    "Rules",
    "game_rules",
]
__version__ = "0.1.0"


class Combo(NamedTuple):
    """A reading. `kind` is 0..13 in the order of the rule book, `bomb_class` 0 for none, 1 soft, 2
    hard, 3 pure.
    """

    kind: int
    main: int
    length: int
    bomb_class: int


class Move(NamedTuple):
    """Cards, packed, under one reading. There is one object of each: moves may be compared by
    identity.
    """

    cards: int
    combo: Combo
