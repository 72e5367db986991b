"""The plays worth thinking about: one for every body that may be played, with the cards that are
missed least.
"""

from collections.abc import Iterator
from functools import lru_cache

from dizhu.bots.groups import WILDS, Group
from dizhu.bots.mind import Mind
from dizhu.rules.cards import (
    RANKS,
    ROCKET,
    SUITED_RANKS,
    UNIT,
    Packed,
    Rank,
    contains,
    count,
)
from dizhu.rules.combos import (
    ROCKET_COMBO,
    SHAPE_OF,
    BombClass,
    Combo,
    Kind,
    Shape,
    beats,
    combo,
)
from dizhu.rules.patterns import WildPatterns
from dizhu.rules.plays import Move
from dizhu.rules.wings import body_of

Body = tuple[Combo, Packed]
_WINGED = {
    Kind.TRIO: (Kind.TRIO_WITH_SOLO, Kind.TRIO_WITH_PAIR),
    Kind.AIRPLANE: (Kind.AIRPLANE_WITH_SOLOS, Kind.AIRPLANE_WITH_PAIRS),
}


def leads(mind: Mind) -> list[Move]:
    """Leads that fit the split of the hand, single groups of every rank, and the whole hand."""
    hand = mind.position.hand
    found = _whole_hand(mind)
    for group in mind.splitter.groups(hand):
        found += with_wings(mind, *body_of_group(mind, group))
    for n in (1, 2, 3):
        for rank in range(RANKS if n == 1 else SUITED_RANKS):
            if count(hand, rank) >= n:
                body = UNIT[rank] * n
                found.append(Move(body, combo((Kind.SOLO, Kind.PAIR, Kind.TRIO)[n - 1], rank)))
    return _legal(mind, found)


def follows(mind: Mind) -> list[Move]:
    """Every body that beats what is on the table, and the bombs."""
    to_beat = mind.position.to_beat
    assert to_beat is not None, "somebody leads"
    found = _whole_hand(mind)
    for reading, body in bodies_over(mind, to_beat):
        if SHAPE_OF[reading.kind].wing:
            found += _attach(mind, reading, body)
        else:
            found.append(Move(body, reading))
    found += [Move(cards, bomb) for bomb, cards in bombs(mind)]
    order = mind.position.patterns.bomb_order
    return [m for m in _legal(mind, found) if beats(m.combo, to_beat, order)]


def _whole_hand(mind: Mind) -> list[Move]:
    hand = mind.position.hand
    return [Move(hand, reading) for reading in mind.position.patterns.readings(hand)]


def _legal(mind: Mind, moves: list[Move]) -> list[Move]:
    """Each once, only what the patterns of the ruleset know, and the rocket attached to something
    only to go out (F5).
    """
    readings, hand = mind.position.patterns.readings, mind.position.hand
    sensible = (m for m in dict.fromkeys(moves) if m.cards == hand or not throws_rocket(m))
    return [m for m in sensible if m.combo in readings(m.cards)]


def throws_rocket(move: Move) -> bool:
    """Whether the rocket is attached to something else."""
    return move.combo.kind is not Kind.ROCKET and contains(move.cards, ROCKET)


def body_of_group(mind: Mind, group: Group) -> Body:
    """The reading and the cards of a group of a split."""
    cards = mind.splitter.cards(group.key)
    if group.kind is Kind.BOMB:
        return combo(Kind.BOMB, group.main, 1, _bomb_class(group.key >> WILDS)), cards
    return combo(group.kind, group.main, group.length), cards


def _bomb_class(wilds: int) -> BombClass:
    return (BombClass.HARD, BombClass.SOFT, BombClass.SOFT, BombClass.SOFT, BombClass.PURE)[wilds]


def with_wings(mind: Mind, reading: Combo, body: Packed) -> list[Move]:
    """A body alone and, for trios, with solos and with pairs."""
    found = [Move(body, reading)]
    for kind in _WINGED.get(reading.kind, ()):
        if reading.length <= SHAPE_OF[kind].max_length:
            found += _attach(mind, combo(kind, reading.main, reading.length), body)
    return found


def bodies_over(mind: Mind, to_beat: Combo) -> Iterator[Body]:
    """The bodies of the same shape that are higher."""
    if to_beat.kind <= Kind.BOMB:
        return
    hand = mind.position.hand
    for reading, body in natural_bodies(to_beat.kind, to_beat.length):
        if reading.main > to_beat.main and contains(hand, body):
            yield reading, body
    patterns = mind.position.patterns
    if isinstance(patterns, WildPatterns) and patterns.wild is not None:
        for core in patterns.cores(hand, to_beat):
            if core.wilds and core.natural and core.place.shape.kind is not Kind.BOMB:
                yield core.place.combo, core.natural + core.wilds * UNIT[patterns.wild]


@lru_cache(maxsize=256)
def natural_bodies(kind: Kind, length: int) -> tuple[Body, ...]:
    """Every place of a body, lowest first."""
    shape = SHAPE_OF[kind]
    return tuple(
        (combo(kind, low + length - 1, length), body_of(shape, low, length))
        for low in range(shape.body_ranks - length + 1)
    )


def bombs(mind: Mind) -> Iterator[Body]:
    """Every bomb held and the rocket, soft bombs with as few wilds as possible."""
    hand, wild = mind.position.hand, mind.position.wild
    wilds = count(hand, wild) if wild is not None else 0
    for rank in range(SUITED_RANKS):
        have = count(hand, rank)
        if have == 4:
            yield (
                combo(Kind.BOMB, rank, 1, BombClass.PURE if rank == wild else None),
                UNIT[rank] * 4,
            )
        elif have and wild is not None and rank != wild and have + wilds >= 4:
            cards = UNIT[rank] * have + UNIT[wild] * (4 - have)
            yield combo(Kind.BOMB, rank, 1, BombClass.SOFT), cards
    if contains(hand, ROCKET):
        yield ROCKET_COMBO, ROCKET


def _attach(mind: Mind, reading: Combo, body: Packed) -> list[Move]:
    """The body with the cards that are missed least, if there are enough."""
    shape = SHAPE_OF[reading.kind]
    rest = mind.position.hand - body
    pool = rest
    for rank in range(reading.main - reading.length + 1, reading.main + 1):
        pool &= ~(15 << 4 * rank)  # G-PAT-6
    wings = _wings(mind, rest, pool, shape, shape.attached(reading.length))
    return [Move(body + w, reading) for w in wings]


def _wings(mind: Mind, rest: Packed, pool: Packed, shape: Shape, groups: int) -> list[Packed]:
    loose = _loose(mind, rest, pool, shape.wing)
    if len(loose) >= groups:
        return [sum(loose[:groups])]
    found: list[Packed] = []
    if shape.wing == 1 and groups > 1:
        for pair in _loose(mind, rest, pool, 2)[:2]:
            kept = loose[: groups - 2]
            found += _fill(mind, rest, pool, shape.wing, [pair, *kept], groups - 2 - len(kept))
    return found + _fill(mind, rest, pool, shape.wing, loose, groups - len(loose))


def _loose(mind: Mind, rest: Packed, pool: Packed, n: int) -> list[Packed]:
    """The solos or pairs of the split of the rest that may be attached, dearest first."""
    kind = (Kind.SOLO, Kind.PAIR)[n - 1]
    prices = mind.prices.group[n]
    groups = [g for g in mind.splitter.groups(rest) if g.kind is kind and not g.key >> WILDS]
    ranks = [
        g.main for g in groups if prices[g.main] > mind.prices.keep and count(pool, g.main) >= n
    ]
    return [UNIT[r] * n for r in sorted(ranks, key=lambda r: -prices[r])]


def _fill(
    mind: Mind, rest: Packed, pool: Packed, n: int, taken: list[Packed], missing: int
) -> list[Packed]:
    """Take what hurts least, one group after another."""
    wings = sum(taken)
    for _ in range(missing):
        units = [UNIT[r] * n for r in _ranks(pool - wings, n)]
        if not units:
            return []
        wings += min(units, key=lambda u: mind.splitter.split(rest - wings - u).cost)
    return [wings]


def _ranks(pool: Packed, n: int) -> list[Rank]:
    return [r for r in range(RANKS if n == 1 else SUITED_RANKS) if count(pool, r) >= n]
