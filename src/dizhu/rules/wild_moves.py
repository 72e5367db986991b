"""Legal moves with wild cards: cores first (a body filled with as few or as many wilds as one
likes), wings lazily.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from dizhu.rules.cards import JOKER_FIELDS, SUITED_RANKS, UNIT, Packed, at_least
from dizhu.rules.combos import Combo, Kind
from dizhu.rules.plays import Move
from dizhu.rules.wild import (
    PLACES,
    Place,
    WildRules,
    body_groups_allowed,
    places_of,
    pure_pairs_fit,
    split,
)
from dizhu.rules.wings import repeats, wing_sets


class Core(NamedTuple):
    """A body of a combo: the naturals in it and the number of wilds that fill it; wings come
    later.
    """

    place: Place
    natural: Packed
    wilds: int


def cores(hand: Packed, rules: WildRules, places: Iterable[Place] = PLACES) -> Iterator[Core]:
    """For every place that can be filled, the core with the fewest wilds."""
    natural, wilds = split(hand, rules.rank)
    levels = [at_least(natural, n) for n in (1, 2, 3, 4)]
    for place in places:
        core = _fewest_wilds(place, levels, wilds, rules)
        if core is not None:
            yield core


def _fewest_wilds(place: Place, levels: list[Packed], wilds: int, rules: WildRules) -> Core | None:
    per = place.shape.per
    used = sum(levels[n] & place.mask for n in range(per))
    covered = sum((levels[n] & place.mask).bit_count() for n in range(per))
    missing = per * place.length - covered
    if missing > wilds or not body_groups_allowed(place.shape, levels[0], place.mask, rules):
        return None
    return Core(place, used, missing)


def fillings(core: Core, wilds: int, rules: WildRules) -> Iterator[Core]:
    """The core, and the same body with naturals replaced by spare wilds."""
    yield from _replace_from(core, core.place.low, wilds, rules)


def _replace_from(core: Core, rank: int, wilds: int, rules: WildRules) -> Iterator[Core]:
    yield core
    if core.wilds == wilds:
        return
    grouped = rules.group_natural and core.place.shape.per > 1
    for r in range(rank, core.place.low + core.place.length):
        held = core.natural >> 4 * r & 15
        if held and not (grouped and held == 1 and r != rules.rank):
            fewer = Core(core.place, core.natural - UNIT[r], core.wilds + 1)
            yield from _replace_from(fewer, r, wilds, rules)


def attach(hand: Packed, core: Core, rules: WildRules) -> Iterator[tuple[Packed, int]]:
    """Every choice of wings for a core, as (naturals, wilds); one empty choice for a shape without
    wings.
    """
    natural, wilds = split(hand, rules.rank)
    shape = core.place.shape
    if not shape.wing:
        yield 0, 0
        return
    rest = natural - core.natural
    if not rules.switches.wing_same_rank_as_body:
        rest &= ~(core.place.mask * 15)
    choose = _solo_wings if shape.wing == 1 else _pair_wings
    yield from choose(rest, wilds - core.wilds, core.place, rules)


def _solo_wings(
    rest: Packed, wilds: int, place: Place, rules: WildRules
) -> Iterator[tuple[Packed, int]]:
    groups = place.shape.attached(place.length)
    repeat = repeats(rules.switches, place.shape)
    for n in range(min(wilds, groups) + 1):
        sets = wing_sets(rest, 1, groups - n, repeat, rules.switches.both_jokers_as_kickers)
        yield from ((s, n) for s in sets)


def _pair_wings(
    rest: Packed, wilds: int, place: Place, rules: WildRules
) -> Iterator[tuple[Packed, int]]:
    """Natural pairs, single naturals each with a wild, and pairs of wilds."""
    groups = place.shape.attached(place.length)
    repeat = repeats(rules.switches, place.shape)
    rest &= ~JOKER_FIELDS
    for mixed in range(min(wilds, groups) + 1):
        for pure in range(min((wilds - mixed) // 2, groups - mixed) + 1):
            if not pure_pairs_fit(pure, repeat, rules):
                continue
            for pairs in wing_sets(rest, 2, groups - mixed - pure, repeat, True):
                for singles in _single_sets(rest - pairs, pairs, mixed, repeat):
                    yield pairs + singles, mixed + 2 * pure


def _single_sets(rest: Packed, pairs: Packed, n: int, repeat: bool) -> Iterator[Packed]:
    """n naturals that each get a wild to make a pair, at most two pairs of a rank (one without
    `repeat`).
    """
    most = 2 if repeat else 1

    def extend(rank: int, left: int, taken: Packed) -> Iterator[Packed]:
        if left == 0:
            yield taken
            return
        for r in range(rank, SUITED_RANKS):
            free = most - (pairs >> 4 * r & 15) // 2
            for k in range(1, min(rest >> 4 * r & 15, free, left) + 1):
                yield from extend(r + 1, left - k, taken + k * UNIT[r])

    return extend(0, n, 0)


def moves_with_wilds(
    hand: Packed, rules: WildRules, places: Iterable[Place] = PLACES
) -> Iterator[Move]:
    """Every move that uses at least one wild and at least one natural that is no joker."""
    _, wilds = split(hand, rules.rank)
    seen: set[Move] = set()
    for fewest in cores(hand, rules, places):
        for core in fillings(fewest, wilds, rules):
            for wing_cards, wing_wilds in attach(hand, core, rules):
                move = _move(core, wing_cards, wing_wilds, rules)
                if move is not None and move not in seen:
                    seen.add(move)
                    yield move


def _move(core: Core, wing_cards: Packed, wing_wilds: int, rules: WildRules) -> Move | None:
    natural, wilds = core.natural + wing_cards, core.wilds + wing_wilds
    if wilds == 0 or natural & ~JOKER_FIELDS == 0:
        return None
    return Move(natural + wilds * UNIT[rules.rank], core.place.combo)


def places_over(to_beat: Combo) -> list[Place]:
    """The places of the combos with wilds that could beat a combo, as far as the shape tells:
    bombs and the same shape.
    """
    if to_beat.kind is Kind.ROCKET:
        return []
    same: list[Place] = []
    if to_beat.kind is not Kind.BOMB:
        same = [p for p in places_of(to_beat.kind, to_beat.length) if p.combo.main > to_beat.main]
    return same + list(places_of(Kind.BOMB))
