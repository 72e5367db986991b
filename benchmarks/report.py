"""`make bench`: every figure, measured now, written with the machine and the date to
docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.kernel_peers_link import PYTHON as PEERS
from benchmarks.rows import table

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "benchmarks.md"
ENGINES = ("rlcard", "douzero", "open-spiel")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.report", description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.3, help="of each run of a figure")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--write", type=Path, default=DOCUMENT)
    arguments = parser.parse_args()
    options = ["--seconds", str(arguments.seconds), "--rounds", str(arguments.rounds)]
    load = os.getloadavg()[0]
    pure, kernel = run("benchmarks", options), run("benchmarks.kernel_bench", options)
    text = document(pure, kernel, arguments.rounds, load)
    arguments.write.write_text(text, "utf-8")
    print(text)
    print(f"written to {arguments.write}")


def run(module: str, options: list[str]) -> dict[str, Any]:
    """Measured in a process of its own, as the pure rules are chosen at import."""
    command = [sys.executable, "-m", module, "--json", *options]
    done = subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.PIPE)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def document(pure: dict[str, Any], kernel: dict[str, Any], rounds: int, load: float) -> str:
    from benchmarks import kernel_alone

    parts = (
        "# Benchmarks",
        HEAD.format(
            date=datetime.now(UTC).date(),
            machine=machine(),
            load=load,
            peers=peers(),
            rounds=rounds,
        ),
        "## The rules in Python",
        table(pure),
        "## The kernel",
        table(kernel["rows"]),
        WHAT,
        kernel_alone.notes(kernel["alone"]),
    )
    return "\n\n".join(parts) + "\n"


HEAD = """Written by `make bench` on {date}: {machine}; load {load:.1f} at the start.
Beside {peers}.

One core. Runs of ours and of theirs alternate; every figure is the median of {rounds} rounds, per
second of processor time, and every ratio the median of the ratios of the rounds. The figures of
another machine are others, the ratios roughly the same. Nothing here is a test: no number passes
or fails."""

WHAT = """What each row sets side by side:

- `random play-outs in a batch / OpenSpiel's in C++`: both stay inside the engine, from one dealt
  hand. OpenSpiel's are those of its Monte Carlo evaluator. The next three rows set the same batch
  of ours, with a new deal each time, beside hands that are played from Python, which is the way
  these engines have: they tell what a user gains, not how much faster the rules are.
- `hands played at random`: ours is a bare loop over the generator of moves. It keeps no history
  and builds no observation; RLCard's and DouZero's games keep a state for each player, and their
  environments encode it for every move. Alike are `hands with events, checked` beside RLCard's
  game (there ours checks every action and records it), and `hands in 64 environments`.
- `hands in 64 environments`: every observation is built by both, and drawing the actions is
  counted, ours with numpy for 64 hands at once. RLCard and DouZero have one hand at a time.
- Leads and follows: the same cards for all, from Python. OpenSpiel gives a new list of small
  numbers, ours a tuple of moves that were made before. What a hand without bombs can play over a
  solo, a pair or a trio depends on a mask of ranks alone: such a tuple is made once and handed out
  again (`follows of a pair` are nearly all of them; leads are new each time). What is
  to be beaten is given to ours as a combo; RLCard and DouZero find out what it is in every call.

No play-out or environment here has an auction. All choose evenly among the moves and, where one
may, the pass; the engines differ in a few moves (docs/environments.md, docs/bots.md)."""


def machine() -> str:
    """The processor, its cores, Python."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().split("\n") if info.exists() else []
    names = [line.split(":")[1].strip() for line in lines if "model name" in line]
    name = names[0] if names else platform.machine()
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}"


def peers() -> str:
    """The other engines and their versions."""
    ask = "import sys; from importlib.metadata import version; print(*map(version, sys.argv[1:]))"
    done = subprocess.run([PEERS, "-c", ask, *ENGINES], check=True, capture_output=True, text=True)
    found = zip(ENGINES, done.stdout.split(), strict=True)
    names = [f"{name} {number}" for name, number in found]
    return ", ".join(names) + f"; dizhu {version('dizhu')}"


if __name__ == "__main__":
    main()
