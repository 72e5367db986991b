"""Commands that are sent again, because their answer was lost, are done once."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

from dizhu.app.notices import Done, Refusal

REMEMBERED = 10_000
"""So many commands are remembered."""


class Once:
    """Remembers what became of the recent commands of each player."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], asyncio.Task[Done | Refusal]] = OrderedDict()

    async def do(
        self,
        player: str,
        command_id: str,
        work: Callable[[], Coroutine[Any, Any, Done | Refusal]],
    ) -> Done | Refusal:
        """Do it, unless the same command was done before: then the answer of that time.

        A refusal is not remembered: nothing was done, it may be tried again.
        """
        key = (player, command_id)
        if key not in self._known:
            self._known[key] = asyncio.create_task(work())
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        result = await asyncio.shield(self._known[key])
        if isinstance(result, Refusal):
            self._known.pop(key, None)
        return result
