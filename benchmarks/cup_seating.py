"""The price of a large field: pairing, events, folding them, and writing them as stored text.

python -m benchmarks.cup_seating --entrants 10000
"""

import argparse
import json
import sys
import time
from typing import Any, get_args

from benchmarks.cups import POINTS, STAKES
from dizhu.cli.cup.hands import lots
from dizhu.store.codec import Codec
from dizhu.tournament import Competition, Cup, advance, replay
from dizhu.tournament.commands import HandFinished, Open, Register, StartNow
from dizhu.tournament.events import CupEvent
from dizhu.tournament.spec import Stage, Start
from dizhu.tournament.view import changed, rows, view

SEED = "07" * 32
NOW = 1_700_000_000_000
STAGES = {
    "last_standing": Stage("last_standing", start_score=1000),
    "fixed_hands": Stage("fixed_hands", options=(("hands", 1),)),
    "swiss": Stage("swiss", options=(("rounds", 2),)),
    "duplicate": Stage("duplicate", options=(("boards", 1), ("rounds", 2))),
}


def measured(format_name: str, entrants: int) -> dict[str, Any]:
    """Processor time of each part; `hand_us`: a result decided and folded."""
    competition = Competition(
        key="large",
        zh="大赛",
        en="Large",
        kind="challenge",
        ruleset=POINTS,
        stakes=STAKES,
        stages=(STAGES[format_name],),
        start=Start(mode="hand", size=entrants),
    )
    log, cup = advance(None, Open("large", competition, SEED), NOW)
    started = time.process_time()
    for number in range(entrants):
        events, cup = advance(cup, Register(f"p{number}"), NOW)
        log += events
    told: dict[str, Any] = {"format": format_name, "register_ms": _since(started)}
    started = time.process_time()
    events, cup = advance(cup, StartNow(), NOW)
    told["seat_ms"] = _since(started)
    started = time.process_time()
    stored = [Codec(get_args(CupEvent)).write(e) for e in events]
    told["store_ms"] = _since(started)
    told["stored_kb"] = sum(len(data) for _, data in stored) // 1024
    return {**told, **_one_round(cup, [*log, *events])}


def _one_round(cup: Cup, log: list[CupEvent]) -> dict[str, Any]:
    """A hand at every table, up to the seats of the next round; then look, and read it back."""
    tables, before = sorted(cup.tables), rows(cup)
    longest, started = 0.0, time.process_time()
    for number in tables:
        one = time.process_time()
        lot = lots(b"", str(number))
        high = 20 * (1 + lot[0] % 30)
        events, cup = advance(cup, HandFinished(number, 1, (2 * high, -high, -high)), NOW)
        log += events
        longest = max(longest, time.process_time() - one)
    told = {
        "hand_us": round((time.process_time() - started) / len(tables) * 1e6),
        "longest_ms": round(longest * 1000, 1),
    }
    started = time.process_time()
    changed(before, rows(cup))
    view(cup, "p1", NOW)
    told["standing_ms"] = _since(started)
    started = time.process_time()
    assert replay(log) == cup
    return {**told, "replay_ms": _since(started), "log_events": len(log)}


def _since(started: float) -> float:
    return round((time.process_time() - started) * 1000, 1)


def main() -> int:
    """Measure every format and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entrants", type=int, default=10_000)
    args = parser.parse_args()
    for name in STAGES:
        print(json.dumps(measured(name, args.entrants)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
