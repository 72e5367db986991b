"""Pauses, slow tables, void hands, outages, restarts: it goes on, and nobody is lost (F130)."""

from dataclasses import replace

import pytest

from dizhu.cli.cup.runner import Plan, Run
from dizhu.rules.errors import RuleViolation
from dizhu.tournament import Phase, next_due, replay
from dizhu.tournament.commands import (
    Cancel,
    DropOut,
    Extend,
    HandFinished,
    HandVoided,
    Pause,
    Register,
    Resume,
    Say,
    StartNow,
    Tick,
)
from dizhu.tournament.events import DroppedOut, HandDue, Hurried, TablesSeated
from tests.tournament.kit import (
    T0,
    Host,
    Start,
    competition,
    cup_of,
    first_wins,
    stage,
)

MINUTE = 60_000


def rounds(**fields: object) -> Host:
    host = Host(competition(stage("fixed_hands", hands=2, **fields)), 6)
    host.start()
    return host


def test_in_a_pause_hands_are_finished_and_none_begins() -> None:
    host = rounds()
    host.do(Pause(), T0 + 10)
    events = host.hand(1, (20, -10, -10))
    assert not any(isinstance(e, HandDue) for e in events)
    assert host.do(Pause()) == ()
    assert next_due(host.cup) is None
    resumed = host.do(Resume(), T0 + MINUTE)
    assert [e.table for e in resumed if isinstance(e, HandDue)] == [1]
    assert host.do(Resume()) == ()


def test_in_a_pause_no_round_begins() -> None:
    host = rounds()
    for _ in range(2):
        host.hand(1, (20, -10, -10))
    host.hand(2, (20, -10, -10))
    host.do(Pause())
    host.hand(2, (20, -10, -10))
    assert host.cup.round == 1
    host.do(Resume())
    assert host.cup.round == 2


def test_a_pause_moves_the_schedule() -> None:
    schedule = ((0, 20), (60, 40))
    host = rounds(base_schedule=schedule, interval_seconds=30)
    for table in (1, 2):
        for _ in range(2):
            host.hand(table, (20, -10, -10))
    assert next_due(host.cup) == T0 + 30_000
    host.do(Pause(), T0 + 10_000)
    host.do(Resume(), T0 + 10 * MINUTE)
    assert next_due(host.cup) == T0 + 20_000 + 10 * MINUTE
    host.do(Tick(), T0 + 20_000 + 10 * MINUTE)
    assert [t.base for t in host.cup.tables.values()] == [20]


def test_a_pause_over_the_start_only_delays_it() -> None:
    start = Start(mode="at", size=9, late_seconds=60)
    host = Host(cup_of(start=start), now=T0 - 1000, starts_at=T0)
    for number in range(1, 10):
        host.enter(f"p{number}")
    host.do(Pause())
    host.do(Tick(), T0)
    assert host.cup.phase is Phase.REGISTERING
    host.do(Resume(), T0 + 10 * MINUTE)
    assert host.cup.tables


def test_an_outage_moves_the_schedule() -> None:
    host = rounds(hand_limit_seconds=100)
    assert next_due(host.cup) == T0 + 100_000
    host.do(Extend(7000))
    assert next_due(host.cup) == T0 + 107_000


HOUR = 60 * MINUTE


def test_a_clock_that_was_set_back_holds_up_no_entry_and_no_bots() -> None:
    """Nobody may enter an hour later only, and who waits for bots waits no hour more."""
    host = Host(cup_of(start=Start(mode="full", size=6, bots=True, fill_after_seconds=20)))
    host.enter("a")
    host.now = T0 + 5000 - HOUR
    host.do(Extend(-HOUR))
    assert host.enter("b")
    assert next_due(host.cup) == T0 + 20_000 - HOUR
    host.do(Tick(), T0 + 20_000 - HOUR)
    assert host.cup.tables


def test_a_clock_that_was_set_back_in_a_pause() -> None:
    host = rounds(hand_limit_seconds=100)
    host.do(Pause(), T0 + 1000)
    host.do(Extend(7000))
    host.do(Extend(-HOUR), T0 + 2000 - HOUR)
    host.do(Resume(), T0 + 3000 - HOUR)
    assert next_due(host.cup) == T0 + 102_000 - HOUR


@pytest.mark.parametrize("reseat", ["flow", "waves"])
def test_an_outage_holds_up_no_round_that_has_begun(reseat: str) -> None:
    """Found by killing servers: who waits for a table of a running stage waited for nothing."""
    host = Host(competition(stage("last_standing", start_score=100, stop=3, reseat=reseat)), 9)
    host.start()
    host.do(Extend(10 * MINUTE), T0 + 1000)
    for number in (1, 2, 3):
        host.hand(number, (20, -10, -10))
    assert len(host.cup.tables) == 3, "all are seated again at once"


def test_a_slow_table_is_hurried_once_for_each_hand() -> None:
    """A slow table is bounded by its clocks."""
    host = rounds(hand_limit_seconds=100)
    host.hand(1, (20, -10, -10))
    assert host.do(Tick(), T0 + 99_999) == ()
    assert host.do(Tick(), T0 + 100_000) == (
        Hurried(2, T0 + 100_000),
        Hurried(1, T0 + 100_000),
    )
    assert host.do(Tick(), T0 + 100_001) == ()
    host.hand(2, (20, -10, -10))
    assert next_due(host.cup) == host.now + 100_000


def test_a_void_hand_is_dealt_anew() -> None:
    host = rounds()
    before = host.cup.tables[1]
    assert host.do(HandVoided(1, 1)) == (HandDue(1, 1, 1, T0),)
    assert host.cup.tables[1] == before._replace(attempt=1)
    host.hand(1, (20, -10, -10))
    assert host.do(HandVoided(1, 1)) == ()


def test_mass_drop_outs_before_the_final() -> None:
    """F125: what counts is who is still in, not who has signed up."""
    host = Host(competition(stage("fixed_hands", hands=1)), 96)
    host.start()
    for number in range(1, 94):
        host.do(DropOut(f"p{number}"))
    host.play_all(first_wins)
    assert [h.field for h in host.cup.history] == [96, 3]
    assert set(host.ranks()[:3]) == {"p94", "p95", "p96"}


def test_every_instant_is_a_good_one_to_restart() -> None:
    """F130: after every event the log leads to the same state, and a tick goes on from there."""
    host = Host(
        cup_of(
            stage("last_standing", start_score=40, stop=6, hands=2),
            stage("fixed_hands", hands=1, interval_seconds=5),
        ),
        9,
    )
    host.start()
    host.play_all(first_wins)
    host.do(Tick(), host.now + 5000)
    host.play_all(first_wins)
    assert host.cup.over
    log = tuple(host.log)
    assert replay(log) == host.cup
    for cut in range(1, len(log)):
        again = Host(cup_of())
        again.log, again._cup = list(log[:cut]), replay(log[:cut])
        again.now = host.now
        _run_on(again)
        assert again.cup.over, log[cut - 1]
        assert len(again.ranks()) == len(again.cup.entrants)


def _run_on(host: Host) -> None:
    """What the application does after a restart, whatever the state."""
    if host.cup.phase is Phase.REGISTERING:
        for number in range(1, 10):
            host.do(Register(f"p{number}"))
        host.do(StartNow())
    for _ in range(100):
        host.do(Tick(), host.now + 5000)
        host.play_all(first_wins)


@pytest.mark.parametrize("format_name", ["last_standing", "fixed_hands", "swiss", "duplicate"])
@pytest.mark.parametrize("bots", [False, True])
def test_a_cup_with_restarts_ends_as_without(format_name: str, bots: bool) -> None:
    """F130: the same seed, drop-outs and slow tables; read back from its log many times."""
    options = {"start_score": 200} if format_name == "last_standing" else {}
    played = competition(
        stage(format_name, **options), start=Start(mode="hand", size=1000, bots=bots)
    )
    plan = Plan(played, 40, "restarts", drops=30, slow=30)
    straight = Run(plan)
    straight.to_the_end()
    broken = Run(replace(plan, restarts=300))
    broken.to_the_end()
    assert broken.restarted > 5
    assert broken.log == straight.log


@pytest.mark.parametrize("format_name", ["fixed_hands", "swiss", "duplicate"])
def test_who_is_faster_makes_no_difference(format_name: str) -> None:
    """In rounds the order in which tables finish decides nothing."""
    played = competition(
        stage(format_name, hands=2) if format_name != "duplicate" else stage(format_name, boards=2)
    )
    results = set()
    for last_first in (False, True):
        host = Host(played, 31)
        host.start()
        while host.cup.tables:
            number = (max if last_first else min)(host.cup.tables)
            host.hand(number, first_wins(host.cup.tables[number]))
        results.add(tuple(host.ranks()))
    assert len(results) == 1


def test_waves_do_not_depend_on_who_is_faster_either() -> None:
    played = competition(stage("last_standing", start_score=60, stop=6, reseat="waves"))
    results = set()
    for last_first in (False, True):
        host = Host(played, 31)
        host.start()
        while host.cup.tables:
            number = (max if last_first else min)(host.cup.tables)
            host.hand(number, first_wins(host.cup.tables[number]))
        results.add(tuple(host.ranks()))
    assert len(results) == 1


def test_table_numbers_and_seats_are_in_the_log() -> None:
    """What the application has to do is told by events alone."""
    host = rounds()
    (seated,) = host.events_of(TablesSeated)
    assert [p.number for p in seated.tables] == [1, 2]
    assert {p for t in seated.tables for p in t.players} == {f"p{n}" for n in range(1, 7)}


def test_who_is_not_there_for_long_has_dropped_out() -> None:
    """A field of people who have closed the page does not play on for ever."""
    host = Host(competition(stage("swiss", rounds=5), absent_hands=2), 6)
    host.start()
    player = host.cup.tables[1].players[1]
    away = (False, True, False)
    host.do(HandFinished(1, 1, (20, -10, -10), away))
    host.hand(2, (20, -10, -10))
    number = next(n for n, t in host.cup.tables.items() if player in t.players)
    seat = host.cup.tables[number].players.index(player)
    away_again = tuple(s == seat for s in range(3))
    events = host.do(HandFinished(number, 1, (0, 0, 0), away_again))  # type: ignore[arg-type]
    assert DroppedOut(player, "absent", T0) in events


def test_who_comes_back_in_between_has_not() -> None:
    host = Host(competition(stage("fixed_hands", hands=4), absent_hands=2), 3)
    host.start()
    for away in (True, False, True, False):
        host.do(HandFinished(1, host.cup.tables[1].hand, (0, 0, 0), (away, False, False)))
    assert host.cup.over
    assert not host.events_of(DroppedOut)


def test_what_was_said_stays_and_is_said_once() -> None:
    """It is part of the log; the last command that is sent again says nothing new."""
    host = rounds()
    assert len(host.do(Say("soon", "op", "c1"), T0 + 5)) == 1
    assert host.do(Say("soon", "op", "c1"), T0 + 6) == ()
    assert host.cup.said == ("soon", "op", "c1", T0 + 5)
    assert len(host.do(Say("soon", "op", "c2"), T0 + 7)) == 1
    assert host.do(Say("soon", "other", "c2"), T0 + 8) != ()
    assert replay(host.log) == host.cup
    host.do(Cancel("rain"))
    with pytest.raises(RuleViolation, match="over"):
        host.do(Say("late", "op", "c3"))
