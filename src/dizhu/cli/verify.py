"""`dizhu verify`: check every bean and every stored hand of a database; a server may be running."""

import argparse
import re
import sqlite3
import sys
import time
from functools import partial
from typing import Any

from dizhu.cli.folder import add_data_dir
from dizhu.cli.values import MOST_JOBS, moment, whole
from dizhu.store.audit import Count, audit, open_for_reading
from dizhu.store.audit.parallel import in_use, spread_over
from dizhu.store.errors import StoreError

SHOWN = 1000
"""So many differences are named; of the others only the number is told."""
TELL_SECONDS = 2.0


def add_parser(subparsers: Any) -> None:
    """Add `verify`."""
    parser = subparsers.add_parser(
        "verify", help="audit the ledger and every stored hand", description=__doc__
    )
    add_data_dir(parser)
    parser.add_argument(
        "--since",
        type=_moment,
        metavar="TIME",
        help="only hands that ended then or later (2026-03-01T12:00, local time unless it names "
        "a zone, or milliseconds since 1970) and those that go on; statistics are left out, the "
        "ledger is checked as a whole",
    )
    parser.add_argument(
        "--jobs",
        type=whole(1, MOST_JOBS),
        default=1,
        help="so many processes; the server must not be running",
    )


def _moment(text: str) -> int:
    """A time, or nothing but digits: milliseconds since 1970."""
    return whole(0, 2**53)(text) if re.fullmatch("[0-9]+", text) else moment(text)


def run(args: argparse.Namespace) -> int:
    """0 when everything is as it must be; 1 after naming what is not."""
    if args.jobs > 1 and in_use(args.data_dir):
        print("dizhu verify: a server is running here; leave --jobs out", file=sys.stderr)
        return 1
    try:
        connection = open_for_reading(args.data_dir)
    except StoreError as error:
        print(f"dizhu verify: {error}", file=sys.stderr)
        return 1
    count, wrong = Count(), 0
    spread = partial(spread_over, args.data_dir, args.jobs, args.since) if args.jobs > 1 else None
    try:
        for difference in audit(connection, count, args.since, spread, _Progress()):
            wrong += 1
            if wrong <= SHOWN:
                print(difference)
    except sqlite3.DatabaseError as error:
        print(f"dizhu verify: the database is damaged: {error}; restore a backup", file=sys.stderr)
        return 1
    finally:
        connection.close()
    print(
        f"{count.accounts} accounts, {count.transfers} transfers, {count.cups} competitions, "
        f"{count.tables} tables, {count.hands} hands: {_verdict(wrong)}"
    )
    return 1 if wrong else 0


class _Progress:
    """Says on the error stream how far it is, if it takes long."""

    def __init__(self) -> None:
        self._told = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._told >= TELL_SECONDS:
            self._told = now
            print(f"{done} of {total} tables", file=sys.stderr, flush=True)


def _verdict(wrong: int) -> str:
    return f"{wrong} differences" if wrong else "all is well"
