"""带分: what a score is worth in the next stage or round (R-JJ-5). Exact fractions, no floats."""

from fractions import Fraction
from functools import lru_cache


@lru_cache(maxsize=256)
def ratio_of(text: str) -> Fraction:
    """The ratio written as "0.1" or "1/10". Raises ValueError for anything else or below 0."""
    try:
        ratio = Fraction(text)
    except ZeroDivisionError as error:
        raise ValueError(f"{text!r} divides by zero") from error
    if ratio < 0:
        raise ValueError(f"{text!r} is below 0")
    return ratio


def carried(score: int, ratio: Fraction, cap: int | None = None) -> int:
    """Score x ratio, rounded down, not above the cap."""
    share = score * ratio.numerator // ratio.denominator
    return share if cap is None else min(share, cap)
