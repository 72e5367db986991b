"""The handlers of the HTTP interface, and what the socket says first."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from aiohttp import web

from dizhu import __version__
from dizhu.app.health import Health
from dizhu.app.lobby import Lobby
from dizhu.app.players import BadName, Player, Players
from dizhu.app.ports import Clock, Random, SessionRow, Store
from dizhu.app.rooms import Rooms
from dizhu.app.tables import Tables
from dizhu.app.wallet import Wallet
from dizhu.server import api, friend_view, views
from dizhu.server import protocol as p
from dizhu.server.answers import ApiRefusal, answer, body_of
from dizhu.server.auth import COOKIE, SESSION_MS, Session, Tokens
from dizhu.server.hub import Hub
from dizhu.server.limits import Buckets
from dizhu.server.socket import UNAUTHORIZED

GUESTS_RATE, GUESTS_BURST = 5.0, 1000.0
"""New players a second, and at once, from one address: a whole school may sit behind it (L9)."""


@dataclass(frozen=True, slots=True)
class Platform:
    """What the web application shows."""

    store: Store
    players: Players
    wallet: Wallet
    rooms: Rooms
    lobby: Lobby
    tables: Tables
    hub: Hub
    health: Health
    clock: Clock
    random: Random


class Http:
    """The handlers of `api.ROUTES`."""

    def __init__(
        self, platform: Platform, tokens: Tokens, *, secure: bool, problems: Callable[[], list[str]]
    ) -> None:
        self._platform = platform
        self._tokens = tokens
        self._secure = secure
        self._problems = problems
        self._guests = Buckets(GUESTS_RATE, GUESTS_BURST)
        self._friend_form = friend_view.form()
        self._openapi = msgspec.json.encode(api.openapi(__version__))

    # --- who is it ---

    async def authenticate(self, request: web.Request) -> Player | None:
        """The player of the request's cookie."""
        session = self._session(request)
        if session is None:
            return None
        now = self._platform.clock.now()
        if not await self._platform.store.session_is_good(session.id, now):
            return None
        return await self._platform.players.find(session.player)

    def _session(self, request: web.Request) -> Session | None:
        token = request.cookies.get(COOKIE, "")
        return self._tokens.read(token, self._platform.clock.now())

    async def _sign_in(self, player: Player, response: web.Response, session_id: str) -> None:
        expires = self._platform.clock.now() + SESSION_MS
        await self._platform.store.add_session(SessionRow(session_id, player.id, expires))
        response.set_cookie(
            COOKIE,
            self._tokens.write(Session(session_id, player.id, expires)),
            max_age=SESSION_MS // 1000,
            httponly=True,
            samesite="Lax",
            secure=self._secure,
            path="/",
        )

    # --- the routes ---

    async def guest(self, request: web.Request) -> web.Response:
        """A new guest; who has a good session already stays who he is (F83)."""
        known = await self.authenticate(request)
        body = await body_of(request, api.NewGuest)
        if known is not None:
            return await self._oneself(request, known)
        if not self._guests.take(request.remote or ""):
            raise ApiRefusal(429, "rate_limited")
        try:
            player = await self._platform.players.new_guest(body.name, body.locale)
        except BadName as error:
            raise ApiRefusal(400, "bad_name", str(error)) from error
        response = answer(await self.player_view(player))
        await self._sign_in(player, response, self._platform.random.token())
        return response

    async def me(self, request: web.Request) -> web.Response:
        """Oneself."""
        player = await self.authenticate(request)
        if player is None:
            raise ApiRefusal(401, "unauthorized")
        return await self._oneself(request, player)

    async def _oneself(self, request: web.Request, player: Player) -> web.Response:
        response = answer(await self.player_view(player))
        session = self._session(request)
        if session is not None and session.half_over(self._platform.clock.now()):
            await self._sign_in(player, response, session.id)
        return response

    async def logout(self, request: web.Request) -> web.Response:
        """End the session."""
        await body_of(request, api.Nothing)
        session = self._session(request)
        if session is not None:
            await self._platform.store.revoke_session(session.id)
            self._platform.hub.end(session.player, UNAUTHORIZED)
        response = answer(api.Nothing())
        response.del_cookie(COOKIE, path="/")
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
        return p.PlayerView(player.id, player.name, purse.beans, purse.title, player.guest)

    def _table_of(self, player: Player) -> str | None:
        """Where he sits; a table that is just being opened will be told when it is stored."""
        table_id = self._platform.tables.seating.table_of(player.id)
        open_now = table_id is not None and self._platform.tables.find(table_id) is not None
        return table_id if open_now else None

    async def welcome(self, player: Player) -> p.Welcome:
        """The first message on a connection."""
        view = await self.player_view(player)
        waiting = self._platform.lobby.waiting(player.id)
        return p.Welcome(
            player=view,
            server_time=self._platform.clock.now(),
            table=self._table_of(player),
            queued=None if waiting is None else waiting.room,
            rooms=self.room_views(),
        )
