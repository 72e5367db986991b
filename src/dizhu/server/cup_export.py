"""Final ranks as files: for a spreadsheet, and for a program."""

import csv
import io
from collections.abc import Sequence

from dizhu.server.cup_protocol import CupResultRow

COLUMNS = CupResultRow.__struct_fields__
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a text that begins so for a formula."""


def as_csv(rows: Sequence[CupResultRow]) -> str:
    """One line a rank, with a line of names before them."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([_cell(getattr(row, name)) for name in COLUMNS] for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return int(value)
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
