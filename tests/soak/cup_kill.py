"""A real server, killed with -9 again and again while a competition of bots and one person runs;
it must end, everybody with one rank, and `dizhu verify` must find nothing.

`python -m tests.soak.cup_kill --events 3 --entrants 96`
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.server.cups import ask, cup_of, get
from tests.server.playing import Guest
from tests.server.process import ServerProcess
from tests.soak.cup_hall import differences

CATALOGUE = """
[[cup]]
key = "killed"
zh = "断电赛"
en = "Killed"
kind = "championship"
ruleset = "jj-match"
stakes = { base = 10 }
start = { mode = "full", size = 384, minimum = 384, bots = true, fill_after_seconds = 1 }

[[cup.stage]]
format = "fixed_hands"
start_score = 500
interval_seconds = 1
hands = 1
"""


async def killed(number: int, entrants: int, folder: Path) -> dict[str, Any]:
    """One event; a life of the server lasts one to five seconds after it is ready."""
    chance, began = random.Random(number), time.monotonic()
    catalogue = folder / "cups.toml"
    catalogue.write_text(CATALOGUE.replace("384", str(entrants)))
    server = ServerProcess(
        folder / "data", cups=catalogue, cup_rest_ms=100, bot_least=0, bot_most=0.05, autoplay_ms=10
    )
    kills, phase = 0, "registering"
    async with Guest(await server.start()) as guest:
        cup = await cup_of(guest, "killed")
        assert (await ask(guest, "cup_enter", cup=cup))["type"] == "ack"
        while phase in ("registering", "running"):
            await asyncio.sleep(chance.uniform(1, 5))
            status, found = await get(guest, f"/api/cups/{cup}")
            phase = found["cup"]["line"]["phase"] if status == 200 else f"status {status}"
            await guest.disconnect()
            await server.kill()
            kills += 1
            guest.base = await server.start()
        _, result = await get(guest, f"/api/cups/{cup}/result")
        code, said = await server.terminate()
    ranks = len(result.get("rows", ()))
    wrong = differences(folder / "data")
    if phase != "finished" or ranks != min(100, entrants):
        wrong.append(f"it is {phase}, with {ranks} ranks")
    if code or "Traceback" in said:
        wrong.append(said)
    seconds = round(time.monotonic() - began, 1)
    return {"number": number, "phase": phase, "kills": kills, "seconds": seconds, "wrong": wrong}


def main() -> int:
    """Run, print, judge."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.cup_kill", description=__doc__)
    parser.add_argument("--events", type=int, default=3)
    parser.add_argument("--entrants", type=int, default=96)
    args = parser.parse_args()
    bad = 0
    for number in range(args.events):
        with tempfile.TemporaryDirectory() as folder:
            told = asyncio.run(killed(number, args.entrants, Path(folder)))
        bad += bool(told["wrong"])
        print(json.dumps(told, ensure_ascii=False), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
