"""What the players' browsers give for the deal of their next hand (`rules.fairness`)."""

from collections import OrderedDict

from dizhu.rules.actions import SEATS
from dizhu.rules.fairness import CLIENT_SEED, ClientSeeds
from dizhu.table import TableState
from dizhu.table.view import commitment

WAIT_MS = 1500
"""So long after the hash of the server's seed was told, a hand waits for the seeds of those who
have said that they give one.
"""
REMEMBERED = 10_000


class SeedBox:
    """The seeds given, by player; each counts for the one hash after which it was given."""

    def __init__(self) -> None:
        self._given: OrderedDict[str, tuple[str, str]] = OrderedDict()
        self._givers: OrderedDict[str, None] = OrderedDict()

    def expect(self, player: str) -> None:
        """This player's browser gives seeds: wait for them."""
        self._givers[player] = None
        self._givers.move_to_end(player)
        _forget(self._givers)

    def give(self, player: str, table: TableState, seal: str, seed: str) -> bool:
        """A seed for the next hand; the first one counts. False when it is for another hash."""
        if table.next_seed is None or commitment(table.next_seed) != seal:
            return False
        assert CLIENT_SEED.fullmatch(seed), "the protocol lets nothing else through"
        if self._given.get(player, ("", ""))[0] != seal:
            self._given[player] = (seal, seed)
            self._given.move_to_end(player)
            _forget(self._given)
        return True

    def seeds(self, table: TableState) -> ClientSeeds:
        """What was given for the next hand of a table, by seat."""
        seal = None if table.next_seed is None else commitment(table.next_seed)
        given = [self._given.get(s.player.id, ("", "")) for s in table.seats]
        one, two, three = (seed if of == seal else "" for of, seed in given)
        return (one, two, three)

    def complete(self, table: TableState) -> bool:
        """Whether everybody who gives seeds has given one."""
        seeds = self.seeds(table)
        return all(seeds[s] or table.seats[s].player.id not in self._givers for s in SEATS)


def _forget(known: OrderedDict[str, tuple[str, str]] | OrderedDict[str, None]) -> None:
    if len(known) > REMEMBERED:
        known.popitem(last=False)
