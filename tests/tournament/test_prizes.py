"""The pool comes out even; prizes go by rank (R-CUP-1, G-CUP-5)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dizhu.app.cup_catalogue import load_catalogue
from dizhu.tournament.events import Award, Awarded
from dizhu.tournament.prizes import escrow, split
from dizhu.tournament.results import results
from dizhu.tournament.spec import Prize
from dizhu.tournament.view import view
from tests.tournament.kit import Entry, Host, Start, cup_of, first_wins

FULL = Start(mode="full", size=6)


def awarded(host: Host) -> Awarded:
    host.play_all(first_wins)
    (event,) = host.events_of(Awarded)
    assert isinstance(event, Awarded)
    return event


def test_shares_and_what_rounding_leaves() -> None:
    host = Host(
        cup_of(start=FULL, entry=Entry(35), prizes=(Prize(1, share=3), Prize(2, 3, share=1))), 6
    )
    event = awarded(host)
    assert [a.share for a in event.awards] == [126, 42, 42]
    assert event.kept == 0
    assert escrow(host.cup) == 210


def test_the_house_may_keep_a_part() -> None:
    host = Host(cup_of(start=FULL, entry=Entry(35), prizes=(Prize(1, share=1),), rake_percent=5), 6)
    event = awarded(host)
    assert event.kept == 10
    assert event.awards[0].share == 200
    assert view(host.cup, None, host.now).pool == 200


def test_prizes_of_the_house_cards_and_badges() -> None:
    prizes = (Prize(1, beans=5000, cards=3, badge="champion"), Prize(2, 3, cards=1))
    host = Host(cup_of(start=FULL, prizes=prizes), 6)
    event = awarded(host)
    first, second, third = host.ranks()[:3]
    assert event.awards == (
        Award(first, 1, False, 0, 5000, 3, "champion"),
        Award(second, 2, False, 0, 0, 1, ""),
        Award(third, 3, False, 0, 0, 1, ""),
    )
    top = results(host.cup)[0]
    assert (top.player, top.beans, top.cards, top.badge) == (first, 5000, 3, "champion")
    assert len(results(host.cup)) == 6


def test_shares_of_ranks_that_nobody_has_are_shared_by_the_others() -> None:
    prizes = (Prize(1, share=1), Prize(2, 100, share=1))
    host = Host(cup_of(start=FULL, entry=Entry(100), prizes=prizes), 6)
    event = awarded(host)
    assert [a.share for a in event.awards] == [100] * 6


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 40), st.integers(0, 20), st.integers(0, 50)),
        min_size=1,
        max_size=8,
    ),
    st.integers(0, 10**9),
    st.integers(1, 60),
)
def test_every_bean_goes_somewhere(
    table: list[tuple[int, int, int]], pool: int, ranks: int
) -> None:
    prizes = tuple(Prize(first, first + more, share=share) for first, more, share in table)
    shares = split(cup_of(prizes=prizes), pool, ranks)
    assert sum(shares.values()) in (0, pool)
    assert all(1 <= rank <= ranks for rank in shares)
    assert bool(shares) == any(p.share and p.first <= ranks for p in prizes)


@pytest.mark.parametrize(
    ("key", "cards"),
    [("novice", [1]), ("elite", [1]), ("master", [1]), ("platinum", [3, 2, 1])],
)
def test_platinum_cards(key: str, cards: list[int]) -> None:
    """G-CUP-5: rank 1 of a cup one card; 专享赛 three, two and one."""
    prizes = load_catalogue()[key].prizes
    by_rank = [sum(p.cards for p in prizes if p.covers(rank)) for rank in range(1, 60)]
    assert [c for c in by_rank if c] == cards


def test_entries_of_the_catalogue() -> None:
    """R-CUP-1: no fee, but one card for the 专享赛; 500 beans for the Swiss."""
    entries = {key: (c.entry.beans, c.entry.cards) for key, c in load_catalogue().items()}
    assert entries["novice"] == entries["elite"] == entries["master"] == (0, 0)
    assert entries["platinum"] == (0, 1)
    assert entries["swiss-500"] == (500, 0)
