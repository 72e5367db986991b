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

WHAT = """What is compared is done in the same way: play-outs inside the engine beside play-outs
inside the engine, the rest from Python. OpenSpiel gives a new list of small numbers; `follows`
gives a new list of moves, `answers` the same in a tuple: over a solo, a pair or a trio one that is
kept, as it depends on a mask of ranks alone. Play-outs deal to a landlord without an auction, as
those of the others do. Environments build every observation; drawing the actions with numpy is
counted as well."""


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
