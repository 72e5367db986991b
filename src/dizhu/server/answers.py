"""Bodies in and out, and refusals with a code."""

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

import msgspec
from aiohttp import web

from dizhu.app.account_store import NameTaken, NoGuest
from dizhu.app.accounts import Busy, Refused
from dizhu.app.names import BadName
from dizhu.server import api

T = TypeVar("T")

BODY_SECONDS = 10.0
"""In this time a body of some bytes must have come."""


class ApiRefusal(Exception):
    """A request that is answered with an error."""

    def __init__(
        self, status: int, code: str, detail: str | None = None, until: int | None = None
    ) -> None:
        super().__init__(code)
        self.status = status
        self.error = api.ApiError(code, detail)
        if until is not None:
            self.error = api.ApiErrorUntil(code, detail, until)


async def body_of(request: web.Request, form: type[T]) -> T:
    """The body of a request. Raises ApiRefusal."""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            data = await request.read()
    except TimeoutError as error:
        raise ApiRefusal(408, "too_slow") from error
    except web.HTTPRequestEntityTooLarge as error:
        raise ApiRefusal(413, "too_large", str(error.text)) from error
    try:
        return msgspec.json.decode(data or b"{}", type=form, strict=True)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ApiRefusal(400, "bad_request", str(error)[:200]) from error


def answer(value: Any, status: int = 200) -> web.Response:
    """A value as JSON."""
    body = msgspec.json.encode(value)
    return web.Response(body=body, status=status, content_type="application/json")


async def coded(work: Awaitable[T]) -> T:
    """What goes wrong with an account, as an answer. Raises ApiRefusal."""
    try:
        return await work
    except (Refused, BadName) as error:
        raise ApiRefusal(_STATUS.get(error.code, 400), error.code) from error
    except NameTaken as error:
        raise ApiRefusal(409, "name_taken") from error
    except NoGuest as error:
        raise ApiRefusal(409, "registered_already") from error
    except Busy as error:
        raise ApiRefusal(503, "busy") from error


_STATUS = {
    "name_taken": 409,
    "registered_already": 409,
    "not_registered": 409,
    "at_table": 409,
    "wrong_password": 403,
}


def takes_gzip(request: web.Request) -> bool:
    """Whether the client says that it can read gzip: named, and not with a weight of 0."""
    for part in request.headers.get("Accept-Encoding", "").lower().split(","):
        name, _, weight = part.strip().partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
