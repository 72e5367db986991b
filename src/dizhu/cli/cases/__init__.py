"""`dizhu cases FILE...`: run the cases of the rule book (formats: tests/cases/README.md)."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from dizhu.cli.cases import (
    auction,
    escapes,
    hands,
    mouse,
    multipliers,
    play,
    scores,
    tournaments,
)
from dizhu.cli.cases.case import Area, Case, Result, Skipped, read_cases, run_case

NOT_HERE = "there is no such area"
AREAS: dict[str, Area] = {
    **play.AREAS,
    **auction.AREAS,
    **multipliers.AREAS,
    **scores.AREAS,
    **escapes.AREAS,
    **mouse.AREAS,
    **hands.AREAS,
    **tournaments.AREAS,
}


def add_parser(subparsers: Any) -> None:
    """Add `cases`."""
    parser = subparsers.add_parser(
        "cases", help="run the cases of the rule book", description=__doc__
    )
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="JSON lines")


def run(args: argparse.Namespace) -> int:
    """Run all cases of the files; 1 when one fails or a file cannot be read."""
    try:
        cases = [case for file in args.files for case in read_cases(file)]
    except (OSError, ValueError) as error:
        print(f"dizhu cases: {error}", file=sys.stderr)
        return 2
    return report(run_cases(cases))


def run_cases(cases: Iterable[Case]) -> Iterator[Result]:
    """The result of each case."""
    for case in cases:
        area = AREAS.get(case.area)
        yield run_case(case, area) if area else Result(case, skipped=NOT_HERE)


def report(results: Iterable[Result]) -> int:
    """Name every failure and every area skipped, and count. The exit status."""
    passed = failed = 0
    skipped: Counter[tuple[str, str]] = Counter()
    for result in results:
        if result.skipped:
            skipped[result.case.area, result.skipped] += 1
        elif result.differences:
            failed += 1
            print(f"FAILED {result.case.id} ({result.case.area}, {result.case.ruleset_name})")
            for line in result.differences:
                print(f"  {line}")
        else:
            passed += 1
    for (area, why), count in sorted(skipped.items()):
        print(f"skipped {area}: {count} ({why})")
    print(f"{passed} passed, {failed} failed, {skipped.total()} skipped")
    return 1 if failed else 0


__all__ = ["AREAS", "Case", "Result", "Skipped", "add_parser", "read_cases", "run", "run_cases"]
