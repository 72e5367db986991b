"""Somebody wants to be forgotten: his beans go to the house, his name goes for good."""

from collections.abc import Awaitable, Callable

from dizhu.app.account_store import AccountStore
from dizhu.app.accounts import Refused
from dizhu.app.players import Player, Players
from dizhu.app.ports import Clock
from dizhu.app.seating import Seating

HOUSE_DEPARTED = "house:departed"
"""Where the beans of those who are gone lie."""
NAMES = {"zh": "已注销", "en": "Deleted"}
TABLES_AT_A_TIME = 50
_NOWHERE = "departed"


class Departures:
    """Removes people. What was played and posted stays, without their names.

    `going`: what has to end before, such as looking for a game.
    """

    def __init__(
        self,
        store: AccountStore,
        players: Players,
        seating: Seating,
        clock: Clock,
        going: Callable[[str], Awaitable[None]],
    ) -> None:
        self._store = store
        self._players = players
        self._seating = seating
        self._clock = clock
        self._going = going

    async def remove(self, player: Player) -> None:
        """Raises Refused while he sits at a table, StorageFailed.

        He is bound to a place that does not exist, so that he cannot sit down meanwhile.
        """
        self._demand_free(player)
        await self._going(player.id)
        self._demand_free(player)
        self._seating.sit(player.id, _NOWHERE, "", bot=False, left=True)
        try:
            name = NAMES.get(player.locale, NAMES["en"])
            while await self._store.forget_name(player.id, name, TABLES_AT_A_TIME):
                pass
            await self._store.remove(player.id, name, HOUSE_DEPARTED, self._clock.now())
        except BaseException:
            self._seating.free(player.id, _NOWHERE)
            raise
        self._players.forget(player.id)

    def _demand_free(self, player: Player) -> None:
        if self._seating.bound(player.id) is not None:
            raise Refused("at_table")
