"""The smart sweep and the very cards of a move."""

import pytest

from dizhu.bots import pick_cards, sweep
from dizhu.rules.cards import pack, pack_ranks, suit_of
from dizhu.rules.combos import Kind, combo
from dizhu.rules.notation import parse_ranks
from dizhu.rules.plays import Move
from tests.bots.positions import Over, seen_by, state_of, text_of


@pytest.mark.parametrize(
    ("swept", "over", "raised"),
    [
        ("34567", None, "34567"),
        ("345678KK", None, "345678"),
        ("3455678", None, "345678"),
        ("334455", None, "334455"),
        ("3344556", None, "334455"),
        ("33344456", None, "33344456"),
        ("3334445", None, "333444"),
        ("3456", None, "3456"),
        ("3456789", (2, "34567"), "3456789"),
        ("5678910", (2, "34567"), "5678910"),
        ("4567899", (2, "34567"), "4567899"),
        ("5678999", (2, "34567"), "56789"),
        ("34567JJJJ", (2, "55"), "34567JJJJ"),
        ("99", (2, "55"), "99"),
        ("10JQKA2", None, "10JQKA"),
        ("QKA2", None, "QKA2"),
    ],
)
def test_sweep(swept: str, over: Over | None, raised: str) -> None:
    state = state_of(swept, "3", "4", over=over)
    assert text_of(sweep(seen_by(state), state.cards[0])) == raised


def test_wild_cards_fill_a_swept_chain() -> None:
    state = state_of("44556 7 K", "3", "8", wild="7")
    seen = seen_by(state)
    swept = tuple(c for c in state.cards[0] if c // 4 < 7)
    assert text_of(sweep(seen, swept)) == "445567"


def test_all_swept_cards_are_raised_when_nothing_fits() -> None:
    state = state_of("35792", "4", "6")
    assert sweep(seen_by(state), state.cards[0]) == state.cards[0]


def test_the_cards_of_a_move_are_those_of_the_lowest_suits() -> None:
    state = state_of("777735", "4", "6")
    move = Move(pack_ranks(parse_ranks("777")), combo(Kind.TRIO, 4))
    cards = pick_cards(state.cards[0], move)
    assert [suit_of(c) for c in cards] == [0, 1, 2]
    assert pack(cards) == move.cards


def test_a_move_that_is_not_held_is_an_error() -> None:
    with pytest.raises(ValueError, match="do not hold"):
        pick_cards((0, 1), Move(pack_ranks([5]), combo(Kind.SOLO, 5)))
