"""The command line: `dizhu COMMAND`. Each command is a module that is imported only when it is
used.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from dizhu import __version__
from dizhu.cli.values import with_signs


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, the module that has `add_parser(subparsers)` and `run(args) -> int`, and
    a line of help.
    """

    name: str
    module: str
    help: str


COMMANDS: tuple[Command, ...] = (
    Command("serve", "dizhu.cli.serve", "run the game server"),
    Command("cases", "dizhu.cli.cases", "run the cases of the rule book"),
    Command("simulate", "dizhu.cli.simulate", "let bots play many hands, checking all invariants"),
    Command("arena", "dizhu.cli.arena", "match two bots or engines, each deal from both sides"),
    Command("engine", "dizhu.cli.engine", "serve our bots as an engine, or check another engine"),
    Command("cup", "dizhu.cli.cup", "competitions: let bots play whole events"),
    Command("replay", "dizhu.cli.replay", "print a hand from its text record"),
    Command("verify", "dizhu.cli.verify", "audit the ledger and every stored hand"),
    Command("verify-deal", "dizhu.cli.verify_deal", "check the deal of a finished hand"),
    Command("admin", "dizhu.cli.admin", "what an operator does"),
    Command("backup", "dizhu.cli.backup", "copy the database into a file"),
    Command("restore", "dizhu.cli.restore", "put a backup into the data folder"),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Returns the exit status: 0 done, 1 something failed, 2 wrong usage."""
    arguments = with_signs(sys.argv[1:] if argv is None else argv)
    wanted = next((a for a in arguments if not a.startswith("-")), None)
    args = _parser(wanted).parse_args(arguments)
    command = next(c for c in COMMANDS if c.name == args.command)
    try:
        return int(import_module(command.module).run(args))
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130


def _parser(wanted: str | None) -> argparse.ArgumentParser:
    """The parser; of the commands only the one wanted is imported."""
    parser = argparse.ArgumentParser(prog="dizhu", description="欢乐斗地主 (Happy Dou Dizhu)")
    parser.add_argument("--version", action="version", version=f"dizhu {__version__}")
    subparsers: Any = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        if command.name == wanted:
            import_module(command.module).add_parser(subparsers)
        else:
            subparsers.add_parser(command.name, help=command.help)
    return parser
