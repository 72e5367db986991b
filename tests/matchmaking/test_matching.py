"""Matching: three different people, by waiting time and level, not the same pair again."""

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from dizhu.matchmaking import Policy, Ticket, company, groups
from dizhu.matchmaking.matching import suits

NOW = 1_000_000

tickets = st.lists(
    st.builds(
        Ticket,
        player=st.integers(0, 40).map(str),
        since=st.integers(NOW - 30_000, NOW),
        level=st.integers(0, 20),
        met=st.frozensets(st.integers(0, 40).map(str), max_size=2),
        avoids=st.frozensets(st.integers(0, 40).map(str), max_size=2),
    ),
    max_size=60,
)


@given(tickets)
def test_nobody_sits_twice_and_everybody_suits(waiting: list[Ticket]) -> None:
    policy = Policy()
    seated = [t for group in groups(waiting, NOW, policy) for t in group]
    assert len({t.player for t in seated}) == len(seated)
    for one, two, three in groups(waiting, NOW, policy):
        assert suits(one, two, NOW, policy)
        assert suits(two, three, NOW, policy)
        assert suits(one, three, NOW, policy)


@given(tickets)
def test_where_everybody_suits_nobody_waits_who_could_play(waiting: list[Ticket]) -> None:
    anybody = Policy(spread=100, again_after_ms=0)
    people = len({t.player for t in waiting})
    amiable = [replace(t, avoids=frozenset()) for t in waiting]
    assert len(groups(amiable, NOW, anybody)) == people // 3


@given(tickets, st.randoms())
def test_the_order_of_arrival_at_the_function_does_not_matter(
    waiting: list[Ticket], rng: random.Random
) -> None:
    waiting = [Ticket(f"{i}", NOW - i * 997, t.level) for i, t in enumerate(waiting)]
    shuffled = list(waiting)
    rng.shuffle(shuffled)
    assert groups(shuffled, NOW) == groups(waiting, NOW)


def test_the_longest_waiting_comes_first_and_gets_his_equals() -> None:
    old = Ticket("old", NOW - 9000, 5)
    near = [Ticket("a", NOW - 10, 5), Ticket("b", NOW - 20, 6)]
    far = [Ticket("c", NOW - 100, 8), Ticket("d", NOW - 100, 2)]
    [group] = groups([*far, *near, old], NOW)
    assert {t.player for t in group} == {"old", "a", "b"}
    assert group[0] == old


def test_levels_far_apart_meet_only_after_waiting() -> None:
    poor, rich = Ticket("poor", NOW, 1), [Ticket("r1", NOW, 9), Ticket("r2", NOW, 9)]
    assert groups([poor, *rich], NOW) == []
    assert len(groups([poor, *rich], NOW + 8000)) == 1


def test_the_same_pair_does_not_meet_twice_in_a_row_while_others_wait() -> None:
    one = Ticket("one", NOW - 500, 3, frozenset({"two"}))
    two = Ticket("two", NOW - 400, 3, frozenset({"one"}))
    others = [Ticket(name, NOW, 3) for name in "abcd"]
    found = groups([one, two, *others], NOW)
    assert len(found) == 2
    assert not any({"one", "two"} <= {t.player for t in group} for group in found)


def test_the_same_pair_meets_again_when_nobody_else_has_come() -> None:
    one = Ticket("one", NOW, 3, frozenset({"two"}))
    two = Ticket("two", NOW, 3)
    third = Ticket("third", NOW, 3)
    assert groups([one, two, third], NOW) == []
    assert len(groups([one, two, third], NOW + 4000)) == 1


def test_who_avoids_somebody_never_meets_him_however_long_they_wait() -> None:
    ann, bob, cy, dan = (Ticket(name, NOW - 10**9) for name in ("ann", "bob", "cy", "dan"))
    blocking = Ticket("ann", NOW - 10**9, avoids=frozenset({"bob"}))
    assert groups([ann, bob, cy], NOW) != []
    assert groups([blocking, bob, cy], NOW) == []
    (group,) = groups([blocking, bob, cy, dan], NOW)
    assert not {"ann", "bob"} <= {t.player for t in group}
    assert company(blocking, [bob], NOW, Policy()) is None
    assert company(bob, [blocking], NOW, Policy()) is None
    assert company(blocking, [bob, cy], NOW, Policy()) == cy
