"""Results as a file: what somebody is called does not run in a spreadsheet."""

import csv
import io

from dizhu.server.cup_export import as_csv
from dizhu.server.cup_protocol import CupResultRow


def test_names_that_look_like_formulas_are_texts() -> None:
    rows = [
        CupResultRow(1, "p1", "=1+1", False, 900, 10, 1, "badge", False),
        CupResultRow(2, "~1", '阿福, "2"', True, -5, 0, 0, "", True),
    ]
    table = list(csv.DictReader(io.StringIO(as_csv(rows))))
    assert [r["name"] for r in table] == ["'=1+1", '阿福, "2"']
    assert [r["score"] for r in table] == ["900", "-5"]
    assert [r["bot"] for r in table] == ["0", "1"]
    assert [r["unpaid"] for r in table] == ["0", "1"]
