"""复式: the same deals at every table, compared seat by seat."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dizhu.rules.shuffle import deal
from dizhu.tournament import CompetitionError, check, deal_seed
from dizhu.tournament.commands import DropOut
from dizhu.tournament.events import HandScored, Rescored
from dizhu.tournament.formats.duplicate import compared
from dizhu.tournament.state import Table
from dizhu.tournament.view import public_event, rows
from tests.tournament.kit import POINTS, Host, competition, number_of, stage

three = st.tuples(*[st.integers(-2000, 2000)] * 3)


def duplicate(entrants: int, **options: object) -> Host:
    host = Host(competition(stage("duplicate", **options)), entrants)
    host.start()
    return host


def test_every_table_of_a_round_plays_the_same_deals() -> None:
    host = duplicate(9, rounds=2, boards=2)
    cup = host.cup
    seeds = {deal_seed(cup, t) for t in cup.tables.values()}
    assert len(seeds) == 1
    first = deal(seeds.pop(), 1, POINTS)
    for number in (1, 2, 3):
        host.hand(number, (30, 0, -30))
    again = {deal_seed(host.cup, t) for t in host.cup.tables.values()}
    assert len(again) == 1
    assert deal(again.pop(), 1, POINTS) != first


def test_other_formats_deal_to_each_table_its_own_cards() -> None:
    host = Host(competition(stage("swiss", rounds=1)), 9)
    host.start()
    assert len({deal_seed(host.cup, t) for t in host.cup.tables.values()}) == 3


def test_scores_are_compared_with_the_same_seat() -> None:
    board = [(200, -100, -100), (-80, 40, 40), (0, 0, 0)]
    assert compared(board, "difference") == [(160, -80, -80), (-120, 60, 60), (-40, 20, 20)]
    assert compared(board, "matchpoints") == [(4, 0, 0), (0, 4, 4), (2, 2, 2)]


def test_the_same_result_everywhere_is_worth_nothing() -> None:
    """The cards decide nothing: who holds the good seat gains nothing by it."""
    assert compared([(640, -320, -320)] * 5, "difference") == [(0, 0, 0)] * 5
    assert set(compared([(640, -320, -320)] * 5, "matchpoints")) == {(4, 4, 4)}


def test_a_single_table_has_nobody_to_compare_with() -> None:
    assert compared([(20, -10, -10)], "difference") == [(20, -10, -10)]
    host = duplicate(3, rounds=1, boards=2)
    host.play_all(lambda _: (20, -15, -5))
    assert sorted(e.score for e in host.cup.entrants.values()) == [-30, -10, 40]


@settings(deadline=None)
@given(st.lists(three, min_size=2, max_size=40))
def test_comparison_is_fair_to_every_seat(board: list[tuple[int, int, int]]) -> None:
    """Better is never worth less, and what a seat gains another loses, but for rounding."""
    worth = compared(board, "difference")
    points = compared(board, "matchpoints")
    tables = len(board)
    for seat in range(3):
        assert abs(sum(w[seat] for w in worth)) <= tables / 2
        assert sum(p[seat] for p in points) == tables * (tables - 1)
        for (a, wa, pa), (b, wb, pb) in zip(
            *[iter(zip(board, worth, points, strict=True))] * 2, strict=False
        ):
            if a[seat] > b[seat]:
                assert wa[seat] >= wb[seat]
                assert pa[seat] > pb[seat]


def test_scores_change_when_the_round_is_over_and_not_before() -> None:
    host = duplicate(6, rounds=1, boards=2)
    host.hand(1, (200, -100, -100))
    host.hand(1, (200, -100, -100))
    host.hand(2, (200, -100, -100))
    assert {e.score for e in host.cup.entrants.values()} == {0}
    seats = {n: t.players for n, t in host.cup.tables.items()}
    one = host.cup.closed[0].players
    host.hand(2, (0, 0, 0))
    assert host.events_of(Rescored)
    assert [host.score(p) for p in one] == [100, -50, -50]
    assert [host.score(p) for p in seats[2]] == [-100, 50, 50]
    assert [host.cup.entrants[p].last for p in one] == [100, -50, -50]


def test_opponents_are_drawn_anew_each_round() -> None:
    host = duplicate(30, rounds=3, boards=1)
    meetings = []
    while host.cup.tables:
        meetings.append({frozenset(t.players) for t in host.cup.tables.values()})
        for number in list(host.cup.tables):
            host.hand(number, (0, 0, 0))
    assert len(meetings) == 3
    assert not meetings[0] & meetings[1]


def test_boards_of_others_are_secret_until_the_round_is_over() -> None:
    """What another table made of a board that one still has to play tells about its cards."""
    host = duplicate(6, rounds=1, boards=2)
    one, two = (host.cup.tables[n].players for n in (1, 2))
    (scored, *_) = host.hand(1, (200, -100, -100))
    assert isinstance(scored, HandScored)
    assert public_event(host.cup, scored, one[0]) == scored
    for viewer in (two[0], None, "somebody"):
        hidden = public_event(host.cup, scored, viewer)
        assert isinstance(hidden, HandScored)
        assert hidden.deltas == (0, 0, 0)
        assert hidden.points == (0, 0, 0)
    assert {row.score for row in rows(host.cup)} == {0}


@pytest.mark.parametrize("field", [4, 5, 7, 8, 10])
def test_rest_goes_round(field: int) -> None:
    host = duplicate(field, rounds=5, boards=1)
    host.play_all(lambda _: (20, -10, -10))
    byes = [e.byes for e in host.cup.entrants.values()]
    assert max(byes) - min(byes) <= 1
    assert len(host.ranks()) == field


def test_the_better_player_wins_whatever_his_cards() -> None:
    """A number of points more than others make of the same cards."""

    def better(table: Table) -> tuple[int, int, int]:
        cards = int.from_bytes(deal_label(table).encode(), "big") % 997
        base = [cards, -cards // 2, -cards + cards // 2]
        skill = [10 - number_of(p) for p in table.players]
        one, two, three_ = (b + s for b, s in zip(base, skill, strict=True))
        return (one, two, three_)

    def deal_label(table: Table) -> str:
        return f"{table.deal}/{table.hand}"

    host = duplicate(9, rounds=12, boards=2)
    host.play_all(better)
    ranks = host.ranks()
    assert ranks.index("p1") < ranks.index("p9")
    assert ranks[0] in ("p1", "p2", "p3")


def test_drop_outs_are_out_after_the_round() -> None:
    host = duplicate(9, rounds=2, boards=1)
    host.do(DropOut("p5"))
    for number in (1, 2, 3):
        host.hand(number, (20, -10, -10))
    assert host.ranks() == ["p5"]
    assert host.cup.alive == 8


@pytest.mark.parametrize(
    "changes",
    [
        {"all_pass": "redeal", "max_redeals": 2},
        {"first_bidder": "next_seat"},
        {"loser_cap": "minimise", "winner_cap": "pair"},
    ],
)
def test_rules_under_which_the_deals_would_differ_are_refused(changes: dict[str, object]) -> None:
    played = competition(stage("duplicate", start_score=100), ruleset=POINTS.with_options(changes))
    with pytest.raises(CompetitionError, match="ruleset"):
        check(played)
