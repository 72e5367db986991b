"""Bodies in and out, and refusals with a code."""

from typing import Any, TypeVar

import msgspec
from aiohttp import web

from dizhu.server import api

T = TypeVar("T")


class ApiRefusal(Exception):
    """A request that is answered with an error."""

    def __init__(self, status: int, code: str, detail: str | None = None) -> None:
        super().__init__(code)
        self.status = status
        self.error = api.ApiError(code, detail)


async def body_of(request: web.Request, form: type[T]) -> T:
    """The body of a request. Raises ApiRefusal."""
    data = await request.read()
    try:
        return msgspec.json.decode(data or b"{}", type=form, strict=True)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ApiRefusal(400, "bad_request", str(error)[:200]) from error


def answer(value: Any, status: int = 200) -> web.Response:
    """A value as JSON."""
    body = msgspec.json.encode(value)
    return web.Response(body=body, status=status, content_type="application/json")
