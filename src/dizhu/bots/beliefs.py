"""What the others may hold: worlds, each with how well it fits what they have done so far.

Two things tell: who passed over an enemy's play will seldom have had an answer, and who played a
solo or a pair will seldom have had a lower loose one. How seldom was measured on hands of the rule
bot, and taken more mildly, for others play otherwise.
"""

from collections.abc import Iterator
from typing import NamedTuple

from dizhu.bots.chance import Chance
from dizhu.bots.history import Turn, turns_of
from dizhu.bots.position import Position
from dizhu.bots.worlds import Hands, worlds
from dizhu.rules.actions import Seat
from dizhu.rules.cards import CHAIN_ONES, Packed, Rank, at_least, pack, size
from dizhu.rules.combos import SHAPE_OF, Combo, Kind
from dizhu.rules.view import Observation

WORLDS = 120
_SMALL = {Kind.SOLO: 1, Kind.PAIR: 2}
_PASSED = {Kind.SOLO: 0.3, Kind.PAIR: 0.3}
"""A solo or a pair passed over by who could have beaten it; ..."""
_PASSED_LARGE = 0.25
"""... anything else."""
_SKIPPED = {Kind.SOLO: 0.4, Kind.PAIR: 0.8}
"""Beaten with a higher one than the lowest loose one; ..."""
_LED = {Kind.SOLO: 0.3, Kind.PAIR: 0.3}
"""... led with a higher one."""


class Sign(NamedTuple):
    """Something that a seat did over a combo, or for a lead over none: a pass, or a play of `own`.
    `later`: the cards that it has played since, this play included.
    """

    seat: Seat
    later: Packed
    over: Combo | None
    own: Combo | None


class Beliefs:
    """Worlds with their weights, which add up to 1."""

    def __init__(self, position: Position, seen: Observation, chance: Chance) -> None:
        signs = signs_of(position, seen)
        self.worlds = worlds(position, chance, WORLDS)
        fits = [fit(signs, world) for world in self.worlds]
        total = sum(fits)
        self.weights = [f / total for f in fits]

    def drawn(self, n: int) -> Iterator[Hands]:
        """So many worlds by their weights, those of great weight first and several times."""
        at, below = 0.5 / n, 0.0
        for weight, world in sorted(zip(self.weights, self.worlds, strict=True), reverse=True):
            below += weight
            while at < below:
                at += 1.0 / n
                yield world


def signs_of(position: Position, seen: Observation) -> list[Sign]:
    """What the others did where it tells something."""
    found: list[Sign] = []
    later = [0, 0, 0]
    for turn in reversed(turns_of(seen)):
        own = None if turn.play is None else turn.play.combo
        if turn.play is not None:
            later[turn.seat] += pack(turn.play.cards)
        if turn.seat != position.me and _tells(position, turn, later[turn.seat]):
            over = None if turn.over is None else turn.over.combo
            found.append(Sign(turn.seat, later[turn.seat], over, own))
    return found


def _tells(position: Position, turn: Turn, later: Packed) -> bool:
    """Nothing is told over bombs, by passing over a partner, or for want of cards."""
    if turn.over is not None and turn.over.combo.kind <= Kind.BOMB:
        return False
    if turn.play is not None:
        return turn.play.combo.kind in _SMALL
    assert turn.over is not None, "a leader does not pass"
    able = position.counts[turn.seat] + size(later) >= turn.over.combo.size
    return able and position.landlord in (turn.seat, turn.over.seat)


def fit(signs: list[Sign], world: Hands) -> float:
    """How well a world fits the signs; 1 when nothing speaks against it."""
    found = 1.0
    for seat, later, over, own in signs:
        hand = world[seat] + later
        if own is not None:
            low = -1 if over is None else over.main
            if _loose_between(hand, _SMALL[own.kind], low, own.main):
                found *= (_LED if over is None else _SKIPPED)[own.kind]
        elif over is not None and highest(hand, SHAPE_OF[over.kind].per, over.length) > over.main:
            found *= _PASSED.get(over.kind, _PASSED_LARGE)
    return found


def highest(hand: Packed, per: int, length: int) -> Rank:
    """The top rank of the highest body that a hand has, -1 for none; what is attached is left out
    of account.
    """
    mask = at_least(hand, per)
    if length > 1:
        mask &= CHAIN_ONES
        run = mask
        for n in range(1, length):
            run &= mask << 4 * n
        mask = run
    return mask.bit_length() - 1 >> 2


def _loose_between(hand: Packed, n: int, low: Rank, high: Rank) -> bool:
    """Whether a rank between two others is held exactly n times."""
    exactly = at_least(hand, n) & ~at_least(hand, n + 1)
    return bool(exactly >> 4 * (low + 1) & (1 << 4 * (high - low - 1)) - 1)
