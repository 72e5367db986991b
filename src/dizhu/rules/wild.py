"""Wild cards: every reading of a set of cards (R-WILD-2..5, G-WILD-3, 4, 6).

A table of all plays with wilds would have millions of keys, so readings are worked out: for each
shape of the right size and each place of its body, are there enough wilds to fill what the
naturals leave open?
"""

from functools import lru_cache
from typing import NamedTuple

from dizhu.rules.cards import (
    JOKER_FIELDS,
    ROCKET,
    SUITED_RANKS,
    UNIT,
    Packed,
    Rank,
    at_least,
    contains,
    size,
)
from dizhu.rules.combos import SHAPES, BombClass, Combo, Kind, Shape, combo
from dizhu.rules.plays import MOST_CARDS
from dizhu.rules.wings import Switches, repeats


class WildRules(NamedTuple):
    """What the readings of cards with wilds depend on."""

    switches: Switches
    rank: Rank
    group_natural: bool


class Place(NamedTuple):
    """A body of a shape at one place: `mask` has one bit a rank."""

    shape: Shape
    length: int
    low: Rank
    mask: Packed
    combo: Combo


def _reading(shape: Shape, low: Rank, length: int) -> Combo:
    """Wild and natural cards together make no hard bomb, only a soft one (R-WILD-5)."""
    soft = BombClass.SOFT if shape.kind is Kind.BOMB else None
    return combo(shape.kind, low + length - 1, length, soft)


def _places(shape: Shape, length: int) -> list[Place]:
    ranks = min(shape.body_ranks, SUITED_RANKS)  # a wild is never a joker
    return [
        Place(shape, length, low, sum(UNIT[low : low + length]), _reading(shape, low, length))
        for low in range(ranks - length + 1)
    ]


PLACES: tuple[Place, ...] = tuple(
    place
    for shape in SHAPES
    for length in range(shape.min_length, shape.max_length + 1)
    if shape.size(length) <= MOST_CARDS
    for place in _places(shape, length)
)
_BY_SIZE: dict[int, tuple[Place, ...]] = {
    n: tuple(p for p in PLACES if p.shape.size(p.length) == n) for n in range(1, MOST_CARDS + 1)
}


def split(hand: Packed, wild: Rank) -> tuple[Packed, int]:
    """The natural cards (jokers with them) and the number of wilds."""
    wilds = hand >> 4 * wild & 15
    return hand - wilds * UNIT[wild], wilds


def readings_with_wilds(natural: Packed, wilds: int, rules: WildRules) -> tuple[Combo, ...]:
    """Every reading of some natural cards, not jokers alone, with at least one wild."""
    total = size(natural) + wilds
    levels = (natural, *(at_least(natural, n) for n in (1, 2, 3, 4)))
    found = [p.combo for p in _BY_SIZE.get(total, ()) if _fits(p, natural, levels, wilds, rules)]
    return tuple(dict.fromkeys(found))


def _fits(
    place: Place, natural: Packed, levels: tuple[Packed, ...], wilds: int, rules: WildRules
) -> bool:
    shape, mask = place.shape, place.mask
    covered = sum((levels[n] & mask).bit_count() for n in range(1, shape.per + 1))
    missing = shape.per * place.length - covered
    if missing > wilds or not body_groups_allowed(shape, levels[1], mask, rules):
        return False
    if not shape.wing:
        return missing == wilds and covered == size(natural)
    rest = without_body(natural, mask, shape.per, rules.switches)
    return rest is not None and wings_fit(place, rest, wilds - missing, rules)


def body_groups_allowed(shape: Shape, present: Packed, mask: Packed, rules: WildRules) -> bool:
    """G-WILD-4: with `group_natural` a group made of wilds alone has the wilds' own rank."""
    if not rules.group_natural or shape.per == 1:
        return True
    return mask & ~present & ~UNIT[rules.rank] == 0


def without_body(natural: Packed, mask: Packed, per: int, switches: Switches) -> Packed | None:
    """The naturals that are left for the wings; None when a wing would have a body's rank
    (G-PAT-6).
    """
    rest = natural
    over = at_least(natural, per + 1) & mask if per < 4 else 0
    if over and not switches.wing_same_rank_as_body:
        return None
    rest &= ~(mask * 15)
    if over:
        for rank in range(SUITED_RANKS):
            extra = (natural >> 4 * rank & 15) - per
            if mask >> 4 * rank & 1 and extra > 0:
                rest += extra * UNIT[rank]
    return rest


def wings_fit(place: Place, rest: Packed, wilds: int, rules: WildRules) -> bool:
    """Whether the remaining naturals, all of them, and wilds make the wings; the number of cards
    is right already.
    """
    shape, switches = place.shape, rules.switches
    repeat = repeats(switches, shape)
    if shape.wing == 1:
        return solos_fit(rest, repeat, switches.both_jokers_as_kickers)
    if rest & JOKER_FIELDS or (not repeat and at_least(rest, 3)):
        return False
    odd = (rest & _LOW_BITS).bit_count()
    spare = wilds - odd
    if spare < 0 or spare % 2:
        return False
    return pure_pairs_fit(spare // 2, repeat, rules)


_LOW_BITS: Packed = sum(UNIT[:SUITED_RANKS])


def solos_fit(rest: Packed, repeat: bool, both_jokers: bool) -> bool:
    """Wilds as solo wings take any free rank, of which there are always enough."""
    if not both_jokers and contains(rest, ROCKET):
        return False
    return repeat or not at_least(rest, 2)


def pure_pairs_fit(pairs: int, repeat: bool, rules: WildRules) -> bool:
    """G-WILD-4: whether `pairs` pairs that are all wild find a rank.

    When they keep their own, two of them are of one rank: all four wilds are attached, the body is
    natural. Where a wing may have its rank, one of its cards and a wild change places: 4444 + 7777
    is 4447 + 47 + 77.
    """
    alike = pairs > 1 and rules.group_natural
    return not alike or repeat or rules.switches.wing_same_rank_as_body


@lru_cache(maxsize=64)
def places_of(kind: Kind, length: int | None = None) -> tuple[Place, ...]:
    """The places of a kind, of one length or of all."""
    return tuple(p for p in PLACES if p.shape.kind is kind and length in (None, p.length))
