"""Commands that are sent again, because their answer was lost, are done once."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, TypeVar

from dizhu.app.notices import Refusal

REMEMBERED = 10_000
"""So many commands are remembered."""
REUSED = Refusal("command_reused")
"""The id was that of another command."""

T = TypeVar("T")


class _Known(NamedTuple):
    asked: tuple[str, ...]
    outcome: asyncio.Task[Any]


class Once:
    """Remembers what became of the recent commands of each player."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], _Known] = OrderedDict()

    async def do(
        self,
        player: str,
        command_id: str,
        asked: tuple[str, ...],
        work: Callable[[], Coroutine[Any, Any, T | Refusal]],
    ) -> T | Refusal:
        """Do it, unless the same command was done before: then the answer of that time.

        `asked` tells what is to be done and with what; the id with anything else is REUSED. A
        refusal is not remembered: nothing was done, it may be tried again.
        """
        key = (player, command_id)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = _Known(asked, asyncio.create_task(work()))
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        elif known.asked != asked:
            return REUSED
        result: T | Refusal = await asyncio.shield(known.outcome)
        if isinstance(result, Refusal) and self._known.get(key) is known:
            del self._known[key]
        return result
