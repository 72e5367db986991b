"""The optional kernel in the place of the pure generators: the same values, in the same order.

`dizhu_kernel` is a distribution of its own, for machines with a C++ compiler. Where it is not
installed, or `DIZHU_PURE=1` is set, it cannot be imported and the pure rules do everything.
"""

from typing import Any

from dizhu.rules.cards import Packed, Rank
from dizhu.rules.combos import BombClass, Combo, Kind, combo
from dizhu.rules.plays import Move
from dizhu.rules.wings import Switches

try:
    import dizhu_kernel
except ImportError:
    dizhu_kernel = None

# What a `Patterns` may take from the kernel.
METHODS = ("readings", "leads", "follows", "moves", "can_follow")


def kernel_rules(
    switches: Switches, bomb_order: str, wild_group_natural: bool, wild: Rank | None
) -> Any | None:
    """The kernel's generator for some rules, which hands out our own moves; None without it."""
    if dizhu_kernel is None:
        return None
    return dizhu_kernel.Rules(
        *switches,
        wild=wild,
        wild_group_natural=wild_group_natural,
        bomb_order=bomb_order,
        move=_move,
        combo=_combo,
    )


def _move(cards: Packed, reading: Combo) -> Move:
    return Move(cards, reading)


def _combo(kind: int, main: Rank, length: int, bomb_class: int) -> Combo:
    return combo(Kind(kind), main, length, BombClass(bomb_class) if bomb_class else None)
