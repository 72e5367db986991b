"""Players' beans: balances, titles, help for those who lost everything, and the bots' purse."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dizhu.app.archive import day_ends, day_of
from dizhu.app.debits import Debits
from dizhu.app.ports import Clock, Store
from dizhu.ledger.titles import title_of
from dizhu.ledger.transfers import HOUSE_GIFTS, HOUSE_GRANTS, Transfer, player_account

HOUSE_BOTS = "house:bots"
"""Where the beans of bots come from."""
RELIEF_BELOW = 1_000
RELIEF = 2_000
RELIEFS_A_DAY = 3
GIFT = 3_000
"""The gift of a day, for who comes and takes it."""
_GIFT_OF, _RELIEF_OF = "gift:{}:", "relief:{}:"
"""How the ids of the transfers to a player begin; the number of the day follows."""


@dataclass(frozen=True, slots=True)
class Purse:
    """What a player has, and the title that goes with it."""

    beans: int
    title: str


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a player may still have today: the gift, and so many reliefs for when he is broke.

    `parked`: beans he can still have back, see `Wallet.parked`. `day_ends`: when there is more.
    """

    beans: int
    parked: int
    gift: bool
    reliefs: int
    day_ends: int

    @property
    def broke(self) -> bool:
        """Whether he may have relief."""
        return self.beans + self.parked < RELIEF_BELOW


class Wallet:
    """Reads balances and gives beans away; what a hand moves is settled with its events."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self.debits = Debits()
        self.parked: Callable[[str], int] = lambda _player: 0
        """Beans that a player can still have back: the entry of a competition not yet begun."""

    async def purse(self, player: str) -> Purse:
        """A player's beans and title."""
        (beans,) = await self.beans([player])
        return Purse(beans, title_of(beans))

    async def beans(self, players: Sequence[str]) -> tuple[int, ...]:
        """The balances of some players, in their order."""
        accounts = [player_account(p) for p in players]
        found = await self._store.balances(accounts)
        return tuple(found[a] for a in accounts)

    async def relieve(self, player: str) -> int:
        """Help a player who has next to nothing, a few times a day; his balance after it.

        Nobody is ever locked out for good. The ids of the gifts make a double call harmless.
        """
        (beans,) = await self.beans([player])
        for name in _reliefs(player, await self._day(_RELIEF_OF, player)):
            if beans + self.parked(player) >= RELIEF_BELOW:
                break
            # posted before: no change, try the next
            beans = await self._give(name, HOUSE_GRANTS, player, RELIEF, "relief")
        return beans

    async def give_gift(self, player: str) -> int:
        """The gift of the day; his balance after it. Given once, however often it is asked for."""
        gift = _gift(player, await self._day(_GIFT_OF, player))
        return await self._give(gift, HOUSE_GIFTS, player, GIFT, "gift")

    async def _day(self, kind: str, player: str) -> int:
        """The day of which something is given: today, but none before the last of which it was. A
        clock that is set back gives no day twice.
        """
        today = day_of(self._clock.now())
        return max(today, await self._store.last_number(kind.format(player)) or today)

    async def allowance(self, player: str) -> Allowance:
        """What the house would still give a player today."""
        (beans,) = await self.beans([player])
        gift_day = await self._day(_GIFT_OF, player)
        relief_day = await self._day(_RELIEF_OF, player)
        gift, reliefs = _gift(player, gift_day), _reliefs(player, relief_day)
        posted = await self._store.posted([gift, *reliefs])
        return Allowance(
            beans=beans,
            parked=self.parked(player),
            gift=gift not in posted,
            reliefs=sum(name not in posted for name in reliefs),
            day_ends=day_ends(max(gift_day, relief_day)),
        )

    async def stake_bot(self, player: str, least: int, most: int) -> int:
        """Give a bot that has less than `least` so many beans that it has `most`."""
        (beans,) = await self.beans([player])
        if beans >= least:
            return beans
        name = f"bot:{player}:{self._clock.now()}"
        return await self._give(name, HOUSE_BOTS, player, most - beans, "bot")

    async def _give(self, name: str, house: str, player: str, beans: int, reason: str) -> int:
        account = player_account(player)
        transfer = Transfer(name, house, account, beans, reason)
        return (await self._store.post([transfer], self._clock.now()))[account]


def _gift(player: str, day: int) -> str:
    """The id of the transfer of a day."""
    return f"{_GIFT_OF.format(player)}{day}"


def _reliefs(player: str, day: int) -> list[str]:
    """The ids of the transfers of a day."""
    return [f"{_RELIEF_OF.format(player)}{day}:{n}" for n in range(1, RELIEFS_A_DAY + 1)]
