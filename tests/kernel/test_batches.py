"""Fewest plays and endgames against plain searches over the pure rules; play-outs and self-play."""

from __future__ import annotations

import random
import struct
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from dizhu.rules.cards import DECK, Packed, pack, size
from dizhu.rules.moves import Moves, moves_for
from dizhu.rules.ruleset import PRESETS
from dizhu.rules.wings import Switches
from tests.kernel.helpers import combo_of, dizhu_kernel, rules, some_hand

if TYPE_CHECKING:
    from dizhu.rules.combos import Combo

Hands = tuple[Packed, Packed, Packed]
STRICT = Switches(*(False,) * 5)
SETTINGS = [Switches(), STRICT, Switches(True, False, True, False, True)]


# --- fewest plays -------------------------------------------------------------------------------


def fewest(moves: Moves, hand: Packed) -> int:
    @cache
    def search(cards: Packed) -> int:
        if cards == 0:
            return 0
        return 1 + min(search(cards - m.cards) for m in moves.leads(cards))

    return search(hand)


@pytest.mark.parametrize("switches", SETTINGS, ids=str)
def test_fewest_plays(switches: Switches) -> None:
    rng, kernel, moves = random.Random(1), rules(switches), moves_for(switches)
    hands = [some_hand(rng, rng.randint(1, 11)) for _ in range(60)]
    expected = [fewest(moves, hand) for hand in hands]
    assert [kernel.min_plays(hand) for hand in hands] == expected
    assert kernel.min_plays_batch(hands, threads=2) == expected
    for hand, plays in zip(hands, expected, strict=True):
        plan = kernel.plan(hand)
        assert len(plan) == plays
        assert sum(m.cards for m in plan) == hand


def test_fewest_plays_of_hands_that_are_known() -> None:
    kernel = rules()
    assert kernel.min_plays(0) == 0
    assert kernel.min_plays(pack(range(0, 48, 4))) == 1  # 3 4 5 .. A
    five_trios = [c for c in range(20) if c % 4] + [20, 24, 28, 32, 36]
    assert kernel.min_plays(pack(five_trios)) == 1
    assert kernel.min_plays(pack(range(20))) == 3  # 3333 .. 7777: wings are of other ranks
    with pytest.raises(ValueError, match="more than 20"):
        kernel.min_plays(pack(range(21)))
    with pytest.raises(ValueError, match="wild"):
        rules(wild=3).min_plays(1)


# --- endgames -----------------------------------------------------------------------------------


def landlord_wins(
    moves: Moves, hands: Hands, turn: int, to_beat: Combo | None, last: int | None
) -> bool:
    """Seat 0 against the others, by trying everything."""

    @cache
    def search(hands: Hands, turn: int, to_beat: Combo | None, last: int | None) -> bool:
        if turn == last:
            to_beat = None
        found = moves.leads(hands[turn]) if to_beat is None else moves.follows(hands[turn], to_beat)
        following = (turn + 1) % 3
        results = (
            (turn == 0)
            if move.cards == hands[turn]
            else search(_without(hands, turn, move.cards), following, move.combo, turn)
            for move in found
        )
        if turn == 0:
            return any(results) or (to_beat is not None and search(hands, following, to_beat, last))
        return all(results) and (to_beat is None or search(hands, following, to_beat, last))

    return search(hands, turn, to_beat, last)


def _without(hands: Hands, seat: int, cards: Packed) -> Hands:
    left = list(hands)
    left[seat] -= cards
    return (left[0], left[1], left[2])


def some_endgame(rng: random.Random) -> Hands:
    """Half of them from few ranks, where pairs, trios, chains and bombs meet."""
    low = rng.randrange(30)
    deck = list(DECK) if rng.random() < 0.5 else list(DECK[low : low + 24])
    rng.shuffle(deck)
    sizes = [rng.randint(1, 6) for _ in range(3)]
    cut = [deck[sum(sizes[:i]) : sum(sizes[: i + 1])] for i in range(3)]
    return (pack(cut[0]), pack(cut[1]), pack(cut[2]))


@pytest.mark.parametrize("switches", SETTINGS, ids=str)
def test_endgames_from_the_lead(switches: Switches) -> None:
    rng, kernel, moves = random.Random(2), rules(switches), moves_for(switches)
    deals = [some_endgame(rng) for _ in range(80)]
    answers = [landlord_wins(moves, hands, 0, None, None) for hands in deals]
    assert 10 < sum(answers) < 70
    assert [s[0] for s in kernel.solve_batch(deals)] == answers
    for hands in deals[:25]:
        for turn in (1, 2):
            wins = landlord_wins(moves, hands, turn, None, None)
            assert kernel.solve(hands, turn=turn)[0] == wins


@pytest.mark.parametrize("switches", SETTINGS[:2], ids=str)
def test_endgames_in_the_middle_of_a_trick(switches: Switches) -> None:
    rng, kernel, moves = random.Random(3), rules(switches), moves_for(switches)
    for _ in range(60):
        hands = some_endgame(rng)
        last = rng.randrange(3)
        played = rng.choice(moves.leads(some_hand(rng, rng.randint(1, 6)))).combo
        turn = (last + rng.choice([1, 2])) % 3
        expected = landlord_wins(moves, hands, turn, played, last)
        found = kernel.solve(hands, turn=turn, to_beat=combo_of(played), last=last)
        assert found[0] == expected


def test_the_landlord_may_sit_anywhere() -> None:
    rng, kernel = random.Random(4), rules()
    for _ in range(30):
        a, b, c = some_endgame(rng)
        assert kernel.solve((a, b, c))[0] == kernel.solve((c, a, b), landlord=1)[0]
        assert kernel.solve((a, b, c))[0] == kernel.solve((b, c, a), landlord=2)[0]


def test_the_move_found_wins() -> None:
    rng, kernel = random.Random(5), rules()
    found = 0
    for _ in range(60):
        hands = some_endgame(rng)
        wins, has_move, move, nodes = kernel.solve(hands)
        assert has_move == wins
        assert nodes >= 1
        if move is not None and move.cards != hands[0]:
            found += 1
            left = _without(hands, 0, move.cards)
            assert kernel.solve(left, turn=1, to_beat=move.combo, last=0)[0]
    assert found > 5


def test_a_limit_leaves_it_open() -> None:
    rng = random.Random(6)
    deck = list(DECK)
    rng.shuffle(deck)
    hands = (pack(deck[:17]), pack(deck[17:34]), pack(deck[34:51]))
    assert rules().solve(hands, nodes=20)[:2] == (None, False)
    assert rules().solve(hands, seconds=0.001)[:2] == (None, False)


@pytest.mark.parametrize(
    ("hands", "options"),
    [
        ((1, 1, 0), {}),
        ((1, 4, 1), {}),
        ((1, 1, 1), {"landlord": 3}),
        ((1, 1, 1), {"turn": -1}),
        ((1, 1, 1), {"last": 1}),
    ],
)
def test_what_is_no_endgame_is_refused(hands: Hands, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"seat|empty|one deck|together"):
        rules().solve(hands, **options)


# --- play-outs and self-play --------------------------------------------------------------------


def test_playouts_do_not_depend_on_the_threads() -> None:
    kernel = rules()
    one = kernel.playouts(2000, 7)
    assert kernel.playouts(2000, 7, threads=2) == one
    assert kernel.playouts(2000, 8) != one
    assert one["games"] == 2000
    assert 0 < one["landlord_wins"] < 2000
    options = dizhu_kernel.game_rules(PRESETS["qq-classic"].ruleset, shows=True)
    assert kernel.full_playouts(300, 7, options) == kernel.full_playouts(300, 7, options, threads=2)


def test_playouts_from_a_position() -> None:
    kernel = rules()
    last_card = kernel.playouts(500, hands=(1, 16, 256))
    assert (last_card["landlord_wins"], last_card["plays"]) == (500, 500)
    pair = next(m.combo for m in kernel.leads(2))
    forced = kernel.playouts(100, hands=(1, 16, 1 << 52), turn=1, to_beat=pair, last=0)
    assert forced["games"] == 100


@pytest.mark.parametrize("policy", ["random", "fewest"])
def test_selfplay_plays_legally_to_the_end(policy: str) -> None:
    kernel = rules()
    games = kernel.selfplay(20, 3, policy, threads=2)
    assert games == kernel.selfplay(20, 3, policy)
    hands, start = _numbers("Q", games["hands"]), _numbers("I", games["start"])
    cards, combos = _numbers("Q", games["cards"]), _numbers("H", games["combos"])
    for game in range(20):
        held = hands[3 * game : 3 * game + 3]
        assert sorted(map(size, held)) == [17, 17, 20]
        to_beat, last = None, None
        for i in range(start[game], start[game + 1]):
            seat = games["seats"][i]
            if seat == last:
                to_beat = None
            if cards[i] == 0:
                assert to_beat is not None
                continue
            move = next(
                m
                for m in kernel.moves(held[seat], to_beat)
                if m.cards == cards[i] and code(m.combo) == combos[i]
            )
            held[seat] -= move.cards
            to_beat, last = move.combo, seat
        assert [s for s in range(3) if held[s] == 0] == [games["winner"][game]]


def _numbers(kind: str, data: bytes) -> list[int]:
    return [n for (n,) in struct.iter_unpack("=" + kind, data)]


def code(combo: Any) -> int:
    kind, main, length, bomb = combo
    return kind | main << 4 | length << 8 | bomb << 12  # type: ignore[no-any-return]
