"""Whole hands as text, both ways; and the golden hands."""

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from dizhu.ledger import settle
from dizhu.rules.errors import NotationError
from dizhu.rules.record import Record, option_text, write
from dizhu.rules.record_reader import read
from dizhu.rules.ruleset import PRESETS, Ruleset, Stakes
from dizhu.rules.scoring import factors
from dizhu.rules.state import HandState, Phase
from tests.rules.kit import PRESET_NAMES, Game, deal_with, random_game, random_step, rules

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.txt"))

UNUSUAL: dict[str, tuple[str, dict[str, Any]]] = {
    "every kind of value": (
        "qq-classic",
        {
            "max_redeals": 2,
            "show_start": None,
            "show_deal_table": ((5, 9), (11, 4), (17, 2)),
            "bottom_factors": (("flush", 3), ("one_joker", 7)),
            "tasks": ("two_bombs", "rocket"),
            "winner_cap": "none",
            "escape": False,
            "max_multiplier": 64,
        },
    ),
    "one task, no table": ("qq-laizi", {"tasks": ("rocket",), "show_deal_table": ()}),
    "no bottom factors": ("jj-happy", {"bottom_factors": (), "forced_score": -3}),
    "another name": ("qq-menzhua", {"name": "our own 闷抓", "raise_scope": "per_peasant"}),
    "strict": ("jj-match", {"name": "jj-match-strict", "repeat_solo_wings": False}),
}


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_round_trip(name: str) -> None:
    """Random hands of every ruleset: what is read is what was written, and so is its text."""
    rng = random.Random(name)
    for n in range(15):
        game = random_game(rng, rules(name))
        same_again(game.record(), game.state)
        part = Game(name, Stakes(7, 3, 2, 5, None, 9) if n % 2 else None)
        for _ in range(rng.randint(0, 40)):
            if not part.state.over:
                part.step(random_step(rng, part.state))
        same_again(part.record(), part.state)


@pytest.mark.parametrize("case", UNUSUAL)
def test_round_trip_of_options(case: str) -> None:
    name, options = UNUSUAL[case]
    game = random_game(random.Random(case), rules(name, **options))
    same_again(game.record(), game.state)


def same_again(record: Record, state: HandState) -> None:
    text = write(record)
    again = read(text)
    assert again == record
    assert write(again) == text
    assert again.final() == state
    assert sum(1 for _ in again.states()) == len(record.steps) + 1


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (False, "false"),
        (None, "none"),
        (5, "5"),
        ("pair", "pair"),
        ((), "empty"),
        (((8, 4), (17, 3)), "8:4,17:3"),
        ((("flush", 3),), "flush:3"),
        (("rocket",), "rocket"),
    ],
)
def test_options_as_words(value: object, text: str) -> None:
    assert option_text(value) == text


# --- errors name the line -----------------------------------------------------------------------

GOOD = write(Game().dealt(deal_with()).do("0 call; 1 pass; 2 pass; 0 double").record())
LINES = GOOD.splitlines()


def broken(line: int, text: str) -> str:
    """The good record with one line changed."""
    return "\n".join([*LINES[: line - 1], text, *LINES[line:]])


def line_of(start: str) -> int:
    return next(n for n, line in enumerate(LINES, 1) if line.startswith(start))


@pytest.mark.parametrize(
    ("start", "text", "message"),
    [
        ("dizhu", "dizhu hand 2", "a hand begins with"),
        ("ruleset", "rules qq-classic", "here should stand 'ruleset'"),
        ("ruleset", "ruleset", "name: must have"),
        ("ruleset", "ruleset qq-classic\noption fun yes", "no option 'fun'"),
        ("ruleset", "ruleset qq-classic\noption doubling maybe", "doubling: must be true"),
        ("ruleset", "ruleset qq-classic\noption seconds_rob x", "invalid literal"),
        ("ruleset", "ruleset qq-classic\noption seconds_rob 0", "seconds_rob: must be a whole"),
        ("stakes", "stakes N=0", "coefficient: must be a whole"),
        ("stakes", "stakes M=1", "no stake 'M'"),
        ("stakes", "stakes N=x", "invalid literal"),
        ("beans", "beans 1 2", "not enough values"),
        ("beans", "beans 1 2 three", "invalid literal"),
        ("0 ready", "3 ready", "a step is a deal"),
        ("0 ready", "0 fly", "no action 'fly'"),
        ("0 ready", "0 call", "refused: wrong_phase"),
        ("deal first", "deal", "invalid literal"),
        ("deal first", "deal first=0 second=1", "a deal has no 'second'"),
        ("deal first", "deal first=3", "refused: a deal has three hands"),
        ("deal first", "deal first=0 wild=7", "refused: the wild rank"),
        ("deal first", "deal first=0 task=rocket", "refused: the ruleset has no task"),
        ("1:", "1: H3 H4", "refused: a deal has three hands"),
        ("1:", "2: H3 H4", "here should stand '1:'"),
        ("1:", "1: H3 H3", "a card stands twice"),
        ("bottom:", "bottom: X", "no card 'X'"),
        ("deal ended", "step 18", "a step deals up to 1..17"),
        ("deal ended", "step 0", "a step deals up to 1..17"),
        ("0 call", "0 rob", "refused: wrong_phase"),
        ("1 pass", "2 pass", "refused: not_your_turn"),
        ("0 double", "0 double\n0 double", "refused: not_allowed"),
        ("0 double", "0 double\nend out landlord x1", "the hand ends with"),
    ],
)
def test_errors_name_the_line(start: str, text: str, message: str) -> None:
    number = line_of(start)
    wrong = number + ("\n" in text)
    if start.startswith("deal first") and "refused" in message:
        wrong = number + 4  # a deal is read as a whole
    if start == "1:" and "refused" in message:
        wrong = number + 2
    with pytest.raises(NotationError, match=message) as caught:
        read(broken(number, text))
    assert str(caught.value).startswith(f"line {wrong}: ")


@pytest.mark.parametrize("cut", range(6))
def test_a_record_cut_short(cut: int) -> None:
    """Every beginning is a record or an error, never an exception of another kind."""
    text = "\n".join(LINES[:cut])
    if cut >= 4:
        assert read(text).steps == () or cut > 4
    else:
        with pytest.raises(NotationError, match="line"):
            read(text)


def test_noise_is_refused() -> None:
    """Lines in random order, characters lost: a NotationError or a record."""
    rng = random.Random(8)
    for _ in range(300):
        lines = list(LINES)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(lines))
            if rng.random() < 0.5:
                lines.insert(rng.randrange(len(lines)), lines.pop(at))
            else:
                where = rng.randint(0, len(lines[at]))
                lines[at] = lines[at][:where] + lines[at][where + 1 :]
        with suppress(NotationError):
            read("\n".join(lines))


def test_comments_and_empty_lines() -> None:
    text = "# a comment\n\n" + "\n\n# more\n".join(LINES)
    assert write(read(text)) == GOOD


# --- golden hands -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOLDEN, ids=lambda p: p.stem)
def test_golden(path: Path) -> None:
    """Read and written again without a byte's difference, comments at the top apart."""
    text = path.read_text(encoding="utf-8")
    comments = "".join(line for line in text.splitlines(True) if line.startswith("#"))
    assert text.startswith(comments)
    assert text == comments + write(read(text))
    assert read(text).final().over


def test_two_golden_hands_for_every_ruleset() -> None:
    played: dict[str, int] = dict.fromkeys(PRESETS, 0)
    for path in GOLDEN:
        played[read(path.read_text(encoding="utf-8")).ruleset.name] += 1
    assert min(played.values()) >= 2


def test_golden_hands_show_much() -> None:
    """Together they have every factor, every phase, and every end."""
    ends, parts, events = set(), set(), set()
    for path in GOLDEN:
        record = read(path.read_text(encoding="utf-8"))
        state = record.final()
        ends.add(state.end)
        parts |= {n for n, v in vars_of(factors(state)).items() if v > 1}
        events |= {s.phase.code for s in record.states()}
    assert ends == {"out", "escape", "forced"}
    assert parts >= {"show", "robs", "blind", "raises", "bottom", "bombs", "rocket", "spring"}
    assert events >= {"start", "deal", "call", "rob", "raise", "double", "play", "over"}
    assert isinstance(Ruleset(), Ruleset)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda p: p.stem)
def test_golden_hands_are_settled(path: Path) -> None:
    """R-SET-1, R-SET-3: nothing comes from nowhere but a forced score, nobody falls below 0."""
    state = read(path.read_text(encoding="utf-8")).final()
    settled = settle(state)
    assert settled.end == state.end
    if settled.end != "forced":
        assert sum(settled.delta) + settled.system == 0
    if state.ruleset.loser_cap != "none":
        assert min(settled.after) >= 0


@pytest.mark.parametrize(("beans", "gain"), [(100_000, 9_950), (3_000, 5_950), (100, 150)])
def test_a_winner_gets_by_what_he_carries(beans: int, gain: int) -> None:
    """R-SET-4, G-SET-2: at most his own beans from each opponent, less the fee of 50."""
    state = Game(beans=(beans, 100_000, 100_000)).do("0 show start").dealt(deal_with()).state
    won = state.changed(phase=Phase.OVER, landlord=0, out=0, plays=(5, 1, 1))
    assert settle(won).delta[0] == gain


def vars_of(value: object) -> dict[str, int]:
    return {name: getattr(value, name) for name in value.__dataclass_fields__}  # type: ignore[attr-defined]
