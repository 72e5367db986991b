"""Ours beside theirs: runs alternate, and each figure is the median of its rounds."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.kernel_peers_link import Peers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Figures = dict[str, float | None]


class Row(NamedTuple):
    """What is ours, what of an engine it is compared with, and how many times faster is wanted."""

    title: str
    ours: str
    engine: str
    theirs: str
    wanted: float | None = None


def measure(
    rows: Sequence[Row], work: Mapping[str, Callable[[], int]], seconds: float, rounds: int
) -> dict[str, Figures]:
    """Rates and ratios by title."""
    mine: dict[Row, list[float]] = {row: [] for row in rows}
    theirs: dict[Row, list[float]] = {row: [] for row in rows}
    with Peers() as peers:
        for _ in range(rounds):
            for row in rows:
                mine[row].append(rate(work[row.ours], seconds))
                theirs[row].append(peers.rate(row.theirs, row.engine, seconds))
    return {row.title: figures(row, mine[row], theirs[row]) for row in rows}


def figures(row: Row, mine: list[float], theirs: list[float]) -> Figures:
    """Medians; the ratio is that of each round."""
    ratios = [m / t for m, t in zip(mine, theirs, strict=True)]
    return {
        "ours": statistics.median(mine),
        "theirs": statistics.median(theirs),
        "ratio": statistics.median(ratios),
        "lowest": min(ratios),
        "highest": max(ratios),
        "wanted": row.wanted,
    }


def rate(do: Callable[[], int], seconds: float) -> float:
    """How often something is done in a second of processor time; the first call warms up."""
    do()
    count, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        count += do()
    return count / spent


def table(found: Mapping[str, Figures]) -> str:
    """As Markdown."""
    lines = [
        "| per second of processor time | ours | theirs | ratio (lowest, highest) | wanted |",
        "|---|---|---|---|---|",
    ]
    for title, row in found.items():
        wanted = "" if row["wanted"] is None else f"{row['wanted']:,g}"
        lines.append(
            f"| {title} | {row['ours']:,.0f} | {row['theirs']:,.0f} | {row['ratio']:,.1f} "
            f"({row['lowest']:,.1f}, {row['highest']:,.1f}) | {wanted} |"
        )
    return "\n".join(lines)
