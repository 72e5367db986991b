"""The web application: all routes, and what holds for every answer."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web
from aiohttp.typedefs import Middleware

from dizhu.app.ports import StorageFailed
from dizhu.server import api
from dizhu.server.admin_http import AdminHttp
from dizhu.server.admin_routes import ADMIN_ROUTES
from dizhu.server.answers import ApiRefusal, answer
from dizhu.server.cup_http import CupHttp
from dizhu.server.cup_routes import CUP_ROUTES
from dizhu.server.gate import Gate
from dizhu.server.gifts_http import Gifts
from dizhu.server.http import Http
from dizhu.server.metrics_http import MetricsHttp
from dizhu.server.people_http import People
from dizhu.server.records_http import Records
from dizhu.server.sheets_http import Sheets
from dizhu.server.static import SECURITY_HEADERS, Client

log = logging.getLogger(__name__)

BODY_BYTES = 4096

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class Handlers:
    """Who answers what."""

    http: Http
    records: Records
    sheets: Sheets
    people: People
    gifts: Gifts
    cups: CupHttp
    admin: AdminHttp
    metrics: MetricsHttp
    sockets: Handler
    client: Client


def web_app(gate: Gate, handlers: Handlers) -> web.Application:
    """The application of all routes."""
    http, client = handlers.http, handlers.client
    app = web.Application(middlewares=[_guard(gate)], client_max_size=BODY_BYTES)
    for route in api.ROUTES:
        app.router.add_route(route.method, route.path, getattr(http, route.handler))
    for route in api.RECORD_ROUTES:
        app.router.add_route(route.method, route.path, getattr(handlers.records, route.handler))
    for route in api.SHEET_ROUTES:
        app.router.add_route(route.method, route.path, getattr(handlers.sheets, route.handler))
    for route in api.PEOPLE_ROUTES:
        app.router.add_route(route.method, route.path, getattr(handlers.people, route.handler))
    for route in api.GIFT_ROUTES:
        app.router.add_route(route.method, route.path, getattr(handlers.gifts, route.handler))
    for route in CUP_ROUTES:
        app.router.add_route(route.method, route.path, getattr(handlers.cups, route.handler))
    for route in ADMIN_ROUTES:
        app.router.add_route(route.method, route.path, handlers.admin.handler(route))
    app.on_response_prepare.append(_headers(gate))
    app.router.add_get("/api/openapi.json", http.openapi)
    app.router.add_get("/ws", handlers.sockets)
    app.router.add_get("/metrics", handlers.metrics.metrics)

    async def page(request: web.Request) -> web.Response:
        return client.answer(request)

    app.router.add_get("/{path:(?!api/|ws$).*}", page)
    return app


def _guard(gate: Gate) -> Middleware:
    """Every refusal has a code; nothing leaks a trace."""

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            gate.check(request)
            response = await handler(request)
        except ApiRefusal as refusal:
            response = answer(refusal.error, status=refusal.status)
        except StorageFailed as error:
            response = answer(api.ApiError("storage_failed", str(error)), status=503)
        except web.HTTPException as error:
            code = _CODES.get(error.status, "bad_request")
            response = answer(api.ApiError(code, error.reason), status=error.status)
        except Exception:
            log.exception("%s %s failed", request.method, request.path)
            response = answer(api.ApiError("internal"), status=500)
        return response

    return guard


_CODES = {404: "not_found", 405: "no_method", 413: "too_large"}


def _headers(gate: Gate) -> Callable[[web.Request, web.StreamResponse], Awaitable[None]]:
    """Of every answer, whoever made it."""

    async def add(request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(SECURITY_HEADERS)
        response.headers.update(gate.headers)
        response.headers["Server"] = "dizhu"
        if request.path.startswith(("/api/", "/healthz", "/readyz")):
            response.headers["Cache-Control"] = "no-store"

    return add
