"""Worlds: ways in which the unseen cards may lie, drawn from the seed of a bot."""

from collections.abc import Iterator

from dizhu.bots.chance import Chance
from dizhu.bots.position import Position, hidden_count
from dizhu.rules.actions import SEATS, Seat
from dizhu.rules.cards import UNIT, Packed, Rank, size, unpack

Hands = tuple[Packed, Packed, Packed]


def worlds(position: Position, chance: Chance, most: int) -> list[Hands]:
    """Up to `most` worlds, all different; the only one when nothing is hidden."""
    hidden = [hidden_count(position, s) for s in SEATS]
    if sum(hidden) != size(position.unseen):
        return []
    seats = sorted((s for s in SEATS if hidden[s]), key=lambda s: hidden[s])
    if len(seats) < 2:
        return [_with(position, dict.fromkeys(seats, position.unseen))]
    few, many = seats[0], seats[1]
    pool = unpack(position.unseen)
    shares = dict.fromkeys(_shares(pool, hidden[few], chance, most))
    return [_with(position, {few: s, many: position.unseen - s}) for s in shares]


def _shares(pool: list[Rank], n: int, chance: Chance, times: int) -> Iterator[Packed]:
    """n of a pool, by the first n steps of Fisher-Yates; so many times."""
    for _ in range(times):
        share = 0
        for i in range(n):
            j = i + chance.below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
            share += UNIT[pool[i]]
        yield share


def _with(position: Position, shares: dict[Seat, Packed]) -> Hands:
    one, two, three = (position.sure[s] + shares.get(s, 0) for s in SEATS)
    return (one, two, three)
