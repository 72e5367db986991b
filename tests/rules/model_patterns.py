"""The patterns a second time, as slow and plain as can be: cards are laid out group by group.

It shares nothing with the rules but the numbers of ranks and kinds. Every group says which natural
cards are in it, how many wilds, and which rank it stands for; a reading is a layout that uses up
all cards.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

CHAIN = range(12)
SUITED = range(13)
BLACK, RED = 13, 14


class Reading(NamedTuple):
    kind: str
    main: int
    length: int
    bomb_class: str | None = None


class Setting(NamedTuple):
    """The five switches, and G-WILD-4's option."""

    quad_pair_as_solos: bool = True
    repeat_solo_wings: bool = True
    repeat_pair_wings: bool = True
    both_jokers_as_kickers: bool = True
    wing_same_rank_as_body: bool = False
    wild_group_natural: bool = False


class Pattern(NamedTuple):
    kind: str
    per: int
    lengths: range
    wing: int = 0
    wings: int = 0


ONE = range(1, 2)
PATTERNS = (
    Pattern("bomb", 4, ONE),
    Pattern("solo", 1, ONE),
    Pattern("pair", 2, ONE),
    Pattern("trio", 3, ONE),
    Pattern("trio_with_solo", 3, ONE, 1, 1),
    Pattern("trio_with_pair", 3, ONE, 2, 1),
    Pattern("solo_chain", 1, range(5, 13)),
    Pattern("pair_chain", 2, range(3, 11)),
    Pattern("airplane", 3, range(2, 7)),
    Pattern("airplane_with_solos", 3, range(2, 6), 1, 1),
    Pattern("airplane_with_pairs", 3, range(2, 5), 2, 1),
    Pattern("quad_with_solos", 4, ONE, 1, 2),
    Pattern("quad_with_pairs", 4, ONE, 2, 2),
)

Ranks = tuple[int, ...]
"""Ranks of natural cards, sorted."""


def readings(cards: Ranks, wild: int | None, setting: Setting) -> set[Reading]:
    """Every reading of some cards, given as ranks; `wild` is the rank of the wild cards."""
    natural = tuple(sorted(r for r in cards if r != wild))
    wilds = len(cards) - len(natural)
    if wild is None or wilds == 0 or all(r in (BLACK, RED) for r in natural):
        found = laid_out(tuple(sorted(cards)), 0, None, setting)
        return {_own_class(r, cards, wild) for r in found}
    soft = {r._replace(bomb_class="soft") for r in found_bombs(natural, wilds, wild, setting)}
    return {r for r in laid_out(natural, wilds, wild, setting) if r.kind != "bomb"} | soft


def found_bombs(natural: Ranks, wilds: int, wild: int, setting: Setting) -> set[Reading]:
    return {r for r in laid_out(natural, wilds, wild, setting) if r.kind == "bomb"}


def _own_class(reading: Reading, cards: Ranks, wild: int | None) -> Reading:
    if reading.kind != "bomb":
        return reading
    pure = wild is not None and wild in cards
    return reading._replace(bomb_class="pure" if pure else "hard")


@lru_cache(maxsize=1 << 12)
def laid_out(natural: Ranks, wilds: int, wild: int | None, setting: Setting) -> frozenset[Reading]:
    """The readings of natural cards and wilds that stand for anything but jokers."""
    found: set[Reading] = set()
    if natural == (BLACK, RED) and wilds == 0:
        found.add(Reading("rocket", RED, 1))
    total = len(natural) + wilds
    for pattern in PATTERNS:
        for length in pattern.lengths:
            if length * (pattern.per + pattern.wing * pattern.wings) != total or total > 20:
                continue
            found |= set(_at_every_place(pattern, length, natural, wilds, wild, setting))
    return frozenset(found)


def _at_every_place(
    pattern: Pattern, length: int, natural: Ranks, wilds: int, wild: int | None, setting: Setting
) -> Iterator[Reading]:
    top = 15 if pattern.per == 1 and length == 1 else 12 if pattern.lengths is not ONE else 13
    held = Counter(natural)
    for low in range(top - length + 1):
        body = range(low, low + length)
        for rest, left in _bodies(list(body), pattern.per, held, wilds, wild, setting):
            if _wings_fit(pattern, length, body, rest, left, wild, setting):
                yield Reading(pattern.kind, body[-1], length)
                break


def _bodies(
    body: list[int],
    per: int,
    held: Counter[int],
    wilds: int,
    wild: int | None,
    setting: Setting,
) -> Iterator[tuple[Counter[int], int]]:
    """Each way to fill the body: the naturals and wilds that are left."""
    if not body:
        yield held, wilds
        return
    rank = body[0]
    for natural in range(min(per, held[rank]), -1, -1):
        needed = per - natural
        if needed > wilds or (needed and rank >= BLACK):
            continue
        if natural == 0 and per > 1 and setting.wild_group_natural and rank != wild:
            continue
        rest = held - Counter({rank: natural})
        yield from _bodies(body[1:], per, rest, wilds - needed, wild, setting)


def _wings_fit(
    pattern: Pattern,
    length: int,
    body: range,
    rest: Counter[int],
    wilds: int,
    wild: int | None,
    setting: Setting,
) -> bool:
    if pattern.wing == 0:
        return rest.total() + wilds == 0
    groups = pattern.wings * length
    layouts = _solos(rest, wilds) if pattern.wing == 1 else _pairs(rest, wilds, wild, setting)
    return any(
        len(layout) == groups and _allowed(pattern, layout, body, setting) for layout in layouts
    )


def _allowed(pattern: Pattern, layout: Ranks, body: range, setting: Setting) -> bool:
    if not setting.wing_same_rank_as_body and set(layout) & set(body):
        return False
    if pattern.wing == 2:
        repeat = setting.repeat_pair_wings
    elif pattern.kind == "quad_with_solos":
        repeat = setting.quad_pair_as_solos
    else:
        repeat = setting.repeat_solo_wings
    if not repeat and len(set(layout)) < len(layout):
        return False
    rocket = BLACK in layout and RED in layout
    return setting.both_jokers_as_kickers or not rocket


def _solos(rest: Counter[int], wilds: int) -> Iterator[Ranks]:
    natural = tuple(rest.elements())
    for ranks in combinations_with_replacement(SUITED, wilds):
        yield natural + ranks


def _pairs(rest: Counter[int], wilds: int, wild: int | None, setting: Setting) -> Iterator[Ranks]:
    if rest[BLACK] or rest[RED]:
        return
    rest = +rest
    if not rest:
        if wilds % 2 == 0:
            ranks = (wild or 0,) if setting.wild_group_natural else SUITED
            yield from combinations_with_replacement(ranks, wilds // 2)
        return
    rank = min(rest)
    if rest[rank] >= 2:
        left = rest - Counter({rank: 2})
        yield from ((rank, *others) for others in _pairs(left, wilds, wild, setting))
    if wilds:
        left = rest - Counter({rank: 1})
        yield from ((rank, *others) for others in _pairs(left, wilds - 1, wild, setting))
