"""Three other engines list the same moves as ours, but for differences that are named here.

RLCard, OpenSpiel and DouZero were written by different people from different sources, and know
only hands without wild cards. For thousands of hands, and for their whole action spaces, their
moves must be ours less what a function named below refuses. Where that function is wrong, or we
are, the test fails.
"""

from __future__ import annotations

import json
import random
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dizhu.rules.cards import (
    CHAIN_RANKS,
    RANK_NAMES,
    RANKS,
    ROCKET,
    Packed,
    contains,
    counts,
    pack_ranks,
    unpack,
)
from dizhu.rules.combos import SHAPE_OF, Kind
from dizhu.rules.moves import moves_for
from dizhu.rules.plays import FULL_DECK, Move, Plays, plays_for
from dizhu.rules.wings import Switches, body_of

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / ".venv-peers" / "bin" / "python"
WORKER = Path(__file__).with_name("peers_worker.py")

pytestmark = pytest.mark.skipif(not PYTHON.exists(), reason="no other engines here: `make peers`")

SEEDS = range(4)
LEADS, FOLLOWS = 500, 1000  # for each seed

PERMISSIVE = Switches()


class Position(NamedTuple):
    """Cards held, and the move to beat: none of the leads."""

    hand: Packed
    previous: Move | None


Difference = Callable[[Move, Position], bool]


# --- what they refuse ---------------------------------------------------------------------------


def both_jokers_as_kickers(move: Move, _: Position) -> bool:
    """RLCard, OpenSpiel: the rocket is never attached."""
    return contains(_wings(move), ROCKET) and _winged(move)


def four_equal_solo_wings(move: Move, _: Position) -> bool:
    """RLCard, OpenSpiel: 333444555666 + 7777 is nothing."""
    return wing_size(move) == 1 and 4 in counts(_wings(move))


def four_equal_cards_as_two_pairs(move: Move, _: Position) -> bool:
    """All three: 333444 + 5555 is nothing, nor is 4444 + 3333 (but two bombs, one attached)."""
    return wing_size(move) == 2 and 4 in counts(_wings(move))


def trio_wing_beside_the_body(move: Move, _: Position) -> bool:
    """RLCard: three solo wings of a rank that would lengthen the airplane."""
    top, length = move.combo.main, move.combo.length
    beside = {top - length, top + 1} & set(range(CHAIN_RANKS))
    return wing_size(move) == 1 and any(counts(_wings(move))[rank] == 3 for rank in beside)


def quads_with_kickers(move: Move, _: Position) -> bool:
    """OpenSpiel: has no such kinds."""
    return move.combo.kind in {Kind.QUAD_WITH_SOLOS, Kind.QUAD_WITH_PAIRS}


def chain_that_starts_on_a_quad(move: Move, position: Position) -> bool:
    """OpenSpiel: overlooks chains without wings whose lowest rank is held four times."""
    if move.combo.length == 1 or _winged(move):
        return False
    low = move.combo.main - move.combo.length + 1
    return counts(position.hand)[low] == 4


def airplane_compared_by_an_attached_trio(move: Move, position: Position) -> bool:
    """DouZero: takes the highest trio for the body, even where it is attached."""
    previous = position.previous
    if previous is None or move.combo.kind is not Kind.AIRPLANE_WITH_SOLOS:
        return False
    return _highest_trio(move) <= _highest_trio(previous)


REFUSED: dict[str, list[Difference]] = {
    "rlcard": [
        both_jokers_as_kickers,
        four_equal_solo_wings,
        four_equal_cards_as_two_pairs,
        trio_wing_beside_the_body,
    ],
    "openspiel": [
        both_jokers_as_kickers,
        four_equal_solo_wings,
        four_equal_cards_as_two_pairs,
        quads_with_kickers,
        chain_that_starts_on_a_quad,
    ],
    "douzero": [
        four_equal_cards_as_two_pairs,
        airplane_compared_by_an_attached_trio,
    ],
}


# --- what they add ------------------------------------------------------------------------------


def bombs_over_the_rocket(position: Position) -> list[Move]:
    """OpenSpiel."""
    if position.previous is None or position.previous.combo.kind is not Kind.ROCKET:
        return []
    return [move for move in moves_for(PERMISSIVE).bombs(position.hand) if move.cards != ROCKET]


def airplanes_with_a_higher_trio_attached(position: Position) -> list[Move]:
    """DouZero: as in `airplane_compared_by_an_attached_trio`, the other way round."""
    previous = position.previous
    if previous is None or previous.combo.kind is not Kind.AIRPLANE_WITH_SOLOS:
        return []
    same = (previous.combo.kind, previous.combo.length)
    leads = moves_for(PERMISSIVE).leads(position.hand)
    alike = [move for move in leads if (move.combo.kind, move.combo.length) == same]
    return [move for move in alike if _highest_trio(move) > _highest_trio(previous)]


ADDED: dict[str, Callable[[Position], list[Move]]] = {
    "openspiel": bombs_over_the_rocket,
    "douzero": airplanes_with_a_higher_trio_attached,
}


# --- the tests ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_leads(seed: int) -> None:
    rng = random.Random(seed)
    positions = [some_lead(rng) for _ in range(LEADS)]
    for position, answer in zip(positions, ask(positions), strict=True):
        for engine, moves in answer.items():
            assert moves is not None
            agrees(engine, position, moves)


@pytest.mark.parametrize("seed", SEEDS)
def test_follows(seed: int) -> None:
    rng = random.Random(seed)
    positions = [some_follow(rng) for _ in range(FOLLOWS)]
    answered: Counter[str] = Counter()
    for position, answer in zip(positions, ask(positions), strict=True):
        for engine, moves in answer.items():
            if moves is not None:
                agrees(engine, position, moves)
                answered[engine] += 1
            else:
                assert may_not_know(engine, position), (engine, shown(position))
    assert min(answered.values()) > FOLLOWS / 2


def test_whole_action_spaces() -> None:
    [answer] = ask_worker([{"census": True}])
    nothing = Position(0, None)
    for engine in ("rlcard", "openspiel"):
        ours = [m for m in every_move() if not refused(engine, m, nothing)]
        theirs = answer[engine]
        assert theirs is not None
        if engine == "rlcard":
            assert sorted(theirs) == sorted({text(move.cards) for move in ours})
        else:
            assert Counter(theirs) == Counter(text(move.cards) for move in ours)


def test_the_census_has_the_published_numbers() -> None:
    """27,472 actions of RLCard with the pass, 26,057 of OpenSpiel with the pass and three bids."""
    nothing = Position(0, None)
    rlcard = {m.cards for m in every_move() if not refused("rlcard", m, nothing)}
    openspiel = [m for m in every_move() if not refused("openspiel", m, nothing)]
    assert len(rlcard) + 1 == 27_472
    assert len(openspiel) + 1 + 3 == 26_057


def test_every_difference_is_met() -> None:
    """Else it would say nothing that the engines agree but for it."""
    unmet = {difference for differences in REFUSED.values() for difference in differences}
    for seed in SEEDS:
        rng = random.Random(seed)
        for position in [some_lead(rng) for _ in range(LEADS)]:
            unmet -= {d for d in unmet if any(d(move, position) for move in legal(position))}
        rng = random.Random(seed)
        for position in [some_follow(rng) for _ in range(FOLLOWS)]:
            unmet -= {d for d in unmet if any(d(move, position) for move in legal(position))}
    assert not unmet


def agrees(engine: str, position: Position, theirs: list[str]) -> None:
    ours = [move for move in legal(position) if not refused(engine, move, position)]
    if added := ADDED.get(engine):
        ours += added(position)
    assert set(theirs) == {text(move.cards) for move in ours}, (engine, shown(position))
    if engine == "rlcard":
        assert len(theirs) == len(set(theirs))
    if engine == "openspiel":  # one action for each reading
        assert Counter(theirs) == Counter(text(move.cards) for move in ours)
    # DouZero lists many moves more than once.


def legal(position: Position) -> list[Move]:
    moves = moves_for(PERMISSIVE)
    if position.previous is None:
        return moves.leads(position.hand)
    return moves.follows(position.hand, position.previous.combo)


def refused(engine: str, move: Move, position: Position) -> bool:
    return any(difference(move, position) for difference in REFUSED[engine])


def may_not_know(engine: str, position: Position) -> bool:
    """Whether the move to beat is beyond an engine, or beyond the game we steer it through."""
    assert position.previous is not None
    move = position.previous
    if engine == "openspiel":
        return refused(engine, move, position) or len(unpack(move.cards)) > 15
    if engine == "douzero":  # it goes by how often each rank is there
        attached = counts(_wings(move)) if _winged(move) else []
        return 4 in attached or (3 in attached and move.combo.length > 3)
    return refused(engine, move, position)


# --- positions ----------------------------------------------------------------------------------


def some_hand(rng: random.Random, size: int, without: Packed = 0) -> Packed:
    """Half of them as dealt, half from few neighbouring ranks, which make more of moves."""
    deck = unpack(FULL_DECK - without)
    if rng.random() < 0.5:
        low, width = rng.randrange(RANKS - 5), rng.randint(6, 9)
        near = [rank for rank in deck if low <= rank < low + width]
        if len(near) >= size:
            deck = near
    return pack_ranks(rng.sample(deck, min(size, len(deck))))


def some_lead(rng: random.Random) -> Position:
    return Position(some_hand(rng, rng.randint(1, 20)), None)


def some_follow(rng: random.Random) -> Position:
    """A move of any kind and length that has one reading: engines differ in which one they take."""
    while True:
        previous = rng.choice(rng.choice(groups_of_moves()))
        if len(plays().readings[previous.cards]) == 1:
            hand = some_hand(rng, rng.randint(1, 17), without=previous.cards)
            return Position(hand, previous)


@cache
def groups_of_moves() -> list[list[Move]]:
    """By kind and length, and once more those with a trio attached, which are rare and hard."""
    groups: dict[tuple[Kind, int], list[Move]] = {}
    for move in every_move():
        groups.setdefault((move.combo.kind, move.combo.length), []).append(move)
    airplanes = groups[Kind.AIRPLANE_WITH_SOLOS, 3]
    return [*groups.values(), [move for move in airplanes if 3 in counts(_wings(move))]]


def plays() -> Plays:
    return plays_for(PERMISSIVE)


def every_move() -> Iterable[Move]:
    return plays().moves()


# --- moves --------------------------------------------------------------------------------------


def text(cards: Packed) -> str:
    return " ".join(RANK_NAMES[rank] for rank in unpack(cards))


def shown(position: Position) -> str:
    over = f" over {position.previous.combo}" if position.previous else ""
    return text(position.hand) + over


def wing_size(move: Move) -> int:
    shape = SHAPE_OF.get(move.combo.kind)
    return shape.wing if shape else 0


def _winged(move: Move) -> bool:
    return wing_size(move) > 0


def _wings(move: Move) -> Packed:
    """What is attached to the body."""
    kind, main, length = move.combo.kind, move.combo.main, move.combo.length
    if kind is Kind.ROCKET:
        return 0
    return move.cards - body_of(SHAPE_OF[kind], main - length + 1, length)


def _highest_trio(move: Move) -> int:
    return max(rank for rank, count in enumerate(counts(move.cards)) if count == 3)


# --- the worker ---------------------------------------------------------------------------------

Answer = dict[str, list[str] | None]


def ask(positions: list[Position]) -> list[Answer]:
    return ask_worker(
        {
            "cards": [RANK_NAMES[rank] for rank in unpack(hand)],
            "previous": [RANK_NAMES[r] for r in unpack(previous.cards)] if previous else None,
        }
        for hand, previous in positions
    )


def ask_worker(requests: Iterable[dict[str, Any]]) -> list[Answer]:
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(
        [PYTHON, WORKER], input=lines, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return [json.loads(line) for line in done.stdout.splitlines()]
