"""`dizhu backup FILE`: copy the whole database into one file; a server may be running. The copy is
read back before it gets its name.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

from dizhu.cli.folder import add_data_dir
from dizhu.store.backup import backup
from dizhu.store.errors import StoreError


def add_parser(subparsers: Any) -> None:
    """Add `backup`."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "backup", help="copy the database into a file", description=__doc__
    )
    parser.add_argument("file", type=Path, help="where to; it must not exist yet")
    parser.add_argument("--force", action="store_true", help="replace the file")
    add_data_dir(parser)


def run(args: argparse.Namespace) -> int:
    """0 when the copy is whole and in its place; 1 after saying why not."""
    try:
        copied = backup(args.data_dir, args.file, replace=args.force)
    except StoreError as error:
        print(f"dizhu backup: {error}", file=sys.stderr)
        return 1
    print(
        f"{args.file}: {copied.size:,} bytes; {copied.players} players, "
        f"{copied.transfers} transfers, {copied.tables} tables; read back, all is well"
    )
    return 0
