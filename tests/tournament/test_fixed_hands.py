"""定局积分: rounds with the same opponents, firsts and the best seconds (R-CUP-3, G-CUP-3)."""

import pytest

from dizhu.tournament.commands import DropOut, Tick
from dizhu.tournament.events import Ranked, TablesSeated
from dizhu.tournament.formats.fixed_hands import advance_count, round_order, sizes_of
from tests.tournament.kit import (
    T0,
    Carry,
    Host,
    Start,
    competition,
    cup_of,
    first_wins,
    number_of,
    stage,
)


@pytest.mark.parametrize(
    ("entrants", "sizes"),
    [
        (3, (3, 1)),
        (6, (6, 3, 1)),
        (9, (9, 3, 1)),
        (12, (12, 6, 3, 1)),
        (18, (18, 9, 3, 1)),
        (24, (24, 12, 6, 3, 1)),
        (48, (48, 24, 12, 6, 3, 1)),
    ],
)
def test_half_of_the_players_each_round(entrants: int, sizes: tuple[int, ...]) -> None:
    """R-CUP-3."""
    assert sizes_of(entrants) == sizes


def test_firsts_and_half_of_the_seconds_down_to_a_multiple_of_three() -> None:
    """G-CUP-3: a first is never dropped for a second."""
    for tables in range(2, 400):
        count = advance_count(tables)
        assert count % 3 == 0
        assert tables <= count <= tables + tables // 2
        assert count > tables + tables // 2 - 3
    assert advance_count(1) == 1


def test_whoever_rests_goes_on_and_the_field_shrinks() -> None:
    for field in range(4, 1000):
        tables, resting = divmod(field, 3)
        count = advance_count(tables, resting)
        assert tables + resting <= count < field
        assert count % 3 == 0 or not resting


def test_seconds_are_compared_with_seconds() -> None:
    tables = [[("a", 1), ("b", 0), ("c", -1)], [("d", 500), ("e", 400), ("f", -900)]]
    order = round_order(tables, [], lambda p: (-p[1],))
    assert [name for name, _ in order] == ["d", "a", "e", "b", "c", "f"]


def played(entrants: int, hands: int = 1, **fields: object) -> Host:
    host = Host(competition(stage("fixed_hands", hands=hands), **fields), entrants)
    host.start()
    return host


def test_three_hands_with_the_same_opponents() -> None:
    """R-CUP-3."""
    host = played(6, hands=3)
    before = {n: t.players for n, t in host.cup.tables.items()}
    for _ in range(2):
        for number in (1, 2):
            host.hand(number, (20, -10, -10))
    assert {n: t.players for n, t in host.cup.tables.items()} == before
    for number in (1, 2):
        host.hand(number, (20, -10, -10))
    assert host.cup.round == 2


def test_the_best_player_wins_through() -> None:
    host = played(24)
    host.play_all(first_wins)
    assert host.ranks()[0] == "p1"
    assert [h.field for h in host.cup.history] == [24, 12, 6, 3]


def test_nobody_moves_before_the_slowest_table() -> None:
    host = played(9)
    host.hand(1, (20, -10, -10))
    host.hand(2, (20, -10, -10))
    assert host.cup.round == 1
    assert host.ranks() == []
    host.hand(3, (20, -10, -10))
    assert host.cup.round == 2


def test_round_scores_restart() -> None:
    """G-CUP-3: `round_carry` 0."""
    host = played(6)
    host.hand(1, (200, -100, -100))
    host.hand(2, (80, -40, -40))
    assert host.cup.round == 2
    assert next(iter(host.cup.tables.values())).scores == (0, 0, 0)


def test_part_of_the_round_score_can_be_carried() -> None:
    host = Host(competition(stage("fixed_hands", hands=1, round_carry="1/10")), 6)
    host.start()
    host.hand(1, (205, -100, -105))
    host.hand(2, (85, -40, -45))
    assert sorted(next(iter(host.cup.tables.values())).scores) == [-4, 8, 20]


def test_the_preliminary_score_is_carried_into_the_final() -> None:
    """R-JJ-5: ratio 1/10, floor, capped."""
    host = Host(
        competition(
            stage("last_standing", start_score=100, stop=4),
            stage("fixed_hands", hands=1, carry=Carry("1/10", 25)),
        ),
        6,
    )
    host.start()
    host.hand(1, (200, -100, -100))
    host.hand(2, (25, -10, -15))
    assert host.cup.stage == 1
    assert sorted(e.score for e in host.cup.entrants.values() if e.rank is None) == [9, 12, 25]


def test_equal_scores_at_the_cut_go_by_the_tie_rule() -> None:
    """F127, section 16: the higher last hand, then the earlier registration."""
    host = played(6, hands=2)
    one, two = host.cup.tables[1].players, host.cup.tables[2].players
    host.hand(1, (100, 10, -110))
    host.hand(1, (0, 0, 0))
    host.hand(2, (100, -10, -90))
    host.hand(2, (0, 20, -20))
    goers = {e.id for e in host.cup.entrants.values() if e.rank is None}
    assert goers == {one[0], two[0], two[1]}

    host = played(6, hands=1)
    one, two = host.cup.tables[1].players, host.cup.tables[2].players
    host.hand(1, (100, 10, -110))
    host.hand(2, (100, 10, -110))
    second = min(one[1], two[1], key=number_of)
    assert {e.id for e in host.cup.entrants.values() if e.rank is None} == {one[0], two[0], second}


@pytest.mark.parametrize("field", [4, 5, 7, 8, 10, 11])
def test_a_field_that_is_no_multiple_of_three_rests_by_turns(field: int) -> None:
    """Without bots one or two rest, go on, and play in the next round."""
    host = played(field)
    resting = host.events_of(TablesSeated)[0].resting
    assert len(resting) == field % 3
    assert resting == ("p1", "p2")[: field % 3]
    for table in list(host.cup.tables):
        host.hand(table, (20, -10, -10))
    assert all(host.cup.entrants[p].rank is None for p in resting)
    assert all(host.cup.entrants[p].table is not None for p in resting)
    host.play_all(first_wins)
    assert len(host.ranks()) == field


@pytest.mark.parametrize("field", [4, 5, 7, 8])
def test_bots_fill_up_instead_where_they_may(field: int) -> None:
    host = played(field, start=Start(mode="hand", size=1000, bots=True))
    assert len(host.cup.entrants) % 3 == 0
    assert host.events_of(TablesSeated)[0].resting == ()
    host.play_all(first_wins)
    assert len(host.ranks()) == len(host.cup.entrants)


def test_who_drops_out_does_not_go_on() -> None:
    host = played(6)
    best = host.cup.tables[1].players[0]
    host.do(DropOut(best))
    host.hand(1, (200, -50, -150))
    host.hand(2, (100, -60, -40))
    assert host.ranks()[0] == best
    assert host.cup.alive == 3
    assert host.cup.round == 2


def test_a_table_may_have_to_do_with_a_stand_in() -> None:
    """Drop-outs leave two: where bots may, one of them makes up the table."""
    host = played(6, start=Start(mode="hand", size=1000, bots=True))
    for table in (1, 2):
        for player in host.cup.tables[table].players[:2]:
            host.do(DropOut(player))
    host.hand(1, (20, -10, -10))
    host.hand(2, (20, -10, -10))
    assert host.cup.alive == 2
    assert "~s1" in next(iter(host.cup.tables.values())).players
    host.play_all(first_wins)
    assert host.cup.over


def test_in_the_last_round_everybody_has_the_rank_he_played_for() -> None:
    host = played(3)
    players = host.cup.tables[1].players
    host.do(DropOut(players[0]))
    host.hand(1, (20, -5, -15))
    assert host.ranks() == list(players)


def test_the_rest_between_rounds_is_kept() -> None:
    host = Host(competition(stage("fixed_hands", hands=1, interval_seconds=30)), 6)
    host.start()
    assert host.cup.round == 1
    host.hand(1, (20, -10, -10))
    host.hand(2, (20, -10, -10))
    assert not host.cup.tables
    host.do(Tick(), T0 + 29_999)
    assert not host.cup.tables
    host.do(Tick(), T0 + 30_000)
    assert len(host.cup.tables) == 1


def test_who_drops_out_in_the_rest_is_out_before_the_round() -> None:
    host = Host(competition(stage("fixed_hands", hands=1, interval_seconds=30)), 6)
    host.start()
    host.hand(1, (20, -10, -10))
    host.hand(2, (20, -10, -10))
    host.do(DropOut(host.cup.waiting[0]))
    assert host.events_of(Ranked)[-1].reason in ("gone", "end")
    assert host.cup.over  # two cannot play


def test_a_limited_number_of_rounds() -> None:
    host = Host(competition(stage("fixed_hands", hands=1, rounds=1), stage("swiss", rounds=1)), 12)
    host.start()
    for table in list(host.cup.tables):
        host.hand(table, (20, -10, -10))
    assert host.cup.stage == 1
    assert host.cup.alive == 6


def test_challenge_cup_from_end_to_end() -> None:
    """R-CUP-1..3: 48 entrants, line 1, stop at 18, two thirds, three hands a round."""
    host = Host(
        cup_of(
            stage("last_standing", start_score=100, stop=18),
            stage("fixed_hands", hands=3),
            start=Start(mode="full", size=48),
        ),
        48,
    )
    assert host.cup.stage == 0
    host.play_all(first_wins)
    assert host.ranks()[0] == "p1"
    assert sorted(e.rank or 0 for e in host.cup.entrants.values()) == list(range(1, 49))
