"""`dizhu restore FILE`: put a backup into the data folder. Refused while a server runs there. What
is there already is replaced only with --force, and kept aside.
"""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dizhu.cli.folder import add_data_dir
from dizhu.store.backup import restore
from dizhu.store.errors import StoreError


def add_parser(subparsers: Any) -> None:
    """Add `restore`."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "restore", help="put a backup into the data folder", description=__doc__
    )
    parser.add_argument("file", type=Path, help="what `dizhu backup` has made")
    parser.add_argument("--force", action="store_true", help="put aside what is there")
    add_data_dir(parser)


def run(args: argparse.Namespace) -> int:
    """0 when it is in its place; 1 after saying why not: then nothing has changed."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    try:
        copied = restore(args.file, args.data_dir, stamp, replace=args.force)
    except StoreError as error:
        print(f"dizhu restore: {error}", file=sys.stderr)
        return 1
    print(
        f"{args.data_dir}: {copied.players} players, {copied.transfers} transfers, "
        f"{copied.tables} tables"
    )
    if copied.aside is not None:
        print(f"what was there is kept in {copied.aside}")
    print(f"now: dizhu verify --data-dir {args.data_dir}")
    return 0
