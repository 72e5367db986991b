"""Means with their confidence intervals: normal, over deals, each deal one observation."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

Z = 1.96
"""95 %."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, half the width of its 95 % interval (None for fewer than two), and of how many."""

    mean: float
    half: float | None
    n: int

    def figures(self, digits: int) -> dict[str, float | int | None]:
        """As JSON."""
        if self.half is None:
            return {"mean": round(self.mean, digits), "low": None, "high": None, "n": self.n}
        return {
            "mean": round(self.mean, digits),
            "low": round(self.mean - self.half, digits),
            "high": round(self.mean + self.half, digits),
            "n": self.n,
        }


def estimate(values: Sequence[float]) -> Estimate | None:
    """The mean of some independent values; None of none."""
    n = len(values)
    if not n:
        return None
    mean = sum(values) / n
    if n == 1:
        return Estimate(mean, None, 1)
    variance = sum((v - mean) ** 2 for v in values) / (n - 1)
    return Estimate(mean, Z * sqrt(variance / n), n)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which a share of sorted values lies."""
    return values[min(int(len(values) * share), len(values) - 1)]
