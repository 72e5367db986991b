"""Hands read back from the log of a table."""

from dataclasses import replace

import pytest

from dizhu.rules.events import Played
from dizhu.rules.record import write
from dizhu.rules.record_reader import read
from dizhu.rules.ruleset import PRESETS
from dizhu.rules.view import observe
from dizhu.table import Act, Leave, StartHand, Status
from dizhu.table.events import HandHappened
from dizhu.table.history import records
from tests.players import RandomPlayer
from tests.table.kit import Desk


def played(name: str, seed: int, *, silent: tuple[int, ...] = ()) -> Desk:
    """A table with one random hand, some of it by time-outs and autoplay."""
    desk = Desk(name).begin(seed)
    players = [RandomPlayer((name, seed, s), autoplay=0.1, escapes=0.002) for s in range(3)]
    while desk.state.status is Status.PLAYING:
        asked = [s for s in desk.hand.asked() if s not in silent]
        if asked:
            desk.do(Act(asked[-1], players[asked[-1]].act(observe(desk.hand, asked[-1]))))
        else:
            desk.tick()
    return desk


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", PRESETS)
def test_a_hand_is_read_back_from_the_log(name: str, seed: int) -> None:
    """F79: the steps lead to the very hand; and so does their text."""
    desk = played(name, seed, silent=(1,) if seed % 2 else ())
    (record,) = records(desk.log)
    assert record.final() == desk.hand
    assert read(write(record)).final() == desk.hand


def test_leaving_is_in_the_record() -> None:
    """Autoplay begun by the table for who left."""
    desk = Desk("jj-match").to_play()
    desk.do(Leave(1))
    desk.play_out()
    (record,) = records(desk.log)
    assert record.final() == desk.hand


def test_hands_of_one_table_one_by_one() -> None:
    """And the one that is not over yet."""
    desk = Desk(bots=(0, 1, 2)).to_play().play_out()
    desk.do(StartHand(desk.beans, bytes(32)))
    first, second = records(desk.log)
    assert first.final().over
    assert second.final() == desk.hand


def test_a_log_that_breaks_the_rules_is_no_hand() -> None:
    """A play of cards that nobody holds is explained by nothing."""
    desk = Desk().to_play()
    desk.lead_low()
    last = next(e for e in reversed(desk.log) if isinstance(e, HandHappened))
    assert isinstance(last.event, Played)
    wrong = replace(last, event=replace(last.event, seat=(last.event.seat + 1) % 3))
    with pytest.raises(ValueError, match="no action leads to"):
        list(records([*desk.log[:-2], wrong]))
