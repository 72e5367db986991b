"""Who waits for a game in one room, and who sits down together."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from dizhu.app.players import Player
from dizhu.app.rooms import Room
from dizhu.matchmaking import Policy, Ticket, company, groups

LOOK_AGAIN_MS = 1000
"""Time makes people less choosy: while three wait, it is looked at them again so soon."""
REMEMBERED = 10_000


@dataclass(frozen=True, slots=True)
class Wish:
    """Somebody who waits. `level`: of his title; `bots`: fill the seats at once; `start`: the
    answer in the start window.
    """

    player: Player
    room: Room
    since: int
    level: int
    bots: bool
    start: str

    @property
    def bots_at(self) -> int | None:
        """When bots fill the seats of who waits."""
        if self.bots:
            return self.since
        after = self.room.bots_after
        return None if after is None else self.since + round(after * 1000)

    def due(self, now: int) -> bool:
        """Whether bots may sit down with him."""
        return self.bots_at is not None and self.bots_at <= now


class Acquaintances:
    """With whom each player sat at his last table; the recent ones are remembered."""

    def __init__(self) -> None:
        self._met: OrderedDict[str, frozenset[str]] = OrderedDict()

    def of(self, player: str) -> frozenset[str]:
        """Who sat with him."""
        return self._met.get(player, frozenset())

    def sat_together(self, players: Sequence[str]) -> None:
        """Some people got a table."""
        for player in players:
            self._met[player] = frozenset(players) - {player}
            self._met.move_to_end(player)
            if len(self._met) > REMEMBERED:
                self._met.popitem(last=False)


@dataclass(slots=True)
class Queue:
    """The people who look for a game in one room, the longest waiting first. `avoids`: with whom a
    player never sits.
    """

    room: Room
    met: Acquaintances
    avoids: Callable[[str], frozenset[str]] = lambda _player: frozenset()
    policy: Policy = field(default_factory=Policy)
    _wishes: dict[str, Wish] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._wishes)

    def __contains__(self, player: str) -> bool:
        return player in self._wishes

    def __iter__(self) -> Iterator[Wish]:
        return iter(self._wishes.values())

    def __getitem__(self, player: str) -> Wish:
        return self._wishes[player]

    def put(self, wish: Wish) -> None:
        """Somebody begins to wait, or changes his wish; then his waiting begins anew."""
        self._wishes.pop(wish.player.id, None)
        self._wishes[wish.player.id] = wish

    def drop(self, player: str) -> bool:
        """Somebody waits no longer; False if he did not."""
        return self._wishes.pop(player, None) is not None

    def take(self, now: int) -> list[tuple[Wish, ...]]:
        """The tables that can begin now: three people each, or fewer whose time for bots has come.

        Those people wait no longer.
        """
        threes = [self._taken(group) for group in groups(self._tickets(), now, self.policy)]
        return [*threes, *self._with_bots(now)]

    def _with_bots(self, now: int) -> Iterator[tuple[Wish, ...]]:
        for wish in [w for w in self if w.due(now)]:
            if wish.player.id in self:
                own = self._ticket(wish)
                other = company(own, self._tickets(), now, self.policy)
                yield self._taken((own,) if other is None else (own, other))

    def _taken(self, tickets: Iterable[Ticket]) -> tuple[Wish, ...]:
        wishes = tuple(self._wishes.pop(t.player) for t in tickets)
        self.met.sat_together([w.player.id for w in wishes])
        return wishes

    def _tickets(self) -> list[Ticket]:
        return [self._ticket(w) for w in self]

    def _ticket(self, wish: Wish) -> Ticket:
        player = wish.player.id
        return Ticket(player, wish.since, wish.level, self.met.of(player), self.avoids(player))

    def next_look(self, now: int) -> int | None:
        """When something may change by itself: bots are due, or somebody is less choosy."""
        due = (w.bots_at for w in self if w.bots_at is not None)
        again = [now + LOOK_AGAIN_MS] if len(self) > 1 else []
        return min(chain(due, again), default=None)
