"""What an operator does, from bodies to bodies: for his page, and for the command line."""

from collections.abc import Awaitable
from typing import TypeVar

from dizhu.app.operators.deeds import BAN, HOUSE_COMPENSATION, MUTE, Impossible
from dizhu.app.operators.office import Errand, Office
from dizhu.app.operators.ports import Performed
from dizhu.app.ports import Conflict, NotEnoughBeans
from dizhu.app.wallet import Wallet
from dizhu.ledger.transfers import player_account
from dizhu.server import admin
from dizhu.server.answers import ApiRefusal

T = TypeVar("T")

_STATUS = {
    "no_player": 404,
    "no_report": 404,
    "no_announcement": 404,
    "until_past": 400,
    "until_far": 400,
    "bad_amount": 400,
    "no_text": 400,
}
"""Of what makes no sense; all else is 409."""


class AdminDesk:
    """The handlers of those `admin_routes.ADMIN_ROUTES` that change something. `by`: an operator's
    id, or HOST. They raise ApiRefusal.
    """

    def __init__(self, office: Office, wallet: Wallet, *, running: bool) -> None:
        """`running`: whether there is a server, or only a store."""
        self._office = office
        self._wallet = wallet
        self._running = running

    async def ban(self, by: str, wish: admin.SanctionWish) -> admin.DeedDone:
        """Send somebody away."""
        return await self._impose(by, BAN, wish)

    async def mute(self, by: str, wish: admin.SanctionWish) -> admin.DeedDone:
        """Let somebody say nothing."""
        return await self._impose(by, MUTE, wish)

    async def _impose(self, by: str, kind: str, wish: admin.SanctionWish) -> admin.DeedDone:
        errand = Errand(by, wish.reason, wish.command_id)
        return _done(await _coded(self._office.impose(errand, kind, wish.player, wish.until)))

    async def unban(self, by: str, wish: admin.LiftWish) -> admin.DeedDone:
        """Let him come back."""
        return await self._lift(by, BAN, wish)

    async def unmute(self, by: str, wish: admin.LiftWish) -> admin.DeedDone:
        """Let him speak."""
        return await self._lift(by, MUTE, wish)

    async def _lift(self, by: str, kind: str, wish: admin.LiftWish) -> admin.DeedDone:
        errand = Errand(by, wish.reason, wish.command_id)
        return _done(await _coded(self._office.lift(errand, kind, wish.player)))

    async def compensate(self, by: str, wish: admin.CompensationWish) -> admin.DeedDone:
        """Move beans between the house and a player; never below zero."""
        errand = Errand(by, wish.reason, wish.command_id)
        try:
            done = await _coded(self._office.compensate(errand, wish.player, wish.beans))
        except NotEnoughBeans as error:
            (beans,) = await self._wallet.beans([wish.player])
            raise ApiRefusal(409, "not_enough_beans", f"he has {beans}") from error
        beans = done.balances[player_account(wish.player)]
        return admin.DeedDone(done.repeated, beans, done.balances[HOUSE_COMPENSATION])

    async def announce(self, by: str, wish: admin.AnnouncementWish) -> admin.DeedDone:
        """Tell everybody something."""
        errand = Errand(by, wish.reason, wish.command_id)
        return _done(await _coded(self._office.announce(errand, wish.zh, wish.en, wish.expires_at)))

    async def withdraw(self, by: str, wish: admin.WithdrawWish) -> admin.DeedDone:
        """Show an announcement no longer."""
        errand = Errand(by, wish.reason, wish.command_id)
        return _done(await _coded(self._office.withdraw(errand, wish.announcement)))

    async def close_report(self, by: str, wish: admin.ReportWish) -> admin.DeedDone:
        """A complaint has been looked at."""
        errand = Errand(by, wish.reason, wish.command_id)
        return _done(await _coded(self._office.close_report(errand, wish.report, wish.outcome)))

    async def drain(self, by: str, wish: admin.DrainWish) -> admin.DeedDone:
        """No new hands."""
        return await self._set_drain(by, wish, on=True)

    async def undrain(self, by: str, wish: admin.DrainWish) -> admin.DeedDone:
        """As always again."""
        return await self._set_drain(by, wish, on=False)

    async def _set_drain(self, by: str, wish: admin.DrainWish, *, on: bool) -> admin.DeedDone:
        if not self._running:
            raise ApiRefusal(409, "no_server", "no server runs, so there is nothing to drain")
        errand = Errand(by, wish.reason, wish.command_id)
        return _done(await _coded(self._office.set_drain(errand, on=on)))

    async def grant(self, by: str, wish: admin.RoleWish) -> admin.DeedDone:
        """A new operator."""
        errand = Errand(by, wish.reason, wish.command_id)
        return _done(await _coded(self._office.grant(errand, wish.player)))

    async def revoke(self, by: str, wish: admin.RoleWish) -> admin.DeedDone:
        """One less."""
        errand = Errand(by, wish.reason, wish.command_id)
        return _done(await _coded(self._office.revoke(errand, wish.player)))


def _done(performed: Performed) -> admin.DeedDone:
    return admin.DeedDone(performed.repeated)


async def _coded(work: Awaitable[T]) -> T:
    try:
        return await work
    except Impossible as error:
        raise ApiRefusal(_STATUS.get(error.code, 409), error.code, error.detail) from error
    except Conflict as error:
        raise ApiRefusal(409, "command_reused", str(error)) from error
