"""Attached cards: which groups of solos or pairs may hang on a body (G-PAT-1, 3, 4, 5, 6)."""

from functools import lru_cache
from typing import NamedTuple

from dizhu.rules.cards import (
    ALL_FIELDS,
    RANKS,
    ROCKET,
    SUITED_RANKS,
    UNIT,
    Packed,
    Rank,
    at_least,
    contains,
)
from dizhu.rules.combos import Kind, Shape
from dizhu.rules.ruleset import Ruleset


class Switches(NamedTuple):
    """The pattern switches of a ruleset, for caches that depend on nothing else."""

    quad_pair_as_solos: bool = True
    repeat_solo_wings: bool = True
    repeat_pair_wings: bool = True
    both_jokers_as_kickers: bool = True
    wing_same_rank_as_body: bool = False

    @classmethod
    def of(cls, rules: Ruleset) -> "Switches":
        """The switches of a ruleset."""
        return cls(*(getattr(rules, name) for name in cls._fields))


def repeats(switches: Switches, shape: Shape) -> bool:
    """Whether two attached groups of this shape may have the same rank."""
    if shape.wing == 2:
        return switches.repeat_pair_wings
    return (
        switches.quad_pair_as_solos
        if shape.kind is Kind.QUAD_WITH_SOLOS
        else switches.repeat_solo_wings
    )


def body_of(shape: Shape, low: Rank, length: int) -> Packed:
    """The body alone, from its lowest rank up."""
    return sum(UNIT[r] for r in range(low, low + length)) * shape.per


@lru_cache(maxsize=4096)
def wing_sets(
    rest: Packed, wing: int, groups: int, repeat: bool, both_jokers: bool
) -> tuple[Packed, ...]:
    """Every way to take `groups` groups of `wing` equal cards from the cards `rest`.

    Pairs are never jokers. The cache is bounded: the same leftovers come again while a hand is
    played.
    """
    found: list[Packed] = []
    top = SUITED_RANKS if wing == 2 else RANKS

    def extend(rank: Rank, left: int, taken: Packed) -> None:
        if left == 0:
            found.append(taken)
            return
        for r in range(rank, top):
            most = (rest >> 4 * r & 15) // wing
            for n in range(1, min(most, left, most if repeat else 1) + 1):
                extend(r + 1, left - n, taken + UNIT[r] * wing * n)

    extend(0, groups, 0)
    if wing == 1 and not both_jokers:
        found = [f for f in found if not contains(f, ROCKET)]
    return tuple(found)


def attachable(body: Packed, switches: Switches) -> Packed:
    """The fields of a hand from which cards may be attached: not the body's ranks (G-PAT-6)."""
    if switches.wing_same_rank_as_body:
        return ALL_FIELDS
    return ALL_FIELDS ^ at_least(body, 1) * 15
