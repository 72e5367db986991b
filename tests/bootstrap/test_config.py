"""Settings: from the environment, overridden by options, and refused by name."""

from dataclasses import fields
from pathlib import Path

import pytest

from dizhu.bootstrap.config import _READERS, RANGES, Config, ConfigError, config_from
from dizhu.bootstrap.system import Chance, SystemClock
from dizhu.server.limiter import Limit


def test_the_defaults() -> None:
    assert config_from({}, {}) == Config()
    assert (Config().host, Config().port, Config().data_dir) == ("127.0.0.1", 8765, Path("data"))


def test_every_setting_can_be_read() -> None:
    assert set(_READERS) == {f.name for f in fields(Config)}


def test_options_override_the_environment() -> None:
    environment = {
        "DIZHU_PORT": "9000",
        "DIZHU_DATA_DIR": "/srv/dizhu",
        "DIZHU_ORIGINS": "https://a.example https://b.example",
        "DIZHU_SECURE_COOKIES": "1",
        "DIZHU_KEEP_DAYS": "all",
        "DIZHU_BOT_LEAST": "",
        "DIZHU_PROXIES": "10.0.0.0/8 ::1",
        "DIZHU_LIMITS": "login.name=5/60",
    }
    config = config_from(environment, {"port": 9001, "host": None})
    assert (config.port, config.host) == (9001, "127.0.0.1")
    assert config.data_dir == Path("/srv/dizhu")
    assert config.origins == ("https://a.example", "https://b.example")
    assert config.secure_cookies
    assert config.keep_days is None
    assert config.proxies == ("10.0.0.0/8", "::1/128")
    assert config.limits == {"login.name": Limit(5, 60)}


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"DIZHU_PORT": "many"}, "DIZHU_PORT='many'"),
        ({"DIZHU_PORT": "70000"}, "port must be"),
        ({"DIZHU_BOT_LEAST": "3", "DIZHU_BOT_MOST": "1"}, "bot_least"),
        ({"DIZHU_BOT": "genius"}, "no bot 'genius'"),
        ({"DIZHU_PROXIES": "nginx"}, "DIZHU_PROXIES='nginx'"),
        ({"DIZHU_LIMITS": "login=5/60"}, "no limit 'login'"),
    ],
)
def test_nonsense_is_refused_by_name(environment: dict[str, str], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        config_from(environment, {})


def test_every_number_has_a_range() -> None:
    numbers = {f.name for f in fields(Config) if isinstance(f.default, int | float)}
    assert numbers - {"secure_cookies"} <= set(RANGES)


@pytest.mark.parametrize("name", RANGES)
@pytest.mark.parametrize("text", ["-1", "-5", "1e400", "inf", "nan", "9" * 30, "many"])
def test_no_number_is_out_of_its_range(name: str, text: str) -> None:
    """A setting that makes no sense is named, and the server does not start with it."""
    with pytest.raises(ConfigError, match=rf"(?i){name}"):
        config_from({f"DIZHU_{name.upper()}": text}, {})


def test_switches_are_on_or_off() -> None:
    assert config_from({"DIZHU_SECURE_COOKIES": "on"}, {}).secure_cookies
    assert not config_from({"DIZHU_SECURE_COOKIES": "No"}, {}).secure_cookies
    with pytest.raises(ConfigError, match="SECURE_COOKIES"):
        config_from({"DIZHU_SECURE_COOKIES": "maybe"}, {})


def test_chance_from_a_number_is_repeatable_but_ids_are_not() -> None:
    one, two = Chance(5), Chance(5)
    assert one.seed() == two.seed()
    assert one.shuffled(range(20)) == two.shuffled(range(20))
    assert one.token() != two.token()
    assert Chance().seed() != Chance().seed()


def test_the_clock_never_goes_back() -> None:
    clock = SystemClock()
    times = [clock.now() for _ in range(100)]
    assert times == sorted(times)
