"""What every request is asked before anything is done for it."""

import logging

from aiohttp import web

from dizhu.server.addresses import Addresses
from dizhu.server.answers import ApiRefusal
from dizhu.server.limiter import Limiter
from dizhu.server.origins import Origins

log = logging.getLogger(__name__)

SAFE = ("GET", "HEAD")
HSTS = {"Strict-Transport-Security": "max-age=31536000"}


class Gate:
    """`secure`: the players come by HTTPS, and are to do so next time."""

    def __init__(
        self, origins: Origins, limiter: Limiter, addresses: Addresses, *, secure: bool
    ) -> None:
        self.headers = HSTS if secure else {}
        self._origins = origins
        self._limiter = limiter
        self._addresses = addresses
        self._warned = False

    def check(self, request: web.Request) -> None:
        """Raises ApiRefusal for what is too much, or asked by another site's page."""
        self._limiter.demand("request.address", self._addresses.of(request))
        self._look_for_proxy(request)
        if request.method in SAFE:
            return
        if request.headers.get("X-Dizhu") != "1":  # a form on another site cannot send it
            raise ApiRefusal(403, "header_missing", "send X-Dizhu: 1")
        if not self._origins.allows(request):
            raise ApiRefusal(403, "foreign_origin")

    def _look_for_proxy(self, request: web.Request) -> None:
        """Behind a proxy that is not known everybody has its address, and one limit for all."""
        if self._warned or "X-Forwarded-For" not in request.headers or self._addresses.proxied:
            return
        self._warned = True
        log.warning("requests come through a proxy: name it in DIZHU_PROXIES")
