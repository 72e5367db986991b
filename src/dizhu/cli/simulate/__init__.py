"""`dizhu simulate`: bots play whole hands through the table and the ledger, and every invariant is
checked.

The cards in each state are the 54; the beans over all accounts come to zero and nobody's are
negative; the log leads to the table as it is; and no viewer can tell how the cards lie that are
hidden from him: they are exchanged among one another, and what he is sent must not change. The same
seed, ruleset and bots give the same hands, on however many cores.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import as_completed
from dataclasses import dataclass
from typing import Any

from dizhu.cli.simulate.checks import Checks
from dizhu.cli.simulate.game import Broken, Game, Setting, nothing
from dizhu.cli.simulate.report import Tally
from dizhu.cli.simulate.variants import variant
from dizhu.cli.values import MOST_JOBS, jobs, whole
from dizhu.rules.errors import RulesetError
from dizhu.rules.ruleset import PRESETS, preset
from dizhu.table import Status
from dizhu.workers import pool_of

HANDS_A_TABLE = 20
MOST_HANDS = 10_000_000
ANY = "any"


@dataclass(frozen=True, slots=True)
class Task:
    """One table: which bots (rotated by its number), how many hands, how many viewers to check."""

    setting: Setting
    number: int
    hands: int
    bots: tuple[str, str, str]
    viewers: int

    @property
    def seated(self) -> tuple[str, str, str]:
        """The bots by seat: everyone gets every seat."""
        turned = [self.bots[(seat + self.number) % 3] for seat in range(3)]
        return (turned[0], turned[1], turned[2])


def add_parser(subparsers: Any) -> None:
    """Add `simulate`."""
    parser = subparsers.add_parser(
        "simulate",
        help="let bots play many hands, checking all invariants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--ruleset",
        default="qq-classic",
        choices=(*PRESETS, ANY),
        help=f"{ANY}: every table of {HANDS_A_TABLE} hands has a valid ruleset drawn by chance",
    )
    parser.add_argument("--options", default="{}", help="JSON: fields of the ruleset to change")
    parser.add_argument("--hands", type=whole(1, MOST_HANDS), default=1000)
    parser.add_argument("--seed", default="1", help="any text")
    parser.add_argument("--bots", default="random", help="the name of one, or of three by commas")
    parser.add_argument("--jobs", type=whole(1, MOST_JOBS), default=jobs())
    parser.add_argument(
        "--viewers",
        type=whole(0, 4),
        default=1,
        help="viewers checked at each event (0-4)",
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(args: argparse.Namespace) -> int:
    """Play, and print the figures; 1 when an invariant is broken, 2 for wrong arguments."""
    try:
        tasks = list(_tasks(args))
    except (RulesetError, ValueError) as error:
        print(f"dizhu simulate: {error}", file=sys.stderr)
        return 2
    started, total = time.perf_counter(), Tally()
    try:
        for tally in _played(tasks, args.jobs):
            total.add(tally)
            _progress(total.hands, args.hands, time.perf_counter() - started)
    except Broken as broken:
        print(f"\nBROKEN {broken}", file=sys.stderr)
        return 1
    _print(args, total.figures(time.perf_counter() - started))
    return 0


def _tasks(args: argparse.Namespace) -> Iterator[Task]:
    options = {"deal_step_ms": 0, **_options(args.options)}
    bots = _bots(args.bots)
    for number, first in enumerate(range(0, args.hands, HANDS_A_TABLE)):
        hands = min(HANDS_A_TABLE, args.hands - first)
        base = variant(f"{args.seed}/{number}") if args.ruleset == ANY else preset(args.ruleset)
        setting = Setting(base.ruleset.with_options(options), base.stakes, args.seed)
        yield Task(setting, number, hands, bots, args.viewers)


def _options(text: str) -> dict[str, Any]:
    try:
        options = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"--options: this is no JSON: {error}") from error
    if not isinstance(options, dict):
        raise ValueError("--options: must be an object such as '{\"raise_factor\": 2}'")
    return options


def _bots(text: str) -> tuple[str, str, str]:
    from dizhu.bots import BOTS

    names = text.split(",")
    names = names * 3 if len(names) == 1 else names
    unknown = [n for n in names if n not in BOTS]
    if unknown or len(names) != 3:
        raise ValueError(f"--bots: one or three of {', '.join(BOTS)}, not {text!r}")
    return (names[0], names[1], names[2])


def _played(tasks: list[Task], jobs: int) -> Iterator[Tally]:
    if jobs == 1 or len(tasks) == 1:
        yield from map(play_table, tasks)
        return
    with pool_of(min(jobs, len(tasks))) as pool:
        try:
            for future in as_completed([pool.submit(play_table, task) for task in tasks]):
                yield future.result()
        except Broken:
            pool.shutdown(cancel_futures=True)
            raise


def play_table(task: Task) -> Tally:
    """Play the hands of one table. Raises Broken."""
    names = task.seated
    from dizhu.bots import BOTS

    seed = f"{task.setting.seed}/{task.number}"
    actors = [BOTS[name](f"{seed}/{seat}").act for seat, name in enumerate(names)]
    checks, tally = Checks(seed, task.viewers), Tally()
    while tally.hands < task.hands:
        name = f"{task.number}-{tally.hands}"
        game = Game(task.setting, name, actors, checks if task.viewers else nothing)
        while tally.hands < task.hands and game.table.status is not Status.CLOSED:
            game.play_hand()
            checks.after_hand(game)
            tally.count(game, names)
    return tally


def _progress(done: int, of: int, seconds: float) -> None:
    if sys.stderr.isatty():
        end = "\n" if done >= of else ""
        print(f"\r{done}/{of} hands, {done / seconds:.0f}/s ", end=end, file=sys.stderr, flush=True)


def _print(args: argparse.Namespace, figures: dict[str, Any]) -> None:
    given = {"ruleset": args.ruleset, "seed": args.seed, "bots": args.bots}
    if args.json:
        print(json.dumps({**given, **figures, "broken": 0}, ensure_ascii=False))
        return
    for key, value in {**given, **figures}.items():
        print(f"{key:18} {value}")
