"""Readings, with wild cards above all, against a model that lays cards out group by group."""

import random
from functools import cache

import pytest

from dizhu.rules.cards import pack_ranks
from dizhu.rules.combos import SHAPES, Combo, Shape
from dizhu.rules.patterns import Patterns, patterns_for
from tests.rules.kit import rules
from tests.rules.model_patterns import Reading, Setting, readings

SETS = 800
DEFAULTS = Setting()
NARROW = Setting(wild_group_natural=True)
STRICT = Setting(False, False, False, False, False, False)
SWITCHES = Setting._fields[:5]
SETTINGS = [DEFAULTS, STRICT] + [
    base._replace(**{name: not getattr(base, name)})
    for base in (DEFAULTS, STRICT)
    for name in SWITCHES
]
"""The presets' switches, the strict ones, and both with one of the five the other way round."""


def plain(reading: Combo) -> Reading:
    bomb_class = reading.bomb_class.code if reading.bomb_class else None
    return Reading(reading.kind.code, reading.main, reading.length, bomb_class)


def some_cards(rng: random.Random, wild: int | None, most_wilds: int = 4) -> tuple[int, ...]:
    """Cards that are nearly a combo: a body and wings, some of them replaced by wilds, now and
    then a card too many, too few, or another.
    """
    shape = rng.choice(SHAPES)
    length = rng.randint(shape.min_length, shape.max_length)
    if shape.size(length) > 20:
        length = shape.min_length
    low = rng.randrange(shape.body_ranks - length + 1)
    cards = [r for r in range(low, low + length) for _ in range(shape.per)]
    cards += some_wings(rng, shape, length)
    if rng.random() < 0.3:
        cards[rng.randrange(len(cards))] = rng.randrange(15)
    if wild is not None:
        cards = [r for r in cards if r != wild]
        whole_wings = rng.random() < 0.3
        for _ in range(rng.randint(0, most_wilds)):
            if cards and rng.random() < 0.9:
                cards.pop(-1 if whole_wings else rng.randrange(len(cards)))
            cards.append(wild)
            if whole_wings:
                cards.sort(key=lambda r: r != wild)
    return tuple(sorted(r for r in range(15) for _ in range(min(cards.count(r), most(r)))))


def some_wings(rng: random.Random, shape: Shape, length: int) -> list[int]:
    near = rng.randrange(13)
    ranks = [
        rng.choice((near, (near + 1) % 13, rng.randrange(15 if shape.wing == 1 else 13)))
        for _ in range(shape.attached(length))
    ]
    return [r for r in ranks for _ in range(shape.wing)]


def most(rank: int) -> int:
    return 4 if rank < 13 else 1


@cache
def patterns_of(setting: Setting, wild: int | None) -> Patterns:
    return patterns_for(rules("qq-laizi", **setting._asdict()), wild)


def agrees(cards: tuple[int, ...], wild: int | None, setting: Setting) -> int:
    """The readings of both must be the same; how many there are."""
    ours = patterns_of(setting, wild).readings(pack_ranks(cards))
    assert len(set(ours)) == len(ours)
    assert {plain(r) for r in ours} == readings(cards, wild, setting), (cards, wild, setting)
    return len(ours)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: "".join("01"[on] for on in s[:5]))
def test_under_every_switch(setting: Setting) -> None:
    """Section 6, with and without wilds, in both ways of reading a group of wilds."""
    rng = random.Random(hash(setting))
    found = [agrees(some_cards(rng, None), None, setting) for _ in range(500)]
    assert sum(map(bool, found)) > 100
    for narrow in (False, True):
        for _ in range(150):
            wild = rng.randrange(13)
            agrees(some_cards(rng, wild), wild, setting._replace(wild_group_natural=narrow))


@pytest.mark.parametrize("setting", [DEFAULTS, NARROW], ids=["any rank", "group natural"])
@pytest.mark.parametrize("wild", range(13))
def test_with_wilds(wild: int, setting: Setting) -> None:
    """R-WILD-2..5, G-WILD-3, G-WILD-4, G-WILD-6: 20,800 sets in all, 0 to 4 wilds."""
    rng = random.Random(100 * wild + setting.wild_group_natural)
    found = [agrees(some_cards(rng, wild), wild, setting) for _ in range(SETS)]
    assert sum(map(bool, found)) > SETS / 4
