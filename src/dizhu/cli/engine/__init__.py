"""`dizhu engine`: our bots as a program that speaks JSON lines (docs/engine-protocol.md) on its
standard input and output; `dizhu engine check COMMAND` tries another such program.
"""

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from dizhu.cli.values import whole

DEFAULT_BOT = "search"
MOST_HANDS = 100_000
MOST_BUDGET_MS = 600_000


def add_parser(subparsers: Any) -> None:
    """Add `engine`."""
    parser = subparsers.add_parser(
        "engine",
        help="our bots as an engine on standard input and output; check other engines",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--bot", default=DEFAULT_BOT, help="which of our bots plays")
    parser.add_argument(
        "--botzone", action="store_true", help="speak the JSON of Botzone's FightTheLandlord2"
    )
    parser.add_argument(
        "--keep-running", action="store_true", help="with --botzone: answer until the input ends"
    )
    checks = parser.add_subparsers(dest="engine_command", metavar="check")
    check = checks.add_parser("check", help="try another engine: exit status 1 when it fails")
    check.add_argument("engine", metavar="COMMAND", help="how to start it, as one argument")
    check.add_argument(
        "--hands", type=whole(1, MOST_HANDS), default=6, help="of every ruleset it claims"
    )
    check.add_argument("--seed", default="1", help="any text")
    check.add_argument(
        "--budget-ms", type=whole(1, MOST_BUDGET_MS), default=2000, help="for an answer"
    )


def run(args: argparse.Namespace) -> int:
    """Serve until the input ends; or check."""
    if args.engine_command == "check":
        from dizhu.engines.check import check_engine

        return 0 if check_engine(args.engine, args.hands, args.seed, args.budget_ms, print) else 1
    from dizhu.bots import BOTS

    if args.bot not in BOTS:
        print(f"dizhu engine: no bot {args.bot!r}; there are {', '.join(BOTS)}", file=sys.stderr)
        return 2
    try:
        for answer in _answers(args):
            sys.stdout.buffer.write(answer)
            sys.stdout.buffer.flush()
    except ValueError as error:
        print(f"dizhu engine: {error}", file=sys.stderr)
        return 1
    return 0


def _answers(args: argparse.Namespace) -> Iterator[bytes]:
    if args.botzone:
        from dizhu.engines.botzone.serve import answers

        return answers(args.bot, sys.stdin.buffer, keep_running=args.keep_running)
    from dizhu.engines.serve import OwnEngine

    return OwnEngine(args.bot).answers(sys.stdin.buffer)
