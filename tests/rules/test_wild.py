"""Wild cards by hand (section 8)."""

import pytest

from dizhu.rules.actions import Declaration
from dizhu.rules.combos import Kind, lead_preference
from dizhu.rules.events import LandlordFixed, WildDrawn
from dizhu.rules.notation import combo_text, parse_combo, parse_ranks
from dizhu.rules.patterns import WildPatterns, patterns_for
from dizhu.rules.state import Phase
from tests.rules.kit import Game, deal_with, landlord_of, packed, playing, rules


def readings(cards: str, wild: str, **options: bool | str) -> set[str]:
    patterns = patterns_for(rules("qq-laizi", **options), parse_ranks(wild)[0])
    return {combo_text(r) for r in patterns.readings(packed(cards))}


def reading(cards: str, wild: str, **options: bool | str) -> str | None:
    """The reading of a lead (G-PAT-7, G-WILD-5)."""
    patterns = patterns_for(rules("qq-laizi", **options), parse_ranks(wild)[0])
    found = patterns.readings(packed(cards))
    return combo_text(max(found, key=lead_preference)) if found else None


@pytest.mark.parametrize(
    ("rule", "cards", "wild", "expected"),
    [
        # Played alone they are only themselves; not 33 either (F38).
        ("R-WILD-3", "7", "7", "solo 7"),
        ("R-WILD-3", "77", "7", "pair 7"),
        ("R-WILD-3", "777", "7", "trio 7"),
        ("R-WILD-5", "7777", "7", "pure bomb 7"),
        ("R-WILD-4", "445567", "7", "pair_chainx3 6"),
        ("R-WILD-5", "3335", "5", "soft bomb 3"),
        ("R-WILD-5", "7755", "5", "soft bomb 7"),
        ("R-WILD-5", "3555", "5", "soft bomb 3"),
        ("R-WILD-5", "7777", "6", "bomb 7"),
        ("R-WILD-2", "37", "7", "pair 3"),
        ("R-WILD-2", "337", "7", "trio 3"),
        ("R-WILD-2", "356 77", "7", "solo_chainx5 7"),
        ("R-WILD-2", "33445 7", "7", "pair_chainx3 5"),
        ("R-WILD-2", "33344 7", "7", "airplanex2 4"),
        ("R-WILD-2", "333444 5 7", "7", "airplane_with_solosx2 4"),
        ("R-WILD-2", "33344 5566 7", "7", "airplane_with_pairsx2 4"),
        # As themselves among others.
        ("R-WILD-2", "56789", "7", "solo_chainx5 9"),
        ("R-WILD-2", "33377", "7", "trio_with_pair 3"),
        # In chains up to the ace only; wings and kickers; never a joker.
        ("G-WILD-3", "10JQK7", "7", "solo_chainx5 A"),
        ("G-WILD-3", "JQKA7", "7", "solo_chainx5 A"),
        ("G-WILD-3", "QKA27", "7", None),
        ("G-WILD-3", "KKAA27", "7", None),
        ("G-WILD-3", "BJ 7", "7", None),
        ("G-WILD-3", "RJ 7", "7", None),
        ("G-WILD-3", "333 BJ 7", "7", None),
        # Wilds with nothing but jokers keep their rank.
        ("G-WILD-6", "777 BJ", "7", "trio_with_solo 7"),
        ("G-WILD-6", "7777 BJ RJ", "7", "quad_with_solos 7"),
        ("G-WILD-6", "77 BJ", "7", None),
        # A group of nothing but wilds inside a larger play.
        ("G-WILD-4", "77799", "7", "trio_with_pair 2"),
    ],
)
def test_readings(rule: str, cards: str, wild: str, expected: str | None) -> None:
    """R-WILD-2..5, G-WILD-3, 4, 6."""
    assert reading(cards, wild) == expected, rule


def test_a_group_of_wilds_may_have_any_rank() -> None:
    """G-WILD-4: 777+99 with wild 7 may be 222+99; or, narrow, 777+99 or 999+77 only."""
    wide = readings("77799", "7")
    assert {
        f"trio_with_pair {r}"
        for r in ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
    } <= wide
    assert readings("77799", "7", wild_group_natural=True) == {
        "trio_with_pair 7",
        "trio_with_pair 9",
    }


@pytest.mark.parametrize(
    ("cards", "wide", "narrow"),
    [
        ("99977", "trio_with_pair 9", "trio_with_pair 9"),
        ("44477755", "airplane_with_solosx2 5", "airplane_with_solosx2 5"),
        ("444 777 8 9", "airplane_with_solosx2 5", "quad_with_pairs 4"),
        ("666 777 8 9", "airplane_with_solosx2 7", "airplane_with_solosx2 7"),
    ],
)
def test_groups_of_wilds(cards: str, wide: str, narrow: str | None) -> None:
    """G-WILD-4: 444777 may be 444555; by its natural rank 7 it only continues 666."""
    assert reading(cards, "7") == wide
    assert reading(cards, "7", wild_group_natural=True) == narrow


def test_several_readings() -> None:
    """F43, G-WILD-5: the bomb first, then G-PAT-7; following, the highest body."""
    assert readings("3337", "7") == {
        "soft bomb 3",
        "trio_with_solo 3",
    }
    assert reading("3337", "7") == "soft bomb 3"
    assert readings("3344 7", "7") == {"trio_with_pair 3", "trio_with_pair 4"}
    assert reading("3344 7", "7") == "trio_with_pair 4"
    assert reading("4567", "7") is None
    assert readings("45677", "7") == {"solo_chainx5 7", "solo_chainx5 8"}


def test_the_reading_used_is_stored() -> None:
    """F41, G-WILD-5: the reading declared, or chosen for the player, stands on the table."""
    game = playing("4567 3", wild="7", ruleset="qq-laizi")
    assert game.plays(0, "34567", Declaration(Kind.SOLO_CHAIN, 4)) is parse_combo("solo_chainx5 7")
    game = playing("456 77", wild="7", ruleset="qq-laizi")
    wanted = Declaration(Kind.SOLO_CHAIN, 4)
    assert combo_text(game.plays(0, "45677", wanted)) == "solo_chainx5 7"
    assert combo_text(game.state.played[-1].combo) == "solo_chainx5 7"
    game = playing("456 77", wild="7", ruleset="qq-laizi")
    assert combo_text(game.plays(0, "45677")) == "solo_chainx5 8"


def test_a_wild_turns_a_follow_into_a_bomb() -> None:
    """G-PAT-7: following, a bomb reading comes first; a declaration keeps the trio with a solo."""
    hands = ("3334", "5557")
    game = playing(*hands, wild="7", ruleset="qq-laizi")
    game.plays(0, "3334", Declaration(Kind.TRIO_WITH_SOLO, 0))
    assert combo_text(game.plays(1, "5557")) == "soft bomb 5"
    game = playing(*hands, wild="7", ruleset="qq-laizi")
    game.plays(0, "3334", Declaration(Kind.TRIO_WITH_SOLO, 0))
    assert combo_text(game.plays(1, "5557", Declaration(Kind.TRIO_WITH_SOLO, 2))) == (
        "trio_with_solo 5"
    )


def test_drawn_when_the_landlord_is_fixed() -> None:
    """R-WILD-1, G-WILD-2: after the bottom is revealed, before show and doubling, told to all."""
    game = Game("qq-laizi").dealt(deal_with(wild=4))
    game.do("0 call; 1 pass")
    before = game.state
    game.do("2 pass")
    assert (before.wild, game.state.wild) == (None, 4)
    assert isinstance(game.events[-2], LandlordFixed)
    assert game.events[-1] == WildDrawn(4)
    assert game.state.phase is Phase.DOUBLE


def test_no_wild_without_the_option() -> None:
    game = landlord_of(Game().dealt(deal_with()), 0)
    assert game.state.wild is None
    assert not isinstance(patterns_for(game.state.ruleset, game.state.wild), WildPatterns)


@pytest.mark.parametrize(
    ("led", "answer", "beaten"),
    [
        ("7777", "3333", False),  # F40: pure over hard
        ("3333", "7777", True),
        ("8887", "3333", True),  # hard over soft, whatever the ranks
        ("3333", "8887", False),
        ("8887", "9977", True),  # soft over soft by rank
        ("9977", "8887", False),
    ],
)
def test_bombs_over_bombs(led: str, answer: str, beaten: bool) -> None:
    """G-WILD-1, F40: at the table with wild 7."""
    wild_taken = "7" * max(0, 4 - led.count("7") - answer.count("7"))
    game = playing(led, answer, wild_taken, wild="7", ruleset="qq-laizi")
    game.plays(0, led)
    assert game.refuses(1, answer) == (None if beaten else "does_not_beat")


def test_five_and_nine_wild() -> None:
    """F43: of wilds alone nothing can be built but themselves; jokers help to nothing."""
    assert readings("55", "5") == {"pair 5"}
    assert readings("555 RJ", "5") == {"trio_with_solo 5"}
    assert readings("5 BJ RJ", "5") == set()
