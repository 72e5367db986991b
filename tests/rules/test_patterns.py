"""What a set of cards is: every pattern of section 6, and every fault seen elsewhere."""

import pytest

from dizhu.rules.cards import DECK, pick
from dizhu.rules.combos import SHAPES, Combo, Kind, lead_preference
from dizhu.rules.errors import RuleViolation
from dizhu.rules.notation import combo_text, parse_cards, parse_combo
from dizhu.rules.patterns import Patterns, patterns_for
from dizhu.rules.playing import choose_reading
from dizhu.rules.ruleset import Ruleset
from tests.rules.kit import packed, playing, rules


def readings(text: str, patterns: Patterns | None = None) -> set[str]:
    return {combo_text(r) for r in (patterns or patterns_for(rules())).readings(packed(text))}


def reading(text: str, patterns: Patterns | None = None) -> str | None:
    """The reading of a lead, None for no combo."""
    found = (patterns or patterns_for(rules())).readings(packed(text))
    return combo_text(max(found, key=lead_preference)) if found else None


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("BJ RJ", "rocket RJ"),
        ("RJ BJ", "rocket RJ"),
        ("7777", "bomb 7"),
        ("3", "solo 3"),
        ("BJ", "solo BJ"),
        ("RJ", "solo RJ"),
        ("44", "pair 4"),
        ("888", "trio 8"),
        ("3336", "trio_with_solo 3"),
        ("44499", "trio_with_pair 4"),
        ("45678", "solo_chainx5 8"),
        ("78910JQK", "solo_chainx7 K"),
        ("345678910JQKA", "solo_chainx12 A"),
        ("334455", "pair_chainx3 5"),
        ("7788991010JJ", "pair_chainx5 J"),
        ("33445566778899 1010 JJQQ", "pair_chainx10 Q"),
        ("333444", "airplanex2 4"),
        ("555666777888", "airplanex4 8"),
        ("333444555666777888", "airplanex6 8"),
        ("44455579", "airplane_with_solosx2 5"),
        ("3334445557799JJ", "airplane_with_pairsx3 5"),
        ("333444555666777 89JQK", "airplane_with_solosx5 7"),
        ("333444555666 7788991010", "airplane_with_pairsx4 6"),
        ("555538", "quad_with_solos 5"),
        ("44445577", "quad_with_pairs 4"),
    ],
)
def test_the_table(cards: str, expected: str) -> None:
    """R-PAT-1: the patterns with the sources' own examples, longest and shortest (G-PAT-8)."""
    assert reading(cards) == expected


@pytest.mark.parametrize(
    "cards",
    [
        "",
        "34",
        "3 BJ",
        "3344",
        "3456",
        "444555 7",
        "44455 77 9",
        "333 BJ RJ",
        "3333 4",
        "55553377 9",
    ],
)
def test_nothing(cards: str) -> None:
    """R-PAT-1, G-PAT-2: what no pattern allows; four with a solo and a pair never."""
    assert reading(cards) is None


@pytest.mark.parametrize("name", ["qq-classic", "qq-laizi", "qq-menzhua", "jj-happy", "jj-match"])
def test_presets_share_the_patterns(name: str) -> None:
    """Section 16: every preset has the switches on, but for a wing of a body's rank (G-PAT-6)."""
    patterns = patterns_for(rules(name))
    assert reading("555533", patterns) == "quad_with_solos 5"
    assert reading("33344455", patterns) == "airplane_with_solosx2 4"
    assert reading("33334444", patterns) == "quad_with_pairs 4"
    assert reading("3333 BJ RJ", patterns) == "quad_with_solos 3"
    assert reading("33334445", patterns) is None


SWITCHES: list[tuple[str, str, str, str | None, str | None]] = [
    # what, switch, cards, reading with the switch on, reading with it off
    ("G-PAT-1", "quad_pair_as_solos", "555533", "quad_with_solos 5", None),
    ("G-PAT-3", "repeat_solo_wings", "33344455", "airplane_with_solosx2 4", None),
    ("G-PAT-3", "repeat_solo_wings", "333444555777", "airplane_with_solosx3 5", None),
    ("G-PAT-3", "repeat_solo_wings", "3334445556667777", "airplane_with_solosx4 6", None),
    ("G-PAT-4", "repeat_pair_wings", "33334444", "quad_with_pairs 4", None),
    ("G-PAT-4", "repeat_pair_wings", "3334445555", "airplane_with_pairsx2 4", None),
    ("G-PAT-5", "both_jokers_as_kickers", "3333 BJ RJ", "quad_with_solos 3", None),
    ("G-PAT-5", "both_jokers_as_kickers", "333444 BJ RJ", "airplane_with_solosx2 4", None),
    ("G-PAT-6", "wing_same_rank_as_body", "33334445", "airplane_with_solosx2 4", None),
]


@pytest.mark.parametrize(("rule", "switch", "cards", "on", "off"), SWITCHES)
def test_each_switch_alone(
    rule: str, switch: str, cards: str, on: str | None, off: str | None
) -> None:
    """G-PAT-1, G-PAT-3, G-PAT-4, G-PAT-5, G-PAT-6: on and off, the others as they are."""
    assert reading(cards, patterns_for(rules(**{switch: True}))) == on, rule
    assert reading(cards, patterns_for(rules(**{switch: False}))) == off, rule


@pytest.mark.parametrize("cards", sorted({row[2] for row in SWITCHES}))
def test_strict_is_one_line(cards: str) -> None:
    """Section 6: the preset `strict` has all five switches off."""
    assert reading(cards, patterns_for(rules("qq-laizi").strict())) is None
    assert isinstance(rules("jj-happy").strict(), Ruleset)
    assert rules("jj-happy").strict().name == "jj-happy-strict"


def test_trio_with_its_own_rank_is_a_bomb() -> None:
    """G-PAT-6: 333+3 is a bomb, whatever the switch says."""
    assert readings("3333") == {"bomb 3"}
    wide = patterns_for(rules(wing_same_rank_as_body=True))
    assert readings("3333", wide) == {"bomb 3", "trio_with_solo 3"}
    assert reading("3333", wide) == "bomb 3"


@pytest.mark.parametrize(
    ("fault", "cards", "expected"),
    [
        ("F1", "34445555", None),
        ("F1", "33334444", "quad_with_pairs 4"),
        ("F1", "555666777888", "airplanex4 8"),
        ("F2", "33344455", "airplane_with_solosx2 4"),
        ("F2", "333344", "quad_with_solos 3"),
        ("F4", "666777 BJ RJ", "airplane_with_solosx2 7"),
        ("F5", "7777 BJ RJ", "quad_with_solos 7"),
        ("F7", "33355566", None),
        ("F7", "33377744", None),
        ("F7", "AAA22233", None),
        ("F13", "A2345", None),
        ("F13", "23456", None),
        ("F13", "10JQKA2", None),
        ("F13", "AA2233", None),
        ("F13", "KKAA22", None),
        ("F13", "AAA222", None),
        ("F13", "222333", None),
        ("F13", "AAA22234", None),
        ("F13", "QKA BJ RJ", None),
        ("F13", "22233", "trio_with_pair 2"),
        ("F13", "33322", "trio_with_pair 3"),
        ("F13", "2223", "trio_with_solo 2"),
        ("F14", "888", "trio 8"),
        ("F14", "88833", "trio_with_pair 8"),
        ("F14", "", None),
        ("F16", "333444555777", "airplane_with_solosx3 5"),
        ("F17", "333444555666", "airplanex4 6"),
        ("F19", "3334445678", None),
        ("F19", "AAA222 3", None),
        ("F19", "AAA222 345", None),
        ("F19", "AAA222 3456", None),
        ("F20", "333344", "quad_with_solos 3"),
        ("F20", "3333 BJ RJ", "quad_with_solos 3"),
        ("F22", "34567678910", None),
        ("F23", "BJ", "solo BJ"),
        ("F23", "RJ", "solo RJ"),
    ],
)
def test_faults_elsewhere(fault: str, cards: str, expected: str | None) -> None:
    """One stable answer to each, never an exception."""
    assert reading(cards) == expected, fault


@pytest.mark.parametrize(
    "cards",
    [
        "10",
        "1010",
        "101010",
        "10101010",
        "1010103",
        "10101033",
        "678910",
        "10JQKA",
        "8899 1010",
        "1010 JJQQ",
        "999101010",
        "101010JJJ",
        "101010JJJ34",
        "99910101033 44",
        "1010101034",
        "101010103344",
        "333410",
        "3331010",
        "33441010",
    ],
)
def test_every_type_on_ten(cards: str) -> None:
    """F10: a rank of two characters, in the body and as a kicker, run together or apart."""
    expected = reading(cards)
    apart = " ".join(cards.replace("10", " 10 ").split())
    spaced = " ".join(" ".join(w) if w != "10" else w for w in apart.split())
    assert reading(spaced) == expected
    if cards not in ("333410", "33441010"):
        assert expected is not None


def test_ten_by_name() -> None:
    """F10: through the actions' text, too."""
    assert parse_cards("D10 C10 H10 S3") == (28, 29, 30, 3)
    game = playing("101010 3")
    game.do("0 play D10 C10 H10 D3")
    assert combo_text(game.state.played[-1].combo) == "trio_with_solo 10"


def test_lead_prefers() -> None:
    """G-PAT-7: rocket or bomb first, then fewest attached, then the highest body."""
    assert readings("333444555666") == {
        "airplanex4 6",
        *(f"airplane_with_solosx3 {t}" for t in "56"),
    }
    assert reading("333444555666") == "airplanex4 6"
    assert readings("33334444") == {"quad_with_pairs 3", "quad_with_pairs 4"}
    assert reading("33334444") == "quad_with_pairs 4"
    wide = patterns_for(rules(wing_same_rank_as_body=True))
    assert reading("3333", wide) == "bomb 3"


@pytest.mark.parametrize(
    ("to_beat", "cards", "expected"),
    [
        ("airplane_with_solosx3 5", "444555666777", "airplane_with_solosx3 7"),
        ("airplane_with_solosx3 5", "333444555666", "airplane_with_solosx3 6"),
        ("airplane_with_solosx3 6", "444555666333", None),
        ("airplanex4 6", "444555666777", "airplanex4 7"),
        ("quad_with_pairs 3", "44445555", "quad_with_pairs 5"),
        ("quad_with_pairs 4", "33335555", "quad_with_pairs 5"),
    ],
)
def test_follow_prefers(to_beat: str, cards: str, expected: str | None) -> None:
    """G-PAT-7, F17: among the readings that beat, the one with the highest body."""
    if expected is None:
        with pytest.raises(RuleViolation, match="does_not_beat"):
            choose(cards, parse_combo(to_beat))
    else:
        assert combo_text(choose(cards, parse_combo(to_beat))) == expected


def choose(ranks: str, to_beat: Combo) -> Combo:
    cards = pick(DECK, packed(ranks))
    return choose_reading(patterns_for(rules()), cards, to_beat, None)


def test_declared_readings() -> None:
    """G-PAT-7: the reading a player declares counts; an impossible one is an error."""
    game = playing("333444555666")
    assert game.refused("0 play D3 C3 as pair 4") == "impossible_reading"
    assert game.refused("0 play D3 C3 as bomb 3") == "impossible_reading"
    cards = "D3 C3 H3 D4 C4 H4 D5 C5 H5 D6 C6 H6"
    assert game.refused(f"0 play {cards} as airplane_with_solosx4 6") == "impossible_reading"
    game.do(f"0 play {cards} as airplane_with_solosx3 5")
    assert combo_text(game.state.played[-1].combo) == "airplane_with_solosx3 5"


def test_a_kicker_may_be_a_joker_or_a_two() -> None:
    """G-PAT-9."""
    assert reading("333 BJ") == "trio_with_solo 3"
    assert reading("33322") == "trio_with_pair 3"
    assert reading("333444 2 RJ") == "airplane_with_solosx2 4"
    assert reading("3333 2 BJ") == "quad_with_solos 3"


def test_every_kind_is_a_shape() -> None:
    """The table of shapes has every pattern but the rocket, in the table's order."""
    assert [s.kind for s in SHAPES] == [k for k in Kind if k is not Kind.ROCKET]


def test_sizes_do_not_pass_a_hand() -> None:
    """G-PAT-8: lengths are those of the table; 20 cards are the most a hand holds."""
    longest = {s.kind: s.max_length for s in SHAPES if s.max_length > 1}
    assert longest == {
        Kind.SOLO_CHAIN: 12,
        Kind.PAIR_CHAIN: 10,
        Kind.AIRPLANE: 6,
        Kind.AIRPLANE_WITH_SOLOS: 5,
        Kind.AIRPLANE_WITH_PAIRS: 4,
    }
    assert all(s.size(s.max_length) <= 20 for s in SHAPES)
