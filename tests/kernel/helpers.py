"""The kernel beside the pure rules: positions, and both answers in one form."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from dizhu.rules.cards import RANKS, UNIT, Packed, pack_ranks, unpack
from dizhu.rules.plays import FULL_DECK, Move
from dizhu.rules.wings import Switches

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

    from dizhu.rules.combos import Combo

dizhu_kernel = pytest.importorskip(
    "dizhu_kernel",
    reason="no kernel: pip install ./kernel needs a C++ compiler; or DIZHU_PURE=1 is set",
    exc_type=ImportError,
)

Plain = tuple[int, int, int, int]  # kind, main, length, bomb class

ALL_SWITCHES = [Switches(*values) for values in product((True, False), repeat=5)]


PERMISSIVE = Switches()


def rules(switches: Switches = PERMISSIVE, **options: Any) -> Any:
    return dizhu_kernel.Rules(*switches, **options)


def plain(combo: Combo) -> Plain:
    return (int(combo.kind), combo.main, combo.length, int(combo.bomb_class or 0))


def pure(moves: Iterable[Move]) -> list[tuple[Packed, Plain]]:
    return [(m.cards, plain(m.combo)) for m in moves]


def fast(moves: Iterable[Any]) -> list[tuple[Packed, Plain]]:
    return [(m.cards, tuple(m.combo)) for m in moves]


def combo_of(combo: Combo) -> Any:
    return dizhu_kernel.Combo(*plain(combo))


def some_hand(rng: random.Random, size: int, deck: Packed = FULL_DECK) -> Packed:
    """Half of them as dealt, half from few neighbouring ranks, which make more of moves."""
    cards = unpack(deck)
    if rng.random() < 0.5:
        low, width = rng.randrange(RANKS - 5), rng.randint(6, 9)
        near = [rank for rank in cards if low <= rank < low + width]
        if len(near) >= size:
            cards = near
    return pack_ranks(rng.sample(cards, min(size, len(cards))))


def wild_hand(rng: random.Random, size: int, wild: int) -> Packed:
    """A hand with 0..4 wild cards."""
    wilds = rng.randint(0, min(4, size))
    return some_hand(rng, size - wilds, FULL_DECK - 4 * UNIT[wild]) + wilds * UNIT[wild]
