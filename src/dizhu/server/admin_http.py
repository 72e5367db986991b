"""The one guard in front of everything that operators may do."""

import hmac
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from aiohttp import web

from dizhu.app.operators.deeds import HOST
from dizhu.app.operators.register import Register
from dizhu.server.admin_desk import AdminDesk
from dizhu.server.admin_questions import AdminQuestions
from dizhu.server.admin_routes import HOST_ONLY
from dizhu.server.answers import ApiRefusal, answer, body_of
from dizhu.server.door import Door
from dizhu.server.limiter import Limiter
from dizhu.server.routes import Route

Handler = Callable[[web.Request], Awaitable[web.Response]]


class AdminHttp:
    """Makes the handler of each route. `host_token`: of the command line on this machine."""

    def __init__(
        self,
        desk: AdminDesk,
        questions: AdminQuestions,
        register: Register,
        door: Door,
        limiter: Limiter,
        host_token: str,
    ) -> None:
        self._desk = desk
        self._questions = questions
        self._register = register
        self._door = door
        self._limiter = limiter
        self._token = f"Bearer {host_token}".encode()

    def handler(self, route: Route) -> Handler:
        """Who asks is looked at before anything else."""
        work = getattr(self._desk if route.changes else self._questions, route.handler)

        async def handle(request: web.Request) -> web.Response:
            by = await self._operator(request)
            if route.handler in HOST_ONLY and by != HOST:
                raise ApiRefusal(403, "host_only", "use `dizhu admin` on the server's machine")
            return answer(await work(by, await _wish(request, route)))

        return handle

    async def _operator(self, request: web.Request) -> str:
        """The operator's id, or HOST. Raises ApiRefusal: 401 for nobody, 403 for anybody else."""
        given = request.headers.get("Authorization")
        if given is not None:
            if not hmac.compare_digest(given.encode("utf-8", "replace"), self._token):
                raise ApiRefusal(401, "unauthorized")
            return HOST
        player = (await self._door.demand(request)).player.id
        if not self._register.is_operator(player):
            raise ApiRefusal(403, "not_operator")
        self._limiter.demand("admin.account", player)
        return player


async def _wish(request: web.Request, route: Route) -> Any:
    """The body, or what stands in the query and the path. Raises ApiRefusal."""
    if route.body is not None:
        return await body_of(request, route.body)
    if route.query is None:
        return None
    try:
        return msgspec.convert({**request.query, **request.match_info}, route.query, strict=False)
    except msgspec.ValidationError as error:
        raise ApiRefusal(400, "bad_request", str(error)[:200]) from error
