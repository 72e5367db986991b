"""The one table of shapes (docs/rules.md section 6), combos and their comparison (section 7).

Classification, move generation, hints and the rule sheets are all derived from `SHAPES`.
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from dizhu.rules.cards import CHAIN_RANKS, RANK_NAMES, RED_JOKER, SUITED_RANKS, Rank


class Kind(IntEnum):
    """The patterns, in the order of the rule book's table (the later wins a tie of readings,
    G-PAT-7).
    """

    ROCKET = 0
    BOMB = 1
    SOLO = 2
    PAIR = 3
    TRIO = 4
    TRIO_WITH_SOLO = 5
    TRIO_WITH_PAIR = 6
    SOLO_CHAIN = 7
    PAIR_CHAIN = 8
    AIRPLANE = 9
    AIRPLANE_WITH_SOLOS = 10
    AIRPLANE_WITH_PAIRS = 11
    QUAD_WITH_SOLOS = 12
    QUAD_WITH_PAIRS = 13

    @property
    def code(self) -> str:
        """The stable name used in text, in the protocol and in the store."""
        return self.name.lower()


KIND_BY_CODE: dict[str, Kind] = {k.code: k for k in Kind}


class BombClass(IntEnum):
    """R-WILD-5. Without wild cards every bomb is hard."""

    SOFT = 1
    HARD = 2
    PURE = 3

    @property
    def code(self) -> str:
        """The stable name."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Shape:
    """One row of the table: a body of `per` cards on each of `min_length..max_length` consecutive
    ranks, and for each body rank `wings` attached groups of `wing` cards (1 a solo, 2 a pair, 0
    none).
    """

    kind: Kind
    per: int
    min_length: int = 1
    max_length: int = 1
    wing: int = 0
    wings: int = 0

    def attached(self, length: int) -> int:
        """How many attached groups a combo of this length has."""
        return self.wings * length

    def size(self, length: int) -> int:
        """How many cards a combo of this length has."""
        return length * (self.per + self.wing * self.wings)

    @property
    def body_ranks(self) -> int:
        """The body lies on ranks below this: chains hold no 2 and no joker, groups of two or more
        no joker.
        """
        if self.max_length > 1:
            return CHAIN_RANKS
        return RED_JOKER + 1 if self.per == 1 else SUITED_RANKS


# The rocket alone is not here: two jokers are no group of a rank. R-PAT table, G-PAT-8.
SHAPES: tuple[Shape, ...] = (
    Shape(Kind.BOMB, 4),
    Shape(Kind.SOLO, 1),
    Shape(Kind.PAIR, 2),
    Shape(Kind.TRIO, 3),
    Shape(Kind.TRIO_WITH_SOLO, 3, wing=1, wings=1),
    Shape(Kind.TRIO_WITH_PAIR, 3, wing=2, wings=1),
    Shape(Kind.SOLO_CHAIN, 1, 5, 12),
    Shape(Kind.PAIR_CHAIN, 2, 3, 10),
    Shape(Kind.AIRPLANE, 3, 2, 6),
    Shape(Kind.AIRPLANE_WITH_SOLOS, 3, 2, 5, wing=1, wings=1),
    Shape(Kind.AIRPLANE_WITH_PAIRS, 3, 2, 4, wing=2, wings=1),
    Shape(Kind.QUAD_WITH_SOLOS, 4, wing=1, wings=2),
    Shape(Kind.QUAD_WITH_PAIRS, 4, wing=2, wings=2),
)
SHAPE_OF: dict[Kind, Shape] = {s.kind: s for s in SHAPES}


@dataclass(frozen=True, slots=True)
class Combo:
    """One reading of a set of cards: the kind, the top rank of the body, the number of groups in
    its chain.

    `bomb_class` is set for bombs only. Attached cards are no part of it: they never matter
    (R-CMP-4). Combos are interned by `combo()`; equal combos are the same object.
    """

    kind: Kind
    main: Rank
    length: int = 1
    bomb_class: BombClass | None = None

    @property
    def size(self) -> int:
        """How many cards the combo has."""
        return 2 if self.kind is Kind.ROCKET else SHAPE_OF[self.kind].size(self.length)

    @property
    def attached(self) -> int:
        """How many cards are attached to the body."""
        shape = SHAPE_OF.get(self.kind)
        return shape.wing * shape.attached(self.length) if shape else 0

    def __str__(self) -> str:
        suffix = f"x{self.length}" if self.length > 1 else ""
        prefix = f"{self.bomb_class.code} " if self.bomb_class not in (None, BombClass.HARD) else ""
        return f"{prefix}{self.kind.code}{suffix} {RANK_NAMES[self.main]}"


def combo(kind: Kind, main: Rank, length: int = 1, bomb_class: BombClass | None = None) -> Combo:
    """The interned combo. A bomb without a class is hard."""
    if kind is Kind.BOMB and bomb_class is None:
        bomb_class = BombClass.HARD
    return _interned(kind, main, length, bomb_class)


@cache
def _interned(kind: Kind, main: Rank, length: int, bomb_class: BombClass | None) -> Combo:
    """Bounded by the few hundred combos there are."""
    return Combo(kind, main, length, bomb_class)


ROCKET_COMBO = combo(Kind.ROCKET, RED_JOKER)


def beats(play: Combo, prev: Combo, bomb_order: str = "class") -> bool:
    """Whether `play` beats `prev` (R-CMP-1..4, G-PAT-10, G-WILD-1).

    `bomb_order` "class": soft < hard < pure, inside a class by rank. "rank": by rank alone, the
    class decides between equal ranks; a pure bomb stays above all others.
    """
    if prev.kind is Kind.ROCKET:
        return False
    if play.kind is Kind.ROCKET:
        return True
    if play.kind is Kind.BOMB:
        return prev.kind is not Kind.BOMB or bomb_strength(play, bomb_order) > bomb_strength(
            prev, bomb_order
        )
    return play.kind is prev.kind and play.length == prev.length and play.main > prev.main


def bomb_strength(bomb: Combo, bomb_order: str) -> tuple[int, int, int]:
    """A key that orders bombs."""
    bomb_class = bomb.bomb_class or BombClass.HARD
    if bomb_order == "class":
        return (bomb_class, bomb.main, 0)
    return (bomb_class is BombClass.PURE, bomb.main, bomb_class)


def lead_preference(reading: Combo) -> tuple[bool, int, int, int, int]:
    """The key whose maximum is the reading of a lead without a declaration (G-PAT-7, G-WILD-5)."""
    return (
        reading.kind <= Kind.BOMB,
        -reading.attached,
        reading.main,
        reading.length,
        reading.kind,
    )


def follow_preference(reading: Combo) -> tuple[bool, int]:
    """The key whose maximum is, among the readings that beat, the one used (G-PAT-7)."""
    return (reading.kind <= Kind.BOMB, reading.main)
