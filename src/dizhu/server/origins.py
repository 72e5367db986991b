"""Whose pages may ask: our own, and those that the host has named."""

from urllib.parse import urlsplit

from aiohttp import web


class Origins:
    """The origins that are allowed."""

    def __init__(self, others: frozenset[str] = frozenset()) -> None:
        self._others = others

    def allows(self, request: web.Request) -> bool:
        """Browsers send an origin with everything that could do harm; programs without one have
        no user's cookie to misuse.
        """
        origin = request.headers.get("Origin")
        if origin is None or origin in self._others:
            return True
        try:
            return urlsplit(origin).netloc == request.host
        except ValueError:
            return False
