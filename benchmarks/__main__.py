"""Dizhu beside the other engines, on this machine: `make bench`.

Everything is measured in turn on one core, so the figures compare; they say nothing about
another machine. Nothing here is a test: no number passes or fails.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path
from typing import Any

from benchmarks import ours

HERE = Path(__file__).resolve().parent
PEERS = HERE.parent / ".venv-peers" / "bin" / "python"
ROWS = {
    "random_hands": "hands played at random",
    "recorded_hands": "... with events, checked",
    "leads_of_17": "leads of 17 cards",
    "leads_of_20": "leads of 20 cards",
    "follows_of_a_pair": "follows of a pair",
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="spent on each figure")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found = {"dizhu": ours.measure(arguments.seconds, arguments.seed)}
    found |= peers(arguments.seconds, arguments.seed)
    print(json.dumps(found, indent=2) if arguments.json else table(found))


def peers(seconds: float, seed: int) -> dict[str, Any]:
    """The other engines, in their own environment."""
    options = ["--seconds", str(seconds), "--seed", str(seed)]
    done = subprocess.run([PEERS, HERE / "peers.py", *options], check=True, stdout=subprocess.PIPE)
    measured: dict[str, Any] = json.loads(done.stdout)
    return measured


def table(found: dict[str, Any]) -> str:
    heads = [f"{engine} {figures['version']}" for engine, figures in found.items()]
    lines = ["per second".ljust(26) + "".join(head.rjust(18) for head in heads)]
    for name, title in ROWS.items():
        cells = [f"{f[name]:,.0f}" if name in f else "-" for f in found.values()]
        lines.append(title.ljust(26) + "".join(cell.rjust(18) for cell in cells))
    return "\n".join(lines)


if __name__ == "__main__":
    main()
