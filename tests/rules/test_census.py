"""How many plays there are: numbers that other people have published, and our own."""

from collections import Counter

import pytest

from dizhu.rules.cards import CHAIN_RANKS, ROCKET, Packed, contains, counts
from dizhu.rules.combos import SHAPE_OF, Kind
from dizhu.rules.plays import Move, Plays, plays_for
from dizhu.rules.wings import Switches, body_of

PUBLISHED = Switches(repeat_pair_wings=False)
STRICT = Switches(False, False, False, False, False)

RLCARD = {
    "solo": 15,
    "pair": 13,
    "trio": 13,
    "trio_with_solo": 182,
    "trio_with_pair": 156,
    "solo_chain": 36,
    "pair_chain": 52,
    "airplane": 45,
    "airplane_with_solos": 21_822,
    "airplane_with_pairs": 2_939,
    "quad_with_solos": 1_326,
    "quad_with_pairs": 858,
    "bomb": 13,
    "rocket": 1,
    "pass": 1,
}


def size(plays: Plays) -> tuple[int, int]:
    """Keys (sets of cards) and readings (sets of cards under a reading)."""
    return len(plays.readings), sum(map(len, plays.readings.values()))


@pytest.mark.parametrize(
    ("switches", "keys", "readings"),
    [
        pytest.param(PUBLISHED, 29_984, 30_383, id="published"),
        pytest.param(Switches(), 33_675, 34_152, id="presets"),
    ],
)
def test_keys_and_readings(switches: Switches, keys: int, readings: int) -> None:
    """All switches but G-PAT-6 on is the default (G-PAT-1, G-PAT-3, G-PAT-4, G-PAT-5); the
    published count has four equal cards never as two pairs.
    """
    assert size(plays_for(switches)) == (keys, readings)


def test_no_move_stands_twice() -> None:
    moves = Counter(plays_for(Switches()).moves())
    assert set(moves.values()) == {1}


def test_rlcard() -> None:
    """RLCard's whole action space: 27,472 with the pass, kind by kind.

    It has no two jokers as kickers and leaves out airplanes whose solo wings hold four of a rank,
    or three of a rank next to the body.
    """
    plays = plays_for(PUBLISHED._replace(both_jokers_as_kickers=False))
    ours = [move for move in plays.moves() if not four_wings(move) and not trio_beside(move)]
    # A set of cards that is an airplane in two ways is one action there.
    once = {move.cards: move.combo.kind.code for move in reversed(ours)}
    found = Counter(once.values()) + Counter({"pass": 1})
    assert found == RLCARD
    assert found.total() == 27_472


def test_openspiel() -> None:
    """OpenSpiel's whole action space: 26,057 with the pass and three bids. It has no quads with
    kickers; three equal solo wings are allowed, next to the body, too.
    """
    plays = plays_for(PUBLISHED._replace(both_jokers_as_kickers=False))
    quads = (Kind.QUAD_WITH_SOLOS, Kind.QUAD_WITH_PAIRS)
    ours = [m for m in plays.moves() if not four_wings(m) and m.combo.kind not in quads]
    assert len(ours) + 1 + 3 == 26_057


def test_strict() -> None:
    """International rules: the census of the preset with all five switches off, by hand.

    m trios take m of the other ranks: as solos C(13 - m, m) plus, with one joker or the other,
    2 C(13 - m, m - 1); as pairs C(13 - m, m). A quad takes C(12, 2) + 2 * 12 solos, C(12, 2) pairs.
    """
    found = Counter(m.combo.kind.code for m in plays_for(STRICT).moves())
    assert found["quad_with_solos"] == 13 * (66 + 24)
    assert found["quad_with_pairs"] == 13 * 66
    assert found["trio_with_solo"] == 13 * 14
    assert found["trio_with_pair"] == 13 * 12
    solos = {2: 55 + 22, 3: 120 + 90, 4: 126 + 168, 5: 56 + 140}
    assert found["airplane_with_solos"] == sum((13 - m) * n for m, n in solos.items())
    assert found["airplane_with_pairs"] == 11 * 55 + 10 * 120 + 9 * 126


def four_wings(move: Move) -> bool:
    return move.combo.kind is Kind.AIRPLANE_WITH_SOLOS and 4 in counts(wings(move))


def trio_beside(move: Move) -> bool:
    if move.combo.kind is not Kind.AIRPLANE_WITH_SOLOS:
        return False
    top, length = move.combo.main, move.combo.length
    beside = {top - length, top + 1} & set(range(CHAIN_RANKS))
    return any(counts(wings(move))[rank] == 3 for rank in beside)


def wings(move: Move) -> Packed:
    reading = move.combo
    low = reading.main - reading.length + 1
    return move.cards - body_of(SHAPE_OF[reading.kind], low, reading.length)


def test_the_rocket_is_never_a_pair() -> None:
    """G-PAT-5: two jokers are no pair, alone or attached."""
    pairs = (Kind.PAIR, Kind.TRIO_WITH_PAIR, Kind.AIRPLANE_WITH_PAIRS, Kind.QUAD_WITH_PAIRS)
    for move in plays_for(Switches()).moves():
        if move.combo.kind in pairs:
            assert not contains(move.cards, ROCKET)
