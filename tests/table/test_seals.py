"""The seed of the next hand is sealed before the players give theirs, and told after it."""

import pytest

from dizhu.rules.fairness import commitment, deal_seed
from dizhu.rules.shuffle import deal
from dizhu.rules.state import Phase
from dizhu.store.codec import table_codec
from dizhu.table import Again, OpenTable, Seal, StartHand, public_event, see
from dizhu.table.events import HandStarted, SeedSealed
from tests.table.kit import Desk

ONE, TWO = b"1" * 32, b"2" * 32
GIVEN = ("0" * 32, "", "f" * 32)


def sealed() -> Desk:
    """A table whose first hand is sealed."""
    desk = Desk(deal_step_ms=0)
    desk.do(Seal(ONE))
    return desk


def test_a_table_may_open_with_a_seal() -> None:
    desk = Desk()
    state = desk.state
    players = (state.seats[0].player, state.seats[1].player, state.seats[2].player)
    desk._state = None
    decision = desk.do(OpenTable("t", "r", state.ruleset, state.stakes, players, seed=ONE))
    assert [e.type for e in decision.events] == ["table_opened", "seed_sealed", "clocks_set"]
    assert not desk.state.wants_seal


def test_the_hash_is_told_and_nothing_else() -> None:
    desk = sealed()
    for viewer in (0, 1, 2, None):
        seen = see(desk.state, viewer)
        assert seen.next_commitment == commitment(ONE)
        assert ONE.hex() not in repr(seen)
    event = next(e for e in desk.log if isinstance(e, SeedSealed))
    assert ONE.hex() not in repr(public_event(event, desk.state))


def test_the_sealed_seed_is_the_one_that_counts() -> None:
    desk = sealed()
    with pytest.raises(ValueError, match="another seed is sealed"):
        desk.refused(StartHand(desk.beans, TWO))
    desk.do(StartHand(desk.beans, None, GIVEN, TWO))
    assert (desk.state.seed, desk.state.next_seed) == (ONE.hex(), TWO.hex())
    desk.ticks_until(Phase.CALL)
    assert desk.hand.deal == deal(deal_seed(ONE, GIVEN, "t", 1), 1, desk.state.ruleset)


def test_while_a_hand_is_played_the_next_hash_is_not_told() -> None:
    """It would be bytes of every message."""
    desk = sealed()
    desk.do(StartHand(desk.beans, None, GIVEN, TWO))
    assert see(desk.state, 0).next_commitment is None
    desk.ticks_until(Phase.CALL).to_play().play_out()
    seen = see(desk.state, 0)
    assert (seen.seed, seen.client_seeds) == (ONE.hex(), GIVEN)
    assert seen.next_commitment == commitment(TWO)
    assert TWO.hex() not in repr(seen)


def test_a_seal_cannot_be_broken() -> None:
    desk = sealed()
    assert desk.refused(Seal(TWO)) == "wrong_phase"
    desk.do(StartHand(desk.beans, None))
    assert desk.refused(Seal(TWO)) == "wrong_phase"
    desk.ticks_until(Phase.CALL).to_play().play_out()
    assert desk.state.wants_seal
    desk.do(Seal(TWO))
    for seat in range(3):
        desk.do(Again(seat))
    desk.do(StartHand(desk.beans, None))
    assert desk.state.seed == TWO.hex()


def test_wrong_seeds_are_the_applications_mistake() -> None:
    desk = Desk()
    for command, words in (
        (Seal(b"short"), "32 bytes"),
        (StartHand(desk.beans, None), "no seed is sealed"),
        (StartHand(desk.beans, ONE, ("x", "", "")), "client seeds"),
        (StartHand(desk.beans, ONE, GIVEN, b"short"), "32 bytes"),
    ):
        with pytest.raises(ValueError, match=words):
            desk.refused(command)


def test_an_organisers_table_needs_no_seal() -> None:
    desk = Desk(asks_next=False)
    assert not desk.state.wants_seal
    assert desk.refused(Seal(ONE)) == "wrong_phase"


def test_hands_of_before_can_be_read() -> None:
    """Their events say nothing of players' seeds."""
    old = '{"seed":"' + ONE.hex() + '","beans":[1,2,3],"at":5}'
    assert table_codec().read("hand_started", old) == HandStarted(ONE.hex(), (1, 2, 3), 5, None)
