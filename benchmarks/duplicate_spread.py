"""How far apart equal bots end up: the same number of hands as duplicate and as fixed hands.

    python -m benchmarks.duplicate_spread --boards 2000 --jobs 2

Bots of equal strength play evenings of 16 boards, once as duplicate (four rounds of four boards)
and once as fixed hands (one round of 16 hands with the same opponents). Whatever separates them at
the end is luck: the luck of the cards, which duplicate takes out, and that of the play. The figure
is the standard deviation of the final scores within an evening, in points, over all evenings.

A score less the mean of its own T tables is smaller by the root of 1 - 1/T for that reason alone;
`ratio_corrected` has that taken out, and is what the comparison itself achieves.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from statistics import fmean, pstdev, stdev
from typing import Any

from benchmarks.cups import POINTS, STAKES
from dizhu.cli.cup.hands import HandTask, played_result
from dizhu.cli.cup.runner import Plan, Promise, Run
from dizhu.tournament import Competition
from dizhu.tournament.spec import Stage, Start
from dizhu.workers import pool_of

ROUNDS, BOARDS = 4, 4
EVENING = ROUNDS * BOARDS
FORMATS = {
    "duplicate": Stage("duplicate", options=(("boards", BOARDS), ("rounds", ROUNDS))),
    "fixed_hands": Stage("fixed_hands", options=(("hands", EVENING), ("rounds", 1))),
}


def evening(format_name: str, players: int, bot: str, number: int, *, drawn: bool) -> Plan:
    """One evening. The seed is the same for both formats, the cards are not."""
    competition = Competition(
        key="spread",
        zh="复式",
        en="Spread",
        kind="championship",
        ruleset=replace(POINTS, name="spread"),
        stakes=STAKES,
        stages=(FORMATS[format_name],),
        start=Start(mode="hand", size=max(3, players)),
    )
    return Plan(competition, players, f"spread/{number}", (bot,), drawn)


def spread_of(plan: Plan, pool: ProcessPoolExecutor) -> tuple[float, int]:
    """The standard deviation of the final scores, and the number of hands."""

    def in_pool(task: HandTask) -> Promise:
        return pool.submit(played_result, task).result

    run = Run(plan) if plan.drawn else Run(plan, in_pool)
    cup = run.to_the_end()
    return pstdev(e.score for e in cup.entrants.values()), run.checks.hands


def measured(args: argparse.Namespace) -> Iterator[tuple[str, float, int]]:
    """Both formats in turn, evening by evening."""
    with pool_of(args.jobs) as pool:
        for number in range(args.boards // EVENING):
            for name in FORMATS:
                plan = evening(name, args.players, args.bot, number, drawn=args.fast)
                yield (name, *spread_of(plan, pool))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=2000)
    parser.add_argument("--players", type=int, default=12)
    parser.add_argument("--bot", default="rule")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, help="the figures so far, after each evening")
    parser.add_argument("--fast", action="store_true", help="drawn results, half luck of the cards")
    args = parser.parse_args()
    spreads: dict[str, list[float]] = {name: [] for name in FORMATS}
    hands, started = 0, time.perf_counter()
    for name, spread, played in measured(args):
        spreads[name].append(spread)
        hands += played
        if args.out is not None and len(spreads["fixed_hands"]) > 1:
            told = figures(args, spreads, hands, time.perf_counter() - started)
            args.out.write_text(json.dumps(told))
        if sys.stderr.isatty():
            print(f"\r{len(spreads[name]) * EVENING} boards ", end="", file=sys.stderr)
    print(json.dumps(figures(args, spreads, hands, time.perf_counter() - started), indent=1))
    return 0


def figures(
    args: argparse.Namespace, spreads: dict[str, list[float]], hands: int, seconds: float
) -> dict[str, Any]:
    """The means with their standard errors, and the ratio."""
    means = {name: fmean(values) for name, values in spreads.items()}
    ratio = means["duplicate"] / means["fixed_hands"]
    return {
        "bot": "drawn" if args.fast else args.bot,
        "players": args.players,
        "boards": len(spreads["duplicate"]) * EVENING,
        "hands": hands,
        **{
            name: {
                "spread": round(means[name], 1),
                "standard_error": round(stdev(values) / len(values) ** 0.5, 1),
            }
            for name, values in spreads.items()
        },
        "ratio": round(ratio, 3),
        "ratio_corrected": round(ratio / (1 - 3 / args.players) ** 0.5, 3),
        "seconds": round(seconds, 1),
    }


if __name__ == "__main__":
    sys.exit(main())
