"""A player acts at a table: found by the session, never by what the client says."""

from collections.abc import Callable

from dizhu.app.notices import Done, Refusal, Reply
from dizhu.app.ports import CommandKey, Store
from dizhu.app.table_runner import Guard
from dizhu.app.tables import Tables
from dizhu.rules.actions import Seat
from dizhu.rules.errors import RuleViolation
from dizhu.table import TableCommand


class Acting:
    """The use case of every button at a table."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def act(
        self,
        key: CommandKey,
        table_id: str,
        command_of: Callable[[Seat], TableCommand],
        guard: Guard,
        reply: Reply,
    ) -> None:
        """Give the command of the player's seat to the table; `reply` is told, perhaps later."""
        runner = self._tables.find(table_id)
        seat = None if runner is None else runner.state.seat_of(key.player)
        if runner is None or seat is None:
            reply(await self._too_late(key, "no_table" if runner is None else "not_seated"))
            return
        try:
            command = command_of(seat)
        except RuleViolation as violation:
            reply(Refusal(violation.code))
            return
        runner.offer(command, reply, key, guard)

    async def _too_late(self, key: CommandKey, code: str) -> Done | Refusal:
        """The table may have closed after this very command, and before its answer arrived."""
        version = await self._store.command_version(key)
        return Refusal(code) if version is None else Done(version)
