"""The HTTP interface: its bodies, and the table of its routes from which openapi.json is made."""

import re
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from dizhu.server import friend_form, gifts, people, records
from dizhu.server.admin_routes import ADMIN_ROUTES
from dizhu.server.cup_routes import CUP_ROUTES
from dizhu.server.fields import exactly
from dizhu.server.protocol import PlayerView, RoomView
from dizhu.server.routes import Route
from dizhu.server.sheet_view import SheetView


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who comes in. Without a name one is made up; `locale` is zh or en."""

    name: Annotated[str, Meta(max_length=64)] | None = None
    locale: Annotated[str, exactly("zh|en")] = "zh"


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty object."""


class ApiError(msgspec.Struct, frozen=True):
    """A request was refused; `code` is machine-readable."""

    code: str
    detail: str | None = None


class ApiErrorUntil(ApiError, frozen=True):
    """Refused until a time, such as the end of a ban."""

    until: int = 0


class Health(msgspec.Struct, frozen=True):
    """How the server is. `problems`: what keeps it from serving; `counts`: what went wrong."""

    status: str
    tables: int
    connections: int
    problems: tuple[str, ...]
    counts: dict[str, int]


_PATTERN = re.compile(r":[^}]*}")
"""What a part of a path may be is nothing for the document."""


ROUTES: tuple[Route, ...] = (
    Route("POST", "/api/guest", "guest", NewGuest, PlayerView, "Come in; sets the session cookie."),
    Route("GET", "/api/me", "me", None, PlayerView | None, "Oneself; null without a session."),
    Route("POST", "/api/logout", "logout", Nothing, Nothing, "End the session."),
    Route("GET", "/api/rooms", "rooms", None, tuple[RoomView, ...], "The rooms of the lobby."),
    Route(
        "GET",
        "/api/friend-form",
        "friend_form",
        None,
        friend_form.FriendForm,
        "The form of a room.",
    ),
    Route("GET", "/healthz", "health", None, Health, "Whether the process lives; always 200."),
    Route("GET", "/readyz", "ready", None, Health, "Whether it can serve; else 503."),
)
_HAND = "/api/hands/{id:[A-Za-z0-9_-]+}"
RECORD_ROUTES: tuple[Route, ...] = (
    Route("GET", "/api/hands", "hands", None, records.HandPage, "Own hands; ?before, ?most."),
    Route("GET", _HAND, "hand", None, records.ReplayView, "A finished hand, all cards open."),
    Route("GET", f"{_HAND}.txt", "hand_text", None, str, "The same as a text record."),
    Route("GET", "/api/leaders/{board}", "leaders", None, records.LeaderPage, "?page from 1."),
    Route("GET", "/api/stats", "stats", None, records.StatsView, "Own statistics."),
    Route("GET", "/api/beans", "movements", None, records.MovementPage, "Own transfers."),
)
"""The routes of `records_http.Records`."""
SHEET_ROUTES: tuple[Route, ...] = (
    Route("GET", "/api/rooms/{id}/sheet", "room_sheet", None, SheetView, "?language zh or en."),
    Route("GET", "/api/tables/{id}/sheet", "table_sheet", None, SheetView, "?language zh or en."),
)
"""The routes of `sheets_http.Sheets`."""
PEOPLE_ROUTES: tuple[Route, ...] = (
    Route(
        "POST", "/api/register", "register", people.NameAndPassword, PlayerView, "Stay who I am."
    ),
    Route("POST", "/api/login", "login", people.NameAndPassword, PlayerView, "Sign in."),
    Route("GET", "/api/sessions", "sessions", None, tuple[people.SessionView, ...], "My sign-ins."),
    Route("POST", "/api/sessions/revoke", "revoke", people.EndSessions, people.Ended, "End some."),
    Route("POST", "/api/password", "password", people.NewPassword, people.Ended, "Another one."),
    Route("GET", "/api/export", "export", None, people.Export, "Everything kept of me, a file."),
    Route("POST", "/api/delete", "delete", people.Farewell, Nothing, "Forget me."),
)
"""The routes of `people_http.People`."""
GIFT_ROUTES: tuple[Route, ...] = (
    Route("GET", "/api/allowance", "allowance", None, gifts.AllowanceView, "What I may have."),
    Route("POST", "/api/gift", "gift", Nothing, gifts.AllowanceView, "The gift of the day."),
    Route("POST", "/api/relief", "relief", Nothing, gifts.AllowanceView, "Help for the broke."),
)
"""The routes of `gifts_http.Gifts`."""
EVERY_ROUTE = (
    *ROUTES,
    *RECORD_ROUTES,
    *SHEET_ROUTES,
    *PEOPLE_ROUTES,
    *GIFT_ROUTES,
    *CUP_ROUTES,
    *ADMIN_ROUTES,
)


def openapi(version: str) -> dict[str, Any]:
    """The document of the HTTP interface, in OpenAPI 3.1."""
    types = [t for r in EVERY_ROUTE for t in (r.body, r.answer) if t is not None]
    schemas, components = msgspec.json.schema_components(
        [*types, ApiError], ref_template="#/components/schemas/{name}"
    )
    schema_of = dict(zip(map(str, [*types, ApiError]), schemas, strict=True))
    paths: dict[str, Any] = {}
    for route in EVERY_ROUTE:
        paths.setdefault(_PATTERN.sub("}", route.path), {})[route.method.lower()] = _operation(
            route, schema_of
        )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "dizhu",
            "version": version,
            "description": "POST requests carry the header `X-Dizhu: 1`. "
            "The game itself is played over the WebSocket at /ws.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(route: Route, schema_of: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.handler,
        "summary": route.doc,
        "responses": {
            "200": _content("done", schema_of[str(route.answer)]),
            "default": _content("refused", schema_of[str(ApiError)]),
        },
    }
    if route.query is not None:
        fields = msgspec.structs.fields(route.query)
        operation["parameters"] = [_parameter(route, f) for f in fields]
    if route.body is not None:
        operation["requestBody"] = _content("", schema_of[str(route.body)])
    return operation


def _parameter(route: Route, field: msgspec.structs.FieldInfo) -> dict[str, Any]:
    in_path = f"{{{field.name}" in route.path
    return {
        "name": field.name,
        "in": "path" if in_path else "query",
        "required": in_path or field.required,
        "schema": msgspec.json.schema(field.type),
    }


def _content(description: str, schema: Any) -> dict[str, Any]:
    content = {"content": {"application/json": {"schema": schema}}}
    return {"description": description, **content} if description else content
