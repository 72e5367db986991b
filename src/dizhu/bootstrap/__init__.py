"""The composition root: from a `Config` to a running server. Nothing else builds these things."""

from dizhu.bootstrap.build import Server
from dizhu.bootstrap.config import Config, ConfigError

__all__ = ["Config", "ConfigError", "Server"]
