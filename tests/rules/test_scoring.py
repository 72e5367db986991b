"""The multiplier and its parts (section 10), and the escape's (section 11)."""

from itertools import combinations
from math import comb, prod
from typing import Any

import pytest

from dizhu.rules.cards import DECK, rank_of, suit_of
from dizhu.rules.combos import Kind, combo
from dizhu.rules.notation import parse_cards
from dizhu.rules.ruleset import G_BOT_1, Stakes
from dizhu.rules.scoring import (
    Factors,
    bomb_factor,
    bottom_factor,
    bottom_names,
    dealt_hands,
    escape_multiplier,
    factors,
    multiplier,
    natural_bombs,
    spring_kind,
    spring_of,
)
from dizhu.rules.state import HandState, ShowMade, TableCards
from tests.rules.kit import Game, deal_with, endgame, escape, landlord_of, playing, rules


def test_the_parts() -> None:
    """R-MUL-1: M is the product of all parts; the behaviour multiplier leaves the room's out
    (G-MUL-4).
    """
    parts = Factors(2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31)
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31)
    assert parts.product() == prod(primes)
    assert parts.behaviour() == prod(primes) // 2
    assert Factors().product() == 1


def test_every_part_at_once() -> None:
    """R-MUL-1: initial, show, robs, bombs, rocket, spring."""
    game = Game("qq-classic", Stakes(initial=3)).do("0 show start").dealt(deal_with("3333 BJ RJ 4"))
    game.do("0 call; 1 rob; 2 pass; 0 rob; 0 no_double; 1 no_double; 2 no_double")
    game.plays(0, "3333")
    game.passes(1, 2)
    game.plays(0, "BJ RJ")
    found = factors(game.state)
    assert (found.initial, found.show, found.robs, found.bombs, found.rocket) == (3, 5, 4, 2, 2)
    assert multiplier(game.state) == 3 * 5 * 4 * 2 * 2


@pytest.mark.parametrize(
    ("bombs", "doubled", "jj"), [(0, 1, 1), (1, 2, 2), (2, 4, 3), (3, 8, 4), (6, 64, 7)]
)
def test_bombs(bombs: int, doubled: int, jj: int) -> None:
    """R-MUL-2: x2 each. R-MUL-3, G-MUL-2: 1 + their number, once."""
    assert bomb_factor("double", bombs) == doubled
    assert bomb_factor("jj", bombs) == jj


@pytest.mark.parametrize(("ruleset", "expected"), [("qq-classic", 8), ("jj-match", 6)])
def test_bombs_and_the_rocket(ruleset: str, expected: int) -> None:
    """R-MUL-2, R-MUL-3, G-MUL-1: the rocket is a separate x2, in QQ as well."""
    game = playing("3333 4444 BJ RJ", ruleset=ruleset)
    for text in ("3333", "4444", "BJ RJ"):
        game.plays(0, text)
        game.passes(1, 2)
    assert factors(game.state).bombs * factors(game.state).rocket == expected


@pytest.mark.parametrize(
    ("cards", "wild"), [("3337", "7"), ("4444", "7"), ("7777", "7")], ids=["soft", "hard", "pure"]
)
def test_all_bombs_count_alike(cards: str, wild: str) -> None:
    """G-WILD-1: soft, hard and pure: x2."""
    game = playing(cards, wild=wild, ruleset="qq-laizi")
    game.plays(0, cards)
    assert factors(game.state).bombs == 2
    assert game.state.soft_bombs == (cards == "3337")


# --- spring -------------------------------------------------------------------------------------


@pytest.mark.parametrize("plays", [(a, b, c) for a in range(4) for b in range(3) for c in range(3)])
@pytest.mark.parametrize("landlord_won", [True, False])
def test_spring(landlord_won: bool, plays: tuple[int, int, int]) -> None:
    """R-MUL-4, F55, F56: spring: no peasant has played; anti-spring: the landlord exactly once."""
    landlord, p1, p2 = plays
    expected = None
    if landlord_won and p1 + p2 == 0:
        expected = "spring"
    if not landlord_won and landlord == 1:
        expected = "anti_spring"
    assert spring_of(landlord_won, landlord, p1, p2) == expected


def test_a_spring_at_the_table() -> None:
    """R-MUL-4, G-MUL-3, F58: passes are not plays."""
    game = playing("345678910JQKA 22 3 BJ RJ", "")
    game.plays(0, "345678910JQKA")
    game.passes(1, 2)
    game.plays(0, "BJ RJ")
    game.passes(1, 2)
    while len(game.state.cards[0]) > 1:
        game.do("0 timeout; 1 pass; 2 pass")
    assert spring_kind(game.state) is None
    game.do("0 timeout")
    assert spring_kind(game.state) == "spring"
    assert factors(game.state).spring == 2
    assert multiplier(game.state) == 4


def anti(landlord_plays: int, **options: Any) -> HandState:
    """A peasant goes out; the landlord has played so often."""
    state = endgame("D5 C5 D6", "D9", "D10 C10", ruleset=rules(**options))
    return state.changed(out=2, plays=(landlord_plays, 1, 4), landlord=0)


@pytest.mark.parametrize(("plays", "factor"), [(1, 2), (2, 1), (3, 1)])
def test_anti_spring(plays: int, factor: int) -> None:
    """F55, F56: exactly one play of the landlord, whoever of the peasants goes out."""
    assert factors(anti(plays)).spring == factor


def test_automatic_plays_are_plays() -> None:
    """R-MUL-4: a peasant's last card on autoplay ends the spring."""
    game = playing("345678910JQKA 4", "5")
    game.do("0 timeout")
    game.passes(1, 2)
    assert game.state.plays == (1, 0, 0)
    game.do("0 timeout; 1 timeout; 2 timeout; 0 timeout")
    assert game.state.plays[0] == 3


def test_the_factors_of_springs_are_options() -> None:
    """`spring_factor`, `anti_spring_factor`, `rocket_factor`."""
    assert factors(anti(1, anti_spring_factor=5)).spring == 5
    assert factors(anti(1, spring_factor=5)).spring == 2
    state = anti(2, rocket_factor=3).changed(rockets=1)
    assert factors(state).rocket == 3


# --- bottom cards -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bottom", "factor"),
    [
        ("BJ RJ S3", 4),
        ("BJ S3 S4", 2),
        ("RJ H3 S4", 2),
        ("S3 S4 S5", 4),
        ("HQ HK HA", 4),
        ("S3 S7 SK", 3),
        ("S2 S3 S4", 3),
        ("SA S2 S3", 3),
        ("S3 H4 D5", 3),
        ("SQ HK DA", 3),
        ("SK HA D2", 1),
        ("SA H2 D3", 1),
        ("S7 H7 D7", 3),
        ("S2 H2 D2", 3),
        ("S7 H7 D8", 1),
        ("S3 H5 D7", 1),
    ],
)
def test_bottom_factors(bottom: str, factor: int) -> None:
    """R-MUL-5, G-BOT-1: the first match of the table; a straight lies inside 3..A."""
    cards = parse_cards(bottom)
    assert bottom_factor(G_BOT_1, cards) == factor
    assert bottom_factor(G_BOT_1, cards[::-1]) == factor
    assert bottom_factor((), cards) == 1


def test_all_bottoms() -> None:
    """G-BOT-1: how many of the 24,804 bottoms have each name, counted by hand."""
    names = {"two_jokers": 0, "one_joker": 0, "straight_flush": 0, "flush": 0, "straight": 0}
    names["three_of_a_rank"] = 0
    for bottom in combinations(DECK, 3):
        for name in bottom_names(bottom):
            names[name] += 1
    assert names == {
        "two_jokers": 52,
        "one_joker": 2 * comb(52, 2),
        "straight_flush": 10 * 4,
        "flush": 4 * comb(13, 3),
        "straight": 10 * 64,
        "three_of_a_rank": 13 * 4,
    }
    assert rank_of(DECK[0]) == suit_of(DECK[0]) == 0


def test_the_first_row_counts() -> None:
    """G-BOT-1: a table in another order; rows that are left out."""
    straight_flush = parse_cards("S3 S4 S5")
    assert bottom_factor((("flush", 3), ("straight_flush", 4)), straight_flush) == 3
    assert bottom_factor((("straight", 7),), straight_flush) == 7
    assert bottom_factor((("one_joker", 2),), parse_cards("BJ RJ S3")) == 1


@pytest.mark.parametrize(("ruleset", "factor"), [("jj-happy", 2), ("qq-classic", 1)])
def test_the_bottom_of_a_hand(ruleset: str, factor: int) -> None:
    """R-MUL-5: known, and counted, once there is a landlord; QQ: none."""
    game = Game(ruleset).dealt(deal_with(bottom="BJ S3 H9"))
    assert factors(game.state).bottom == 1
    game.do("0 call; 1 pass; 2 pass")
    assert factors(game.state).bottom == factor


# --- tasks --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("task", "script", "done"),
    [
        ("last_solo", ["33", "5"], True),
        ("last_solo", ["5", "33"], False),
        ("last_pair", ["5", "33"], True),
        ("last_pair", ["33", "5"], False),
        ("last_chain", ["5", "34567"], True),
        ("last_chain", ["5", "334455"], True),
        ("last_chain", ["5", "333444 78"], True),
        ("last_chain", ["34567", "5"], False),
        ("two_bombs", ["3333", "4444", "5"], True),
        ("two_bombs", ["3333", "BJ RJ", "5"], False),
        ("rocket", ["BJ RJ", "5"], True),
        ("rocket", ["BJ", "RJ"], False),
        ("landlord_show", ["5"], False),
    ],
)
def test_tasks(task: str, script: list[str], done: bool) -> None:
    """R-MUL-6, G-TASK-1: factor 2 when the winner has done it; all tasks off in every preset."""
    held = " ".join(script)
    state = endgame(held, "D9 C9", "D10 C10", ruleset=rules(tasks=(task,)))
    game = Game()
    game.state = state.changed(deal=deal_with(task=task))
    for text in script:
        game.plays(0, text)
        if not game.state.over:
            assert factors(game.state).task == 1
            game.passes(1, 2)
    assert game.state.over
    assert factors(game.state).task == (2 if done else 1)


def test_a_peasants_task() -> None:
    """G-TASK-1: a winning peasant may have done it, the one who went out or not; never a loser."""
    state = endgame("5", "6", "7", ruleset=rules(tasks=("two_bombs",)))
    bombs = tuple(TableCards(1, (), combo(Kind.BOMB, rank)) for rank in (0, 1))
    state = state.changed(deal=deal_with(task="two_bombs"), played=bombs)
    for out, expected in ((2, 2), (1, 2), (0, 1)):
        assert factors(state.changed(out=out)).task == expected


def test_a_landlords_show_is_a_task() -> None:
    """G-TASK-1: win as landlord with a show."""
    state = endgame("5", "6", "7", ruleset=rules(tasks=("landlord_show",)), landlord=0)
    state = state.changed(deal=deal_with(task="landlord_show"), shows=(ShowMade(0, "bottom", 2),))
    assert factors(state.changed(out=0)).task == 2
    assert factors(state.changed(out=1)).task == 1
    assert factors(state.changed(out=0, shows=(ShowMade(1, "start", 5),))).task == 1


# --- limits -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "expected"), [(None, 80), (64, 64), (1, 1), (80, 80), (81, 80)])
def test_max_multiplier(limit: int | None, expected: int) -> None:
    """G-MUL-4: none in the presets."""
    state = endgame("5", "6", "7", ruleset=rules(max_multiplier=limit), bombs=4)
    assert multiplier(state.changed(shows=(ShowMade(0, "start", 5),))) == expected


# --- the escape's multiplier --------------------------------------------------------------------


def test_all_bombs_of_the_hand_count() -> None:
    """R-ESC-3, G-ESC-3: natural bombs and rockets of the dealt hands, played or not."""
    game = playing("3333 5", "4444", "BJ RJ", landlord=0)
    held = natural_bombs(dealt_hands(game.state))
    assert held[0] >= 2
    assert held[1] == 1
    assert escape_multiplier(game.state) == 2 ** (held[0] + 1)
    game.plays(0, "3333")
    assert escape_multiplier(game.state) == 2 ** (held[0] + 1)


def test_the_bottom_counts_once_it_is_taken() -> None:
    """G-ESC-3: the fourth 3 lies in the bottom."""
    deal = deal_with(
        "333 5 6 7 8 9 10 J Q K A 2 4 5 7", "4 5 6 7 8 9 10 J Q K A 2 4 6 8 9 10", bottom="3 J Q"
    )
    game = Game().dealt(deal)
    before = escape_multiplier(game.state)
    game.do("0 call; 1 pass; 2 pass")
    assert escape_multiplier(game.state) == 2 * before


def test_soft_bombs_are_added() -> None:
    """G-ESC-3: soft bombs as they are played."""
    game = playing("3337", wild="7", ruleset="qq-laizi")
    before = escape_multiplier(game.state)
    game.plays(0, "3337")
    assert escape_multiplier(game.state) == 2 * before


def test_shows_robs_blind_and_raises_count() -> None:
    """G-ESC-3."""
    quiet = escape_multiplier(Game().dealt(deal_with()).state)
    game = Game().do("0 show start").dealt(deal_with()).do("0 call; 1 rob; 2 pass; 0 pass")
    assert escape_multiplier(game.state) == quiet * 5 * 2
    menzhua = Game("qq-menzhua").dealt(deal_with())
    quiet = escape_multiplier(menzhua.state)
    menzhua.do("0 blind; 1 raise; 0 raise; 1 pass; 2 pass")
    assert escape_multiplier(menzhua.state) == quiet * 2 * 4


def test_raises_of_a_pair() -> None:
    """G-RAISE-1, G-ESC-3: under `per_peasant` a peasant's own pair, for the landlord the higher."""
    game = Game("qq-menzhua", raise_scope="per_peasant").dealt(deal_with())
    quiet = escape_multiplier(game.state)
    game.do("0 blind; 1 raise; 2 pass; 0 raise; 1 pass")
    for seat, pair in ((0, 4), (1, 4), (2, 1)):
        left = game.state.changed(escaped=seat)
        assert escape_multiplier(left) == quiet * 2 * pair


def test_bombs_of_an_escape_as_the_ruleset_counts_them() -> None:
    """R-ESC-3, R-MUL-3: under 1 + n the bombs of an escape are 1 + n, too."""
    for scoring_rule, expected in (("double", 16), ("jj", 8)):
        game = playing("3333 4444 5555", "BJ RJ 678", bomb_scoring=scoring_rule)
        hands = tuple(h[:0] for h in game.state.cards)
        assert escape_multiplier(game.state, hands) == 1
        held = (game.state.cards[0][-12:], game.state.cards[1][:2])
        assert natural_bombs(held) == (3, 1)
        assert escape_multiplier(game.state, held) == expected
    game = playing("3333", "BJ RJ", rocket_factor=5)
    assert escape_multiplier(game.state, (game.state.cards[1][:2],)) == 5


def test_an_escape_is_no_spring() -> None:
    """G-ESC-2: the hand ends at once; nobody went out."""
    game = escape(landlord_of(Game().dealt(deal_with()), 0), 1)
    assert (game.state.end, game.state.winner) == ("escape", "landlord")
    assert spring_kind(game.state) is None
    assert factors(game.state).task == 1


@pytest.mark.parametrize("phase", ["start", "deal", "call", "rob", "double", "play"])
def test_an_escape_in_every_phase(phase: str) -> None:
    """R-ESC-4, G-ESC-5: also before the deal, and out of turn; before a landlord nobody wins."""
    steps = ["", "deal", "deal ended", "0 call", "1 pass; 2 pass"]
    steps += ["0 no_double; 1 no_double; 2 no_double"]
    game = Game()
    for step in steps:
        if step == "deal":
            game.ready().deal(deal_with())
        elif step:
            game.do(step)
        if game.phase == phase:
            break
    assert game.phase == phase
    for seat in range(3):
        left = Game()
        left.state = game.state
        escape(left, seat)
        assert left.state.end == "escape"
        expected = {"double": True, "play": True}.get(phase, False)
        assert (left.state.winner is not None) == expected
