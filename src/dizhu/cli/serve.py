"""`dizhu serve`: run the game server until it is told to stop; SIGHUP: read the rooms again."""

import argparse
import asyncio
import errno
import os
import signal
import sys
from pathlib import Path
from typing import Any

from dizhu.bootstrap import Config, ConfigError, Server
from dizhu.bootstrap.config import MOST_BOT_SECONDS, config_from
from dizhu.bootstrap.logs import LOG_FORMS, set_up
from dizhu.cli.values import seconds, whole


def add_parser(subparsers: Any) -> None:
    """The options; each can be set as an environment variable, DIZHU_PORT and so on, too."""
    parser: argparse.ArgumentParser = subparsers.add_parser("serve", help="run the game server")
    parser.add_argument("--host", help="address to listen on (127.0.0.1)")
    parser.add_argument(
        "--port", type=whole(0, 65535), help="port to listen on (8765; 0: any free one)"
    )
    parser.add_argument("--data-dir", type=Path, help="folder of everything that is kept (./data)")
    parser.add_argument("--bot", help="which bot fills empty seats")
    pace = seconds(MOST_BOT_SECONDS)
    parser.add_argument("--bot-least", type=pace, help="seconds a bot takes at least (0.7)")
    parser.add_argument("--bot-most", type=pace, help="seconds a bot takes at most (2.2)")
    parser.add_argument("--rooms", type=Path, help="a catalogue of rooms instead of the built-in")
    parser.add_argument("--log", choices=LOG_FORMS, help="log lines for people, or JSON (human)")
    parser.add_argument(
        "--verbose",
        dest="log_level",
        action="store_const",
        const="info",
        help="log more (DIZHU_LOG_LEVEL=info)",
    )


def run(args: argparse.Namespace) -> int:
    """Serve. 0 after a stop that was asked for, 1 when it could not start, 2 for a setting that
    makes no sense.
    """
    try:
        config = config_from(os.environ, vars(args))
    except ConfigError as error:
        print(f"dizhu: {error}", file=sys.stderr)
        return 2
    set_up(config.log, config.log_level)
    try:
        return asyncio.run(_serve(config))
    except ConfigError as error:
        print(f"dizhu: {error}", file=sys.stderr)
        return 1


async def _serve(config: Config) -> int:
    server = Server(config)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    loop.add_signal_handler(signal.SIGHUP, server.reload_rooms)
    try:
        await server.start()
        host = f"[{config.host}]" if ":" in config.host else config.host
        print(f"dizhu is ready: http://{host}:{server.port}", flush=True)
        await stop.wait()
    except OSError as error:
        print(f"dizhu: {_cannot_listen(config, error)}", file=sys.stderr)
        return 1
    finally:
        await server.stop()
    return 0


def _cannot_listen(config: Config, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {config.port} is in use; choose another one with --port or DIZHU_PORT"
    return f"cannot listen on {config.host}:{config.port}: {error.strerror or error}"
