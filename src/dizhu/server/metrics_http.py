"""The handler of /metrics: for a token, or for this machine alone; not for the public."""

import hmac
from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from aiohttp import web

from dizhu.server.addresses import Addresses
from dizhu.server.answers import ApiRefusal

MODES = ("loopback", "off")
FORWARDED = ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via")
"""Any of them: a proxy asks for somebody else."""


class MetricsHttp:
    """`mode`: loopback (only from this machine and through no proxy) or off; with a `token` whoever
    has it may ask from anywhere, and nobody else. A proxy of ours on this machine may pass on
    strangers without saying so: from the address of one nobody may ask without the token.
    """

    def __init__(
        self, text: Callable[[], bytes], mode: str, token: str | None, addresses: Addresses
    ) -> None:
        self._text = text
        self._mode = mode
        self._addresses = addresses
        self._token = None if not token else f"Bearer {token}".encode()

    async def metrics(self, request: web.Request) -> web.Response:
        """All measurements."""
        if self._mode == "off" or not self._allowed(request):
            raise ApiRefusal(404, "not_found")
        response = web.Response(body=self._text())
        response.headers["Content-Type"] = "text/plain; version=0.0.4; charset=utf-8"
        response.headers["Cache-Control"] = "no-store"
        return response

    def _allowed(self, request: web.Request) -> bool:
        if self._token is not None:
            given = request.headers.get("Authorization", "").encode("utf-8", "replace")
            return hmac.compare_digest(given, self._token)
        if any(header in request.headers for header in FORWARDED):
            return False
        if self._addresses.from_proxy(request):
            return False
        return _is_loopback(request.remote) and _is_loopback(_name_in(request.host))


def _name_in(host: str) -> str | None:
    """By which name or address the server was asked, without the port; None for nonsense."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _is_loopback(name: str | None) -> bool:
    """A proxy that passes `Host` and nothing else asks for the name that strangers know."""
    if name == "localhost":
        return True
    try:
        return ip_address(name or "").is_loopback
    except ValueError:
        return False
