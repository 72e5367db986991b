"""What each seat brings to the next hand: beans now, with help for the poor and for bots."""

from dizhu.app.notices import Audience
from dizhu.app.ports import Random
from dizhu.app.wallet import Wallet
from dizhu.rules.state import ZERO3, type_3i
from dizhu.table import TableState
from dizhu.table.state import SeatState

BOT_LEAST, BOT_MOST = 20, 60
"""A bot that has less than the entry and 20 N is given 30 to 60 N above the entry."""


class Purses:
    """Asked by a table before each hand."""

    def __init__(self, wallet: Wallet, audience: Audience, random: Random) -> None:
        self._wallet = wallet
        self._random = random
        self._audience = audience

    async def fund(self, table: TableState) -> type_3i:
        """The beans by seat, when nothing is being taken from them. Raises StorageFailed."""
        if table.ruleset.unit != "beans":
            return ZERO3
        await self._wallet.debits.settled(seat.player.id for seat in table.seats)
        first, second, third = table.seats
        return (
            await self._beans(table, first),
            await self._beans(table, second),
            await self._beans(table, third),
        )

    async def _beans(self, table: TableState, seat: SeatState) -> int:
        player, stakes = seat.player.id, table.stakes
        if seat.player.bot is not None:
            least = stakes.minimum + BOT_LEAST * stakes.coefficient
            factor = self._random.uniform(1.5 * BOT_LEAST, BOT_MOST)
            most = stakes.minimum + int(factor * stakes.coefficient)
            return await self._wallet.stake_bot(player, least, most)
        (beans,) = await self._wallet.beans([player])
        if beans >= stakes.minimum:
            return beans
        helped = await self._wallet.relieve(player)
        if helped != beans:
            self._audience.beans_changed(player, helped)
        return helped
