"""Points in time on the operator's command line."""

import argparse
import time
from datetime import datetime

from dizhu.cli.values import moment


def moment_to_come(text: str) -> int:
    """As `moment`, but later than now. Raises ArgumentTypeError."""
    if (at := moment(text)) <= now():
        raise argparse.ArgumentTypeError(f"must be a time to come, and {shown(at)} has passed")
    return at


def now() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


def shown(at: int | None) -> str:
    """A time as it is here; None: for good."""
    if at is None:
        return "for good"
    return datetime.fromtimestamp(at / 1000).astimezone().isoformat(sep=" ", timespec="minutes")
