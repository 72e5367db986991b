"""打立出局: the line, the stop count, two thirds (R-CUP-2, G-CUP-1, G-CUP-2)."""

import pytest

from dizhu.tournament.commands import DropOut, Tick
from dizhu.tournament.events import Ranked, StageBegan, TableClosed, TablesSeated
from dizhu.tournament.formats.last_standing import advance_count, below_the_line
from tests.tournament.kit import T0, Host, Start, competition, cup_of, stage


@pytest.mark.parametrize(
    ("remaining", "advance"),
    [(18, 12), (20, 12), (17, 9), (5, 3), (4, 3), (3, 3), (2, 2), (1, 1), (0, 0)],
)
def test_two_thirds_down_to_a_multiple_of_three(remaining: int, advance: int) -> None:
    """G-CUP-2: floor(2n/3), down to a multiple of 3, at least 3; fewer than 3: all of them."""
    assert advance_count(remaining) == advance


def test_below_the_line_is_out() -> None:
    """G-CUP-1: the line is 1."""
    assert below_the_line({"a": 0, "b": 1, "c": 500}, 1) == ["a"]


def small(**options: object) -> Host:
    """Nine people, down to six."""
    rules = {"start_score": 100, "stop": 6, **options}
    return Host(cup_of(stage("last_standing", **rules), stage("fixed_hands", hands=1)), 9)


def test_everybody_begins_with_the_same_score() -> None:
    """R-CUP-2."""
    host = small()
    host.start()
    assert {host.score(f"p{n}") for n in range(1, 10)} == {100}
    assert len(host.cup.tables) == 3


def test_out_below_the_line_and_the_others_wait() -> None:
    host = small()
    host.start()
    one = host.cup.tables[1].players
    host.hand(1, (200, -100, -100))
    assert set(host.ranks()) == set(one[1:])
    assert host.cup.waiting == (one[0],)


def test_who_waits_longest_sits_down_first() -> None:
    """The one who waits is seated as soon as another table has finished a hand."""
    host = small(stop=3)
    host.start()
    waits = host.cup.tables[1].players[0]
    host.hand(1, (200, -100, -100))
    host.hand(2, (20, -10, -10))
    assert isinstance(host.log[-2], TableClosed)
    seated = host.events_of(TablesSeated)[-1]
    assert waits in seated.tables[0].players
    assert len(host.cup.waiting) == 1


def test_the_three_stay_together_while_nobody_waits() -> None:
    host = small(hands=3)
    host.start()
    host.hand(1, (20, -10, -10))
    assert host.cup.tables[1].hand == 2
    host.hand(1, (20, -10, -10))
    host.hand(1, (20, -10, -10))
    assert 1 not in host.cup.tables


def test_tables_in_progress_finish() -> None:
    """G-CUP-2: when few enough are left no new table begins, but those that play are played out."""
    host = small()
    host.start()
    host.hand(1, (200, -100, -100))
    host.hand(2, (200, -100, -100))
    assert host.cup.stage == 0
    assert host.cup.alive == 5
    assert list(host.cup.tables) == [3]
    host.hand(3, (20, -10, -10))
    assert host.cup.stage == 1
    assert host.cup.alive == 3


def test_the_best_two_thirds_go_on() -> None:
    """R-CUP-2: ranked by score; who is cut ranks above who fell below the line."""
    host = small()
    host.start()
    host.hand(1, (200, -100, -100))
    host.hand(2, (40, 20, -60))
    host.hand(3, (140, -100, -40))
    assert list(host.cup.tables) == [4]
    host.hand(4, (0, 0, 0))
    cut = host.events_of(Ranked)[-1]
    assert cut.reason == "cut"
    assert len(cut.players) == 3
    assert cut.first_rank == 4
    fell = [r for e in host.events_of(Ranked) if e.reason == "line" for r in e.players]
    assert set(fell) == set(host.ranks()[3:])


def test_stakes_grow_with_time() -> None:
    """G-CUP-1: `base_schedule` counts from the beginning of the stage."""
    schedule = ((0, 20), (60, 40), (120, 80))
    host = Host(
        cup_of(
            stage("last_standing", start_score=1000, stop=6, base_schedule=schedule),
            stage("fixed_hands"),
        ),
        9,
    )
    host.start()
    assert {t.base for t in host.cup.tables.values()} == {20}
    host.now = T0 + 59_999
    host.hand(1, (20, -10, -10))
    assert host.cup.tables[1].hand == 2
    host.now = T0 + 60_000
    host.hand(1, (20, -10, -10))
    assert [t.base for t in host.cup.tables.values()] == [20, 20, 40]


@pytest.mark.parametrize("field", range(3, 7))
def test_a_field_that_is_small_enough_goes_straight_to_the_final(field: int) -> None:
    """F124: nobody is sent into an elimination whose target is not below the field."""
    host = Host(cup_of(), field)
    host.start()
    assert [e.index for e in host.events_of(StageBegan)] == [0, 1]
    assert host.cup.alive == field


def test_as_a_last_stage_it_gives_everybody_a_hand() -> None:
    """Even where the stop count is not below the field nobody is ranked without playing."""
    host = Host(competition(stage("last_standing", start_score=100, stop=6)), 4)
    host.start()
    host.play_all(lambda _: (20, -10, -10))
    assert len(host.ranks()) == 4
    assert all(e.hands for e in host.cup.entrants.values())


def test_fewer_than_three_left_skip_the_final_or_get_a_bot() -> None:
    """G-CUP-2: all of them; by configuration."""
    for bots in (False, True):
        start = Start(mode="hand", size=1000, bots=bots)
        host = Host(
            cup_of(
                stage("last_standing", start_score=100, stop=3),
                stage("fixed_hands", hands=1),
                start=start,
            ),
            6,
        )
        host.start()
        host.hand(1, (200, -100, -100))
        host.hand(2, (200, -100, -100))
        assert bool(host.cup.tables) is bots
        if bots:
            table = next(iter(host.cup.tables.values()))
            assert "~s1" in table.players
            host.play_all(lambda t: (-20, 40, -20) if t.players[2] == "~s1" else (0, 0, 0))
        assert len(host.ranks()) == 6


def test_who_drops_out_while_waiting_is_out_at_once() -> None:
    host = small(stop=3)
    host.start()
    host.hand(1, (200, -100, -100))
    waits = host.cup.waiting[0]
    host.do(DropOut(waits))
    assert host.ranks()[0] == waits
    assert host.events_of(Ranked)[-1].reason == "gone"


def test_who_drops_out_in_a_hand_is_out_after_it() -> None:
    host = small(stop=3)
    host.start()
    player = host.cup.tables[1].players[0]
    host.do(DropOut(player))
    assert player not in host.ranks()
    host.hand(1, (20, -10, -10))
    assert player in host.ranks()


def test_everybody_gone_ends_it() -> None:
    host = small()
    host.start()
    for number in range(1, 10):
        host.do(DropOut(f"p{number}"))
    host.play_all(lambda _: (20, -10, -10))
    assert host.cup.over
    assert len(host.ranks()) == 9


def test_waves_wait_for_all_tables() -> None:
    host = small(reseat="waves", stop=3, hands=1)
    host.start()
    host.hand(1, (20, -10, -10))
    host.hand(2, (20, -10, -10))
    assert list(host.cup.tables) == [3]
    host.do(Tick())
    host.hand(3, (20, -10, -10))
    assert list(host.cup.tables) == [4, 5, 6]


def test_after_its_time_it_ends_in_any_case() -> None:
    """As many go on as if the stop count were left."""
    host = small(stop=4, limit_seconds=60)
    host.start()
    host.hand(1, (20, -10, -10))
    host.now = T0 + 60_000
    host.hand(2, (20, -10, -10))
    host.hand(3, (20, -10, -10))
    assert host.cup.stage == 0
    host.hand(1, (20, -10, -10))
    assert host.cup.stage == 1
    assert host.cup.alive == 3
