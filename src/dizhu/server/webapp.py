"""The web application: all routes, and what holds for every answer."""

import logging
from collections.abc import Awaitable, Callable

from aiohttp import web

from dizhu.app.ports import StorageFailed
from dizhu.server import api
from dizhu.server.answers import ApiRefusal, answer
from dizhu.server.http import Http
from dizhu.server.records_http import Records
from dizhu.server.sheets_http import Sheets
from dizhu.server.static import SECURITY_HEADERS, Client

log = logging.getLogger(__name__)

BODY_BYTES = 4096

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def web_app(
    http: Http, records: Records, sheets: Sheets, sockets: Handler, client: Client
) -> web.Application:
    """The application of all routes."""
    app = web.Application(middlewares=[_guard], client_max_size=BODY_BYTES)
    for route in api.ROUTES:
        app.router.add_route(route.method, route.path, getattr(http, route.handler))
    for route in api.RECORD_ROUTES:
        app.router.add_route(route.method, route.path, getattr(records, route.handler))
    for route in api.SHEET_ROUTES:
        app.router.add_route(route.method, route.path, getattr(sheets, route.handler))
    app.on_response_prepare.append(_headers)
    app.router.add_get("/api/openapi.json", http.openapi)
    app.router.add_get("/ws", sockets)

    async def page(request: web.Request) -> web.Response:
        return client.answer(request)

    app.router.add_get("/{path:(?!api/|ws$).*}", page)
    return app


@web.middleware
async def _guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Every refusal has a code; nothing leaks a trace."""
    try:
        response = await _checked(request, handler)
    except ApiRefusal as refusal:
        response = answer(refusal.error, status=refusal.status)
    except StorageFailed as error:
        response = answer(api.ApiError("storage_failed", str(error)), status=503)
    except web.HTTPException as error:
        response = answer(api.ApiError(f"http_{error.status}", error.reason), status=error.status)
    except Exception:
        log.exception("%s %s failed", request.method, request.path)
        response = answer(api.ApiError("internal"), status=500)
    return response


async def _headers(request: web.Request, response: web.StreamResponse) -> None:
    """Of every answer, whoever made it."""
    response.headers.update(SECURITY_HEADERS)
    response.headers["Server"] = "dizhu"
    if request.path.startswith(("/api/", "/healthz", "/readyz")):
        response.headers["Cache-Control"] = "no-store"


async def _checked(request: web.Request, handler: Handler) -> web.StreamResponse:
    """A form on another site cannot send this header."""
    if request.method not in ("GET", "HEAD") and request.headers.get("X-Dizhu") != "1":
        raise ApiRefusal(403, "header_missing", "send X-Dizhu: 1")
    return await handler(request)
