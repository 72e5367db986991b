"""How often a thing may be done: strictly per account, generously per address, for a whole school
may sit behind one.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from dizhu.server.addresses import household
from dizhu.server.answers import ApiRefusal
from dizhu.server.limits import Buckets

HOUR = 3600


@dataclass(frozen=True, slots=True)
class Limit:
    """`count` at once, and again as many in `seconds`."""

    count: int
    seconds: int


DEFAULTS: Mapping[str, Limit] = {
    "request.address": Limit(6000, 60),
    "socket.address": Limit(3000, 60),
    "socket.account": Limit(60, 60),
    "guest.address": Limit(3000, HOUR),
    "login.address": Limit(600, 600),
    "login.name": Limit(60, HOUR),
    "login.name_here": Limit(10, 600),
    "login.device": Limit(10, 600),
    "register.address": Limit(600, HOUR),
    "register.account": Limit(10, HOUR),
    "password.account": Limit(10, HOUR),
    "export.account": Limit(10, HOUR),
    "account.account": Limit(120, 60),
    "admin.account": Limit(600, 60),
    "cup.player": Limit(20, 600),
    "cup.code": Limit(20, 60),
}
"""Every limit there is. `login.name`: failures for one name, wherever they come from;
`login.name_here`: from one address; `login.device`: on a device where this name has signed in
before, so that nobody can lock its owner out.
"""


def read_limits(text: str) -> dict[str, Limit]:
    """Limits as they are set, `login.name=60/3600 guest.address=500/3600`. Raises ValueError."""
    changed = {}
    for part in text.split():
        name, _, value = part.partition("=")
        count, _, seconds = value.partition("/")
        if name not in DEFAULTS:
            raise ValueError(f"there is no limit {name!r}; there are {', '.join(DEFAULTS)}")
        changed[name] = Limit(int(count), int(seconds))
        if changed[name].count < 1 or changed[name].seconds < 1:
            raise ValueError(f"{part}: both numbers are at least 1")
    return changed


class Limiter:
    """Counts, for each limit, by account or address."""

    def __init__(self, changed: Mapping[str, Limit] | None = None) -> None:
        limits = {**DEFAULTS, **(changed or {})}
        self._buckets = {
            name: Buckets(limit.count / limit.seconds, limit.count)
            for name, limit in limits.items()
        }

    def allows(self, limit: str, key: str) -> bool:
        """Whether it may be done now; if so it counts."""
        return self._buckets[limit].take(_key(limit, key))

    def demand(self, limit: str, key: str) -> None:
        """It counts. Raises ApiRefusal when it may not be done now."""
        if not self.allows(limit, key):
            raise ApiRefusal(429, "rate_limited")

    def forgive(self, limit: str, key: str) -> None:
        """It turned out to be right, and does not count."""
        self._buckets[limit].give_back(_key(limit, key))


def _key(limit: str, key: str) -> str:
    return household(key) if limit.endswith(".address") else key
