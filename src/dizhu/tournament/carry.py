"""带分: what a score is worth in the next stage or round (R-JJ-5). Exact fractions, no floats."""

import re
from fractions import Fraction
from functools import lru_cache

_RATIO = re.compile(r"[0-9]{1,9}(?:/[0-9]{1,9}|\.[0-9]{1,9})?")
"""No exponents: a few letters would be a number of a million digits."""


@lru_cache(maxsize=256)
def ratio_of(text: str) -> Fraction:
    """The part of a score written as "0.1" or "1/10". Raises ValueError for anything else, and
    above 1: a score that grew from stage to stage would soon be no number that can be stored.
    """
    if not _RATIO.fullmatch(text):
        raise ValueError(f"a part is written 1/10 or 0.1, not {_short(text)}")
    try:
        ratio = Fraction(text)
    except ZeroDivisionError as error:
        raise ValueError(f"{text!r} divides by zero") from error
    if ratio > 1:
        raise ValueError(f"{text!r} is more than the whole")
    return ratio


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:40]}…")


def carried(score: int, ratio: Fraction, cap: int | None = None) -> int:
    """Score x ratio, rounded down, not above the cap."""
    share = score * ratio.numerator // ratio.denominator
    return share if cap is None else min(share, cap)
