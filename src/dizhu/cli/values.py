"""Numbers and times as they are written on the command line. What is no such value, or out of its
range, is refused by the parser: exit status 2, with the range.
"""

import argparse
import math
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from os import cpu_count

MOST_JOBS = 256
MOST_SPAN_DAYS = 3650
"""Longer than ten years is for good."""
_UNITS = {"m": 60, "h": 3600, "d": 86400}
_DAY_MS = 86_400_000


def whole(low: int, high: int) -> Callable[[str], int]:
    """Whole numbers from `low` to `high`. The reader raises ArgumentTypeError."""

    def read(text: str) -> int:
        if re.fullmatch(r"-?[0-9]{1,18}", text) and low <= int(text) <= high:
            return int(text)
        raise _refused(text, f"a whole number from {low:,} to {high:,}")

    return read


def seconds(high: float) -> Callable[[str], float]:
    """Seconds from 0 to `high`, with a point. The reader raises ArgumentTypeError."""

    def read(text: str) -> float:
        if re.fullmatch(r"[0-9]{0,9}\.?[0-9]{0,9}", text) and text.strip("."):
            value = float(text)
            if math.isfinite(value) and value <= high:
                return value
        raise _refused(text, f"a number of seconds from 0 to {high:g}")

    return read


def jobs() -> int:
    """How many processes there are unless it is said: one a core."""
    return min(cpu_count() or 1, MOST_JOBS)


def span(text: str) -> int:
    """`30m`, `12h`, `7d` in milliseconds. Raises ArgumentTypeError."""
    found = re.fullmatch(r"([0-9]{1,9})([mhd])", text)
    value = int(found[1]) * _UNITS[found[2]] * 1000 if found else 0
    if not 0 < value <= MOST_SPAN_DAYS * _DAY_MS:
        raise _refused(text, f"a span of time such as 30m, 12h or 7d, at most {MOST_SPAN_DAYS}d")
    return value


def moment(text: str) -> int:
    """`2026-12-24T18:00` (here), or with a zone, in milliseconds since 1970. Raises
    ArgumentTypeError.
    """
    try:
        at = int(datetime.fromisoformat(text).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        at = -1
    if not 0 <= at < _END_OF_TIMES:
        raise _refused(text, "a time such as 2026-12-24T18:00 or 2026-12-24T18:00+08:00")
    return at


_END_OF_TIMES = 253_370_000_000_000
"""Some days before the end of the year 9999: later times cannot be shown in every zone."""


def _refused(text: str, wanted: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(f"must be {wanted}, not {text[:40]!r}")


def with_signs(arguments: Sequence[str]) -> list[str]:
    """`--for -5d` as `--for=-5d`: so its reader says what is wrong with it. The parser by itself
    takes -5d for an option that it does not know.
    """
    joined: list[str] = []
    for text in arguments:
        before = joined[-1] if joined else ""
        if re.match(r"-\.?[0-9]", text) and re.fullmatch(r"--[a-z][a-z-]*", before):
            joined[-1] = f"{before}={text}"
        else:
            joined.append(text)
    return joined
