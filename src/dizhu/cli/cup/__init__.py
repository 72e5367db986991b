"""`dizhu cup simulate ENTRY`: bots play whole competitions, and every invariant is checked.

Nobody at two tables, no round before its time, everybody exactly one rank, every bean of the
entries accounted for, the log leads to the cup as it is. Hands are played from the first card to
the last, or with --fast drawn. The same seed gives the same event, on however many cores.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from dizhu.app.cup_catalogue import load_catalogue
from dizhu.bots import BOTS
from dizhu.cli.cup.checks import Broken
from dizhu.cli.cup.hands import HandStuck, HandTask, result_of
from dizhu.cli.cup.report import summary
from dizhu.cli.cup.runner import Plan, Player, Promise, Run, at_once
from dizhu.cli.values import MOST_JOBS, jobs, whole
from dizhu.tournament import Competition, CompetitionError, check
from dizhu.workers import pool_of

DEFAULT_ENTRANTS = 24
MOST_ENTRANTS = 30_000
MOST_EVENTS = 10_000


def add_parser(subparsers: Any) -> None:
    """Add `cup`."""
    parser = subparsers.add_parser("cup", help="competitions: let bots play whole events")
    commands = parser.add_subparsers(dest="cup_command", metavar="COMMAND", required=True)
    simulate = commands.add_parser(
        "simulate",
        help="let bots play whole competitions, checking all invariants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    simulate.add_argument("entry", help="the key of a competition in the catalogue")
    simulate.add_argument("--catalogue", type=Path, help="a TOML file instead of our own")
    simulate.add_argument(
        "--entrants", type=whole(1, MOST_ENTRANTS), help="default: as many as it wants"
    )
    simulate.add_argument("--seed", default="1", help="any text")
    simulate.add_argument(
        "--events", type=whole(1, MOST_EVENTS), default=1, help="how many, seed by seed"
    )
    simulate.add_argument("--bots", default="random", help="names by commas; entrants draw one")
    simulate.add_argument("--fast", action="store_true", help="draw the results of the hands")
    for name, what in (
        ("drops", "that somebody drops out after a hand"),
        ("slow", "that a table is slow over a hand"),
        ("restarts", "that the cup is read back from its log after a hand"),
    ):
        simulate.add_argument(
            f"--{name}", type=whole(0, 1000), default=0, metavar="N", help=f"chance in 1000 {what}"
        )
    simulate.add_argument("--jobs", type=whole(1, MOST_JOBS), default=jobs())
    simulate.add_argument("--json", action="store_true", help="print the events as JSON")


def run(args: argparse.Namespace) -> int:
    """Play, and print what came of it; 1 when an invariant is broken, 2 for wrong arguments."""
    try:
        plans = _plans(args)
    except (CompetitionError, ValueError, OSError) as error:
        print(f"dizhu cup simulate: {error}", file=sys.stderr)
        return 2
    started, events = time.perf_counter(), []
    try:
        with _players(args) as play:
            for number, plan in enumerate(plans, 1):
                events.append(_played(plan, play))
                _progress(number, len(plans), time.perf_counter() - started)
    except (Broken, HandStuck) as broken:
        print(f"\nBROKEN {broken}", file=sys.stderr)
        return 1
    _print(args, events, time.perf_counter() - started)
    return 0


def _plans(args: argparse.Namespace) -> list[Plan]:
    catalogue = load_catalogue(args.catalogue)
    if args.entry not in catalogue:
        raise ValueError(f"no competition {args.entry!r}; there are {', '.join(catalogue)}")
    entrants = args.entrants or _wanted(catalogue[args.entry])
    competition = sized(catalogue[args.entry], entrants)
    seeds = [args.seed] if args.events == 1 else [f"{args.seed}/{n}" for n in range(args.events)]
    plan = Plan(
        competition=competition,
        entrants=entrants,
        seed="",
        bots=_bots(args.bots),
        drawn=args.fast,
        drops=args.drops,
        slow=args.slow,
        restarts=args.restarts,
    )
    return [replace(plan, seed=seed) for seed in seeds]


def _wanted(competition: Competition) -> int:
    return competition.start.size if competition.start.mode == "full" else DEFAULT_ENTRANTS


def sized(competition: Competition, entrants: int) -> Competition:
    """The competition for so many entrants: it starts with them, or at least admits them."""
    start = competition.start
    size = entrants if start.mode == "full" else max(entrants, start.size)
    fitted = replace(competition, start=replace(start, size=max(size, start.minimum)))
    check(fitted)
    return fitted


def _bots(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    if unknown := [n for n in names if n not in BOTS]:
        raise ValueError(f"--bots: no {', '.join(unknown)}; there are {', '.join(BOTS)}")
    return names


@contextmanager
def _players(args: argparse.Namespace) -> Iterator[Player]:
    """How hands are played: one by one, or those that run at the same time on several cores."""
    if args.fast or args.jobs == 1:
        yield at_once
        return
    with pool_of(args.jobs) as pool:

        def in_pool(task: HandTask) -> Promise:
            return pool.submit(result_of, task).result

        try:
            yield in_pool
        finally:
            pool.shutdown(cancel_futures=True)


def _played(plan: Plan, play: Player) -> dict[str, Any]:
    event = Run(plan, play)
    try:
        event.to_the_end()
    except Broken as broken:
        raise Broken(f"{plan.competition.key}, seed {plan.seed!r}: {broken}") from broken
    return summary(event)


def _progress(done: int, of: int, seconds: float) -> None:
    if sys.stderr.isatty():
        end = "\n" if done >= of else ""
        print(f"\r{done}/{of} events, {seconds:.0f} s ", end=end, file=sys.stderr, flush=True)


def _print(args: argparse.Namespace, events: list[dict[str, Any]], seconds: float) -> None:
    figures = {
        "entry": args.entry,
        "entrants": events[0]["entrants"],
        "seed": args.seed,
        "bots": args.bots,
        "fast": args.fast,
        "hands": sum(e["hands"] for e in events),
        "seconds": round(seconds, 2),
        "broken": 0,
    }
    if args.json:
        print(json.dumps({**figures, "events": events}, ensure_ascii=False))
        return
    for event in events:
        _print_event(event)
    for key, value in figures.items():
        print(f"{key:18} {value}")


def _print_event(event: dict[str, Any]) -> None:
    rounds = " ".join(f"{r['stage']}.{r['round']}:{r['field']}" for r in event["rounds"])
    print(f"seed {event['seed']}: {event['phase']}, {event['hands']} hands, {rounds}")
    for row in event["ranks"][:3]:
        print(f"  {row['rank']}. {row['player']} {row['score']} {row['beans']} {row['badge']}")
