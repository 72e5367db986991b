"""What cards can be, and what may be played, under a ruleset and its wild rank: the door to the
pattern code.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from dizhu.rules import accel
from dizhu.rules.cards import JOKER_FIELDS, Packed, Rank, count
from dizhu.rules.combos import BombClass, Combo, Kind, beats, combo
from dizhu.rules.moves import Moves, moves_for
from dizhu.rules.plays import Move
from dizhu.rules.ruleset import Ruleset
from dizhu.rules.wild import WildRules, readings_with_wilds, split
from dizhu.rules.wild_moves import Core, attach, cores, moves_with_wilds, places_over
from dizhu.rules.wings import Switches


class PatternRules(NamedTuple):
    """The part of a ruleset that patterns depend on."""

    switches: Switches
    bomb_order: str
    wild_group_natural: bool


class Patterns:
    """Readings, leads and follows without wild cards."""

    def __init__(self, rules: PatternRules) -> None:
        self.bomb_order = rules.bomb_order
        self.wild: Rank | None = None
        self.kernel: Any = None  # for what only the kernel can: None without it
        self._switches = rules.switches

    @cached_property
    def _natural(self) -> Moves:
        """Made when first asked: the kernel does without."""
        return moves_for(self._switches)

    def readings(self, cards: Packed) -> tuple[Combo, ...]:
        """Every combo the cards can be; empty when they are none."""
        return self._natural.readings(cards)

    def leads(self, hand: Packed) -> tuple[Move, ...]:
        """Every legal lead: each choice of ranks under each of its readings."""
        return tuple(self._natural.leads(hand))

    def follows(self, hand: Packed, to_beat: Combo) -> tuple[Move, ...]:
        """Every legal move over a combo; passing is not listed."""
        return tuple(self._natural.follows(hand, to_beat))

    def moves(self, hand: Packed, to_beat: Combo | None) -> tuple[Move, ...]:
        """Leads when there is nothing to beat, else follows."""
        return self.leads(hand) if to_beat is None else self.follows(hand, to_beat)

    def can_follow(self, hand: Packed, to_beat: Combo) -> bool:
        """Whether anything beats a combo."""
        return bool(self.follows(hand, to_beat))


class WildPatterns(Patterns):
    """The same with four wild cards of one rank (rule book section 8)."""

    def __init__(self, rules: PatternRules, wild: Rank) -> None:
        super().__init__(rules)
        self.wild = wild
        self.wild_rules = WildRules(rules.switches, wild, rules.wild_group_natural)
        self._cached = lru_cache(maxsize=1 << 14)(self._readings)

    def readings(self, cards: Packed) -> tuple[Combo, ...]:
        """Every combo the cards can be; empty when they are none."""
        return self._cached(cards)

    def _readings(self, cards: Packed) -> tuple[Combo, ...]:
        assert self.wild is not None, "made with a wild rank"
        natural, wilds = split(cards, self.wild)
        if wilds == 0 or natural & ~JOKER_FIELDS == 0:
            return tuple(
                self._own_class(cards, reading) for reading in self._natural.readings(cards)
            )
        return readings_with_wilds(natural, wilds, self.wild_rules)

    def _own_class(self, cards: Packed, reading: Combo) -> Combo:
        """R-WILD-5: four wilds are a pure bomb, four other naturals a hard one."""
        if reading.kind is Kind.BOMB and self.wild is not None and count(cards, self.wild) == 4:
            return combo(Kind.BOMB, reading.main, 1, BombClass.PURE)
        return reading

    def _plain(self, moves: list[Move]) -> list[Move]:
        return [Move(m.cards, self._own_class(m.cards, m.combo)) for m in moves]

    def leads(self, hand: Packed) -> tuple[Move, ...]:
        """Every legal lead: each choice of ranks under each of its readings."""
        return tuple(self.each_lead(hand))

    def each_lead(self, hand: Packed) -> Iterator[Move]:
        """The leads one by one, those without wilds first."""
        yield from self._without_help(hand)
        yield from moves_with_wilds(hand, self.wild_rules)

    def _without_help(self, hand: Packed) -> Iterator[Move]:
        """Naturals alone, and wilds (with jokers) as themselves (R-WILD-3, G-WILD-6)."""
        assert self.wild is not None, "made with a wild rank"
        natural, wilds = split(hand, self.wild)
        yield from self._natural.leads(natural)
        if wilds:
            unaided = self._natural.leads(hand - (natural & ~JOKER_FIELDS))
            yield from self._plain([m for m in unaided if count(m.cards, self.wild)])

    def follows(self, hand: Packed, to_beat: Combo) -> tuple[Move, ...]:
        """Every legal move over a combo; passing is not listed."""
        return tuple(self.each_follow(hand, to_beat))

    def each_follow(self, hand: Packed, to_beat: Combo) -> Iterator[Move]:
        """The follows one by one, those without wilds first."""
        for move in self._without_help_over(hand, to_beat):
            if beats(move.combo, to_beat, self.bomb_order):
                yield move
        for move in moves_with_wilds(hand, self.wild_rules, places_over(to_beat)):
            if beats(move.combo, to_beat, self.bomb_order):
                yield move

    def _without_help_over(self, hand: Packed, to_beat: Combo) -> Iterator[Move]:
        assert self.wild is not None, "made with a wild rank"
        if to_beat.kind is Kind.BOMB:
            yield from (m for m in self._without_help(hand) if m.combo.kind <= Kind.BOMB)
            return
        natural, wilds = split(hand, self.wild)
        yield from self._natural.follows(natural, to_beat)
        if wilds:
            unaided = self._natural.follows(hand - (natural & ~JOKER_FIELDS), to_beat)
            yield from self._plain([m for m in unaided if count(m.cards, self.wild)])

    def can_follow(self, hand: Packed, to_beat: Combo) -> bool:
        """Whether anything beats a combo."""
        return next(self.each_follow(hand, to_beat), None) is not None

    def cores(self, hand: Packed, to_beat: Combo | None = None) -> Iterator[Core]:
        """Bodies with as few wilds as possible, without wings: cheap to list. Over `to_beat` those
        that could beat it.
        """
        if to_beat is None:
            return cores(hand, self.wild_rules)
        return cores(hand, self.wild_rules, places_over(to_beat))

    def attach(self, hand: Packed, core: Core) -> Iterator[tuple[Packed, int]]:
        """The choices of wings for a core, as (natural cards, number of wilds)."""
        return attach(hand, core, self.wild_rules)


@lru_cache(maxsize=64)
def _patterns(rules: PatternRules, wild: Rank | None) -> Patterns:
    patterns = Patterns(rules) if wild is None else WildPatterns(rules, wild)
    if (kernel := accel.kernel_rules(*rules, wild)) is not None:
        patterns.kernel = kernel
        for name, method in accel.methods(kernel, wild=wild is not None).items():
            setattr(patterns, name, method)
    return patterns


def patterns_for(rules: Ruleset, wild: Rank | None = None) -> Patterns:
    """The patterns of a ruleset; `wild` is the rank drawn, None before or without."""
    return _patterns(
        PatternRules(Switches.of(rules), rules.bomb_order, rules.wild_group_natural), wild
    )
