"""`dizhu arena A B`: match two players. Each deal is played twice with the sides exchanged; win
rates and points come with 95 % intervals over deals, in all and by role.

A player is one of our bots, `random`, `rlcard` (the rule model of RLCard, with the extra `arena`),
`engine:COMMAND` (any program that speaks docs/engine-protocol.md) or `botzone:COMMAND` (a bot
written for Botzone's FightTheLandlord2). `--ruleset play-only` is the protocol of published
comparisons: the landlord is given, the win rate is their WP, the points are their ADP.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from dizhu.arena.figures import figures, timing
from dizhu.arena.formats import FORMATS, PLAY_ONLY, format_called
from dizhu.arena.game import BadAnswer
from dizhu.arena.match import DealResult
from dizhu.arena.players import PlayerError
from dizhu.arena.runner import play_match
from dizhu.arena.saved import StateError, Terms
from dizhu.cli.values import MOST_JOBS, jobs, whole
from dizhu.rules.errors import RulesetError

BAR = 24
MOST_DEALS = 1_000_000


def add_parser(subparsers: Any) -> None:
    """Add `arena`."""
    parser = subparsers.add_parser(
        "arena",
        help="match two bots or engines: the same deals with the sides exchanged",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("a", metavar="A", help="a player: rule, random, rlcard, engine:CMD, ...")
    parser.add_argument("b", metavar="B", help="the other player")
    parser.add_argument(
        "--deals", type=whole(1, MOST_DEALS), default=100, help="each is played twice"
    )
    parser.add_argument("--seed", default="1", help="any text; equal seeds give equal deals")
    parser.add_argument("--ruleset", default=PLAY_ONLY, help=", ".join(FORMATS))
    parser.add_argument("--jobs", type=whole(1, MOST_JOBS), default=jobs(), help="processes")
    parser.add_argument("--state", type=Path, help="a file to go on from after a break")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(args: argparse.Namespace) -> int:
    """Play and print; 1 when a player of our own fails, 2 for what cannot be played."""
    terms = Terms(args.a, args.b, args.ruleset, args.seed)
    try:
        format_called(args.ruleset)
        results = play_match(terms, args.deals, args.jobs, args.state, _bar(args.deals))
    except (RulesetError, PlayerError, StateError) as error:
        print(f"dizhu arena: {error}", file=sys.stderr)
        return 2
    except BadAnswer as error:
        print(f"dizhu arena: {error}", file=sys.stderr)
        return 1
    _print(args, results)
    return 0


def _bar(deals: int) -> Any:
    """Draws how far the match is, on a terminal."""
    if not sys.stderr.isatty():
        return lambda _done: None
    started, first = time.perf_counter(), [-1]

    def draw(done: int) -> None:
        if first[0] < 0:
            first[0] = done
        full = BAR * done // deals
        rate = (done - first[0]) / max(time.perf_counter() - started, 1e-9)
        left = f"{(deals - done) / rate:5.0f} s left" if rate else ""
        end = "\n" if done >= deals else ""
        bar = "#" * full + "." * (BAR - full)
        print(f"\r[{bar}] {done}/{deals} deals {left} ", end=end, file=sys.stderr, flush=True)

    return draw


def _print(args: argparse.Namespace, results: list[DealResult]) -> None:
    names = {"A": args.a, "B": args.b}
    given = {"players": names, "ruleset": args.ruleset, "seed": args.seed}
    found, times = figures(results), timing(results)
    if args.json:
        print(json.dumps({**given, **found, "timing_ms": times}, ensure_ascii=False))
        return
    print(f"{args.ruleset}, seed {args.seed}: {found['deals']} deals, {found['games']} games")
    for side, name in names.items():
        _print_side(side, name, found[side], times[side])
    for name, value in found["advantage"].items():
        print(f"A - B  {name.replace('_', ' '):9} {_text(value, signed=True)}")
    if found["undecided"]:
        print(f"{found['undecided']} games had no winner")


def _print_side(side: str, name: str, found: dict[str, Any], times: dict[str, Any]) -> None:
    print(f"{side} = {name}")
    print(f"   win rate {_text(found['win_rate'])}   points {_text(found['points'], signed=True)}")
    for role in ("landlord", "peasants"):
        rate, points = found[role]["win_rate"], found[role]["points_a_seat"]
        print(f"   {role:9} {_text(rate)}   points a seat {_text(points, signed=True)}")
    if times["answers"]:
        print(f"   answers  p50 {times['p50']} ms, p99 {times['p99']} ms, max {times['max']} ms")
    if found["faults"]:
        print(f"   {found['faults']} faults: the rule bot played those hands to their end")


def _text(value: dict[str, Any] | None, *, signed: bool = False) -> str:
    if value is None:
        return "-"
    sign = "+" if signed else ""
    if value["low"] is None:
        return f"{value['mean']:{sign}}"
    return f"{value['mean']:{sign}} [{value['low']:{sign}}, {value['high']:{sign}}]"
