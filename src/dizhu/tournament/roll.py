"""Everybody who has entered, by id: a mapping that never changes, of which a changed copy costs
little even where there are ten thousand.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple
from zlib import crc32


class Entrant(NamedTuple):
    """Somebody who has entered. `reg`: the number of his registration, unique.

    `score` of the stage or round, `last` of the last hand, `hands` and `byes` of the stage;
    `absent`: hands in a row at whose end he was on autoplay; `table`: where he sits; `gone`: he
    has dropped out and leaves the field at the next break; `rank`: final, given when he is out;
    `departed`: his account is deleted.
    """

    id: str
    reg: int
    bot: bool = False
    score: int = 0
    last: int = 0
    hands: int = 0
    byes: int = 0
    absent: int = 0
    table: int | None = None
    gone: bool = False
    rank: int | None = None
    departed: bool = False

    @property
    def paid(self) -> bool:
        """Whether prizes and refunds are his own; else the house has them."""
        return not (self.bot or self.departed)


Shard = dict[str, Entrant]
SHARDS = 64


def _shard_of(player: str) -> int:
    return crc32(player.encode()) % SHARDS


class Roll(Mapping[str, Entrant]):
    """The entrants, in no particular order; of a change only the part it is in is copied."""

    __slots__ = ("_shards",)

    def __init__(self, shards: tuple[Shard, ...] | None = None) -> None:
        self._shards = tuple({} for _ in range(SHARDS)) if shards is None else shards

    def __getitem__(self, player: str) -> Entrant:
        return self._shards[_shard_of(player)][player]

    def __contains__(self, player: object) -> bool:
        return isinstance(player, str) and player in self._shards[_shard_of(player)]

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(self._shards)

    def __len__(self) -> int:
        return sum(map(len, self._shards))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Roll) and self._shards == other._shards

    __hash__ = None  # type: ignore[assignment]

    def everybody(self) -> Iterator[Entrant]:
        """All entrants, faster than `values`."""
        return chain.from_iterable(shard.values() for shard in self._shards)

    def field(self) -> Iterator[Entrant]:
        """Those who have no rank yet."""
        return (e for e in self.everybody() if e.rank is None)

    def by_registration(self) -> list[Entrant]:
        """All entrants, the first to register first."""
        return sorted(self.everybody(), key=lambda e: e.reg)

    def by_rank(self) -> list[Entrant]:
        """Those who have a rank, the best first."""
        return sorted((e for e in self.everybody() if e.rank), key=lambda e: e.rank or 0)

    def updated(self, entrants: Iterable[Entrant]) -> "Roll":
        """With these entrants, new or changed."""
        old = self._shards
        shards = list(old)
        for entrant in entrants:
            number = _shard_of(entrant.id)
            if shards[number] is old[number]:
                shards[number] = dict(old[number])
            shards[number][entrant.id] = entrant
        return Roll(tuple(shards))

    def without(self, player: str) -> "Roll":
        """Without this entrant."""
        shards, number = list(self._shards), _shard_of(player)
        shards[number] = {p: e for p, e in shards[number].items() if p != player}
        return Roll(tuple(shards))
