"""The handlers of the HTTP interface, and what the socket says first."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from aiohttp import web

from dizhu import __version__
from dizhu.app.accounts import Accounts
from dizhu.app.health import Health
from dizhu.app.lobby import Lobby
from dizhu.app.players import Player
from dizhu.app.ports import Clock, Store
from dizhu.app.rooms import Rooms
from dizhu.app.tables import Tables
from dizhu.app.wallet import Wallet
from dizhu.server import api, friend_view, views
from dizhu.server import protocol as p
from dizhu.server.answers import answer, body_of, coded
from dizhu.server.door import Door, Visitor
from dizhu.server.hub import Hub
from dizhu.server.limiter import Limiter
from dizhu.server.socket import UNAUTHORIZED


@dataclass(frozen=True, slots=True)
class Platform:
    """What the web application shows."""

    store: Store
    wallet: Wallet
    rooms: Rooms
    lobby: Lobby
    tables: Tables
    hub: Hub
    health: Health
    clock: Clock


class Http:
    """The handlers of `api.ROUTES`."""

    def __init__(
        self,
        platform: Platform,
        door: Door,
        limiter: Limiter,
        accounts: Accounts,
        problems: Callable[[], list[str]],
        is_operator: Callable[[str], bool] = lambda _player: False,
    ) -> None:
        self._is_operator = is_operator
        self._platform = platform
        self._door = door
        self._limiter = limiter
        self._accounts = accounts
        self._problems = problems
        self._friend_form = friend_view.form()
        self._openapi = msgspec.json.encode(api.openapi(__version__))

    # --- the routes ---

    async def guest(self, request: web.Request) -> web.Response:
        """A new guest; who has a good session already stays who he is (F83)."""
        known = await self._door.visitor(request)
        body = await body_of(request, api.NewGuest)
        if known is not None:
            return await self._oneself(request, known)
        self._door.refuse_banned(request)
        self._limiter.demand("guest.address", self._door.addresses.of(request))
        player = await coded(self._accounts.new_guest(body.name, body.locale))
        response = answer(await self.player_view(player))
        await self._door.enter(request, response, player)
        return response

    async def me(self, request: web.Request) -> web.Response:
        """Oneself; who comes for the first time is nobody yet, and that is no error."""
        visitor = await self._door.visitor(request)
        if visitor is None:
            self._door.refuse_banned(request)
            return answer(None)
        return await self._oneself(request, visitor)

    async def _oneself(self, request: web.Request, visitor: Visitor) -> web.Response:
        response = answer(await self.player_view(visitor.player))
        await self._door.renew(request, response, visitor)
        return response

    async def logout(self, request: web.Request) -> web.Response:
        """End the session, and the connection that came with it."""
        await body_of(request, api.Nothing)
        visitor = await self._door.visitor(request)
        if visitor is not None:
            await self._platform.store.revoke_session(visitor.session)
            self._platform.hub.end(visitor.player.id, UNAUTHORIZED, visitor.session)
        response = answer(api.Nothing())
        self._door.leave(response)
        return response

    async def rooms(self, _request: web.Request) -> web.Response:
        """The rooms of the lobby."""
        return answer(self.room_views())

    async def friend_form(self, _request: web.Request) -> web.Response:
        """What may be chosen for a room of friends."""
        return answer(self._friend_form)

    async def health(self, _request: web.Request) -> web.Response:
        """Whether the process lives."""
        return answer(self._health())

    async def ready(self, _request: web.Request) -> web.Response:
        """Whether it can serve."""
        health = self._health()
        return answer(health, status=503 if health.problems else 200)

    async def openapi(self, _request: web.Request) -> web.Response:
        """The description of this interface."""
        return web.Response(body=self._openapi, content_type="application/json")

    def _health(self) -> api.Health:
        problems = tuple(self._problems())
        return api.Health(
            status="problems" if problems else "ok",
            tables=len(self._platform.tables),
            connections=len(self._platform.hub),
            problems=problems,
            counts=dict(self._platform.health.counts),
        )

    # --- views ---

    def room_views(self) -> tuple[p.RoomView, ...]:
        """All rooms, with the people in them."""
        rooms = self._platform.rooms.values()
        return tuple(views.room_view(r, self._platform.lobby.online(r.id)) for r in rooms)

    async def player_view(self, player: Player) -> p.PlayerView:
        """A player, as he sees himself."""
        purse = await self._platform.wallet.purse(player.id)
        operator = self._is_operator(player.id)
        return p.PlayerView(
            player.id, player.name, purse.beans, purse.title, player.guest, operator
        )

    def _table_of(self, player: Player) -> str | None:
        """Where he sits; a table that is just being opened will be told when it is stored."""
        table_id = self._platform.tables.seating.table_of(player.id)
        open_now = table_id is not None and self._platform.tables.find(table_id) is not None
        return table_id if open_now else None

    async def welcome(self, player: Player) -> p.Welcome:
        """The first message on a connection."""
        view = await self.player_view(player)
        waiting, hub = self._platform.lobby.waiting(player.id), self._platform.hub
        return p.Welcome(
            player=view,
            server_time=self._platform.clock.now(),
            table=self._table_of(player),
            queued=None if waiting is None else waiting.room,
            rooms=self.room_views(),
            online=len(hub) + (not hub.connected(player.id)),  # he is just coming
        )
