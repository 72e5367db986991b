"""The commands of `dizhu admin`. Each names the route it asks, and the fields it gives."""

import argparse
from typing import Any

from dizhu.cli.admin.times import moment_to_come
from dizhu.cli.values import span, whole

_number = whole(1, 2**53)
_amount = whole(-(10**12), 10**12)


def _beans(text: str) -> int:
    if (beans := _amount(text)) == 0:
        raise argparse.ArgumentTypeError("must not be 0: there is nothing to move")
    return beans


def add_commands(parser: argparse.ArgumentParser) -> None:
    """All of them."""
    commands = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    _looks(commands)
    _people(commands)
    _house(commands)


def _command(
    commands: Any, name: str, route: str, words: str, *fields: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=words, description=words)
    parser.set_defaults(route=route, fields=fields)
    return parser


def _deed(
    commands: Any, name: str, words: str, *fields: str, why: bool = True, route: str | None = None
) -> argparse.ArgumentParser:
    """A command that is written down: why, and with an id, so that it can be repeated safely."""
    parser = _command(commands, name, route or name, words, "reason", *fields)
    parser.add_argument("--reason", required=why, default="", help="stands in the audit log")
    parser.add_argument("--command-id", help="of a command whose answer was lost")
    return parser


def _who(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("who", help="his id, or his whole name")


def _times(parser: argparse.ArgumentParser, words: str, *, needed: bool) -> None:
    times = parser.add_mutually_exclusive_group(required=needed)
    times.add_argument("--for", dest="span", type=span, help=f"{words}: 30m, 12h, 7d")
    times.add_argument("--until", type=moment_to_come, help="until a time: 2026-12-24T18:00")


def _looks(commands: Any) -> None:
    _command(commands, "status", "house", "how the house is")
    people = _command(commands, "people", "people", "find people", "q", "before")
    people.add_argument("q", nargs="?", default="", help="an id, or part of a name")
    people.add_argument("--before", help="what a page called next")
    _who(_command(commands, "person", "person", "somebody: beans, sign-ins, where he is"))
    _command(commands, "tables", "tables", "the open tables")
    reports = _command(commands, "reports", "reports", "complaints", "state", "before")
    reports.add_argument("--all", dest="state", action="store_const", const="all", default="open")
    reports.add_argument("--before", type=_number, help="older than the one with this number")
    audit = _command(commands, "audit", "audit", "what operators have done", "before")
    audit.add_argument("--before", type=_number, help="older than the one with this number")


def _people(commands: Any) -> None:
    for kind, words, back in (
        ("ban", "send somebody away, everywhere", "let him come back"),
        ("mute", "let somebody say nothing", "let him speak"),
    ):
        impose = _deed(commands, kind, words)
        _who(impose)
        _times(impose, "for so long; without: for good", needed=False)
        _who(_deed(commands, f"un{kind}", back))
    compensate = _deed(commands, "compensate", "beans from the house; -N: back to it", "beans")
    _who(compensate)
    compensate.add_argument("beans", type=_beans, help="how many; never more back than he has")
    close = _deed(
        commands, "close-report", "close a complaint", "report", "outcome", route="close_report"
    )
    close.add_argument("report", type=_number, help="its number")
    close.add_argument("outcome", choices=("acted", "dismissed"))
    for name, words in (("grant", "make a member an operator"), ("revoke", "he is none any more")):
        role = _deed(commands, name, words, why=False)
        role.set_defaults(reason="by the host")
        _who(role)


def _house(commands: Any) -> None:
    announce = _deed(commands, "announce", "tell everybody something", "zh", "en", why=False)
    announce.add_argument("--zh", default="", help="in Chinese")
    announce.add_argument("--en", default="", help="in English")
    _times(announce, "shown for so long", needed=True)
    withdraw = _deed(commands, "withdraw", "end an announcement", "announcement", why=False)
    withdraw.add_argument("announcement", help="its id, see status")
    drain = _deed(commands, "drain", "no new hands: a restart is planned", why=False)
    drain.add_argument("--wait", action="store_true", help="return when no hand runs any more")
    _deed(commands, "undrain", "as always again", why=False)
