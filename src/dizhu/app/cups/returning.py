"""After a restart: the tables of before are found again, and what they have played is reported."""

from collections.abc import Sequence

from dizhu.app.cups.floor import Floor
from dizhu.app.cups.names import TableName, table_name
from dizhu.app.cups.ports import StreamRow
from dizhu.app.cups.runner import CupRunner
from dizhu.tournament import playing
from dizhu.tournament.commands import HandFinished, HandVoided
from dizhu.tournament.state import Table


def go_on(runner: CupRunner, floor: Floor, streams: Sequence[StreamRow]) -> None:
    """Adopt, report, deal anew or close, whatever a table wants; `streams`: those of the cup."""
    wanted = {} if runner.cup.over else {t.number: t for t in playing(runner.cup)}
    for name, row in _latest(floor, streams):
        table = wanted.pop(name.number, None)
        if table is None:
            floor.close(name.id)
        elif row.live:
            floor.adopt(name)
        else:
            _report(runner, table, name, row)
    for number in wanted:
        floor.begin(number)


def _latest(floor: Floor, streams: Sequence[StreamRow]) -> list[tuple[TableName, StreamRow]]:
    """For each table of the cup the last one that played for it; the others are closed."""
    latest: dict[int, tuple[TableName, StreamRow]] = {}
    named = [(name, row) for row in streams if (name := table_name(row.id)) is not None]
    for name, row in sorted(named, key=lambda pair: pair[0]):
        if name.number in latest:
            floor.close(latest[name.number][0].id)
        latest[name.number] = (name, row)
    return list(latest.values())


def _report(runner: CupRunner, table: Table, name: TableName, row: StreamRow) -> None:
    """A table that is closed, though the cup waits for it."""
    if len(row.settled) > table.hand - name.hand:
        _, deltas = row.settled[table.hand - name.hand]
        runner.demand(HandFinished(table.number, table.hand, deltas))
    else:
        runner.demand(HandVoided(table.number, table.hand))
