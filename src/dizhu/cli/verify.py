"""`dizhu verify`: check every bean and every stored hand of a database; a server may be running."""

import argparse
import sys
from typing import Any

from dizhu.cli.folder import add_data_dir
from dizhu.store.audit import Count, audit, open_for_reading
from dizhu.store.errors import StoreError

SHOWN = 1000
"""So many differences are named; of the others only the number is told."""


def add_parser(subparsers: Any) -> None:
    """Add `verify`."""
    parser = subparsers.add_parser(
        "verify", help="audit the ledger and every stored hand", description=__doc__
    )
    add_data_dir(parser)


def run(args: argparse.Namespace) -> int:
    """0 when everything is as it must be; 1 after naming what is not."""
    try:
        connection = open_for_reading(args.data_dir)
    except StoreError as error:
        print(f"dizhu verify: {error}", file=sys.stderr)
        return 1
    count, wrong = Count(), 0
    for difference in audit(connection, count):
        wrong += 1
        if wrong <= SHOWN:
            print(difference)
    connection.close()
    print(
        f"{count.accounts} accounts, {count.transfers} transfers, {count.cups} competitions, "
        f"{count.tables} tables, {count.hands} hands: {_verdict(wrong)}"
    )
    return 1 if wrong else 0


def _verdict(wrong: int) -> str:
    return f"{wrong} differences" if wrong else "all is well"
