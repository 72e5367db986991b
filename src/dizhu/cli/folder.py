"""The option that names a server's data folder."""

import argparse
import os
from pathlib import Path


def add_data_dir(parser: argparse.ArgumentParser) -> None:
    """`--data-dir`, or DIZHU_DATA_DIR, or ./data, as with `dizhu serve`."""
    default = Path(os.environ.get("DIZHU_DATA_DIR", "data"))
    parser.add_argument("--data-dir", type=Path, default=default, help="the server's folder")
