"""`dizhu admin`: what an operator does, on the server's machine. A server that runs on the data
folder is asked by HTTP; without one the store is changed directly.
"""

import argparse
import asyncio
import json
import secrets
import sys
from typing import Any

from dizhu.cli.admin.line import Line, NotDone, open_line
from dizhu.cli.admin.parser import add_commands
from dizhu.cli.admin.show import SHOWN, deed
from dizhu.cli.admin.times import now
from dizhu.cli.folder import add_data_dir

PAGES = 20
LOOK_SECONDS = 1.0


def add_parser(subparsers: Any) -> None:
    """Add `admin`."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "admin", help="what an operator does", description=__doc__
    )
    add_data_dir(parser)
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    add_commands(parser)


def run(args: argparse.Namespace) -> int:
    """0 when it is done; 1 after saying why not."""
    try:
        return asyncio.run(_run(args))
    except NotDone as error:
        print(f"dizhu admin: {error}", file=sys.stderr)
        return 1


async def _run(args: argparse.Namespace) -> int:
    line = open_line(args.data_dir)
    try:
        said = await line.ask(args.route, await _fields(line, args))
        _print(args, said)
        if getattr(args, "wait", False):
            await _until_empty(line)
    finally:
        await line.close()
    return 0


async def _fields(line: Line, args: argparse.Namespace) -> dict[str, Any]:
    """The body or query of the route, from what was written."""
    fields = {name: getattr(args, name) for name in args.fields}
    if "who" in args:
        fields["id" if args.route == "person" else "player"] = await _find(line, args.who)
    if "command_id" in args:
        fields["command_id"] = args.command_id or secrets.token_urlsafe(12)
    if "span" in args:
        until = args.until if args.span is None else now() + args.span
        fields["expires_at" if args.route == "announce" else "until"] = until
    return fields


async def _find(line: Line, who: str) -> str:
    """Somebody by his id or by his whole name. Raises NotDone unless it is one person."""
    found, before = [], None
    for _ in range(PAGES):
        page = await line.ask("people", {"q": who, "before": before})
        found += page["people"]
        before = page["next"]
        if before is None:
            break
    by_id = [one for one in found if one["id"] == who]
    exact = by_id or [one for one in found if one["name"].casefold() == who.casefold()]
    if len(exact) == 1:
        return str(exact[0]["id"])
    some = "\n".join(SHOWN["people"]({"people": (exact or found)[:20], "next": None}))
    many = "several people have this name; give an id" if exact else "nobody has this name or id"
    raise NotDone(f"{who}: {many}" + (f"\n{some}" if some else ""))


def _print(args: argparse.Namespace, said: Any) -> None:
    if args.json:
        print(json.dumps(said, ensure_ascii=False, indent=1))
        return
    for text in SHOWN.get(args.route, deed)(said):
        print(text)


async def _until_empty(line: Line) -> None:
    """Until no hand runs any more."""
    told = -1
    while not (house := await line.ask("house", {}))["empty"]:
        if not house["draining"]:
            raise NotDone("somebody has ended the drain")
        if house["hands"] != told:
            told = house["hands"]
            print(f"{told} hands still run", flush=True)
        await asyncio.sleep(LOOK_SECONDS)
    print("no hand runs: the server may be stopped")
