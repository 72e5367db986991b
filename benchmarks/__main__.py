"""Pure-Python dizhu beside the other engines, on this machine: `make bench`.

Runs of ours and of theirs alternate, and each figure is the median of its rounds per second of
processor time of one core: the ratios are meant, the rates of another machine are others. Nothing
here is a test: no number passes or fails.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from typing import TYPE_CHECKING, NamedTuple

os.environ["DIZHU_PURE"] = "1"  # read at import: the rules without the accelerator are meant

from benchmarks import ours
from benchmarks.kernel_peers_link import Peers

if TYPE_CHECKING:
    from collections.abc import Callable


class Row(NamedTuple):
    """What is ours, what of an engine it is compared with, and how many times faster is wanted."""

    title: str
    ours: str
    engine: str
    theirs: str
    wanted: float | None = None


ROWS = (
    Row("hands played at random / RLCard's game", "random_hands", "rlcard", "random_hands", 20),
    Row("... / DouZero's game", "random_hands", "douzero", "random_hands", 30),
    Row("... / RLCard's environment", "random_hands", "rlcard", "environment_hands"),
    Row("... / DouZero's environment", "random_hands", "douzero", "environment_hands"),
    Row("... / OpenSpiel from Python", "random_hands", "open-spiel", "random_hands"),
    Row("hands with events, checked / RLCard's game", "recorded_hands", "rlcard", "random_hands"),
    *(
        Row(f"{name.replace('_', ' ')} / {title}", name, engine, name)
        for name in ("leads_of_17", "leads_of_20", "follows_of_a_pair")
        for engine, title in (
            ("rlcard", "RLCard"),
            ("douzero", "DouZero"),
            ("open-spiel", "OpenSpiel from Python"),
        )
    ),
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each run of a figure")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found = measure(arguments.seconds, arguments.rounds, arguments.seed)
    print(json.dumps(found, indent=2) if arguments.json else table(found))


def measure(seconds: float, rounds: int, seed: int) -> dict[str, dict[str, float | None]]:
    """Rates and ratios by title."""
    work = ours.work(seed)
    mine: dict[Row, list[float]] = {row: [] for row in ROWS}
    theirs: dict[Row, list[float]] = {row: [] for row in ROWS}
    with Peers() as peers:
        for _ in range(rounds):
            for row in ROWS:
                mine[row].append(rate(work[row.ours], seconds))
                theirs[row].append(peers.rate(row.theirs, row.engine, seconds))
    return {row.title: figures(row, mine[row], theirs[row]) for row in ROWS}


def figures(row: Row, mine: list[float], theirs: list[float]) -> dict[str, float | None]:
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


def table(found: dict[str, dict[str, float | None]]) -> str:
    lines = [
        "| per second of processor time | ours | theirs | ratio (lowest, highest) | wanted |",
        "|---|---|---|---|---|",
    ]
    for title, row in found.items():
        wanted = "" if row["wanted"] is None else f"{row['wanted']:g}"
        lines.append(
            f"| {title:40} | {row['ours']:9,.0f} | {row['theirs']:9,.0f} | {row['ratio']:.2f} "
            f"({row['lowest']:.2f}, {row['highest']:.2f}) | {wanted} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
