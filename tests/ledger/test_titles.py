"""Titles (section 14)."""

import pytest

from dizhu.ledger.titles import TITLES, level_of, promoted, title_of


@pytest.mark.parametrize(("level", "row"), list(enumerate(TITLES)))
def test_a_title_begins_at_its_threshold(level: int, row: tuple[int, str]) -> None:
    """The highest threshold not above the beans."""
    least, name = row
    assert title_of(least) == name
    assert level_of(least) == level
    if level:
        assert title_of(least - 1) == TITLES[level - 1][1]


def test_there_are_21_titles_and_they_grow() -> None:
    """Section 14 from 短工 to 丞相."""
    assert len(TITLES) == 21
    assert sorted(TITLES) == list(TITLES)


def test_promotion_is_a_higher_title() -> None:
    """Up only."""
    assert promoted(99, 100)
    assert not promoted(100, 199)
    assert not promoted(200, 100)
