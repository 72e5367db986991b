"""What may be set from outside: environment variables `DIZHU_...`, overridden by options."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from dizhu.app.chat import POLICIES
from dizhu.app.operators.office import MOST_BEANS, OPERATORS_DAY, OPERATORS_MOST
from dizhu.app.thinking import DEFAULT_BOT
from dizhu.bootstrap.logs import LOG_FORMS, LOG_LEVELS
from dizhu.bots import BOTS
from dizhu.engines.talks import read_engines
from dizhu.server.limiter import Limit, read_limits
from dizhu.server.metrics_http import MODES as METRICS_MODES

LEAST_TOKEN = 16
MOST_BOT_SECONDS = 600.0
_HOUR_MS = 3_600_000
RANGES: Mapping[str, tuple[float, float]] = {
    "port": (0, 65535),
    "bot_least": (0, MOST_BOT_SECONDS),
    "bot_most": (0, MOST_BOT_SECONDS),
    "deal_step_ms": (0, 5000),
    "next_ms": (0, _HOUR_MS),
    "autoplay_ms": (0, _HOUR_MS),
    "keep_days": (0, 36_500),
    "rate": (0.1, 1e9),
    "burst": (1, 1e9),
    "watch_delay_ms": (0, _HOUR_MS),
    "cup_rest_ms": (0, _HOUR_MS),
    "address_connections": (1, 1_000_000),
    "engine_seconds": (0.01, 600),
    "engine_processes": (1, 256),
    "compensation_most": (1, MOST_BEANS),
    "compensation_day": (1, MOST_BEANS),
}
"""What the numbers may be, both ends included."""


class ConfigError(ValueError):
    """A setting makes no sense; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Config:
    """All settings, each with its default.

    `bot_least`, `bot_most`: seconds a bot takes over a move; `bot`: which one plays;
    `deal_step_ms`: instead of the rulesets' own; `next_ms`: how long after a hand it is waited
    for an answer; `autoplay_ms`: how long an automatic move takes; `seed`: makes cards and chance
    repeatable, for tests only; `origins`: other addresses whose pages may connect;
    `secure_cookies`: set it behind HTTPS; `rooms`: a catalogue instead of the package's;
    `keep_days`: how long the hands of closed tables are kept (`all`: for ever); `rate`,
    `burst`: frames a second, and at once, of one connection; `chat`: all, quick (no free text) or
    off; `chat_words`: a file of words, one a line, that are covered with stars; `watch_delay_ms`:
    how late those who watch a table see it; `cups`: a catalogue of competitions instead of the
    package's (an empty file: none); `cup_rest_ms`: between two hands of a competition;
    `address_connections`: so many connections of one address; `proxies`: addresses or networks of
    our own proxies, whose X-Forwarded-For is believed; `limits`: how often things may be done
    (`server.limiter.DEFAULTS`), as in `login.name=60/3600 guest.address=500/3600`; `log`: human or
    json, one object a line; `log_level`: of what is logged, warning or info; `metrics`: loopback
    (/metrics answers this machine alone) or off; `metrics_token`: whoever has it may ask for them
    from anywhere, and nobody else; `engines`: programs that may be named as bots
    (`dizhu.engines.talks.read_engines`), `name=kind:command` apart by semicolons;
    `engine_seconds`: the most they may think; `engine_processes`: of each; `compensation_most`:
    beans that an operator may give, or take back, at a time; `compensation_day`: in 24 hours.
    """

    host: str = "127.0.0.1"
    port: int = 8765
    data_dir: Path = Path("data")
    bot_least: float = 0.7
    bot_most: float = 2.2
    bot: str = DEFAULT_BOT
    deal_step_ms: int | None = None
    next_ms: int = 20_000
    autoplay_ms: int = 800
    seed: int | None = None
    origins: tuple[str, ...] = ()
    secure_cookies: bool = False
    rooms: Path | None = None
    keep_days: int | None = 365
    rate: float = 20.0
    burst: float = 60.0
    chat: str = "all"
    chat_words: Path | None = None
    watch_delay_ms: int = 20_000
    cups: Path | None = None
    cup_rest_ms: int = 6_000
    address_connections: int = 3_000
    proxies: tuple[str, ...] = ()
    limits: Mapping[str, Limit] = field(default_factory=dict)
    log: str = "human"
    log_level: str = "warning"
    metrics: str = "loopback"
    metrics_token: str | None = field(default=None, repr=False)
    engines: Mapping[str, str] = field(default_factory=dict)
    engine_seconds: float = 2.0
    engine_processes: int = 2
    compensation_most: int = OPERATORS_MOST
    compensation_day: int = OPERATORS_DAY

    def __post_init__(self) -> None:
        for name, (low, high) in RANGES.items():
            value = getattr(self, name)
            if value is not None and not low <= value <= high:
                raise ConfigError(f"{name} must be from {low:,} to {high:,}, not {value}")
        for name in set(self.engines) & set(BOTS):
            raise ConfigError(f"an engine must not be called {name!r}, as a bot of our own is")
        self.check_bot(self.bot)
        if self.bot_least > self.bot_most:
            raise ConfigError(
                f"bot_least must be at most bot_most, and {self.bot_least} is above {self.bot_most}"
            )
        if self.chat not in POLICIES:
            raise ConfigError(f"chat must be one of {', '.join(POLICIES)}, not {self.chat!r}")
        for name, chosen, known in (
            ("log", self.log, LOG_FORMS),
            ("log_level", self.log_level, LOG_LEVELS),
            ("metrics", self.metrics, METRICS_MODES),
        ):
            if chosen not in known:
                raise ConfigError(f"{name} must be one of {', '.join(known)}, not {chosen!r}")
        if self.metrics_token is not None and len(self.metrics_token) < LEAST_TOKEN:
            raise ConfigError(f"metrics_token must have at least {LEAST_TOKEN} characters")

    def check_bot(self, name: str) -> None:
        """Raise ConfigError unless a bot or an engine has that name."""
        if name not in BOTS and name not in self.engines:
            known = ", ".join((*BOTS, *self.engines))
            raise ConfigError(f"there is no bot {name!r}; there are {known}")


_SWITCH = {
    word: on
    for on, words in ((True, "1 true yes on"), (False, "0 false no off"))
    for word in words.split()
}


def _switch(text: str) -> bool:
    if text.lower() not in _SWITCH:
        raise ValueError(f"it is one of {', '.join(_SWITCH)}")
    return _SWITCH[text.lower()]


_READERS: dict[str, Callable[[str], Any]] = {
    "host": str,
    "port": int,
    "data_dir": Path,
    "bot_least": float,
    "bot_most": float,
    "bot": str,
    "deal_step_ms": int,
    "next_ms": int,
    "autoplay_ms": int,
    "seed": int,
    "origins": lambda text: tuple(text.split()),
    "secure_cookies": _switch,
    "rooms": Path,
    "keep_days": lambda text: None if text == "all" else int(text),
    "rate": float,
    "burst": float,
    "chat": str,
    "chat_words": Path,
    "watch_delay_ms": int,
    "cups": Path,
    "cup_rest_ms": int,
    "address_connections": int,
    "proxies": lambda text: tuple(str(ip_network(part, strict=False)) for part in text.split()),
    "limits": read_limits,
    "log": str,
    "log_level": str,
    "metrics": str,
    "metrics_token": str,
    "engines": read_engines,
    "engine_seconds": float,
    "engine_processes": int,
    "compensation_most": int,
    "compensation_day": int,
}


def config_from(environment: Mapping[str, str], options: Mapping[str, Any]) -> Config:
    """The settings. Options that are None are not set. Raises ConfigError."""
    values: dict[str, Any] = {}
    for name in (f.name for f in fields(Config)):
        text = environment.get(f"DIZHU_{name.upper()}")
        if text:
            values[name] = _read(name, text)
        if options.get(name) is not None:
            values[name] = options[name]
    return Config(**values)


def _read(name: str, text: str) -> Any:
    try:
        return _READERS[name](text)
    except ValueError as error:
        raise ConfigError(f"DIZHU_{name.upper()}={text!r} makes no sense: {error}") from error
