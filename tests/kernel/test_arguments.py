"""What the kernel is asked for: nonsense is refused in words, and nothing grows without end."""

from __future__ import annotations

import math
import os
import random
import resource
from typing import TYPE_CHECKING, Any

import pytest

from dizhu.rules.cards import pack
from dizhu.rules.plays import FULL_DECK
from dizhu.rules.ruleset import PRESETS
from tests.kernel.helpers import dizhu_kernel, rules, wild_hand

if TYPE_CHECKING:
    from collections.abc import Callable

HANDS = (1, 16, 256)
ROCKET = dizhu_kernel.Combo(0, 14, 1, 0)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda k: k.solve(HANDS, seconds=math.nan), ValueError, "seconds"),
        (lambda k: k.solve(HANDS, seconds=-1), ValueError, "seconds"),
        (lambda k: k.solve_batch([HANDS], seconds=math.nan), ValueError, "seconds"),
        (lambda k: k.solve(HANDS, nodes=-1), TypeError, "nodes"),
        (lambda k: k.playouts(-1), TypeError, "n: int"),
        (lambda k: k.playouts(2**64), TypeError, "n: int"),
        (lambda k: k.playouts(1, threads=0), ValueError, "1 to 256"),
        (lambda k: k.playouts(1, threads=257), ValueError, "1 to 256"),
        (lambda k: k.playouts(1, turn=1), ValueError, "not given"),
        (lambda k: k.playouts(1, to_beat=ROCKET, last=0), ValueError, "not given"),
        (lambda k: k.selfplay(10_000_001), ValueError, "at most 10,000,000"),
        (lambda k: k.selfplay(1, policy="best"), ValueError, "random or fewest"),
        (lambda k: k.min_plays_batch([1], threads=-1), ValueError, "1 to 256"),
        (lambda k: k.min_plays_batch([FULL_DECK]), ValueError, "20 cards"),
        (lambda k: k.leads(-1), OverflowError, "negative"),
        (lambda k: k.leads(5), ValueError, "one deck"),
        (lambda k: k.leads(1.5), TypeError, "integer"),
        (lambda k: k.follows(1), TypeError, "2 arguments"),
        (lambda k: k.follows(1, dizhu_kernel.Combo(2, 10**30, 1, 0)), ValueError, "no such combo"),
        (lambda k: k.follows(1, dizhu_kernel.Combo(2, -1, 1, 0)), ValueError, "no such combo"),
        (lambda k: k.follows(1, None), AttributeError, "NoneType"),
        (lambda k: game(k).seed(-1), TypeError, "whole number from 0"),
        (lambda k: game(k).seed("x"), TypeError, "a seed is bytes"),
        (lambda k: game(dizhu_kernel.Rules.__new__(type(k))), TypeError, "is wanted"),
        (lambda _: game(rules(wild=3)), ValueError, "is drawn"),
        (lambda k: dizhu_kernel.Envs(k, dizhu_kernel.GameRules(), 0), ValueError, "1 to 1,000,000"),
        (lambda k: dizhu_kernel.Envs(k, dizhu_kernel.GameRules(), -(2**63)), ValueError, "1 to"),
    ],
)
def test_what_makes_no_sense_is_refused(
    call: Callable[[Any], object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        call(rules())


def game(kernel: Any, **options: Any) -> Any:
    return dizhu_kernel.Game(kernel, game_options(**options))


def game_options(**values: Any) -> Any:
    options = dizhu_kernel.GameRules()
    for name, value in values.items():
        setattr(options, name, value)
    return options


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("initial", 0),
        ("initial", 10**6 + 1),
        ("call_factor", -1),
        ("blind_factor", 1001),
        ("raise_factor", 0),
        ("rocket_factor", 2**31 - 1),
        ("spring_factor", 0),
        ("anti_spring_factor", 0),
        ("show_start", -1),
        ("show_bottom", 1001),
        ("bottom_factors", [("flush", 0)]),
        ("bottom_factors", [("four_of_a_kind", 2)]),
    ],
)
def test_options_that_no_ruleset_has(name: str, value: Any) -> None:
    kernel, options = rules(), game_options(**{name: value})
    with pytest.raises(ValueError, match=name):
        dizhu_kernel.Game(kernel, options)
    with pytest.raises(ValueError, match=name):
        dizhu_kernel.Envs(kernel, options, 1)
    with pytest.raises(ValueError, match=name):
        kernel.full_playouts(1, 1, options)


def test_the_largest_factors_of_all_at_once() -> None:
    names = ("two_jokers", "one_joker", "straight_flush", "flush", "straight", "three_of_a_rank")
    factors = [f"{name}_factor" for name in ("call", "blind", "raise", "rocket", "spring")]
    options = dict.fromkeys((*factors, "anti_spring_factor", "show_start", "show_bottom"), 1000)
    one = game(
        rules(),
        initial=10**6,
        blind=True,
        raises=True,
        bottom_factors=[(name, 1000) for name in names],
        **options,
    )
    for number in range(20):
        one.seed(number)
        rng = random.Random(number)
        while one.n_legal():
            one.step(one.n_legal() - 1 if one.phase != "play" else rng.randrange(one.n_legal()))
        assert one.multiplier == 2**60
        assert sum(one.points) == 0
        assert min(one.points) >= -(2**61)


def test_nobody_beats_the_rocket_in_an_endgame() -> None:
    """R-CMP-1: whoever has to answer it passes, and who played it leads."""
    for hands, wins in (((1, 16, 256), True), ((0x11, 1, 256), False)):
        for turn in (1, 2):
            found = rules().solve(hands, turn=turn, to_beat=ROCKET, last=0)
            assert found[:3] == (wins, not wins, None)
    assert rules().playouts(50, hands=HANDS, turn=1, to_beat=ROCKET, last=0)["landlord_wins"] == 50


class Counted:
    alive = 0

    def __init__(self, cards: int, combo: Any) -> None:
        self.cards, self.combo = cards, combo
        Counted.alive += 1

    def __del__(self) -> None:
        Counted.alive -= 1


def test_moves_with_wild_cards_are_let_go() -> None:
    """There are millions of them: only the last ones are kept."""
    kernel, rng, made = rules(wild=3, move=Counted), random.Random(1), 0
    while made < 60_000:
        made += len(kernel.leads(wild_hand(rng, 14, 3)))
    assert 0 < Counted.alive <= 1 << 14
    del kernel
    assert Counted.alive == 0


@pytest.mark.skipif(
    "asan" in os.environ.get("LD_PRELOAD", ""), reason="a sanitizer needs memory of its own"
)
def test_calls_leave_nothing_behind() -> None:
    kernel, options = rules(), dizhu_kernel.game_rules(PRESETS["qq-laizi"].ruleset)
    hands = (pack(range(0, 30, 3)), pack(range(1, 30, 3)), pack(range(2, 30, 3)))

    def everything() -> None:
        kernel.playouts(200, 1, threads=2)
        kernel.full_playouts(20, 1, options, threads=2)
        kernel.selfplay(20, 1, threads=2)
        kernel.solve(hands, nodes=300)
        kernel.min_plays_batch(list(hands) * 50, threads=2)
        other = dizhu_kernel.Rules(wild=4)
        other.leads(FULL_DECK & 0xFFF_FFFF)
        dizhu_kernel.Game(other.__class__(), options).seed(1)

    for _ in range(10):
        everything()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(60):
        everything()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20 << 10
