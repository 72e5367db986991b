"""The search bot: its worlds, what it believes of them, and how it plays them to their ends."""

import random

import pytest

from dizhu.bots import BOTS
from dizhu.bots.ahead import won_shares
from dizhu.bots.beliefs import Beliefs, Sign, fit, highest, signs_of
from dizhu.bots.chance import Chance
from dizhu.bots.history import turns_of
from dizhu.bots.mind import Mind
from dizhu.bots.odds import Odds
from dizhu.bots.position import position_of
from dizhu.bots.sampled_odds import SampledOdds
from dizhu.bots.search_bot import SearchBot
from dizhu.bots.solving import Solver
from dizhu.bots.worlds import worlds
from dizhu.rules.actions import SEATS, Action, Pass, Play
from dizhu.rules.cards import pack, pack_ranks, size
from dizhu.rules.combos import SHAPE_OF, Kind, combo
from dizhu.rules.moves import moves_for
from dizhu.rules.notation import parse_ranks
from dizhu.rules.patterns import patterns_for
from dizhu.rules.ruleset import Ruleset
from dizhu.rules.view import Observation
from dizhu.rules.wings import Switches
from tests.bots.driver import play_hand
from tests.bots.positions import ranks_of, seen_by, state_of


def packed(text: str) -> int:
    return pack_ranks(parse_ranks(text))


def questions(number: int) -> list[Observation]:
    """What is asked in the play of a hand."""
    asked: list[Observation] = []

    def watch(seen: Observation, _action: Action | None) -> None:
        if seen.phase == "play" and seen.turn == seen.viewer:
            asked.append(seen)

    play_hand("qq-classic", [BOTS["rule"](s) for s in SEATS], number, watch)
    return asked


def answer(seen: Observation, seed: int = 0) -> str:
    action = SearchBot(seed).act(seen)
    return "pass" if isinstance(action, Pass) else ranks_of(action or Pass())


# --- worlds -------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(3))
def test_every_world_is_possible(number: int) -> None:
    for seen in questions(number):
        position = position_of(seen)
        found = worlds(position, Chance(1, seen), 20)
        assert len(set(found)) == len(found) > 0
        for world in found:
            assert tuple(map(size, world)) == position.counts
            assert world[position.me] == position.hand
            assert sum(world) == sum(position.sure) + position.unseen
            for seat in SEATS:
                patterns_for(Ruleset()).leads(world[seat])  # counts that a hand can have


def test_all_worlds_are_found_where_there_are_few() -> None:
    """Each of the two cards may be with either."""
    seen = seen_by(state_of("3", "4", "5"))
    found = worlds(position_of(seen), Chance(1, seen), 40)
    assert set(found) == {(1, 16, 256), (1, 256, 16)}


def test_without_secrets_there_is_one_world() -> None:
    seen = seen_by(state_of("3 4", "55", "6 7", shown=(1, 2)))
    assert worlds(position_of(seen), Chance(1, seen), 9) == [
        (packed("34"), packed("55"), packed("67"))
    ]


# --- beliefs ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("per", "length"), [(1, 1), (2, 1), (3, 1), (1, 5), (2, 3), (3, 2)])
def test_the_highest_body_is_that_of_the_moves(per: int, length: int) -> None:
    rng, moves = random.Random(per * 10 + length), moves_for(Switches())
    kind = next(
        s.kind
        for s in SHAPE_OF.values()
        if s.per == per and not s.wing and s.min_length <= length <= s.max_length
    )
    for _ in range(60):
        hand = pack(rng.sample(range(54), 12))
        tops = [
            m.combo.main
            for m in moves.leads(hand)
            if m.combo.kind is kind and m.combo.length == length
        ]
        assert highest(hand, per, length) == max(tops, default=-1)


SOLO_7, SOLO_K = combo(Kind.SOLO, 4), combo(Kind.SOLO, 10)


@pytest.mark.parametrize(
    ("held", "own", "fits"),
    [
        ("3 4 5", None, 1.0),  # it had nothing
        ("3 4 9", None, 0.3),  # it had, and passed
        ("3 4 K", SOLO_K, 1.0),
        ("3 9 K", SOLO_K, 0.4),  # a lower loose card was not played
        ("3 99 K", SOLO_K, 1.0),  # a pair is not broken
    ],
)
def test_what_speaks_against_a_world(held: str, own: object, fits: float) -> None:
    sign = Sign(1, 0, SOLO_7, own)  # type: ignore[arg-type]
    assert fit([sign], (0, packed(held), 0)) == pytest.approx(fits)


def test_a_solo_is_led_from_below() -> None:
    sign = Sign(1, 0, None, SOLO_7)
    assert fit([sign], (0, packed("7 9 K"), 0)) == 1.0
    assert fit([sign], (0, packed("3 7 9"), 0)) == pytest.approx(0.3)
    assert fit([sign, sign], (0, packed("3 7 9"), 0)) == pytest.approx(0.09)


def test_signs_are_read_from_the_play() -> None:
    """Passes over the enemy, small leads and follows; nothing over bombs, nothing of one's own."""
    count = 0
    for seen in questions(4) + questions(5):
        position = position_of(seen)
        turns = turns_of(seen)
        for sign in signs_of(position, seen):
            assert sign.seat != position.me
            assert sign.over is None or sign.over.kind > Kind.BOMB
            overs = [t.over and t.over.combo for t in turns if t.seat == sign.seat]
            assert sign.over in overs
            count += 1
    assert count > 20


def test_the_weights_add_up_and_are_drawn_by() -> None:
    seen = questions(6)[-4]
    beliefs = Beliefs(position_of(seen), seen, Chance(1, seen))
    assert sum(beliefs.weights) == pytest.approx(1.0)
    drawn = list(beliefs.drawn(20))
    assert len(drawn) == 20
    for world, weight in zip(beliefs.worlds, beliefs.weights, strict=True):
        assert abs(drawn.count(world) - 20 * weight) <= 1.0 + 1e-9


def test_odds_counted_in_worlds_keep_what_is_certain() -> None:
    for seen in questions(7):
        position = position_of(seen)
        beliefs = Beliefs(position, seen, Chance(1, seen))
        odds = SampledOdds(position, position.enemies, beliefs)
        plain = Odds(position, position.enemies)
        for main in range(15):
            play = combo(Kind.SOLO, main)
            if plain.beaten(play) in (0.0, 1.0):
                assert odds.beaten(play) == plain.beaten(play)
            else:
                assert 0.0 < odds.beaten(play) < 1.0
            if main:
                assert odds.beaten(play) <= odds.beaten(combo(Kind.SOLO, main - 1)) + 1e-9


# --- looking ahead ------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", [True, False])
def test_a_solved_world_is_right(kernel: bool) -> None:
    """With open cards: the 2 first, then the 3 goes out; the 3 first gives the lead away."""
    seen = seen_by(state_of("3 2", "K", "44 5", shown=(1, 2)))
    position = position_of(seen)
    solver = Solver(position)
    if not kernel:
        solver._kernel = None
    [world] = worlds(position, Chance(0, seen), 1)
    wins = {m.cards: solver.wins(world, m, 300) for m in position.patterns.leads(position.hand)}
    assert wins == {packed("2"): True, packed("3"): False}


def test_with_and_without_the_kernel_worlds_are_solved_alike() -> None:
    compared = 0
    for number in range(8, 12):
        for seen in questions(number):
            position = position_of(seen)
            if sum(position.counts) > 14 or position.patterns.kernel is None:
                continue
            one, other = Solver(position), Solver(position)
            other._kernel = None
            one.left = other.left = 100_000
            for world in worlds(position, Chance(0, seen), 2):
                for move in position.patterns.moves(position.hand, position.to_beat)[:4]:
                    found = one.wins(world, move, 5_000)
                    assert found == other.wins(world, move, 5_000)
                    compared += found is not None
    assert compared > 20 or position_of(questions(8)[0]).patterns.kernel is None


def test_the_nodes_are_bounded() -> None:
    seen = questions(12)[0]
    position = position_of(seen)
    solver = Solver(position)
    before = solver.left
    for world in worlds(position, Chance(0, seen), 60):
        for move in position.patterns.leads(position.hand)[:20]:
            solver.wins(world, move, 100)
    assert solver.left <= 0
    assert solver.left > -100
    assert before > 0


def test_shares_tell_the_winning_move() -> None:
    """After the 2 every world is won; over the 3 the next goes out."""
    seen = seen_by(state_of("3 2", "K", "44 5"))
    position = position_of(seen)
    moves = position.patterns.leads(position.hand)
    shares = won_shares(Mind(position), moves, Beliefs(position, seen, Chance(0, seen)))
    by_cards = {m.cards: share for m, share in shares.items() if m is not None}
    assert by_cards[packed("2")] > 0.9 > 0.5 > by_cards[packed("3")]


def test_it_goes_out_and_wins_sure_endings() -> None:
    assert answer(seen_by(state_of("34567", "22K", "2Q"))) == "34567"
    assert answer(seen_by(state_of("3RJ", "22", "AA44"))) == "RJ"
    assert answer(seen_by(state_of("3 22", "AA K", "QQ 44"))) == "22"


def test_with_wild_cards_it_plays_as_the_rule_bot() -> None:
    seen = seen_by(state_of("3 4 5 77", "22K", "AA Q", wild="7"))
    assert SearchBot(3).act(seen) == BOTS["rule"](3).act(seen)


def test_whole_hands_are_legal_and_the_same_again() -> None:
    def watch(seen: Observation, action: Action | None) -> None:
        if seen.phase == "play" and isinstance(action, Play):
            assert SearchBot(str(seen.viewer)).act(seen) == action

    play_hand("qq-classic", [SearchBot(str(s)) for s in SEATS], 21, watch)
