"""Where a request comes from, and how much of it is kept."""

import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from aiohttp import web

IPAddress = IPv4Address | IPv6Address
UNKNOWN = "unknown"

_BROWSERS = (
    ("MicroMessenger", "WeChat"),
    ("EdgA?/|EdgiOS", "Edge"),
    ("OPR/|OPiOS", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("HuaweiBrowser", "Huawei Browser"),
    ("UCBrowser", "UC Browser"),
    ("QQBrowser", "QQ Browser"),
    ("Firefox|FxiOS", "Firefox"),
    ("Chrome|CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("HarmonyOS|OpenHarmony", "HarmonyOS"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Macintosh|Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


class Addresses:
    """Tells the address of whoever asks. What a request says of itself counts only when it comes
    through one of our own `proxies` (addresses or networks).

    Raises ValueError for a proxy that is none.
    """

    def __init__(self, proxies: Iterable[str] = ()) -> None:
        self._proxies = tuple(ip_network(text, strict=False) for text in proxies)

    @property
    def proxied(self) -> bool:
        """Whether there are proxies of ours."""
        return bool(self._proxies)

    def from_proxy(self, request: web.Request) -> bool:
        """Whether the connection comes from the address of a proxy of ours."""
        address = _parsed(request.remote)
        return address is not None and self._ours(address)

    def of(self, request: web.Request) -> str:
        """The address; of the last one in the chain who is not ours."""
        address = _parsed(request.remote)
        chain = request.headers.getall("X-Forwarded-For", ())
        for text in reversed(",".join(chain).split(",")):
            if address is None or not self._ours(address):
                break
            before = _parsed(text.strip())
            if before is None:
                break
            address = before
        return UNKNOWN if address is None else str(address)

    def _ours(self, address: IPAddress) -> bool:
        return any(address in network for network in self._proxies)


def _parsed(text: str | None) -> IPAddress | None:
    try:
        address = ip_address((text or "").split("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def household(address: str) -> str:
    """What counts as one address: with IPv6 everybody has a whole /64 to himself."""
    parsed = _parsed(address)
    if isinstance(parsed, IPv6Address):
        return str(ip_network(f"{parsed}/64", strict=False).network_address) + "/64"
    return address


def shortened(address: str) -> str:
    """As much of an address as its owner needs to know it again, and nobody needs more."""
    parsed = _parsed(address)
    if parsed is None:
        return ""
    if isinstance(parsed, IPv4Address):
        return ".".join(str(parsed).split(".")[:3]) + ".*"
    return str(ip_network(f"{parsed}/48", strict=False).network_address) + "*"


def device_of(user_agent: str) -> str:
    """Browser and system, as far as they are known."""
    found = (_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))
    return " · ".join(name for name in found if name)


def _first(table: Iterable[tuple[str, str]], text: str) -> str:
    return next((name for pattern, name in table if re.search(pattern, text)), "")
