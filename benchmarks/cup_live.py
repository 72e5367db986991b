"""A large field on a running server: pairing it, writing its seats, dealing its first hands.

With the store as it is: every commit synced to the disk. python -m benchmarks.cup_live
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from dizhu.app.cup_catalogue import load_catalogue
from dizhu.bootstrap import Config, Server
from dizhu.table import Status
from dizhu.tournament.commands import Register, StartNow
from dizhu.tournament.spec import Entry


async def measured(entrants: int, folder: Path) -> dict[str, Any]:
    """Seconds of each part, by the wall clock, and of all processors together (`cpu`). Nobody
    comes, so nothing is played meanwhile. `paired`: pairs drawn, seats stored, acknowledged.
    """
    (folder / "cups.toml").write_text("")
    server = Server(Config(port=0, data_dir=folder / "data", cups=folder / "cups.toml"))
    await server.start()
    made = load_catalogue()["hourly"]
    start = replace(made.start, mode="hand", size=entrants, every_minutes=0)
    cup = await server.competitions.cups.announce(
        replace(made, start=start, entry=Entry(), prizes=()), host="host"
    )
    running = server.competitions.cups.find(str(cup))
    assert running is not None
    told: dict[str, Any] = {"entrants": entrants}
    watch = _Watch()
    await asyncio.gather(*(running.runner.ask(Register(f"p{n}")) for n in range(entrants)))
    told["registered"] = watch.read()
    watch = _Watch()
    running.runner.demand(StartNow(), lambda _result: told.update(paired=watch.read()))
    tables = entrants // 3
    await _until(lambda: len(server.tables.runners()) >= tables)
    told["tables_open"] = watch.read()
    await _until(lambda: all(r.state.status is Status.PLAYING for r in server.tables.runners()))
    told["dealt"] = watch.read()
    told["tables"] = len(server.tables.runners())
    await server.stop()
    return told


class _Watch:
    """Time since it was made."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def read(self) -> dict[str, float]:
        wall, cpu = time.perf_counter() - self._wall, time.process_time() - self._cpu
        return {"s": round(wall, 2), "cpu": round(cpu, 2)}


async def _until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - it is looked at from outside
        await asyncio.sleep(0.02)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entrants", type=int, default=10_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(measured(args.entrants, Path(folder)))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
