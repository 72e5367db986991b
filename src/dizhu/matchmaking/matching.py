"""Who plays with whom: the longest waiting first, with the nearest levels, not the same pair again.

The tickets lie in a row by level. Whoever has waited longest looks at his nearest free neighbours
and takes the best two of them; so a table costs the same however many wait.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

NEIGHBOURS = 4
"""So many of the nearest on each side are looked at."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Somebody who looks for a game.

    `since`: milliseconds since 1970; `level`: how strong or rich he is, on any whole-number scale;
    `met`: with whom he sat at his last table; `avoids`: with whom he never wants to sit.
    """

    player: str
    since: int
    level: int = 0
    met: frozenset[str] = frozenset()
    avoids: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Policy:
    """How choosy matching is.

    Levels may differ by `spread`, and by `growth` more for every second that the longer waiting of
    the two has waited. After `again_after_ms` a pair may meet a second time in a row.
    """

    spread: int = 3
    growth: int = 1
    again_after_ms: int = 4000


Group = tuple[Ticket, Ticket, Ticket]


def groups(tickets: Iterable[Ticket], now: int, policy: Policy | None = None) -> list[Group]:
    """Tables of three different people, in the order in which their longest waiting has waited.

    Whoever finds no two that suit him stays. A player with two tickets counts once, by the older.
    """
    row = _Row(_once_each(tickets))
    found: list[Group] = []
    for place in sorted(range(len(row.tickets)), key=lambda p: row.tickets[p].since):
        if row.free[place]:
            group = _best(row, place, now, policy or Policy())
            if group is not None:
                found.append(row.take(group))
    return found


def _once_each(tickets: Iterable[Ticket]) -> list[Ticket]:
    oldest: dict[str, Ticket] = {}
    for ticket in sorted(tickets, key=lambda t: t.since):
        oldest.setdefault(ticket.player, ticket)
    return sorted(oldest.values(), key=lambda t: (t.level, t.since))


def company(ticket: Ticket, others: Iterable[Ticket], now: int, policy: Policy) -> Ticket | None:
    """Who sits down with somebody and a bot, when no three people suit one another: the nearest."""
    suiting = [o for o in others if o.player != ticket.player and suits(ticket, o, now, policy)]
    return min(suiting, key=lambda o: (abs(o.level - ticket.level), o.since), default=None)


class _Row:
    """Tickets by level; each free place knows the next free one on both sides."""

    def __init__(self, tickets: Sequence[Ticket]) -> None:
        self.tickets = tickets
        self.free = [True] * len(tickets)
        self._after = list(range(1, len(tickets) + 1))
        self._before = list(range(-1, len(tickets) - 1))

    def take(self, places: Sequence[int]) -> Group:
        """Take three places out of the row."""
        for place in places:
            self.free[place] = False
            before, after = self._before[place], self._after[place]
            if before >= 0:
                self._after[before] = after
            if after < len(self.tickets):
                self._before[after] = before
        first, second, third = (self.tickets[p] for p in places)
        return first, second, third

    def near(self, place: int) -> Iterator[int]:
        """The nearest free places on both sides."""
        up = down = place
        for _ in range(NEIGHBOURS):
            down = self._before[down] if down >= 0 else -1
            up = self._after[up] if up < len(self.tickets) else up
            if down >= 0:
                yield down
            if up < len(self.tickets):
                yield up


def _best(row: _Row, place: int, now: int, policy: Policy) -> tuple[int, int, int] | None:
    """The two neighbours with whom the levels lie closest together; older tickets break ties."""
    mine = row.tickets[place]
    suiting = [p for p in row.near(place) if suits(mine, row.tickets[p], now, policy)]
    pairs = [
        (one, two)
        for one, two in combinations(suiting, 2)
        if suits(row.tickets[one], row.tickets[two], now, policy)
    ]
    if not pairs:
        return None
    one, two = min(pairs, key=lambda pair: _cost(mine, *(row.tickets[p] for p in pair)))
    return place, one, two


def suits(one: Ticket, two: Ticket, now: int, policy: Policy) -> bool:
    """Whether two people may sit together now. Who avoids somebody never meets him."""
    if two.player in one.avoids or one.player in two.avoids:
        return False
    waited = now - min(one.since, two.since)
    if abs(one.level - two.level) > policy.spread + policy.growth * waited // 1000:
        return False
    met = two.player in one.met or one.player in two.met
    return not met or waited >= policy.again_after_ms


def _cost(one: Ticket, two: Ticket, three: Ticket) -> tuple[int, int, int]:
    levels = (one.level, two.level, three.level)
    again = sum(
        b.player in a.met or a.player in b.met for a, b in combinations((one, two, three), 2)
    )
    return (again, max(levels) - min(levels), two.since + three.since)
