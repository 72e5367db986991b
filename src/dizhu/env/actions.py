"""The action space, the same for every ruleset: answers, combos, and ranks.

A play takes one action or several. First the combo (a kind, its main rank, its length, and for
bombs their class). As long as several sets of cards make it, an action names the lowest rank of
which the wanted set holds a card more than all of them do: one attached card after the other, or
the naturals that no wild card replaces. Equal ranks make no difference: lowest suits are played
first. So every legal play is reached, by one way only.
"""

from collections.abc import Iterator

from dizhu.rules.cards import RANK_NAMES, RANKS, Packed, at_least
from dizhu.rules.combos import ROCKET_COMBO, SHAPES, BombClass, Combo, Kind, Shape, combo
from dizhu.rules.plays import MOST_CARDS

ANSWERS = (
    "pass",
    "ready",
    "show",
    "no_show",
    "call",
    "no_call",
    "look",
    "blind",
    "rob",
    "no_rob",
    "raise",
    "no_raise",
    "double",
    "no_double",
)
"""What is answered outside the play, and the pass."""


def _combos() -> Iterator[Combo]:
    yield ROCKET_COMBO
    for shape in SHAPES:
        for length in range(shape.min_length, shape.max_length + 1):
            if shape.size(length) <= MOST_CARDS:
                yield from _of_shape(shape, length)


def _of_shape(shape: Shape, length: int) -> Iterator[Combo]:
    for main in range(length - 1, shape.body_ranks):
        classes = tuple(BombClass) if shape.kind is Kind.BOMB else (None,)
        yield from (combo(shape.kind, main, length, bomb_class) for bomb_class in classes)


COMBOS: tuple[Combo, ...] = tuple(_combos())
"""In the order of their actions."""
COMBO_INDEX: dict[Combo, int] = {c: i for i, c in enumerate(COMBOS)}

PASS = 0
FIRST_COMBO = len(ANSWERS)
FIRST_RANK = FIRST_COMBO + len(COMBOS)
ACTIONS = FIRST_RANK + RANKS
"""The size of the space."""

ANSWER = {name: i for i, name in enumerate(ANSWERS)}
NAMES: tuple[str, ...] = (
    *ANSWERS,
    *(str(c) for c in COMBOS),
    *(f"with {name}" for name in RANK_NAMES),
)
"""What each action is called, for people."""


def combo_action(reading: Combo) -> int:
    """The action that chooses a combo."""
    return FIRST_COMBO + COMBO_INDEX[reading]


def unary(cards: Packed) -> int:
    """Of each rank as many bits as cards, so that `&` takes the fewest of each rank."""
    return (
        at_least(cards, 1)
        | at_least(cards, 2) << 1
        | at_least(cards, 3) << 2
        | at_least(cards, 4) << 3
    )
