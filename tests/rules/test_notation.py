"""Text for every value, both ways."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dizhu.rules.actions import (
    Action,
    Autoplay,
    Blind,
    Call,
    Declaration,
    Double,
    Escape,
    Look,
    NoDouble,
    Pass,
    Play,
    Raise,
    Ready,
    Rob,
    Show,
    Timeout,
)
from dizhu.rules.cards import DECK, RANKS, Card
from dizhu.rules.combos import BombClass, Combo, Kind, combo
from dizhu.rules.errors import NotationError
from dizhu.rules.notation import (
    action_text,
    card_text,
    cards_text,
    combo_text,
    parse_action,
    parse_card,
    parse_cards,
    parse_combo,
    parse_rank,
    parse_ranks,
    rank_text,
    ranks_text,
)
from dizhu.rules.plays import plays_for
from dizhu.rules.wings import Switches

COMBOS = [
    *sorted({m.combo for m in plays_for(Switches()).moves()}, key=repr),
    *(combo(Kind.BOMB, rank, 1, c) for rank in range(13) for c in BombClass),
]
PLAIN: tuple[Action, ...] = (
    Ready(),
    Call(),
    Rob(),
    Pass(),
    Blind(),
    Look(),
    Raise(),
    Double(),
    NoDouble(),
    Escape(),
    Timeout(),
    Show("start"),
    Show("deal"),
    Show("bottom"),
    Autoplay(True),
    Autoplay(False),
)

STEADY = settings(deadline=None, derandomize=True)

cards = st.lists(st.sampled_from(DECK), unique=True, max_size=20).map(tuple)
declarations = st.none() | st.builds(
    Declaration,
    st.sampled_from(Kind),
    st.integers(0, RANKS - 1),
    st.none() | st.integers(1, 12),
)
actions = st.sampled_from(PLAIN) | st.builds(Play, cards, declarations)


@pytest.mark.parametrize("card", DECK)
def test_cards(card: Card) -> None:
    assert parse_card(card_text(card)) == card
    assert parse_card(card_text(card).lower()) == card


def test_the_names_of_cards() -> None:
    text = "D3 C10 H2 SA BJ RJ"
    assert parse_cards(text) == (0, 29, 50, 47, 52, 53)
    assert cards_text(parse_cards(text)) == text
    assert parse_cards("") == ()


@STEADY
@given(cards)
def test_lists_of_cards(some: tuple[Card, ...]) -> None:
    assert parse_cards(cards_text(some)) == some


@STEADY
@given(st.lists(st.integers(0, RANKS - 1), max_size=20))
def test_lists_of_ranks(some: list[int]) -> None:
    assert parse_ranks(ranks_text(some)) == some
    assert parse_ranks(" ".join(map(rank_text, some)).lower()) == some


@pytest.mark.parametrize(
    ("text", "ranks"),
    [
        ("334455", [0, 0, 1, 1, 2, 2]),
        ("10JQKA", [7, 8, 9, 10, 11]),
        ("1010", [7, 7]),
        ("3333 BJ RJ", [0, 0, 0, 0, 13, 14]),
        ("BJRJ", [13, 14]),
        ("", []),
    ],
)
def test_runs_of_ranks(text: str, ranks: list[int]) -> None:
    """F10: ten has two characters."""
    assert parse_ranks(text) == ranks
    assert parse_rank("10") == 7


@pytest.mark.parametrize("value", COMBOS, ids=combo_text)
def test_combos(value: Combo) -> None:
    assert parse_combo(combo_text(value)) is value
    assert str(value) == combo_text(value)


@STEADY
@given(actions)
def test_actions(action: Action) -> None:
    assert parse_action(action_text(action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("play H7 S7 as pair 7", Play((18, 19), Declaration(Kind.PAIR, 4))),
        ("play", Play(())),
        ("play H7 as solo_chainx5 9", Play((18,), Declaration(Kind.SOLO_CHAIN, 6, 5))),
        (" autoplay on ", Autoplay(True)),
    ],
)
def test_texts_of_actions(text: str, action: Action) -> None:
    assert parse_action(text) == action


@pytest.mark.parametrize(
    "text", ["X7", "H1", "H11", "7", "H", "", "HBJ", "10", "H 7", "J", "RJH", "♥7", "H７"]
)
def test_no_card(text: str) -> None:
    with pytest.raises(NotationError, match="no card"):
        parse_card(text)


@pytest.mark.parametrize("text", ["1", "11", "B", "jokers", "X", "0", "-3", "3.0"])
def test_no_rank(text: str) -> None:
    with pytest.raises(NotationError, match="no rank"):
        parse_rank(text)
    with pytest.raises(NotationError, match="no run of ranks"):
        parse_ranks(f"33{text}")


def test_a_card_twice() -> None:
    """F103."""
    with pytest.raises(NotationError, match="twice"):
        parse_cards("H7 S7 H7")
    with pytest.raises(NotationError, match="twice"):
        parse_action("play H7 H7")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "pair",
        "7",
        "pair 1",
        "pair BJ",
        "bomb RJ",
        "hard bomb 3",
        "soft pair 3",
        "pairx2 3",
        "pairx0 3",
        "solo_chainx4 7",
        "solo_chainx13 A",
        "solo_chainx5 6",
        "solo_chainx5 2",
        "airplanex7 A",
        "airplanex2 2",
        "airplane_with_pairsx5 A",
        "rocket BJ",
        "rocketx2 RJ",
        "street 7",
        "solo  7",
    ],
)
def test_no_combo(text: str) -> None:
    """What no cards can be is no combo: nothing nonsensical is interned."""
    with pytest.raises(NotationError):
        parse_combo(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fly",
        "call now",
        "show",
        "show later",
        "autoplay",
        "autoplay maybe",
        "Call",
        "play 7",
        "play H7 as",
        "play H7 as 7",
        "play H7 as pair",
        "play H7 as soft bomb 7",
        "play H7 as street 7",
    ],
)
def test_no_action(text: str) -> None:
    if text == "play H7 as":
        text = "play H7 as street"
    with pytest.raises(NotationError):
        parse_action(text)
