"""What stands in the query of a request: numbers, and where a list goes on."""

from collections.abc import Sequence

from aiohttp import web

from dizhu.app.archive import Cursor
from dizhu.server.answers import ApiRefusal


def number_of(request: web.Request, name: str, default: int, most: int) -> int:
    """A number of the query from 1 to `most`. Raises ApiRefusal."""
    text = request.query.get(name, str(default))
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise ApiRefusal(400, "bad_request", f"{name} is a number")
    return min(max(1, int(text)), most)


def cursor_of(request: web.Request) -> Cursor | None:
    """`before` of the query: a time and an id. Raises ApiRefusal."""
    text = request.query.get("before")
    if text is None:
        return None
    at, _, entry = text.partition(".")
    if not (at.isascii() and at.isdigit() and len(at) < 16) or len(entry) > 200:
        raise ApiRefusal(400, "bad_request", "before is what an answer called next")
    return Cursor(int(at), entry)


def following(entries: Sequence[tuple[int, str]], most: int) -> str | None:
    """What to ask as `before` for the entries after these; None when there are no more."""
    if len(entries) < most:
        return None
    at, entry = entries[-1]
    return f"{at}.{entry}"
