"""How the rule bot plays: positions in which one answer is right."""

from collections.abc import Iterator

import pytest

from dizhu.bots import BOTS
from dizhu.rules.actions import SEATS, Action, Pass, Play, Seat
from dizhu.rules.cards import ROCKET, contains, pack, pick
from dizhu.rules.combos import Kind
from dizhu.rules.hand import apply, decide
from dizhu.rules.playing import patterns_of
from dizhu.rules.state import HandState, Phase
from dizhu.rules.view import Observation
from tests.bots.driver import play_hand
from tests.bots.positions import answer, played, state_of


def answer_cards(state: HandState) -> tuple[int, ...]:
    action = answer(state)
    assert isinstance(action, Play)
    return action.cards


@pytest.mark.parametrize(
    ("hand", "over"),
    [
        ("8", (2, "7")),
        ("88", (1, "77")),
        ("34567", None),
        ("33344456", None),
        ("BJ RJ", (2, "AAAA")),
        ("8888", (2, "AA")),
        ("777888JQ", None),
        ("444455", None),
        ("JJJQQQ56", (2, "33344478")),
    ],
)
def test_it_goes_out_when_it_can(hand: str, over: tuple[Seat, str] | None) -> None:
    state = state_of(hand, "2K", "2Q", over=over)
    action = answer(state)
    assert isinstance(action, Play)
    assert len(action.cards) == len(state.cards[0])


def test_it_wins_with_sure_plays_before_the_weak_one() -> None:
    """With the red joker and a 3 the joker goes first, and wins."""
    assert played(state_of("3RJ", "22", "AA44")) == "RJ"
    assert played(state_of("3 22", "AA K", "QQ 44")) == "22"


def test_a_follow_does_not_break_a_chain() -> None:
    assert played(state_of("345679K2", "22BJQQQ", "345678AA", over=(2, "8"))) in ("9", "K", "2")
    assert played(state_of("34455667", "22BJAAKK", "78910JKK", over=(2, "3"))) not in ("5", "6")


def test_a_lead_keeps_chains_together() -> None:
    led = played(state_of("45678QQ2", "22BJAAKK", "78910JKK9", landlord=0))
    assert led in ("45678", "QQ", "2")


def test_bombs_are_kept_for_later() -> None:
    assert "JJJJ" not in played(state_of("579JJJJ34", "36KKQA24578", "46QAKA2105", over=(2, "4")))
    assert played(state_of("579JJJJ34", "36KKQA24578", "46QAKA2105", over=(2, "88"))) == "pass"


def test_a_bomb_stops_who_is_about_to_go_out() -> None:
    state = state_of("5JJJJ9", "2", "36KKQA245", landlord=1, over=(1, "KK"))
    assert played(state) == "JJJJ"


def test_a_partner_who_holds_the_trick_is_not_beaten() -> None:
    """Seat 2 is the partner and has just played an ace; the landlord has passed."""
    state = state_of("5792", "3456789KJ", "67", landlord=1, over=(2, "A"))
    assert played(state) == "pass"


def test_it_beats_its_partner_to_go_out() -> None:
    assert played(state_of("2", "3456789", "67", landlord=1, over=(2, "A"))) == "2"


def test_a_partner_with_one_card_gets_a_low_solo() -> None:
    assert played(state_of("3 55 KK 2", "7", "34678JQA2", landlord=2)) == "3"


def test_no_solo_is_led_to_an_enemy_with_one_card() -> None:
    assert played(state_of("3 4 99", "K", "34567", landlord=1)) == "99"
    assert played(state_of("3 4 99 55", "K", "QAJ", landlord=0)) in ("55", "99")


def test_no_pair_is_led_to_an_enemy_with_two_cards() -> None:
    assert played(state_of("33 56 Q", "99", "34567", landlord=1)) != "33"
    assert played(state_of("33 44 789", "QQ", "KKA", landlord=0)) not in ("33", "44")


def test_only_solos_left_against_one_card_the_highest_is_led() -> None:
    assert played(state_of("3 5 9 Q", "K", "34567", landlord=1)) == "Q"


@pytest.mark.parametrize(
    ("hands", "over"),
    [
        (("33344456", "3456", "789"), None),
        (("33344456", "3456", "7"), None),
        (("3334447", "BJ5", "56"), None),
        (("555666", "34", "7777"), (2, "333444")),
        (("JJJQQQ5", "KKK", "AAA56"), None),
    ],
)
def test_endgames_with_airplanes(hands: tuple[str, ...], over: tuple[Seat, str] | None) -> None:
    """F11: a chain of trios in a short endgame is an ordinary thing."""
    for landlord in SEATS:
        answer(state_of(*hands, landlord=landlord, over=over))


def test_an_open_endgame_is_played_to_the_win() -> None:
    """With all hands open the landlord wins against everything that the peasants can do."""
    state = state_of("4 6 6 2", "55", "3 3 K", landlord=0, shown=(1, 2))
    assert {end.winner for end in every_defence(state)} == {"landlord"}


def every_defence(state: HandState) -> Iterator[HandState]:
    """Where the hand can end when the bot is the landlord and the peasants try all they have."""
    if state.over:
        yield state
        return
    assert state.turn is not None
    for action in [answer(state)] if state.turn == 0 else every_action(state, state.turn):
        yield from every_defence(apply(state, decide(state, state.turn, action)))


def every_action(state: HandState, seat: Seat) -> list[Action]:
    to_beat = state.to_beat.combo if state.to_beat else None
    moves = patterns_of(state).moves(pack(state.cards[seat]), to_beat)
    plays: list[Action] = [Play(pick(state.cards[seat], m.cards)) for m in moves]
    return plays if to_beat is None else [*plays, Pass()]


@pytest.mark.parametrize("landlord", SEATS)
def test_it_plays_as_landlord_in_every_seat(landlord: Seat) -> None:
    """F74."""
    bots = [BOTS["rule"](seat) for seat in SEATS]
    seats = set()
    for number in range(12):
        state = play_hand("qq-classic", bots, 500 + number)
        if state.landlord == landlord:
            seats.add(landlord)
            assert state.plays[landlord] > 0
            assert state.phase is Phase.OVER
    assert seats


def test_it_answers_every_legal_history() -> None:
    """F122: bombs, airplanes and the rocket in the history, made by random players."""
    bot = BOTS["rule"](0)
    kinds: set[Kind] = set()

    def watch(seen: Observation, _action: object) -> None:
        kinds.update(p.combo.kind for p in seen.played)
        if seen.options:
            bot.act(seen)

    for number in range(40):
        randoms = [BOTS["random"](f"{number}/{seat}") for seat in SEATS]
        play_hand("qq-classic", randoms, 900 + number, watch)
    assert {Kind.BOMB, Kind.ROCKET, Kind.AIRPLANE_WITH_SOLOS} <= kinds


def test_the_rocket_goes_first_when_the_rest_is_one_play() -> None:
    """F5: it wins for certain, and counts double; 3333 with both jokers would count once."""
    assert played(state_of("7777BJRJ", "4569", "99")) == "BJ RJ"
    assert played(state_of("333444BJRJ", "5569", "99", over=(2, "2"))) == "BJ RJ"


def test_the_rocket_is_attached_only_to_go_out() -> None:
    hand = "333444555BJRJ7"
    assert len(answer_cards(state_of(hand, "666777888", "99"))) in (2, 12)

    def watch(seen: Observation, action: object) -> None:
        if isinstance(action, Play) and contains(pack(action.cards), ROCKET):
            assert len(action.cards) in (2, seen.counts[seen.viewer or 0])

    for number in range(25):
        play_hand("qq-classic", [BOTS["rule"](s) for s in SEATS], 700 + number, watch)


def test_wild_cards_make_bombs_and_chains() -> None:
    assert played(state_of("5557", "KK", "QQ8899", wild="7", over=(2, "AA"))) == "5557"
    assert played(state_of("3467", "KK", "QQ8899", wild="4", over=None)) != "4"
    assert played(state_of("34678", "KK", "QQ899", wild="8", over=None)) == "34678"


def test_the_last_play_is_a_bomb_if_it_can_be_one() -> None:
    """With a wild 7, 5557 is a soft bomb as well as a trio with a solo: the bomb counts double."""
    action = answer(state_of("5557", "KK", "QQ", wild="7"))
    assert isinstance(action, Play)
    assert action.declare is not None
    assert action.declare.kind is Kind.BOMB
