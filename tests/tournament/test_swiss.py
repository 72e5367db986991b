"""瑞士移位: neighbours in the ranking meet (R-CUP-4, G-CUP-4)."""

import pytest

from dizhu.tournament.commands import DropOut
from dizhu.tournament.events import Ranked, TablesSeated
from dizhu.tournament.formats.swiss import stay_count
from dizhu.tournament.state import Table
from tests.tournament.kit import Host, Start, competition, first_wins, number_of, stage


def swiss(entrants: int, *, start: Start | None = None, **options: object) -> Host:
    fields = {} if start is None else {"start": start}
    host = Host(competition(stage("swiss", **options), kind="swiss", **fields), entrants)
    host.start()
    return host


def by_number(table: Table) -> tuple[int, int, int]:
    """A hand that the lower numbers win."""
    order = sorted(table.players, key=number_of)
    deltas = {order[0]: 30, order[1]: 0, order[2]: -30}
    one, two, three = (deltas[p] for p in table.players)
    return (one, two, three)


def test_neighbours_in_the_ranking_meet() -> None:
    """G-CUP-4: 1-3, 4-6, ... by score; equal scores by registration (R-JJ-4)."""
    host = swiss(9, rounds=2)
    for table in (1, 2, 3):
        host.hand(table, (30, 0, -30))
    order = sorted(host.cup.entrants.values(), key=lambda e: (-e.score, e.reg))
    tables = [t.players for t in host.cup.tables.values()]
    assert tables == [tuple(e.id for e in order[i : i + 3]) for i in (0, 3, 6)]


def test_the_first_round_is_drawn_by_lot() -> None:
    """So that who enter together do not meet; the seed alone decides."""
    host = swiss(30)
    drawn = [p for t in host.cup.tables.values() for p in t.players]
    assert sorted(drawn, key=number_of) == [f"p{n}" for n in range(1, 31)]
    assert drawn != sorted(drawn, key=number_of)
    assert drawn == [p for t in swiss(30).cup.tables.values() for p in t.players]


def test_nobody_is_out_and_scores_add_up() -> None:
    host = swiss(9, rounds=5)
    host.play_all(by_number)
    assert [h.field for h in host.cup.history] == [9] * 5
    assert all(e.hands == 5 for e in host.cup.entrants.values())
    assert sum(e.score for e in host.cup.entrants.values()) == 0
    assert host.ranks()[0] == "p1"


def test_hands_of_a_round() -> None:
    host = swiss(3, rounds=2, hands=2)
    host.play_all(by_number)
    assert host.cup.entrants["p1"].hands == 4


@pytest.mark.parametrize(("field", "percent", "stay"), [(30, 10, 27), (30, 0, 30), (29, 10, 27)])
def test_how_many_stay(field: int, percent: int, stay: int) -> None:
    """G-CUP-4: the lowest are out, down to a multiple of three."""
    assert stay_count(field, percent) == stay
    assert stay_count(4, 90) == 3
    assert stay_count(2, 90) == 2


def test_the_lowest_are_out_after_each_round_but_the_last() -> None:
    host = swiss(12, rounds=3, out_percent=25)
    host.play_all(by_number)
    assert [h.field for h in host.cup.history] == [12, 9, 6]
    assert [len(e.players) for e in host.events_of(Ranked)] == [3, 3, 6]
    assert host.ranks()[0] == "p1"


@pytest.mark.parametrize("field", [4, 5, 7, 8, 31])
def test_rest_goes_round_from_below(field: int) -> None:
    """Whom there is no table for rests: the lowest, but nobody twice before all have."""
    host = swiss(field, rounds=4)
    host.play_all(by_number)
    seated = host.events_of(TablesSeated)
    assert all(len(e.resting) == field % 3 for e in seated)
    byes = [e.byes for e in host.cup.entrants.values()]
    assert max(byes) - min(byes) <= 1
    assert len(host.ranks()) == field


def test_stand_ins_instead_of_rest() -> None:
    host = swiss(4, rounds=2, start=Start(mode="hand", size=9, bots=True))
    assert len(host.cup.entrants) == 6  # filled at the start
    host.do(DropOut("p1"))
    for table in (1, 2):
        host.hand(table, (30, 0, -30))
    assert host.cup.alive == 5
    players = [p for t in host.cup.tables.values() for p in t.players]
    assert players.count("~s1") == 1
    assert len(players) == 6


def test_drop_outs_are_out_after_the_round() -> None:
    host = swiss(9, rounds=3)
    host.do(DropOut("p1"))
    for table in (1, 2, 3):
        host.hand(table, (30, 0, -30))
    assert host.ranks() == ["p1"]
    assert host.cup.entrants["p1"].rank == 9
    assert host.cup.alive == 8


def test_too_few_left_to_play_ends_it() -> None:
    host = swiss(3, rounds=5)
    host.do(DropOut("p1"))
    host.hand(1, (30, 0, -30))
    assert host.cup.over
    assert len(host.ranks()) == 3


def test_ties_by_registration_only() -> None:
    """R-JJ-4."""
    host = swiss(3, rounds=1, hands=2)
    seats = host.cup.tables[1].players
    host.hand(1, (10, 10, -20))
    host.hand(1, (-20, 10, 10) if seats[0] == "p1" else (10, -20, 10))
    tied = [e for e in host.cup.entrants.values() if e.score == -10]
    ranks = [e.rank or 0 for e in sorted(tied, key=lambda e: e.reg)]
    assert ranks == sorted(ranks)
    host.play_all(first_wins)
