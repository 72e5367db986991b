"""Where requests come from, and how little of it is kept."""

from ipaddress import IPv4Address, IPv6Address

import pytest
from aiohttp.test_utils import make_mocked_request
from hypothesis import given, settings
from hypothesis import strategies as st

from dizhu.server.addresses import Addresses, device_of, household, shortened
from dizhu.server.limiter import DEFAULTS, Limit, read_limits


def seen(remote: str, forwarded: str | None, *proxies: str) -> str:
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    request = make_mocked_request("GET", "/", headers=headers).clone(remote=remote)
    return Addresses(proxies).of(request)


@pytest.mark.parametrize(
    ("remote", "forwarded", "proxies", "expected"),
    [
        ("203.0.113.9", None, (), "203.0.113.9"),
        ("203.0.113.9", "198.51.100.1", (), "203.0.113.9"),
        ("203.0.113.9", "198.51.100.1", ("10.0.0.0/8",), "203.0.113.9"),
        ("10.0.0.1", "198.51.100.1", ("10.0.0.0/8",), "198.51.100.1"),
        ("10.0.0.1", "1.1.1.1, 198.51.100.1", ("10.0.0.0/8",), "198.51.100.1"),
        ("10.0.0.1", "198.51.100.1, 10.0.0.2", ("10.0.0.0/8",), "198.51.100.1"),
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", ("10.0.0.0/8",), "10.0.0.3"),
        ("10.0.0.1", "nonsense", ("10.0.0.0/8",), "10.0.0.1"),
        ("10.0.0.1", "198.51.100.1, nonsense", ("10.0.0.0/8",), "10.0.0.1"),
        ("10.0.0.1", "", ("10.0.0.1",), "10.0.0.1"),
        ("::ffff:10.0.0.1", "2001:db8::5", ("10.0.0.0/8",), "2001:db8::5"),
        ("fe80::1%eth0", None, (), "fe80::1"),
        ("somewhere", None, (), "unknown"),
    ],
)
def test_the_address(
    remote: str, forwarded: str | None, proxies: tuple[str, ...], expected: str
) -> None:
    assert seen(remote, forwarded, *proxies) == expected


@settings(deadline=None)
@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60))
def test_nothing_in_the_header_matters_without_a_proxy(forwarded: str) -> None:
    assert seen("203.0.113.9", forwarded) == "203.0.113.9"
    assert seen("203.0.113.9", forwarded, "10.0.0.0/8") == "203.0.113.9"


@given(st.ip_addresses(), st.integers(0, 255))
def test_of_an_address_only_the_beginning_is_kept(
    address: IPv4Address | IPv6Address, last: int
) -> None:
    neighbour = type(address)(address.packed[:-1] + bytes([last]))
    assert shortened(str(address)) == shortened(str(neighbour))
    assert shortened(str(address)).endswith("*")


def test_shortened_and_by_household() -> None:
    assert shortened("203.0.113.9") == "203.0.113.*"
    assert shortened("2001:db8:1:2:3:4:5:6") == "2001:db8:1::*"
    assert shortened("unknown") == ""
    assert household("203.0.113.9") == "203.0.113.9"
    assert household("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::/64"
    assert household("2001:db8:1:2::/64") == "2001:db8:1:2::/64"


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (
            "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36",
            "Chrome · Windows",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130", "Edge · Windows"),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/99 MicroMessenger/8.0", "WeChat · Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18 Safari/605", "Safari · macOS"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko Firefox/132.0", "Firefox · Linux"),
        ("curl/8", ""),
        ("", ""),
    ],
)
def test_devices(agent: str, device: str) -> None:
    assert device_of(agent) == device


@given(st.text(max_size=600))
def test_no_agent_gets_words_of_its_own_into_the_list(agent: str) -> None:
    assert len(device_of(agent)) <= 40


def test_limits_can_be_set() -> None:
    assert read_limits("") == {}
    assert read_limits("login.name=5/60  guest.address=9/3600") == {
        "login.name": Limit(5, 60),
        "guest.address": Limit(9, 3600),
    }
    for nonsense in ("login=5/60", "login.name=5", "login.name=0/60", "login.name=a/b"):
        with pytest.raises(ValueError, match=r"."):
            read_limits(nonsense)
    for name, limit in DEFAULTS.items():
        if name.endswith(".address"):
            assert limit.count >= 300, f"a school of a hundred behind one address: {name}"
