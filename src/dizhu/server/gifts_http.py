"""The handlers of the daily gift and of relief."""

from aiohttp import web

from dizhu.app.notices import Audience
from dizhu.app.players import Player
from dizhu.app.wallet import GIFT, RELIEF, RELIEF_BELOW, Allowance, Wallet
from dizhu.server import api
from dizhu.server.answers import ApiRefusal, answer, body_of
from dizhu.server.door import Door
from dizhu.server.gifts import AllowanceView


class Gifts:
    """The handlers of `api.GIFT_ROUTES`."""

    def __init__(self, wallet: Wallet, audience: Audience, door: Door) -> None:
        self._wallet = wallet
        self._audience = audience
        self._oneself = door.player

    async def allowance(self, request: web.Request) -> web.Response:
        """What there still is today."""
        player = await self._oneself(request)
        return answer(_view(await self._wallet.allowance(player.id)))

    async def gift(self, request: web.Request) -> web.Response:
        """Take the gift of the day. Refused `gift_taken` the second time."""
        await body_of(request, api.Nothing)
        player = await self._oneself(request)
        if not (await self._wallet.allowance(player.id)).gift:
            raise ApiRefusal(409, "gift_taken")
        return await self._given(player, await self._wallet.give_gift(player.id))

    async def relief(self, request: web.Request) -> web.Response:
        """Help for who has next to nothing. Refused `not_broke`, `no_relief_left`."""
        await body_of(request, api.Nothing)
        player = await self._oneself(request)
        allowance = await self._wallet.allowance(player.id)
        if not allowance.broke:
            raise ApiRefusal(409, "not_broke")
        if not allowance.reliefs:
            raise ApiRefusal(409, "no_relief_left")
        return await self._given(player, await self._wallet.relieve(player.id))

    async def _given(self, player: Player, beans: int) -> web.Response:
        """All his pages are told what he has now."""
        self._audience.beans_changed(player.id, beans)
        return answer(_view(await self._wallet.allowance(player.id)))


def _view(allowance: Allowance) -> AllowanceView:
    return AllowanceView(
        beans=allowance.beans,
        gift=GIFT if allowance.gift else 0,
        relief=RELIEF,
        relief_below=RELIEF_BELOW,
        reliefs_left=allowance.reliefs,
        day_ends=allowance.day_ends,
    )
