"""Cards and badges move like beans, and are none."""

import pytest

from dizhu.ledger.holdings import PLATINUM, Move, badge


def test_a_badge_has_a_name_of_its_own() -> None:
    assert badge("novice-champion") == "badge:novice-champion"


@pytest.mark.parametrize(
    ("debit", "credit", "what", "count"),
    [
        ("house:cups", "house:cups", PLATINUM, 1),
        ("house:cups", "player:a", "beans", 1),
        ("house:cups", "player:a", PLATINUM, 0),
        ("house:cups", "player:a", PLATINUM, -1),
        ("house:cups", "player:a", PLATINUM, True),
        ("", "player:a", PLATINUM, 1),
    ],
)
def test_what_makes_no_sense_is_refused(debit: str, credit: str, what: str, count: int) -> None:
    with pytest.raises(ValueError, match=r"move|hold"):
        Move("id", debit, credit, what, count, "cup_prize")
