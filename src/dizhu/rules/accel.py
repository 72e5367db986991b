"""The optional kernel in the place of the pure generators: the same values, in the same order.

`dizhu_kernel` is a distribution of its own, for machines with a C++ compiler. Where it is not
installed, or `DIZHU_PURE=1` is set, it cannot be imported and the pure rules do everything.
"""

from collections.abc import Iterator
from functools import partial
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
_FIRST_PART = 64


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


def methods(kernel: Any, *, wild: bool) -> dict[str, Any]:
    """What the kernel does for a `Patterns`, by name."""
    found = {name: getattr(kernel, name) for name in METHODS}
    if wild:
        found["each_lead"] = partial(_each, kernel, to_beat=None)
        found["each_follow"] = partial(_each, kernel)
    return found


def _each(kernel: Any, hand: Packed, to_beat: Combo | None) -> Iterator[Move]:
    """The moves in parts, as often only the first are wanted."""
    start, n = 0, _FIRST_PART
    while part := kernel.part(hand, to_beat, start, n):
        yield from part
        if len(part) < n:
            return
        start, n = start + n, 4 * n


def _move(cards: Packed, reading: Combo) -> Move:
    return Move(cards, reading)


def _combo(kind: int, main: Rank, length: int, bomb_class: int) -> Combo:
    return combo(Kind(kind), main, length, BombClass(bomb_class) if bomb_class else None)
