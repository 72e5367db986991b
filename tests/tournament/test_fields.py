"""Every format with every size of field (F124): it ends, with one rank for everybody. `Checks`
looks at each event: nobody at two tables, no round before its time, the pool comes out even.

All seeds are run by `python -m benchmarks.cups`.
"""

import pytest

from benchmarks.cups import FORMAT_NAMES, event_of
from dizhu.cli.cup.runner import Run
from dizhu.tournament import Phase, replay


def run(format_name: str, field: int, seed: int) -> Run:
    event = Run(event_of(format_name, field, seed))
    cup = event.to_the_end()
    assert cup.phase is Phase.FINISHED
    assert sorted(e.rank or 0 for e in cup.entrants.values()) == list(
        range(1, len(cup.entrants) + 1)
    )
    return event


@pytest.mark.parametrize("format_name", FORMAT_NAMES)
@pytest.mark.parametrize("field", [*range(3, 31), 95, 96, 97])
def test_small_fields_and_those_that_went_wrong_elsewhere(format_name: str, field: int) -> None:
    """F124: 3, 4, 5, 6, 7, 95, 96, 97 among them."""
    for seed in range(2 if field <= 30 else 1):
        run(format_name, field, seed)


@pytest.mark.parametrize("first", range(31, 301, 90))
def test_larger_fields(first: int) -> None:
    """Every fifteenth size, the formats in turn."""
    for field in range(first, min(first + 90, 301), 15):
        run(FORMAT_NAMES[field % len(FORMAT_NAMES)], field, 1)


@pytest.mark.parametrize("format_name", FORMAT_NAMES)
def test_the_log_alone_tells_the_story(format_name: str) -> None:
    event = run(format_name, 50, 2)
    assert replay(event.log) == event.cup
