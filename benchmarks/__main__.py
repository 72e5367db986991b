"""Pure-Python dizhu beside the other engines, on this machine: a part of `make bench`.

Runs of ours and of theirs alternate, and each figure is the median of its rounds per second of
processor time of one core: the ratios are meant, the rates of another machine are others. Nothing
here is a test: no number passes or fails.
"""

from __future__ import annotations

import argparse
import json
import os

os.environ["DIZHU_PURE"] = "1"  # read at import: the rules without the accelerator are meant

from benchmarks import ours
from benchmarks.rows import Row, measure, table

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
    found = measure(ROWS, ours.work(arguments.seed), arguments.seconds, arguments.rounds)
    print(json.dumps(found, indent=2) if arguments.json else table(found))


if __name__ == "__main__":
    main()
