"""Legal moves: those generated are those accepted, no more and no fewer."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest

from dizhu.rules.actions import Declaration
from dizhu.rules.cards import (
    CARD_UNIT,
    DECK,
    RANKS,
    ROCKET,
    UNIT,
    Packed,
    contains,
    count,
    pack,
    pack_ranks,
    pick,
    rank_of,
    size,
)
from dizhu.rules.combos import Combo, Kind, beats
from dizhu.rules.errors import RuleViolation
from dizhu.rules.moves import moves_for
from dizhu.rules.patterns import Patterns, WildPatterns, patterns_for
from dizhu.rules.playing import choose_reading
from dizhu.rules.plays import Move, plays_for
from dizhu.rules.wings import Switches
from tests.rules.kit import PRESET_NAMES, Game, moves_of, packed, random_step, rules
from tests.rules.test_wild_readings import SETTINGS, some_cards

FOUR_WILDS = "344556677778899 10 10 JQK"


def subsets(hand: Packed) -> list[Packed]:
    """Every choice of cards from a hand, by ranks."""
    ranges = [range(count(hand, rank) + 1) for rank in range(RANKS)]
    return [sum(n * u for n, u in zip(taken, UNIT, strict=True)) for taken in product(*ranges)]


def every_lead(patterns: Patterns, hand: Packed) -> list[Move]:
    """By trying out every choice of cards."""
    return [Move(cards, r) for cards in subsets(hand) for r in patterns.readings(cards)]


def some_hand(rng: random.Random, cards: int, wild: int | None) -> Packed:
    """Few ranks, so that there is much to play; up to four wilds."""
    low = rng.randrange(13)
    near = [c for c in DECK if (rank_of(c) - low) % 15 < 6]
    deck = near if rng.random() < 0.8 else list(DECK)
    wilds = [] if wild is None else [c for c in DECK if rank_of(c) == wild]
    chosen = set(rng.sample(wilds, rng.randint(0, len(wilds))))
    others = [c for c in deck if c not in chosen]
    return pack([*chosen, *rng.sample(others, cards - len(chosen))])


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: "".join("01"[on] for on in s[:5]))
def test_natural_moves_by_brute_force(setting: tuple[bool, ...]) -> None:
    """Leading and following, small hands, the switches each way."""
    rng = random.Random(hash(setting))
    patterns = patterns_for(rules(**dict(zip(Switches._fields, setting, strict=False))))
    for _ in range(40):
        generated_is_tried(rng, patterns, some_hand(rng, rng.randint(4, 11), None))


@pytest.mark.parametrize("bomb_order", ["class", "rank"])
@pytest.mark.parametrize("narrow", [False, True], ids=["any rank", "group natural"])
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: "".join("01"[on] for on in s[:5]))
def test_wild_moves_by_brute_force(
    setting: tuple[bool, ...], narrow: bool, bomb_order: str
) -> None:
    """The same with wilds, in both ways of reading a group of wilds and both orders of bombs."""
    rng = random.Random(hash((setting, narrow, bomb_order == "rank")))
    switches = dict(zip(Switches._fields, setting, strict=False))
    options = {"wild_group_natural": narrow, "bomb_order": bomb_order}
    chosen = rules("qq-laizi").with_options(switches | options)
    for _ in range(12):
        wild = rng.randrange(13)
        patterns = patterns_for(chosen, wild)
        generated_is_tried(rng, patterns, some_hand(rng, rng.randint(4, 10), wild))


@pytest.mark.parametrize("narrow", [False, True], ids=["any rank", "group natural"])
@pytest.mark.parametrize("hand", ["44447777", "44477778", "4445557777", "7777 BJ RJ 4"])
def test_four_wilds(hand: str, narrow: bool) -> None:
    """All four wilds as two attached pairs, with and without repeats, and as whatever else."""
    rng = random.Random(hand)
    for setting in SETTINGS:
        switches = dict(zip(Switches._fields, setting, strict=False))
        chosen = rules("qq-laizi").with_options(switches | {"wild_group_natural": narrow})
        generated_is_tried(rng, patterns_for(chosen, 4), packed(hand))


def generated_is_tried(rng: random.Random, patterns: Patterns, hand: Packed) -> None:
    tried = every_lead(patterns, hand)
    leads = patterns.leads(hand)
    assert len(set(leads)) == len(leads)
    assert set(leads) == set(tried)
    for prev in some_combos(rng, patterns, tried):
        over = {m for m in tried if beats(m.combo, prev, patterns.bomb_order)}
        follows = patterns.follows(hand, prev)
        assert len(set(follows)) == len(follows)
        assert set(follows) == over
        assert patterns.can_follow(hand, prev) == bool(over)


def some_combos(rng: random.Random, patterns: Patterns, tried: list[Move]) -> list[Combo]:
    """Combos to beat: of the kinds the hand holds, one rank or more lower, bombs of every class."""
    own = sorted({m.combo for m in tried}, key=repr)
    below = [
        m.combo for m in tried if any(same_kind(m.combo, o) and m.combo.main < o.main for o in own)
    ]
    every = below or [m.combo for m in plays_for(Switches()).moves()]
    return [*rng.sample(own, min(6, len(own))), *rng.choices(every, k=6)]


def same_kind(a: Combo, b: Combo) -> bool:
    return (a.kind, a.length) == (b.kind, b.length)


@pytest.mark.parametrize("narrow", [False, True], ids=["any rank", "group natural"])
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: "".join("01"[on] for on in s[:5]))
def test_large_plays_are_generated(setting: tuple[bool, ...], narrow: bool) -> None:
    """Plays of up to 20 cards with up to four wilds, in larger hands, leading and following."""
    rng = random.Random(hash((setting, narrow)))
    switches = dict(zip(Switches._fields, setting, strict=False))
    chosen = rules("qq-laizi").with_options(switches | {"wild_group_natural": narrow})
    for _ in range(25):
        wild = rng.randrange(13)
        patterns = patterns_for(chosen, wild)
        cards = pack_ranks(some_cards(rng, wild))
        rest = [c for c in DECK if rank_of(c) != wild and not contains(cards, CARD_UNIT[c])]
        hand = cards + pack(rng.sample(rest, min(len(rest), 20 - size(cards))))
        for reading in patterns.readings(cards):
            assert Move(cards, reading) in patterns.leads(hand)
            below = replace(reading, main=max(0, reading.main - 1))
            follows = Move(cards, reading) in patterns.follows(hand, below)
            assert follows == beats(reading, below)


@pytest.mark.parametrize(
    "positions",
    [pytest.param(1_000, id="some"), pytest.param(20_000, id="many", marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("name", PRESET_NAMES)
def test_generated_is_accepted(name: str, positions: int) -> None:
    """At 20,000 positions of random hands of every ruleset: what is generated is accepted under
    its reading; of other choices of cards the game accepts just those that are generated.
    """
    rng = random.Random(f"{name} {positions}")
    seen = 0
    while seen < positions:
        game = Game(name)
        while not game.state.over:
            moves = [] if game.state.turn is None else moves_of(game.state, game.state.turn)
            if moves:
                seen += 1
                position_agrees(rng, game, moves)
            game.step(random_step(rng, game.state, moves=moves))


def position_agrees(rng: random.Random, game: Game, moves: Sequence[Move]) -> None:
    state = game.state
    assert state.turn is not None
    patterns = patterns_for(state.ruleset, state.wild)
    to_beat = state.to_beat.combo if state.to_beat else None
    held = state.cards[state.turn]
    for move in rng.sample(moves, min(3, len(moves))):
        cards = pick(held, move.cards)
        wanted = Declaration(move.combo.kind, move.combo.main, move.combo.length)
        assert choose_reading(patterns, cards, to_beat, wanted) is move.combo
    near = list(pick(held, rng.choice(moves).cards))
    near[rng.randrange(len(near))] = rng.choice(held)
    anything = rng.sample(held, rng.randint(1, min(6, len(held))))
    for chosen in ({*near}, {*anything}):
        packed_choice = pack(chosen)
        generated = {m.combo for m in moves if m.cards == packed_choice}
        assert accepted(patterns, tuple(chosen), to_beat) == generated


def accepted(patterns: Patterns, cards: tuple[int, ...], to_beat: Combo | None) -> set[Combo]:
    """The readings under which the game lets the cards be played."""
    found = set()
    for reading in patterns.readings(pack(cards)):
        wanted = Declaration(reading.kind, reading.main, reading.length)
        try:
            found.add(choose_reading(patterns, cards, to_beat, wanted))
        except RuleViolation:
            continue
    return found


def test_follows_every_combo() -> None:
    """For every combo there is: what follows it is what leads and beats it."""
    rng = random.Random(5)
    moves = moves_for(Switches())
    combos = sorted({m.combo for m in plays_for(Switches()).moves()}, key=repr)
    for prev in combos:
        hand = pack(rng.sample(DECK, 20))
        over = {m for m in moves.leads(hand) if beats(m.combo, prev)}
        assert set(moves.follows(hand, prev)) == over


@pytest.mark.parametrize("wild", [None, 4])
def test_a_hand_that_needs_everything(wild: int | None) -> None:
    """20 cards, with four wilds and without: all moves held, none twice, none without a reading."""
    patterns = patterns_for(rules("qq-laizi"), wild)
    hand = packed(FOUR_WILDS if wild else "3444555666777 8910JQKA")
    assert size(hand) == 20
    leads = patterns.leads(hand)
    assert len(set(leads)) == len(leads) > 400
    for move in leads:
        assert contains(hand, move.cards)
        assert move.combo in patterns.readings(move.cards)


def test_cores_are_fewer_than_plays() -> None:
    """A bot lists bodies first: with each core's wings the plays with wilds come out."""
    patterns = patterns_for(rules("qq-laizi"), 4)
    assert isinstance(patterns, WildPatterns)
    hand = packed(FOUR_WILDS)
    cores = list(patterns.cores(hand))
    leads = set(patterns.leads(hand))
    assert len(cores) < len(leads) / 5
    for core in cores:
        for natural, wilds in patterns.attach(hand, core):
            cards = core.natural + natural + (core.wilds + wilds) * UNIT[4]
            if core.wilds + wilds and natural + core.natural:
                assert Move(cards, core.place.combo) in leads


def test_cores_over_a_combo() -> None:
    patterns = patterns_for(rules("qq-laizi"), 4)
    assert isinstance(patterns, WildPatterns)
    prev = patterns.readings(packed("3344 55"))[0]
    kinds = {core.place.shape.kind for core in patterns.cores(packed("445566 7777 88"), prev)}
    assert kinds == {Kind.PAIR_CHAIN, Kind.BOMB}


def test_hints_with_a_second_wing() -> None:
    """F37: over 333444+56 with 555666+77: no empty card, no crash."""
    patterns = patterns_for(rules())
    prev = patterns.readings(packed("33344456"))[0]
    hand = packed("555666 77 8")
    assert {m.cards for m in patterns.follows(hand, prev)} == {
        packed("555666 77"),
        packed("555666 78"),
    }


def test_endgame_with_a_plane() -> None:
    """F11: 33344456 against 3456, led as a whole."""
    patterns = patterns_for(rules())
    hand = packed("33344456")
    assert Move(hand, patterns.readings(hand)[0]) in patterns.leads(hand)
    assert not patterns.follows(packed("3456"), patterns.readings(hand)[0])


def test_the_rocket_as_kickers_is_offered_but_once() -> None:
    """F5: 7777 + both jokers is a legal lead beside the bomb and the rocket."""
    leads = patterns_for(rules()).leads(packed("7777 BJ RJ"))
    with_rocket = [m.combo.kind for m in leads if contains(m.cards, ROCKET)]
    assert sorted(with_rocket) == [Kind.ROCKET, Kind.QUAD_WITH_SOLOS]
