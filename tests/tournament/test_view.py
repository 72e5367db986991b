"""What people see: no secrets, the server's time, the line in the standing (F128)."""

import json
from dataclasses import asdict

import pytest

from dizhu.tournament import next_due
from dizhu.tournament.commands import DropOut, Pause, Tick
from dizhu.tournament.events import Opened
from dizhu.tournament.results import results
from dizhu.tournament.view import changed, mine, public_event, rows, view
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

CODE = "QKMZ42"


def test_times_are_the_servers_and_absolute() -> None:
    """F128: a client counts down from the server's time, whatever its own clock says."""
    start = Start(mode="at", size=9, window_seconds=600)
    host = Host(cup_of(start=start), now=T0 - 900_000, starts_at=T0)
    seen = view(host.cup, None, T0 - 700_000)
    assert (seen.now, seen.opens_at, seen.starts_at) == (T0 - 700_000, T0 - 600_000, T0)
    assert seen.starts_at == next_due(host.cup)


def test_the_table_one_has_to_go_to_is_always_in_view() -> None:
    """F128: nobody waits for a message that he has missed."""
    host = Host(competition(stage("fixed_hands", hands=1)), 6)
    assert mine(host.cup, "p1").table is None
    host.start()
    for number, table in host.cup.tables.items():
        for player in table.players:
            assert mine(host.cup, player).table == number
    host.hand(1, (20, -10, -10))
    one = host.cup.closed[0].players[0]
    assert mine(host.cup, one).table is None


@pytest.mark.parametrize("viewer", [None, "p1", "stranger"])
def test_no_secret_is_told(viewer: str | None) -> None:
    host = Host(cup_of(), code=CODE, host="p2")
    opened = host.log[0]
    assert isinstance(opened, Opened)
    assert opened.seed == SEED
    text = json.dumps(asdict(public_event(host.cup, opened, viewer)))
    text += json.dumps(asdict(view(host.cup, viewer, T0)))
    assert SEED not in text
    assert CODE not in text
    host_sees = public_event(host.cup, opened, "p2")
    assert isinstance(host_sees, Opened)
    assert host_sees.code == CODE
    assert mine(host.cup, "p2").code == CODE


def test_the_line_in_the_standing() -> None:
    """Between hands: who would go on if the round ended now."""
    host = Host(competition(stage("fixed_hands", hands=2)), 6)
    host.start()
    host.hand(1, (200, -50, -150))
    host.hand(2, (100, 20, -120))
    seen = view(host.cup, None, T0)
    standing = rows(host.cup)
    assert seen.cut == 3
    assert [r.score for r in standing] == [200, 100, 20, -50, -120, -150]
    assert [r.safe for r in standing] == [True] * 3 + [False] * 3
    assert [r.place for r in standing] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("format_name", ["last_standing", "fixed_hands", "swiss", "duplicate"])
def test_everybody_stands_somewhere_at_every_moment(format_name: str) -> None:
    options = {"start_score": 60, "stop": 3} if format_name == "last_standing" else {}
    stages = [stage(format_name, interval_seconds=5, **options)]
    if format_name != "fixed_hands":
        stages.append(stage("swiss"))
    host = Host(competition(*stages), 14)
    host.start()
    host.do(DropOut("p14"))
    for _ in range(400):
        standing = rows(host.cup)
        assert sorted(r.player for r in standing) == sorted(host.cup.entrants)
        assert [r.place for r in standing] == list(range(1, len(standing) + 1))
        seen = view(host.cup, "p1", host.now)
        if seen.cut is not None:
            assert sum(r.safe for r in standing) == seen.cut <= host.cup.alive
        json.dumps(asdict(seen))
        if host.cup.over:
            break
        table = next(iter(host.cup.tables.values()), None)
        if table is not None:
            host.hand(table.number, first_wins(table))
        else:
            host.do(Tick(), host.now + 5000)
    assert host.cup.over
    assert view(host.cup, None, host.now).champion == host.ranks()[0]


def test_only_changes_are_sent() -> None:
    host = Host(competition(stage("swiss")), 30)
    host.start()
    before = rows(host.cup)
    host.hand(1, (20, -10, -10))
    new = changed(before, rows(host.cup))
    three = set(host.cup.closed[0].players) if host.cup.closed else set()
    assert three <= {r.player for r in new}
    assert changed(before, before) == ()


def test_what_it_costs_and_what_there_is_to_win() -> None:
    """F131: fee, refund and prizes are in view before anybody enters."""
    prizes = (Prize(1, share=3, badge="champion"), Prize(2, share=1))
    host = Host(cup_of(entry=Entry(100), prizes=prizes), 4)
    seen = view(host.cup, None, T0)
    assert (seen.entry_beans, seen.pool) == (100, 400)
    assert [beans for _, beans in seen.prizes] == [300, 100]
    assert results(host.cup) == ()


def test_before_a_full_field_begins_its_pool_is_told() -> None:
    """Nobody pays 500 beans for a first prize of none: all of them will have paid by then."""
    prizes = (Prize(1, share=3), Prize(2, share=1))
    start = Start(mode="full", size=6)
    empty = Host(cup_of(start=start, entry=Entry(100), prizes=prizes, rake_percent=50), 0)
    seen = view(empty.cup, None, T0)
    assert (seen.pool, [beans for _, beans in seen.prizes]) == (300, [225, 75])
    full = Host(cup_of(start=start, entry=Entry(100), prizes=prizes, rake_percent=50), 6)
    assert view(full.cup, None, T0).pool == 300


def test_rounds_as_a_picture() -> None:
    host = Host(competition(stage("fixed_hands", hands=1)), 24)
    host.start()
    assert view(host.cup, None, T0).sizes == (24, 12, 6, 3, 1)
    host.play_all(first_wins)
    assert [(h.field, h.tables) for h in view(host.cup, None, T0).history] == [
        (24, 8),
        (12, 4),
        (6, 2),
        (3, 1),
    ]


def test_a_pause_is_seen() -> None:
    host = Host(cup_of(), 3)
    host.do(Pause())
    assert view(host.cup, None, T0).paused
