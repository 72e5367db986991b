"""The circle of turns at a table, with every pattern (F73, F79, F100)."""

import pytest

from dizhu.cli.simulate.game import Game, Setting, nothing
from dizhu.rules.actions import SEATS, Pass, Play
from dizhu.rules.cards import pick
from dizhu.rules.combos import Kind
from dizhu.rules.ruleset import preset
from dizhu.table import Act, replay
from tests.players import RandomPlayer
from tests.rules.kit import endgame, packed
from tests.table.kit import Desk

PAIRS_OF_PLAYS = {
    Kind.ROCKET: ("3", "BJRJ"),
    Kind.BOMB: ("3333", "4444"),
    Kind.SOLO: ("3", "4"),
    Kind.PAIR: ("33", "44"),
    Kind.TRIO: ("333", "444"),
    Kind.TRIO_WITH_SOLO: ("3337", "4448"),
    Kind.TRIO_WITH_PAIR: ("33377", "44488"),
    Kind.SOLO_CHAIN: ("34567", "45678"),
    Kind.PAIR_CHAIN: ("334455", "667788"),
    Kind.AIRPLANE: ("333444", "555666"),
    Kind.AIRPLANE_WITH_SOLOS: ("33344478", "5556669J"),
    Kind.AIRPLANE_WITH_PAIRS: ("3334447788", "55566699JJ"),
    Kind.QUAD_WITH_SOLOS: ("333378", "44449J"),
    Kind.QUAD_WITH_PAIRS: ("33337788", "444499JJ"),
}


def desk_with(*hands: str) -> Desk:
    """A table in the middle of the play, each seat with just these cards; seat 0 leads."""
    desk = Desk().to_play()
    desk.state = desk.state.changed(hand=endgame(*hands), clocks=())
    return desk


def play(desk: Desk, seat: int, text: str) -> None:
    """Play some ranks."""
    desk.act(seat, Play(pick(desk.hand.cards[seat], packed(text))))


@pytest.mark.parametrize("kind", Kind)
def test_play_pass_play_pass_pass_and_the_last_leads(kind: Kind) -> None:
    """F73: what is shown and what is checked are one state: the combo to beat stands over passes,
    the last to play leads anything (G-PLAY-1).
    """
    low, high = PAIRS_OF_PLAYS[kind]
    desk = desk_with(low + "K", "QQ", high + "AA")
    play(desk, 0, low)
    desk.act(1, Pass())
    assert desk.hand.to_beat is not None
    play(desk, 2, high)
    assert desk.hand.to_beat.combo.kind is kind
    desk.act(0, Pass())
    other = desk.hand.cards[1][: 2 if kind is Kind.SOLO else 1]
    assert desk.refused(Act(1, Play(other))) == "does_not_beat"
    desk.act(1, Pass())
    assert desk.hand.turn == 2
    assert desk.refused(Act(2, Pass())) == "must_lead"
    play(desk, 2, "A")
    assert desk.hand.turn == 0


def test_each_seat_is_landlord_and_plays() -> None:
    """F74: a bot that wins the bidding plays, in every seat."""
    base = preset("qq-classic")
    ruleset = base.ruleset.with_options({"deal_step_ms": 0})
    players = [RandomPlayer(("landlords", s)).act for s in SEATS]
    game = Game(Setting(ruleset, base.stakes, "landlords"), "t", players, nothing)
    seen: set[int] = set()
    for _ in range(20):
        game.play_hand()
        hand = game.table.hand
        assert hand is not None
        if hand.landlord is not None:
            assert hand.plays[hand.landlord] > 0
            seen.add(hand.landlord)
    assert seen == set(SEATS)
    assert replay(game.events) == game.table
