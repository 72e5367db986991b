"""Somebody wants to be forgotten: his beans go to the house, his name goes for good."""

from collections.abc import Awaitable, Callable

from dizhu.app.account_store import AccountStore
from dizhu.app.accounts import Refused
from dizhu.app.players import Player, Players
from dizhu.app.ports import Clock
from dizhu.app.seating import Seating
from dizhu.ledger.transfers import HOUSE_DEPARTED

NAMES = {"zh": "已注销", "en": "Deleted"}
TABLES_AT_A_TIME = 50
_NOWHERE = "departed"


def departing(seating: Seating, player: str) -> bool:
    """Whether he is being forgotten: he begins nothing any more."""
    place = seating.bound(player)
    return place is not None and place.table == _NOWHERE


class Departures:
    """Removes people. What was played and posted stays, without their names.

    `going`: what has to end before, such as looking for a game; `gone`: what is to be forgotten
    of him after that. Both are told what he is called from now on.
    """

    def __init__(
        self,
        store: AccountStore,
        players: Players,
        seating: Seating,
        clock: Clock,
        going: Callable[[str, str], Awaitable[None]],
        gone: Callable[[str, str], Awaitable[None]],
    ) -> None:
        self._store = store
        self._players = players
        self._seating = seating
        self._clock = clock
        self._going = going
        self._gone = gone

    async def remove(self, player: Player) -> None:
        """Raises Refused while he sits at a table, StorageFailed.

        First he is bound to a place that does not exist, so that he begins nothing meanwhile.
        """
        if self._seating.bound(player.id) is not None:
            raise Refused("at_table")
        self._seating.sit(player.id, _NOWHERE, "", bot=False, left=True)
        name = NAMES.get(player.locale, NAMES["en"])
        try:
            await self._going(player.id, name)
            while await self._store.forget_name(player.id, name, TABLES_AT_A_TIME):
                pass
            await self._store.remove(player.id, name, HOUSE_DEPARTED, self._clock.now())
        except BaseException:
            self._seating.free(player.id, _NOWHERE)
            raise
        self._players.forget(player.id)
        await self._gone(player.id, name)
