"""Draws, groups of three, stand-ins, the seeds of deals."""

from collections import Counter

import pytest

from dizhu.tournament import deal_seed
from dizhu.tournament.commands import HandVoided
from dizhu.tournament.seating import drawn, threes, with_stand_ins
from tests.tournament.kit import Host, competition, cup_of, stage


@pytest.mark.parametrize("players", range(2, 40))
def test_stand_ins_leave_nobody_over(players: int) -> None:
    names = [f"p{n}" for n in range(players)]
    groups = with_stand_ins(names)
    seated = [p for group in groups for p in group]
    assert len(groups) == -(-players // 3)
    assert [p for p in seated if p.startswith("p")] == names
    bots = [p for p in seated if p.startswith("~")]
    assert len(bots) == len(set(bots)) == -players % 3
    assert all(sum(p.startswith("~") for p in g) <= 1 for g in groups)


def test_threes_leave_the_last_over() -> None:
    assert threes(list("abcdefgh")) == [("a", "b", "c"), ("d", "e", "f")]
    assert threes(list("ab")) == []


def test_a_draw_is_fair() -> None:
    """Every place is equally likely for everybody (chi-square, 35 degrees of freedom)."""
    cup = Host(cup_of()).cup
    players, draws = "abcdef", 3000
    places: Counter[tuple[int, str]] = Counter()
    for label in range(draws):
        places.update(enumerate(drawn(cup, str(label), players)))
    expected = draws / len(players)
    chi = sum((places[i, p] - expected) ** 2 / expected for i in range(6) for p in players)
    assert chi < 66.6  # one in a thousand


def test_the_same_label_draws_the_same() -> None:
    cup = Host(cup_of()).cup
    assert drawn(cup, "x", "abcdef") == drawn(cup, "x", "abcdef")
    assert drawn(cup, "x", "abcdefghij") != drawn(cup, "y", "abcdefghij")


def test_no_two_hands_have_the_same_cards() -> None:
    host = Host(competition(stage("fixed_hands", hands=3)), 9)
    host.start()
    seeds = set()
    for _ in range(2):
        seeds |= {deal_seed(host.cup, t) for t in host.cup.tables.values()}
        for number in (1, 2, 3):
            host.hand(number, (2, -1, -1))
    host.do(HandVoided(1, 3))
    seeds |= {deal_seed(host.cup, t) for t in host.cup.tables.values()}
    assert len(seeds) == 9
    assert all(len(seed) == 32 for seed in seeds)
