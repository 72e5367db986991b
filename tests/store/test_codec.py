"""Every event can be stored and read again; what is stored has names that never change."""

import pytest

from dizhu.ledger.outcome import Pair, Settlement
from dizhu.rules.actions import Deal
from dizhu.rules.combos import BombClass, Kind, combo
from dizhu.rules.events import Called, Dealt, Played
from dizhu.rules.ruleset import PRESETS
from dizhu.store.codec import table_codec
from dizhu.store.errors import UnknownEvent
from dizhu.table.events import ClocksSet, HandHappened, Settled, TableOpened
from dizhu.table.state import Clock, Pace, Player

CODEC = table_codec()
DEAL = Deal(
    (tuple(range(17)), tuple(range(17, 34)), tuple(range(34, 51))), (51, 52, 53), 1, turned=3
)
PLAYERS = (Player("a", "阿明"), Player("b", "B", bot="plain"), Player("c", "C"))
EVENTS = (
    *(
        TableOpened("t", "r", p.ruleset, p.stakes, PLAYERS, (0, 0, 0), Pace(), True, 1)
        for p in PRESETS.values()
    ),
    HandHappened(Dealt(DEAL), 5),
    HandHappened(Called(2), 5, by=2),
    HandHappened(Played(1, (0, 1), combo(Kind.PAIR, 0)), 9, 1),
    HandHappened(Played(1, (4, 5, 6, 7), combo(Kind.BOMB, 1, 1, BombClass.SOFT), auto=True), 9),
    ClocksSet((Clock(None, "deal", 1, 2, 3), Clock(1, "play", 1, 2, 3))),
    Settled(
        Settlement("out", "beans", 1, "landlord", (1, 2, 3), (Pair(2, 1, 5, 5),), delta=(1, 0, -1)),
        4,
    ),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda e: CODEC.write(e)[0])
def test_what_is_read_is_what_was_written(event: object) -> None:
    assert CODEC.read(*CODEC.write(event)) == event


def test_the_names_never_change() -> None:
    """A name may be added to this list, none may go: there are databases that hold it."""
    assert CODEC.names == NAMES


def test_the_numbers_of_kinds_never_change() -> None:
    """Combos are stored by the number of their kind."""
    assert [k.code for k in Kind] == KINDS
    assert [b.code for b in BombClass] == ["soft", "hard", "pure"]


def test_an_unknown_event_is_a_clear_error() -> None:
    with pytest.raises(UnknownEvent, match="'abolished'"):
        CODEC.read("abolished", "{}")
    with pytest.raises(UnknownEvent, match="cannot be read"):
        CODEC.read("clocks_set", '{"clocks": 5}')
    with pytest.raises(UnknownEvent, match="can be stored"):
        CODEC.write(Called(1))


KINDS = [
    "rocket",
    "bomb",
    "solo",
    "pair",
    "trio",
    "trio_with_solo",
    "trio_with_pair",
    "solo_chain",
    "pair_chain",
    "airplane",
    "airplane_with_solos",
    "airplane_with_pairs",
    "quad_with_solos",
    "quad_with_pairs",
]
NAMES = (
    "clocks_extended",
    "clocks_set",
    "closed",
    "hand_event.autoplay_set",
    "hand_event.blind_grabbed",
    "hand_event.called",
    "hand_event.deal_ended",
    "hand_event.deal_stepped",
    "hand_event.deal_voided",
    "hand_event.dealt",
    "hand_event.declined",
    "hand_event.double_answered",
    "hand_event.escaped",
    "hand_event.forced_scored",
    "hand_event.landlord_fixed",
    "hand_event.looked",
    "hand_event.passed",
    "hand_event.played",
    "hand_event.raise_answered",
    "hand_event.readied",
    "hand_event.robbed",
    "hand_event.shown",
    "hand_event.timed_out",
    "hand_event.wild_drawn",
    "hand_started",
    "next_wanted",
    "seat_left",
    "seed_sealed",
    "settled",
    "table_opened",
)
