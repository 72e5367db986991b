"""Chance (section 1): deterministic, uniform, and no more than the seed."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

import pytest

from dizhu.rules.actions import Deal
from dizhu.rules.cards import DECK, sort_cards
from dizhu.rules.ruleset import PRESETS, Ruleset
from dizhu.rules.shuffle import SEED_BYTES, Draw, deal, shuffled
from tests.rules.kit import PRESET_NAMES, Game, rules

DEALS = 100_000


def seed(n: int) -> bytes:
    return n.to_bytes(SEED_BYTES, "big")


def chi_square(observed: Iterable[int], expected: float) -> float:
    return sum((n - expected) ** 2 / expected for n in observed)


def limit(freedom: int) -> float:
    """What chi-square exceeds by chance less than once in a million times (Wilson-Hilferty)."""
    scale = 2 / (9 * freedom)
    return float(freedom * (1 - scale + 4.76 * scale**0.5) ** 3)


def drawn(values: Sequence[object], kinds: int) -> None:
    """Values as equally likely as chance makes them; all of them occur."""
    found = Counter(values)
    assert len(found) == kinds
    assert chi_square(found.values(), len(values) / kinds) < limit(kinds - 1)


@cache
def some_deals(name: str, count: int = 8_000) -> list[Deal]:
    return [deal(seed(n), 1, PRESETS[name].ruleset) for n in range(count)]


@pytest.mark.slow
def test_every_card_everywhere() -> None:
    """F116: card by position over 100,000 deals. Each row and column of the 54 x 54 table has a
    fixed sum, so that there are 53 x 53 degrees of freedom.
    """
    decks = [shuffled(seed(n), "deck/1") for n in range(DEALS)]
    expected = DEALS / 54
    total = 0.0
    for position in zip(*decks, strict=True):
        found = Counter(position)
        assert len(found) == 54
        total += chi_square(found.values(), expected)
    assert 53 * 53 * 0.85 < total < limit(53 * 53)


def test_neighbours_are_independent() -> None:
    """F116, F121: what lies next to what in the deck: 54 x 53 ordered pairs, none preferred."""
    decks = [shuffled(seed(n), "deck/7") for n in range(2_000)]
    pairs = Counter(p for deck in decks for p in pairwise(deck))
    assert len(pairs) == 54 * 53
    assert chi_square(pairs.values(), 2_000 * 53 / (54 * 53)) < limit(54 * 53 - 1)


def test_the_rocket_and_bombs_come_as_often_as_they_should() -> None:
    """R-DEAL-1: both jokers in one hand of 17: 3 * C(17, 2) / C(54, 2)."""
    together = 0
    for one in some_deals("qq-classic"):
        together += any({52, 53} <= set(hand) for hand in one.hands)
    expected = 3 * (17 * 16) / (54 * 53)
    deviation = (8_000 * expected * (1 - expected)) ** 0.5
    assert abs(together - 8_000 * expected) < 5 * deviation


@pytest.mark.parametrize("bound", [1, 2, 3, 13, 51, 54, 1000])
def test_draw(bound: int) -> None:
    """Numbers below a bound, each equally likely."""
    draw = Draw(seed(bound), "test")
    drawn([draw.below(bound) for _ in range(max(5_000, bound * 20))], bound) if bound > 1 else None
    assert draw.below(bound) < bound


def test_first_bidder() -> None:
    """R-CALL-4, G-BID-2: drawn at random, by default in every deal."""
    drawn([d.first for d in some_deals("qq-classic")], 3)
    again = [deal(seed(n), 2, rules(), previous_first=1).first for n in range(2_000)]
    drawn(again, 3)


def test_first_bidder_in_turn() -> None:
    """G-BID-2: `next_seat`, `same`; the first of all is drawn."""
    for n in range(50):
        assert deal(seed(n), 2, rules(first_bidder="next_seat"), 2).first == 0
        assert deal(seed(n), 2, rules(first_bidder="same"), 2).first == 2
        unknown = deal(seed(n), 1, rules(first_bidder="next_seat")).first
        assert unknown == deal(seed(n), 1, rules()).first


def test_the_turned_card() -> None:
    """R-BLIND-1: one of the 51 dealt cards; whoever gets it bids first; all are equally likely."""
    deals = some_deals("qq-menzhua")
    for one in deals:
        assert one.turned in one.hands[one.first]
    drawn([d.first for d in deals], 3)
    drawn([d.turned for d in deals], 54)


def test_the_wild_rank() -> None:
    """G-WILD-2: uniformly from 3..2, whatever lies in the bottom or who bids first."""
    deals = some_deals("qq-laizi")
    drawn([d.wild for d in deals], 13)
    drawn([(d.wild, d.first) for d in deals], 39)
    assert all(d.wild is None for d in some_deals("qq-classic")[:100])


def test_tasks() -> None:
    """G-TASK-1: one of the ruleset's, drawn at the deal."""
    names = ("two_bombs", "rocket", "last_pair")
    drawn([deal(seed(n), 1, rules(tasks=names)).task for n in range(3_000)], 3)
    assert deal(seed(1), 1, rules()).task is None


def test_the_same_seed_the_same_deal() -> None:
    """Deterministic; another number, another deal."""
    for name in PRESET_NAMES:
        ruleset = PRESETS[name].ruleset
        assert deal(seed(5), 1, ruleset) == deal(seed(5), 1, ruleset)
        assert deal(seed(5), 1, ruleset) != deal(seed(5), 2, ruleset)
        assert deal(seed(5), 1, ruleset) != deal(seed(6), 1, ruleset)
    assert shuffled(b"x", "a") != shuffled(b"x", "b")


def test_pinned() -> None:
    """A hand that is replayed from its seed must be the same for ever."""
    deals = [deal(seed(n), 1, PRESETS[name].ruleset) for n in range(8) for name in PRESET_NAMES]
    text = repr([(d.hands, d.bottom, d.first, d.wild, d.turned) for d in deals])
    assert hashlib.sha256(text.encode()).hexdigest() == PINNED


PINNED = "2aae7d9d6872402eb9925d5ca50823f14a7d5bae4c56bcde099089b0c89785e3"


def test_order_changes_nobodys_cards() -> None:
    """R-DEAL-3, G-DEAL-1: descending is the order of revealing, never who gets which card."""
    for n in range(500):
        mixed = deal(seed(n), 1, rules())
        down = deal(seed(n), 1, rules(deal_order="descending"))
        assert [set(h) for h in down.hands] == [set(h) for h in mixed.hands]
        assert (down.bottom, down.first) == (mixed.bottom, mixed.first)
        assert down.hands == tuple(sort_cards(h) for h in mixed.hands)


def test_rulesets_do_not_move_cards() -> None:
    """The deck and the first bidder depend on the seed alone: no wild rank or task shifts them."""
    for n in range(200):
        plain = deal(seed(n), 1, rules())
        wild = deal(seed(n), 1, rules("qq-laizi", tasks=("rocket", "two_bombs")))
        assert (plain.hands, plain.bottom, plain.first) == (wild.hands, wild.bottom, wild.first)


def test_nothing_but_the_seed() -> None:
    """F118, F119: a deal knows no seat, player, balance or hour: there is nowhere to put them."""
    arguments = deal.__code__.co_varnames[: deal.__code__.co_argcount]
    assert arguments == ("seed", "number", "rules", "previous_first")
    assert "random" not in deal.__globals__


def test_a_published_hash_tells_nothing() -> None:
    """F118: the hash of the seed, which may be published before the hand, does not go with who
    gets the red joker, nor does any of its halves.
    """
    for half in (slice(0, 8), slice(24, 32)):
        found: list[tuple[int, int]] = []
        for n in range(6_000):
            published = hashlib.sha256(seed(n)).digest()[half]
            red = shuffled(seed(n), "deck/1").index(53)
            if red < 51:
                found.append((int.from_bytes(published, "big") % 3, red // 17))
        drawn(found, 9)
    digest = hashlib.sha256(seed(1)).digest()
    assert shuffled(digest, "deck/1") != shuffled(seed(1), "deck/1")


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_deals_fit_their_ruleset(name: str) -> None:
    """R-DEAL-1: 54 cards; the hand accepts whatever the shuffle makes for its ruleset."""
    ruleset: Ruleset = PRESETS[name].ruleset
    for n in range(200):
        one = deal(seed(n), 1, ruleset)
        assert sorted(c for part in (*one.hands, one.bottom) for c in part) == list(DECK)
        Game(ruleset).ready().deal(one)
