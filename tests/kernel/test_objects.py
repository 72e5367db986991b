"""The Python objects that the kernel hands out: made once, and let go of."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from typing import Any

import pytest

from dizhu.rules.combos import Kind
from dizhu.rules.plays import FULL_DECK
from tests.kernel.helpers import dizhu_kernel, rules

ROCKET = 0x11 << 52


class Maker:
    """Holds the rules that hold it."""

    def __init__(self) -> None:
        self.rules: Any = dizhu_kernel.Rules(move=self.make)
        self.game: Any = dizhu_kernel.Game(self.rules, dizhu_kernel.GameRules())
        self.moves = self.rules.leads(FULL_DECK & 0xFFFF)
        self.follows = self.rules.follows(0x1110, self.rules.readings(1)[0])

    def make(self, cards: int, combo: Any) -> tuple[int, Any]:
        return (cards, combo)


def test_circles_are_collected() -> None:
    maker = Maker()
    gone = weakref.ref(maker)
    del maker
    gc.collect()
    assert gone() is None


IN_USE = """
import sys
from dizhu.rules.patterns import patterns_for
from dizhu.rules.ruleset import PRESETS
sys.kept = [patterns_for(PRESETS["qq-laizi"].ruleset, wild) for wild in (None, 3)]
for patterns in sys.kept:
    patterns.leads(0x1111)
import dizhu_kernel
rules = dizhu_kernel.Rules(move=lambda cards, combo: (rules, cards, combo))
rules.leads(0x1111)
"""


def test_nothing_is_said_at_the_end_of_the_process() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IN_USE], capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("", "")


CLEARED = """
import ctypes, gc
import dizhu_kernel
slot = ctypes.pythonapi.PyType_GetSlot
slot.restype, slot.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_int]
tp_clear = 51
clear = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object)(slot(dizhu_kernel.Rules, tp_clear))
solo, hands = dizhu_kernel.Combo(2, 0, 1, 0), (0x1111, 0x3330, 0x2222, 0x3333333)
class Asking:
    __slots__ = ()
    def __del__(self):
        for hand in hands if rules else ():
            try:
                rules.follows(hand, solo)
            except TypeError:  # nothing is made any more
                pass
rules = dizhu_kernel.Rules(move=lambda cards, combo: Asking())
for hand in hands:
    rules.follows(hand, solo)
rules.leads(hands[-1])
clear(rules)
clear(rules)
rules = None
gc.collect()
"""


def test_moves_that_ask_for_moves_while_they_are_let_go() -> None:
    """As Python's collector lets go of them, twice."""
    subprocess.run([sys.executable, "-c", CLEARED], check=True, timeout=60)


LOOKING_ON = """
import gc
import dizhu_kernel
looked, nothing = 0, chr(60) + "NULL>"
def make(cards, combo):
    global looked
    if looked < 3:
        looked += 1
        assert not [o for o in gc.get_objects() if type(o) is tuple and nothing in repr(o)]
    return (cards, combo)
for wild in (None, 5):
    looked, rules = 0, dizhu_kernel.Rules(wild=wild, move=make, combo=lambda *fields: fields)
    rules.leads(0x1234)
    assert looked == 3
"""


def test_nobody_sees_a_tuple_half_made() -> None:
    """What Python's collector knows while a move is made can be looked at, all of it."""
    subprocess.run([sys.executable, "-c", LOOKING_ON], check=True, timeout=60)


def test_follows_without_bombs_are_made_once() -> None:
    kernel = rules()
    solo, pair = kernel.readings(1)[0], kernel.readings(2)[0]
    for to_beat, hand in ((solo, ROCKET), (solo, ROCKET | 0x3330), (pair, 0x2220), (solo, 0)):
        again = kernel.follows(hand, to_beat)
        assert again is kernel.follows(hand, to_beat)
    for bomb in (0x4440, ROCKET | 0x4440):
        follows = kernel.follows(bomb, solo)
        assert follows is not kernel.follows(bomb, solo)
        assert follows == kernel.follows(bomb, solo)


@pytest.mark.parametrize("to_beat", [1, 2, 3])
def test_what_is_kept_for_one_hand_is_not_given_to_another(to_beat: int) -> None:
    """The same ranks with the rocket or without, over solos, pairs and trios; asked twice."""
    kernel = rules()
    over = kernel.readings(to_beat)[0]
    for hand in 2 * (0x3330, 0x3330 | ROCKET, 0x2220, 0x4330, 0x4330 | ROCKET, ROCKET, 0):
        found = [(m.cards, m.combo) for m in kernel.follows(hand, over)]
        assert found == [
            (m.cards, m.combo)
            for m in (kernel.leads(hand) if hand else ())
            if m.combo.kind in {Kind.BOMB, Kind.ROCKET}
            or (m.combo.kind == over.kind and m.combo.main > over.main)
        ]
