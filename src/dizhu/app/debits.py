"""Beans on their way out of players' accounts, and the hands that count on them.

A hand counts on what its players have when it begins: nobody can lose more, and nobody may take it
away before the hand is settled. So a debit begins only while no hand counts on its player, and a
hand begins only when the debits of its players are done.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager


class Debits:
    """The one place that knows what is under way. `counted`: whether a table that plays for beans
    counts on a player's.
    """

    def __init__(self) -> None:
        self.counted: Callable[[str], bool] = lambda _player: False
        self._running: dict[str, list[asyncio.Event]] = {}

    @contextmanager
    def begun(self, player: str) -> Iterator[bool]:
        """Within this his beans may be taken, if it gives True; else a hand counts on them."""
        if self.counted(player):
            yield False
            return
        done = asyncio.Event()
        running = self._running.setdefault(player, [])
        running.append(done)
        try:
            yield True
        finally:
            running.remove(done)
            if not running:
                del self._running[player]
            done.set()

    async def settled(self, players: Iterable[str]) -> None:
        """Wait until nothing is being taken from any of them."""
        for player in players:
            while running := self._running.get(player):
                await running[0].wait()
