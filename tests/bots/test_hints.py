"""Hints: the rules accept every one, and what they must never offer."""

import pytest

from dizhu.bots import BOTS, hints
from dizhu.rules.actions import Play
from dizhu.rules.cards import ROCKET, contains, pack
from dizhu.rules.combos import Kind, beats, combo
from dizhu.rules.patterns import patterns_for
from dizhu.rules.playing import choose_reading
from dizhu.rules.ruleset import PRESETS
from dizhu.rules.state import HandState
from dizhu.rules.view import Observation
from tests.bots.driver import play_hand
from tests.bots.positions import seen_by, state_of, text_of

LIMIT = 12


def offered(state: HandState) -> list[str]:
    return [text_of(p.cards) for p in hints(seen_by(state))]


def check(seen: Observation, action: object) -> None:
    """Everything offered is legal under the reading declared; something is offered iff something
    beats; no play twice; the rocket is never attached.
    """
    offers = hints(seen)
    if seen.phase != "play" or seen.turn != seen.viewer or seen.viewer is None:
        assert offers == []
        return
    patterns = patterns_for(seen.ruleset, seen.wild)
    held = seen.cards[seen.viewer] or ()
    to_beat = seen.to_beat.combo if seen.to_beat else None
    for offer in offers:
        assert set(offer.cards) <= set(held)
        reading = choose_reading(patterns, offer.cards, to_beat, offer.declare)
        assert reading.kind is Kind.ROCKET or not contains(pack(offer.cards), ROCKET)
    assert len(set(offers)) == len(offers) <= LIMIT
    can = to_beat is None or patterns.can_follow(pack(held), to_beat)
    assert bool(offers) == can


@pytest.mark.parametrize("ruleset", PRESETS)
@pytest.mark.parametrize("names", [("rule",) * 3, ("random", "rule", "random")])
def test_hints_agree_with_the_rules(ruleset: str, names: tuple[str, str, str]) -> None:
    for number in range(4):
        bots = [BOTS[name](f"{number}/{seat}") for seat, name in enumerate(names)]
        play_hand(ruleset, bots, 100 + number, check)


@pytest.mark.parametrize("hand", ["7777BJRJ3", "7777BJRJ", "333444BJRJ5", "888BJRJ"])
def test_the_rocket_is_never_attached(hand: str) -> None:
    """F5: 7777 with both jokers is legal and loses a won game."""
    offers = offered(state_of(hand, "4569", "99"))
    assert offers
    assert not [o for o in offers if "BJ" in o and "RJ" in o and o != "BJ RJ"]


def test_nothing_beats_the_rocket() -> None:
    """F28."""
    assert offered(state_of("3333444422", "5", "6", over=(2, "BJRJ"))) == []


def test_a_bomb_is_offered_over_every_kind_and_nothing_lower_over_a_bomb() -> None:
    """F26."""
    for table in ("QQ", "3", "AAA", "34567", "334455", "333444", "333444JQ", "5556"):
        assert offered(state_of("8888", "K", "K", over=(2, table)))[0] == "8888"
    assert offered(state_of("2299", "K", "K", over=(2, "8888"))) == []
    assert offered(state_of("9999", "K", "K", over=(2, "8888"))) == ["9999"]


def test_each_joker_alone_is_offered() -> None:
    """F23."""
    assert offered(state_of("BJ3", "4", "5", over=(2, "2"))) == ["BJ"]
    assert offered(state_of("RJ3", "4", "5", over=(2, "BJ"))) == ["RJ"]
    assert "RJ" in offered(state_of("RJ3", "4", "5"))


def test_two_wings_of_one_rank() -> None:
    """F37: a second wing of the same rank is a card of the hand, not an invention."""
    assert offered(state_of("55566677", "34", "8", over=(1, "33344489"))) == ["55566677"]


def test_an_airplane_of_three_with_wings_is_found_in_one_of_four() -> None:
    """F17: over 333444555 and three, 666777888999 is an airplane of three with a trio as wings."""
    state = state_of("666777888999", "3", "4", over=(1, "333444555JQK"))
    offer = hints(seen_by(state))[0]
    assert text_of(offer.cards) == "666777888999"
    assert offer.declare is not None
    assert offer.declare.kind is Kind.AIRPLANE_WITH_SOLOS


def test_tens() -> None:
    """F10."""
    assert offered(state_of("1010105", "3", "4", over=(2, "9993"))) == ["5101010"]
    assert "101010" in offered(state_of("101010", "3", "4"))


def test_over_a_solo_loose_cards_come_first_and_bombs_late() -> None:
    offers = offered(state_of("5789JJJJ", "36KKQA2", "46QAKA2", over=(2, "4")))
    assert offers[0] == "5"
    assert set(offers[:4]) == {"5", "7", "8", "9"}
    assert offers[4:] == ["JJJJ", "J"]


def test_leads_do_not_break_bombs() -> None:
    offers = offered(state_of("7777BJRJ35", "45689", "99"))
    assert not set(offers) & {"7", "77", "777", "BJ", "RJ"}


def test_the_limit_is_kept() -> None:
    state = state_of("345678910JQKA2BJRJ", "345", "45")
    assert len(hints(seen_by(state), limit=3)) == 3


def test_nobody_is_hinted_out_of_turn() -> None:
    state = state_of("345", "345", "45", turn=1)
    from dizhu.rules.view import observe

    assert hints(observe(state, 0)) == []
    assert hints(observe(state, None)) == []


def test_with_wilds_the_reading_is_declared() -> None:
    state = state_of("5557", "KK", "QQ8899", wild="7", over=(2, "JJ"))
    offers = hints(seen_by(state))
    bomb = next(o for o in offers if len(o.cards) == 4)
    assert bomb.declare is None or bomb.declare.kind is Kind.BOMB
    assert beats(combo(Kind.BOMB, 2), combo(Kind.PAIR, 8))
    assert isinstance(bomb, Play)
