"""The parts of the rule bot: splits, odds, endgames, chance."""

import random
from dataclasses import replace

import pytest

from dizhu.bots import BOTS
from dizhu.bots.chance import Chance
from dizhu.bots.endgame import BUDGET, Search, winning
from dizhu.bots.mind import Mind
from dizhu.bots.odds import Odds
from dizhu.bots.position import Position, hidden_count, position_of
from dizhu.rules.actions import SEATS
from dizhu.rules.cards import DECK, Packed, pack, pack_ranks, size
from dizhu.rules.combos import SHAPE_OF, Kind, combo
from dizhu.rules.notation import parse_ranks
from dizhu.rules.patterns import patterns_for
from dizhu.rules.ruleset import Ruleset
from dizhu.rules.view import observe
from tests.bots.driver import play_hand
from tests.bots.positions import seen_by, state_of

PATTERNS = patterns_for(Ruleset())


def packed(text: str) -> Packed:
    return pack_ranks(parse_ranks(text))


def mind_of(*hands: str, **options: object) -> Mind:
    state = state_of(*hands, **options)  # type: ignore[arg-type]
    return Mind(position_of(seen_by(state)))


def groups(mind: Mind) -> list[tuple[Kind, int]]:
    return sorted((g.kind, g.length) for g in mind.splitter.groups(mind.position.hand))


# --- splits -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("34567", [(Kind.SOLO_CHAIN, 5)]),
        ("334455", [(Kind.PAIR_CHAIN, 3)]),
        ("333444", [(Kind.AIRPLANE, 2)]),
        ("7777", [(Kind.BOMB, 1)]),
        ("BJRJ", [(Kind.ROCKET, 1)]),
        ("345677", [(Kind.SOLO, 1), (Kind.SOLO_CHAIN, 5)]),
        ("3334", [(Kind.SOLO, 1), (Kind.TRIO, 1)]),
    ],
)
def test_the_obvious_split(hand: str, expected: list[tuple[Kind, int]]) -> None:
    assert groups(mind_of(hand, "22AAKK", "QQJJ109")) == expected


def test_wild_cards_are_used() -> None:
    assert groups(mind_of("34568", "22AAKK", "QQJJ109", wild="8")) == [(Kind.SOLO_CHAIN, 5)]
    assert groups(mind_of("5557", "22AAKK", "QQJJ109", wild="7")) == [(Kind.BOMB, 1)]


@pytest.mark.parametrize("wild", [None, 4])
def test_a_split_uses_every_card_once(wild: int | None) -> None:
    rng = random.Random(1)
    for _ in range(150):
        deck = list(DECK)
        rng.shuffle(deck)
        position = _position(pack(deck[:20]), pack(deck[20:]), wild)
        splitter = Mind(position).splitter
        cards = [splitter.cards(g.key) for g in splitter.groups(position.hand)]
        assert sum(cards) == position.hand
        for group in splitter.groups(position.hand):
            expected = 2 if group.kind is Kind.ROCKET else SHAPE_OF[group.kind].size(group.length)
            assert size(splitter.cards(group.key)) == expected


def _position(hand: Packed, unseen: Packed, wild: int | None = None) -> Position:
    rules = Ruleset() if wild is None else Ruleset(wild_enabled=True)
    return Position(
        me=0,
        landlord=0,
        hand=hand,
        counts=(20, 17, 17),
        sure=(hand, 0, 0),
        open=(True, False, False),
        unseen=unseen,
        to_beat=None,
        holder=None,
        patterns=patterns_for(rules, wild),
        wild=wild,
    )


# --- what is known ------------------------------------------------------------------------------


def test_the_odds_are_those_of_dealt_hands() -> None:
    """Within a tenth of what happens when the unseen cards are dealt a thousand times."""
    rng = random.Random(3)
    deck = list(DECK)
    rng.shuffle(deck)
    odds = Odds(_position(pack(deck[:20]), pack(deck[20:])), (1, 2))
    plays = [combo(Kind.PAIR, 9), combo(Kind.TRIO, 5), combo(Kind.PAIR_CHAIN, 5, 3)]
    beaten = dict.fromkeys(plays, 0)
    for _ in range(1000):
        rest = deck[20:]
        rng.shuffle(rest)
        hands = (pack(rest[:17]), pack(rest[17:]))
        for play in plays:
            follows = [m for h in hands for m in PATTERNS.follows(h, play)]
            beaten[play] += any(m.combo.kind is play.kind for m in follows)
    for play in plays:
        assert odds.beaten(play) == pytest.approx(beaten[play] / 1000, abs=0.1)


def test_what_nobody_can_hold_beats_nothing() -> None:
    mind = mind_of("2 A 3", "K Q", "J 10 9")
    assert mind.odds.beaten(combo(Kind.SOLO, 12)) == 0
    assert mind.odds.beaten(combo(Kind.SOLO, 11)) == 0
    assert mind.odds.beaten(combo(Kind.SOLO, 0)) == 1
    assert mind.odds.beaten(combo(Kind.PAIR, 0)) == 0


def test_the_bottom_is_known_to_be_the_landlord_s() -> None:
    """A peasant counts what is left of the bottom into the landlord's hand, and the card counting
    always comes out even.
    """

    def watch(seen: object, _action: object) -> None:
        from dizhu.rules.view import Observation

        assert isinstance(seen, Observation)
        if seen.phase != "play":
            return
        position = position_of(seen)
        hidden = sum(hidden_count(position, s) for s in SEATS)
        assert hidden == size(position.unseen)
        assert min(hidden_count(position, s) for s in SEATS) >= 0

    for number in range(8):
        play_hand("qq-classic", [BOTS["rule"](s) for s in SEATS], 60 + number, watch)


def test_a_position_without_history_is_no_error() -> None:
    from dizhu.rules.view import without_history

    seen = without_history(observe(state_of("345", "22", "AA"), 0))
    assert BOTS["rule"](0).act(seen) is not None


# --- endgames -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "wins"),
    [
        (("3 2", "44 K", "55 A"), True),
        (("3 4", "5", "6 7"), False),
        (("33 4", "55 6", "KK 7"), False),
        (("3 AA", "KK 5", "QQ 6"), True),
        (("3334 5", "4446 7", "66 8"), False),
        (("33344456", "3456", "789"), True),
        (("3 4 BJRJ", "5 6", "7 8"), True),
        (("3 BJRJ", "5 5", "7 8"), True),
    ],
)
def test_the_search_finds_who_wins(hands: tuple[str, str, str], wins: bool) -> None:
    one, two, three = (packed(h) for h in hands)
    search = Search(PATTERNS, 0, 20_000)
    assert search.landlord_wins((one, two, three), 0, None, 0) is wins


def test_a_won_open_endgame_is_won() -> None:
    """The bot as landlord, all hands open, against every defence."""
    won = 0
    rng = random.Random(5)
    for _ in range(40):
        deck = list(DECK)
        rng.shuffle(deck)
        parts = [deck[:4], deck[4:7], deck[7:10]]
        hands = (pack(parts[0]), pack(parts[1]), pack(parts[2]))
        search = Search(PATTERNS, 0, 5_000)
        if not search.landlord_wins(hands, 0, None, 0):
            continue
        won += 1
        position = replace(
            _position(hands[0], 0),
            counts=(4, 3, 3),
            sure=hands,
            open=(True, True, True),
        )
        mind = Mind(position)
        from dizhu.bots.choose import choose

        assert search.after(hands, 0, None, 0, choose(mind))
    assert won > 5


def test_a_search_that_would_take_too_long_changes_nothing() -> None:
    position = _position(packed("34567891010"), packed("3456789JJ"))
    moves = [*PATTERNS.leads(position.hand)]
    assert winning(position, [*moves]) == moves
    assert BUDGET < 5_000


# --- chance -------------------------------------------------------------------------------------


def test_chance_depends_on_the_seed_and_on_what_is_seen() -> None:
    seen, other = seen_by(state_of("345", "22", "AA")), seen_by(state_of("346", "22", "AA"))
    numbers = {Chance(seed, s).below(10**9) for seed in (1, 2, "1/0") for s in (seen, other)}
    assert len(numbers) == 6
    assert Chance(1, seen).below(10**9) == Chance(1, seen).below(10**9)


def test_the_random_bot_does_everything() -> None:
    said: set[str] = set()

    def watch(_seen: object, action: object) -> None:
        if action is not None:
            said.add(getattr(action, "type", ""))

    for ruleset in ("qq-classic", "qq-menzhua"):
        for number in range(15):
            bots = [BOTS["random"](f"{number}/{s}") for s in SEATS]
            play_hand(ruleset, bots, number, watch)
    everything = {
        "ready", "show", "call", "rob", "pass", "blind", "look", "raise", "double", "no_double",
        "play",
    }  # fmt: skip
    assert said == everything
