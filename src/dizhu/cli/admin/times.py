"""Points in time as they are written and shown on the command line."""

import argparse
import re
import time
from datetime import datetime

_UNITS = {"m": 60, "h": 3600, "d": 86400}


def span(text: str) -> int:
    """`30m`, `12h`, `7d` in milliseconds. Raises ArgumentTypeError."""
    found = re.fullmatch(r"(\d{1,6})([mhd])", text)
    if found is None or int(found[1]) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no span of time such as 30m, 12h or 7d")
    return int(found[1]) * _UNITS[found[2]] * 1000


def moment(text: str) -> int:
    """`2026-12-24T18:00` (here), or with a zone, in milliseconds since 1970. Raises
    ArgumentTypeError.
    """
    try:
        return int(datetime.fromisoformat(text).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no time such as 2026-12-24T18:00 or 2026-12-24T18:00+08:00"
        ) from None


def now() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


def shown(at: int | None) -> str:
    """A time as it is here; None: for good."""
    if at is None:
        return "for good"
    return datetime.fromtimestamp(at / 1000).astimezone().isoformat(sep=" ", timespec="minutes")
