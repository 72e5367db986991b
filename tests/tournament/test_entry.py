"""Entering, withdrawing, starting (R-CUP-1, R-CUP-4); fees and refunds (F131)."""

from dataclasses import replace

import pytest

from dizhu.rules.errors import RuleViolation
from dizhu.tournament import CompetitionError, Phase, next_due, next_start
from dizhu.tournament.commands import (
    Cancel,
    DropOut,
    HandFinished,
    Open,
    Register,
    StartNow,
    Tick,
    Withdraw,
)
from dizhu.tournament.events import Cancelled, Refund, Registered, Withdrawn
from dizhu.tournament.view import mine, view
from tests.tournament.kit import (
    SEED,
    T0,
    Entry,
    Host,
    Prize,
    Start,
    competition,
    cup_of,
    first_wins,
    stage,
)

BEANS = Entry(beans=500)
SHARES = (Prize(1, share=1),)
FULL = Start(mode="full", size=6)
AT = Start(mode="at", size=100, minimum=6, window_seconds=600)


def refused(host: Host, command: object) -> str:
    before = host.cup
    with pytest.raises(RuleViolation) as refusal:
        host.do(command)  # type: ignore[arg-type]
    assert host.cup is before
    return refusal.value.code


def test_entering_costs_what_it_says_and_twice_is_once() -> None:
    """F131: a double click enters once and pays once."""
    host = Host(cup_of(entry=BEANS, prizes=SHARES))
    assert host.enter("a") == (Registered("a", False, 500, 0, T0),)
    assert host.enter("a") == ()
    assert mine(host.cup, "a").entered


def test_entering_needs_the_beans_or_the_cards() -> None:
    """R-CUP-1."""
    host = Host(cup_of(entry=BEANS, prizes=SHARES))
    assert refused(host, Register("a", 499)) == "not_enough_beans"
    cards = Host(cup_of(entry=Entry(cards=1)))
    assert refused(cards, Register("a", 10**9, 0)) == "not_enough_cards"
    assert cards.do(Register("a", 0, 1))


def test_withdrawing_gives_everything_back_once() -> None:
    """F131: what comes back is told beforehand, and comes once."""
    host = Host(cup_of(entry=Entry(500, 1), prizes=SHARES))
    host.enter("a")
    own = mine(host.cup, "a")
    assert (own.may_withdraw, own.refund_beans, own.refund_cards) == (True, 500, 1)
    assert host.do(Withdraw("a")) == (Withdrawn("a", 500, 1, T0),)
    assert refused(host, Withdraw("a")) == "not_in"
    assert refused(host, Withdraw("b")) == "not_in", "who never was in it"
    assert not mine(host.cup, "a").entered
    assert host.enter("a")


def test_after_the_start_it_is_too_late_to_withdraw() -> None:
    host = Host(cup_of(start=FULL), 6)
    assert host.cup.phase is Phase.RUNNING
    assert refused(host, Withdraw("p1")) == "too_late"
    own = mine(host.cup, "p1")
    assert (own.may_withdraw, own.refund_beans) == (False, 0)


def test_who_has_left_or_is_out_does_not_enter_again() -> None:
    """R-CUP-1: entries are closed, for him as for everybody; who is in it is told nothing new."""
    host = Host(cup_of(start=FULL), 6)
    assert host.do(Register("p1", 10**6)) == ()
    host.do(DropOut("p1"))
    assert refused(host, Register("p1", 10**6)) == "registration_closed"
    assert host.do(Register("p2", 10**6)) == ()


def test_it_starts_when_full() -> None:
    """R-CUP-1, R-CUP-4: with the last entrant, in the same moment."""
    host = Host(cup_of(start=FULL), 5)
    assert host.cup.phase is Phase.REGISTERING
    host.enter("p6")
    assert host.cup.tables
    assert refused(host, Register("p7")) == "registration_closed"


def test_bots_fill_a_cup_that_waits_too_long() -> None:
    start = Start(mode="full", size=6, bots=True, fill_after_seconds=20)
    host = Host(cup_of(start=start, entry=BEANS, prizes=SHARES))
    assert next_due(host.cup) is None
    host.enter("a")
    assert next_due(host.cup) == T0 + 20_000
    host.do(Tick(), T0 + 19_999)
    assert not host.cup.tables
    host.do(Tick(), T0 + 20_000)
    bots = [e for e in host.events_of(Registered) if e.bot]
    assert len(bots) == 5
    assert {b.beans for b in bots} == {500}
    assert host.cup.tables


def test_whoever_withdraws_stops_the_waiting() -> None:
    start = Start(mode="full", size=6, bots=True, fill_after_seconds=20)
    host = Host(cup_of(start=start))
    host.enter("a")
    host.do(Withdraw("a"))
    assert next_due(host.cup) is None
    host.do(Tick(), T0 + 60_000)
    assert host.cup.phase is Phase.REGISTERING


def scheduled(entrants: int, start: Start = AT, **fields: object) -> Host:
    host = Host(cup_of(start=start, **fields), now=T0 - 1_000_000, starts_at=T0)
    host.now = T0 - 1000
    for number in range(1, entrants + 1):
        host.enter(f"p{number}")
    return host


def test_registration_opens_with_the_window() -> None:
    host = Host(cup_of(start=AT), now=T0 - 1_000_000, starts_at=T0)
    assert host.cup.opens_at == T0 - 600_000
    host.now = T0 - 600_001
    assert refused(host, Register("a")) == "not_open_yet"
    host.now = T0 - 600_000
    assert host.enter("a")


def test_it_starts_at_its_time_and_not_before() -> None:
    host = scheduled(9)
    assert next_due(host.cup) == T0
    host.do(Tick(), T0 - 1)
    assert not host.cup.tables
    host.now = T0
    assert refused(host, Register("late")) == "registration_closed"
    host.do(Tick(), T0)
    assert len(host.cup.tables) == 3


@pytest.mark.parametrize("entrants", range(6))
def test_too_few_at_the_time_are_refunded_and_told(entrants: int) -> None:
    host = scheduled(entrants, entry=BEANS, prizes=SHARES)
    (off,) = host.do(Tick(), T0)
    assert isinstance(off, Cancelled)
    assert off.reason == "too_few"
    assert off.refunds == tuple(Refund(f"p{n}", False, 500, 0) for n in range(1, entrants + 1))
    assert view(host.cup, "p1", T0).reason == "too_few"


@pytest.mark.parametrize("entrants", range(1, 9))
def test_or_bots_fill_up_to_the_least_number_and_to_whole_tables(entrants: int) -> None:
    host = scheduled(entrants, replace(AT, bots=True))
    host.do(Tick(), T0)
    assert len(host.cup.entrants) == max(6, -(-entrants // 3) * 3)


def test_nobody_at_all_is_no_cup_for_bots() -> None:
    host = scheduled(0, replace(AT, bots=True))
    host.do(Tick(), T0)
    assert host.cup.phase is Phase.CANCELLED


def test_a_start_that_an_outage_has_swallowed_is_late_or_refunded() -> None:
    """F130."""
    late = scheduled(9)
    late.do(Tick(), T0 + 600_000)
    assert late.cup.tables
    missed = scheduled(9, entry=BEANS, prizes=SHARES)
    (off,) = missed.do(Tick(), T0 + 600_001)
    assert isinstance(off, Cancelled)
    assert off.reason == "missed"
    assert len(off.refunds) == 9


def test_a_club_starts_by_hand() -> None:
    host = Host(cup_of(start=Start(mode="hand", size=9)), 2, host="p1")
    assert refused(host, StartNow("p1")) == "too_few"
    host.enter("p3")
    assert refused(host, StartNow("p2")) == "not_host"
    assert host.do(StartNow("p1"))
    assert host.do(StartNow("p1")) == ()


def test_a_private_cup_by_code() -> None:
    host = Host(cup_of(), code="QKMZ42", host="a")
    assert refused(host, Register("b")) == "wrong_code"
    assert refused(host, Register("b", code="QKMZ43")) == "wrong_code"
    assert host.do(Register("b", code="QKMZ42"))


def test_no_more_than_its_size() -> None:
    host = Host(cup_of(start=Start(mode="hand", size=3)), 3)
    assert refused(host, Register("p4")) == "full"


def test_cancelling_refunds_everybody_at_any_time() -> None:
    for plays in (False, True):
        host = Host(cup_of(entry=Entry(500, 1), prizes=SHARES), 9, host="p1")
        if plays:
            host.start()
            host.hand(1, (2000, -1000, -1000))
        assert refused(host, Cancel("why not", "p2")) == "not_host"
        (off,) = host.do(Cancel("rain"))
        assert isinstance(off, Cancelled)
        assert sum(r.beans for r in off.refunds) == 9 * 500
        assert sum(r.cards for r in off.refunds) == 9
        assert host.do(Cancel("rain")) == ()
        assert host.do(Tick()) == ()
        if plays:
            assert host.do(HandFinished(2, 1, (2, -1, -1))) == ()


def test_nothing_is_cancelled_after_the_prizes() -> None:
    host = Host(cup_of(start=FULL), 6)
    host.play_all(first_wins)
    assert host.cup.phase is Phase.FINISHED
    assert refused(host, Cancel("rain")) == "over"


def test_dropping_out_needs_a_running_cup() -> None:
    host = Host(cup_of(start=FULL), 5)
    assert refused(host, DropOut("p1")) == "not_in"
    host.enter("p6")
    assert refused(host, DropOut("p9")) == "not_in"
    assert host.do(DropOut("p1"))
    assert host.do(DropOut("p1")) == ()


def test_results_are_for_tables_and_hands_there_are() -> None:
    host = Host(cup_of(stage("fixed_hands", hands=2), start=FULL), 6)
    assert refused(host, HandFinished(3, 1, (0, 0, 0))) == "no_such_table"
    assert refused(host, HandFinished(0, 1, (0, 0, 0))) == "no_such_table"
    assert refused(host, HandFinished(1, 2, (0, 0, 0))) == "no_such_hand"


def test_results_count_exactly_once() -> None:
    host = Host(cup_of(stage("fixed_hands", hands=2), start=FULL), 6)
    result = HandFinished(1, 1, (20, -10, -10))
    assert host.do(result)
    assert host.do(result) == ()
    assert sum(abs(e.score) for e in host.cup.entrants.values()) == 40


def test_the_next_set_time() -> None:
    """F128: one unit, the server's clock; the zone is the competition's."""
    hour = 3_600_000
    every_hour = Start(mode="at", every_minutes=60)
    assert next_start(every_hour, 10 * hour) == 11 * hour
    assert next_start(every_hour, 10 * hour - 1) == 10 * hour
    evening = Start(mode="at", times=("20:00", "21:30"), utc_offset_minutes=480)
    assert next_start(evening, 0) == 12 * hour
    assert next_start(evening, 12 * hour) == 13 * hour + hour // 2
    assert next_start(evening, 14 * hour) == 36 * hour
    half = Start(mode="at", times=("00:15",), utc_offset_minutes=-570)
    assert next_start(half, 0) == 9 * hour + 45 * 60_000
    assert next_start(Start(mode="at"), 0) is None


def test_what_the_application_must_not_ask() -> None:
    with pytest.raises(ValueError, match="set time"):
        Host(competition(stage("swiss"), start=AT))
    with pytest.raises(ValueError, match="32 bytes"):
        Host(cup_of()).do(Open("c2", cup_of(), SEED[:-2]))
    with pytest.raises(ValueError, match="begins with ~"):
        Host(cup_of()).enter("~1")
    with pytest.raises(CompetitionError, match="stages"):
        Host(competition())
