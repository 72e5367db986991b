"""出牌 (section 5): leading, following, passing, and the end."""

from dataclasses import replace

import pytest

from dizhu.rules import scoring
from dizhu.rules.actions import SEATS, Play
from dizhu.rules.cards import pick
from dizhu.rules.errors import RuleViolation
from dizhu.rules.events import Passed, Played
from dizhu.rules.notation import card_text, combo_text
from dizhu.rules.state import Phase, TableCards
from dizhu.rules.view import observe
from tests.rules.kit import Game, deal_with, packed, playing, refusal

EACH_KIND = {
    "solo": ("3", "4"),
    "pair": ("33", "44"),
    "trio": ("333", "444"),
    "trio_with_solo": ("333 7", "444 7"),
    "trio_with_pair": ("33377", "44488"),
    "solo_chain": ("34567", "45678"),
    "pair_chain": ("334455", "445566"),
    "airplane": ("333444", "555666"),
    "airplane_with_solos": ("333444 78", "555666 78"),
    "airplane_with_pairs": ("333444 7788", "555666 9910 10"),
    "quad_with_solos": ("3333 78", "4444 78"),
    "quad_with_pairs": ("3333 7788", "4444 9910 10"),
    "bomb": ("3333", "4444"),
    "rocket": ("BJ RJ", ""),
}


def test_the_landlord_leads() -> None:
    """R-PLAY-1: in turn order, each with a larger play of the same pattern, or a pass."""
    game = playing("3", "4", "5", landlord=0)
    assert game.state.asked() == (0,)
    game.plays(0, "3")
    assert game.state.asked() == (1,)
    game.plays(1, "4")
    game.plays(2, "5")
    assert game.state.asked() == (0,)
    assert [p.seat for p in game.state.played] == [0, 1, 2]


@pytest.mark.parametrize("kind", EACH_KIND)
def test_play_pass_play(kind: str) -> None:
    """F73, G-PLAY-1: after each kind a pass, then a follow by the third; two passes, a new lead."""
    low, high = EACH_KIND[kind]
    game = playing(low, "", high, landlord=0)
    assert game.plays(0, low).kind.code == kind
    game.passes(1)
    if high:
        assert game.plays(2, high).kind.code == kind
        game.passes(0, 1)
        leader = 2
    else:
        game.passes(2)
        leader = 0
    assert game.state.asked() == (leader,)
    assert game.state.to_beat is None
    assert game.refused(f"{leader} pass") == "must_lead"


@pytest.mark.parametrize("kind", EACH_KIND)
def test_nothing_is_no_play(kind: str) -> None:
    """F14: no cards are never a play, leading or following any kind."""
    low, _ = EACH_KIND[kind]
    game = playing(low)
    assert game.refused("0 play") == "not_a_combo"
    game.plays(0, low)
    assert game.refused("1 play") == "not_a_combo"


def test_anything_may_be_led_after_two_passes() -> None:
    """G-PLAY-1: one pass does not end a trick; two do."""
    game = playing("33 4", "5 66", "7").do("0 play D3 C3; 1 pass")
    assert game.refuses(2, "7") == "does_not_beat"
    game.passes(2)
    game.plays(0, "4")
    game.plays(1, "5")
    game.passes(2, 0)
    game.plays(1, "66")


def test_a_pass_is_for_the_moment() -> None:
    """R-PLAY-1: who passed may play at his next turn of the same trick."""
    game = playing("3 9", "4 2", "5")
    game.plays(0, "3")
    game.passes(1)
    game.plays(2, "5")
    game.plays(0, "9")
    game.plays(1, "2")


def test_each_seat_in_its_turn() -> None:
    game = playing("3", "4", "5", landlord=2)
    for seat in (0, 1):
        assert game.refused(f"{seat} pass") == "not_your_turn"
        assert game.refuses(seat, str(seat + 3)) == "not_your_turn"


def test_the_landlord_out_wins() -> None:
    """R-PLAY-2, F80: the hand ends at once; nothing may be done after it."""
    game = playing("3344556677 8899 10 10", "", "", landlord=0, show_bottom=None)
    while not game.state.over:
        hand = game.state.cards[0]
        game.do(f"0 play {_lowest(game)}; 1 pass; 2 pass" if len(hand) > 1 else "0 timeout")
    assert (game.state.end, game.state.winner, game.state.out) == ("out", "landlord", 0)
    assert game.state.asked() == ()
    for seat in SEATS:
        for what in ("pass", "timeout", "play D3", "escape", "autoplay on", "show bottom"):
            assert game.refused(f"{seat} {what}") == "wrong_phase"


def _lowest(game: Game) -> str:
    return card_text(min(game.state.cards[0]))


@pytest.mark.parametrize("seat", [1, 2])
def test_a_peasant_out_wins_for_both(seat: int) -> None:
    """R-PLAY-2: the winner is the side."""
    chain = "345678910JQKA"
    hands = {0: "", 1: "", 2: "", seat: f"{chain} 22 RJ BJ 3"}
    game = playing(hands[0], hands[1], hands[2], landlord=0)
    game.plays(0, "3" if seat == 1 else "4")
    if seat == 2:
        game.passes(1)
    game.plays(seat, "2")
    others = [(seat + 1) % 3, (seat + 2) % 3]
    game.passes(*others)
    for text in (chain, "BJ RJ", "2"):
        game.plays(seat, text)
        game.passes(*others)
    game.plays(seat, "3")
    assert game.state.winner == "peasants"
    assert game.state.out == seat


def test_playing_one_of_two_equal_cards_leaves_the_other() -> None:
    """F79, F103: cards are cards, not ranks: the very ones named leave the hand."""
    game = playing("H3 C3").do("0 play C3")
    assert 2 in game.state.cards[0]
    assert 1 not in game.state.cards[0]
    assert observe(game.state, 1).played == (game.state.played[0],)
    game.passes(1, 2)
    assert game.refused("0 play C3") == "not_in_hand"


def test_forged_cards() -> None:
    """F103: a card named twice, another's card, one already played: not in hand."""
    game = playing("D3 C3", "S3")
    assert game.refused("0 play S3") == "not_in_hand"
    assert game.refused("0 play D3 C3 S3") == "not_in_hand"
    assert refusal(game.state, 0, Play((0, 0))) == "not_in_hand"
    assert refusal(game.state, 0, Play((99,))) == "not_in_hand"
    game.do("0 play D3; 1 pass; 2 pass")
    assert game.refused("0 play D3") == "not_in_hand"


def test_what_lies_on_the_table() -> None:
    """The last doing of each seat in the trick; cleared by the next lead."""
    game = playing("3 4", "5")
    game.plays(0, "3")
    game.passes(1)
    three = TableCards(0, (0,), game.state.played[0].combo)
    assert list(game.state.last) == [three, "pass", None]
    assert game.state.passes == 1
    game.passes(2)
    assert list(game.state.last) == [three, "pass", "pass"]
    game.plays(0, "4")
    assert list(game.state.last[1:]) == [None, None]
    assert [combo_text(p.combo) for p in game.state.played] == ["solo 3", "solo 4"]


def test_events_of_a_play() -> None:
    game = playing("33", "44")
    cards = pick(game.state.cards[0], packed("33"))
    game.do("0 play D3 C3")
    assert game.events[-1] == Played(0, cards, game.state.played[0].combo)
    game.passes(1)
    assert game.events[-1:] == (Passed(1),)


def test_plays_are_counted_and_passes_are_not() -> None:
    game = playing("3 4", "5", "6")
    game.plays(0, "3")
    game.passes(1, 2)
    game.plays(0, "4")
    game.plays(1, "5")
    assert game.state.plays == (2, 1, 0)
    assert game.state.phase is Phase.PLAY
    assert scoring.spring_kind(game.state) is None


def test_deal_is_whole() -> None:
    """R-DEAL-1: 54 cards, 17 each and 3; all but such a deal is refused."""
    good = deal_with()
    first, second, third = good.hands
    for bad in (
        replace(good, bottom=(*good.bottom[:2], first[0])),
        replace(good, hands=(first, second, third[:16])),
        replace(good, hands=(first, second, third[:16]), bottom=(*good.bottom, third[16])),
        replace(good, first=3),
        replace(good, wild=3),
        replace(good, turned=second[0]),
        replace(good, task="two_bombs"),
    ):
        with pytest.raises(ValueError, match=r"deal|wild|turned|task"):
            Game().ready().deal(bad)
    with pytest.raises(ValueError, match="wild"):
        Game("qq-laizi").ready().deal(replace(good, wild=13))
    with pytest.raises(RuleViolation, match="wrong_phase"):
        Game().ready().deal(good).deal(good)
