"""What beats what (section 7)."""

import random
from collections.abc import Callable
from itertools import combinations, groupby

import pytest

from dizhu.rules.combos import BombClass, Combo, Kind, beats, combo
from dizhu.rules.moves import moves_for
from dizhu.rules.notation import parse_combo
from dizhu.rules.patterns import patterns_for
from dizhu.rules.plays import plays_for
from dizhu.rules.wings import Switches
from tests.rules.kit import packed, playing, rules

ALL: list[Combo] = sorted(
    {move.combo for move in plays_for(Switches()).moves()},
    key=lambda c: (c.kind, c.length, c.main),
)
ORDINARY = [c for c in ALL if c.kind > Kind.BOMB]
BOMBS = [combo(Kind.BOMB, rank, 1, bomb_class) for bomb_class in BombClass for rank in range(13)]
ROCKET = parse_combo("rocket RJ")
RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "BJ", "RJ")


def combos(text: str) -> list[Combo]:
    return [parse_combo(part.strip()) for part in text.split(";")]


def test_the_rocket_beats_everything() -> None:
    """R-CMP-1, F25: chains and all; and nothing beats it, F28."""
    for other in (*ORDINARY, *BOMBS):
        assert beats(ROCKET, other)
        assert not beats(other, ROCKET)
    assert not beats(ROCKET, ROCKET)


def test_a_bomb_beats_everything_but_higher_ones() -> None:
    """R-CMP-1, F26, F31: a bomb over each type, and never a type over a bomb."""
    bombs = [combo(Kind.BOMB, rank) for rank in range(13)]
    for other in ORDINARY:
        assert all(beats(bomb, other) for bomb in bombs)
        assert not any(beats(other, bomb) for bomb in bombs)
    for low, high in combinations(bombs, 2):
        assert beats(high, low)
        assert not beats(low, high)


def test_otherwise_only_alike_compares() -> None:
    """R-CMP-2, G-PAT-10, F31: every type on every other type of any length is refused."""
    for a in ORDINARY:
        for b in ORDINARY:
            alike = (a.kind, a.length) == (b.kind, b.length)
            assert beats(a, b) == (alike and a.main > b.main)


def test_ranks() -> None:
    """R-CMP-3: RJ > BJ > 2 > A > K > ... > 3; suits are no part of a combo."""
    solos = [parse_combo(f"solo {rank}") for rank in RANKS]
    assert all(beats(high, low) for low, high in combinations(solos, 2))
    assert not any(beats(low, high) for low, high in combinations(solos, 2))


@pytest.mark.parametrize("order", ["class", "rank"])
def test_asymmetric_and_transitive(order: str) -> None:
    """R-CMP-1, R-CMP-2, R-CMP-3: equal never beats (F25); inside a class one order."""
    for _, group in groupby([*ORDINARY, *BOMBS], key=lambda c: (c.kind, c.length)):
        alike = list(group)
        ordered = sorted(alike, key=_wins_against(alike, order))
        for i, a in enumerate(ordered):
            for j, b in enumerate(ordered):
                assert beats(a, b, order) == (i > j)


def _wins_against(alike: list[Combo], order: str) -> Callable[[Combo], int]:
    return lambda a: sum(beats(a, b, order) for b in alike)


def test_transitive_over_all() -> None:
    """What a play beats, whatever beats the play beats too, but for other patterns."""
    every = [*ORDINARY, *BOMBS, ROCKET]
    rng = random.Random(7)
    for _ in range(100_000):
        a, b, c = rng.choice(every), rng.choice(every), rng.choice(every)
        if beats(a, b) and beats(b, c):
            assert beats(a, c)
        assert not (beats(a, b) and beats(b, a))


def test_bomb_classes() -> None:
    """G-WILD-1: rocket > pure > hard > soft; inside a class by rank."""
    weakest_first = combos(
        "soft bomb 3; soft bomb 2; bomb 3; bomb 2; pure bomb 3; pure bomb 2; rocket RJ"
    )
    for low, high in combinations(weakest_first, 2):
        assert beats(high, low)
        assert not beats(low, high)


def test_bombs_by_rank() -> None:
    """G-WILD-1, `bomb_order` rank: the class only between equal ranks; a pure bomb above all."""
    weakest_first = combos("soft bomb 3; bomb 3; soft bomb 4; bomb 4; soft bomb 2; pure bomb 3")
    for low, high in combinations(weakest_first, 2):
        assert beats(high, low, "rank")
        assert not beats(low, high, "rank")


@pytest.mark.parametrize("bomb_order", ["class", "rank"])
def test_wild_bombs_on_the_table(bomb_order: str) -> None:
    """F40: four wilds are above every hard bomb; a soft one below, or by rank."""
    patterns = patterns_for(rules("qq-laizi", bomb_order=bomb_order), wild=4)
    pure, hard, soft = (patterns.readings(packed(t))[0] for t in ("7777", "3333", "8887"))
    assert (pure.bomb_class, hard.bomb_class, soft.bomb_class) == (
        BombClass.PURE,
        BombClass.HARD,
        BombClass.SOFT,
    )
    assert beats(pure, hard, bomb_order)
    assert beats(pure, soft, bomb_order)
    assert beats(soft, hard, bomb_order) == (bomb_order == "rank")


def test_attached_cards_never_matter() -> None:
    """R-CMP-4: the kickers are no part of the combo."""
    patterns = patterns_for(rules())
    assert patterns.readings(packed("333 RJ")) == patterns.readings(packed("3334"))
    assert patterns.readings(packed("33344")) == patterns.readings(packed("33322"))


@pytest.mark.parametrize(
    ("led", "answer"),
    [
        ("D3", "S3"),
        ("D2 C2", "H2 S2"),
        ("D3 D4 D5 D6 D7", "S3 S4 S5 S6 S7"),
        ("D3 C3 D4 C4 D5 C5", "H3 S3 H4 S4 H5 S5"),
    ],
)
def test_equal_never_beats(led: str, answer: str) -> None:
    """F25, R-CMP-3: the same ranks in other suits."""
    game = playing(led, answer)
    game.do(f"0 play {led}")
    assert game.refused(f"1 play {answer}") == "does_not_beat"


def test_the_jokers_in_either_order() -> None:
    """F29: big then small is the rocket as well, and no bomb goes over it."""
    game = playing("RJ BJ", "3333")
    game.do("0 play RJ BJ")
    assert game.state.played[-1].combo == ROCKET
    assert game.refused("1 play D3 C3 H3 S3") == "does_not_beat"


def test_twenty_cards() -> None:
    """F34: five trios with five solos and four trios with four pairs do not compare."""
    solos, pairs = parse_combo("airplane_with_solosx5 7"), parse_combo("airplane_with_pairsx4 A")
    assert solos.size == pairs.size == 20
    assert not beats(pairs, solos)
    assert not beats(solos, pairs)
    hand = packed("JJJQQQKKKAAA 33445566")
    assert all(m.combo.kind <= Kind.BOMB for m in moves_for(Switches()).follows(hand, solos))


@pytest.mark.parametrize(
    ("led", "answer"),
    [
        ("solo_chainx5 7", "pair_chainx5 10"),
        ("solo_chainx6 8", "pair_chainx3 10"),
        ("pair_chainx3 5", "solo_chainx6 A"),
        ("pair_chainx6 8", "airplanex4 A"),
        ("airplanex2 4", "pair_chainx3 A"),
        ("airplanex2 4", "solo_chainx6 A"),
        ("quad_with_solos 3", "airplanex2 A"),
        ("trio_with_solo 3", "airplanex2 A"),
    ],
)
def test_chains_of_other_widths(led: str, answer: str) -> None:
    """F35: 6677889910 10 does not beat 34567, nor any chain one of another width."""
    assert not beats(parse_combo(answer), parse_combo(led))


def test_after_the_rocket_there_is_only_passing() -> None:
    """F28: for any hand."""
    rng = random.Random(3)
    for wild in (None, 4):
        patterns = patterns_for(rules("qq-laizi"), wild)
        for _ in range(200):
            deck = rng.sample(range(52), 20)
            hand = packed(" ".join(RANKS[c >> 2] for c in deck))
            assert not patterns.follows(hand, ROCKET)
            assert not patterns.can_follow(hand, ROCKET)
