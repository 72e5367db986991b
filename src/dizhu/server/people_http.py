"""The handlers of accounts: keeping one, signing in and out, sessions, export, deletion."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web

from dizhu.app.account_store import AccountStore
from dizhu.app.accounts import Accounts, Proof
from dizhu.app.departures import Departures
from dizhu.app.lookalikes import skeleton
from dizhu.app.players import Player
from dizhu.server import api, people
from dizhu.server import protocol as p
from dizhu.server.addresses import household
from dizhu.server.answers import ApiRefusal, answer, body_of, coded
from dizhu.server.door import Door, Visitor
from dizhu.server.exporting import Exporter
from dizhu.server.hub import Hub
from dizhu.server.limiter import Limiter
from dizhu.server.socket import UNAUTHORIZED


@dataclass(frozen=True, slots=True)
class Office:
    """What the handlers of accounts work with."""

    accounts: Accounts
    store: AccountStore
    departures: Departures
    exporter: Exporter
    door: Door
    hub: Hub
    limiter: Limiter
    view: Callable[[Player], Awaitable[p.PlayerView]]


class People:
    """The handlers of `api.PEOPLE_ROUTES`."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self._door = office.door
        self._limiter = office.limiter

    async def register(self, request: web.Request) -> web.Response:
        """A guest keeps his account; the connection, the beans and the table stay as they are."""
        visitor = await self._door.demand(request)
        wish = await body_of(request, people.NameAndPassword)
        self._limiter.demand("register.account", visitor.player.id)
        self._limiter.demand("register.address", self._door.addresses.of(request))
        proof = Proof(wish.name, wish.password)
        player = await coded(self._office.accounts.register(visitor.player, proof))
        response = answer(await self._office.view(player))
        await self._anew(request, response, Visitor(player, visitor.session))
        self._door.know_device(request, response, skeleton(player.name))
        return response

    async def login(self, request: web.Request) -> web.Response:
        """Sign in. Who was here before is signed out; an unknown name is a wrong password."""
        wish = await body_of(request, people.NameAndPassword)
        before = await self._door.visitor(request)
        attempt = self._attempt(request, wish.name)
        for limit, key in attempt:
            self._limiter.demand(limit, key)
        player = await coded(self._office.accounts.sign_in(Proof(wish.name, wish.password)))
        if player is None:
            raise ApiRefusal(401, "wrong_login")
        for limit, key in attempt:
            self._limiter.forgive(limit, key)
        response = answer(await self._office.view(player))
        await self._door.enter(request, response, player)
        self._door.know_device(request, response, skeleton(wish.name))
        if before is not None:
            await self._end(before.player.id, before.session, None)
        return response

    def _attempt(self, request: web.Request, name: str) -> list[tuple[str, str]]:
        """What an attempt counts against; on a device that is known nobody else can use it up."""
        address = self._door.addresses.of(request)
        looks = skeleton(name)
        device = self._door.device(request, looks)
        if device is not None:
            return [("login.address", address), ("login.device", device)]
        here = f"{household(address)} {looks}"
        return [("login.address", address), ("login.name_here", here), ("login.name", looks)]

    async def sessions(self, request: web.Request) -> web.Response:
        """Where I am signed in."""
        visitor = await self._asked(request)
        return answer(await self._office.exporter.sessions(visitor))

    async def revoke(self, request: web.Request) -> web.Response:
        """Sign out elsewhere."""
        visitor = await self._asked(request)
        wish = await body_of(request, people.EndSessions)
        keep = visitor.session if wish.session is None else None
        ended = await self._end(visitor.player.id, wish.session, keep)
        return answer(people.Ended(ended))

    async def password(self, request: web.Request) -> web.Response:
        """Another password; all other sessions end, and this one gets another id."""
        visitor = await self._door.demand(request)
        wish = await body_of(request, people.NewPassword)
        self._limiter.demand("password.account", visitor.player.id)
        change = self._office.accounts.change_password(
            visitor.player, wish.old, wish.new, visitor.session
        )
        response = answer(people.Ended(await coded(change)))
        await self._anew(request, response, visitor)
        return response

    async def export(self, request: web.Request) -> web.Response:
        """Everything that is kept of me, as a file."""
        visitor = await self._door.demand(request)
        self._limiter.demand("export.account", visitor.player.id)
        response = answer(await self._office.exporter.everything(visitor))
        response.headers["Content-Disposition"] = 'attachment; filename="dizhu-export.json"'
        return response

    async def delete(self, request: web.Request) -> web.Response:
        """Forget me: the name, the password, the sessions. What was posted stays."""
        visitor = await self._door.demand(request)
        wish = await body_of(request, people.Farewell)
        self._limiter.demand("password.account", visitor.player.id)
        if not await coded(self._office.accounts.is_his(visitor.player, wish.password)):
            raise ApiRefusal(403, "wrong_password")
        await coded(self._office.departures.remove(visitor.player))
        self._office.hub.end(visitor.player.id, UNAUTHORIZED)
        response = answer(api.Nothing())
        self._door.leave(response)
        return response

    async def _asked(self, request: web.Request) -> Visitor:
        visitor = await self._door.demand(request)
        self._limiter.demand("account.account", visitor.player.id)
        return visitor

    async def _anew(self, request: web.Request, response: web.Response, visitor: Visitor) -> None:
        """Whoever may do more than before has another session, and no other is left: an older
        cookie may be known to somebody else, who has even planted it. His connection goes on.
        """
        player = visitor.player.id
        session = await self._door.enter(request, response, visitor.player)
        self._office.hub.rebind(player, visitor.session, session)
        await self._end(player, None, session)

    async def _end(self, player: str, only: str | None, keep: str | None) -> int:
        """End sessions, and the connection that came with one of them."""
        ended = await self._office.store.revoke_sessions(player, only, keep)
        if only is not None:
            self._office.hub.end(player, UNAUTHORIZED, session=only)
        else:
            self._office.hub.end_but(player, UNAUTHORIZED, keep)
        return ended
