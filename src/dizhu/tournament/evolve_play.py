"""What the play changes: stages, rounds, tables, hands and scores."""

from collections.abc import Callable, Iterator
from typing import Any

from dizhu.tournament.events import (
    HandDue,
    HandScored,
    Hurried,
    Rescored,
    RoundEnded,
    StageBegan,
    StageEnded,
    TableClosed,
    TablePlan,
    TablesSeated,
)
from dizhu.tournament.roll import Entrant
from dizhu.tournament.state import Cup, RoundDone, Table


def _stage_began(cup: Cup, event: StageBegan) -> Cup:
    field = (
        cup.entrants[player]._replace(score=score, last=0, hands=0, byes=0)
        for player, score in event.scores
    )
    return cup._replace(
        entrants=cup.entrants.updated(field),
        stage=event.index,
        in_stage=True,
        stage_size=cup.alive,
        stage_at=event.at,
        ready_at=event.ready_at,
        round=0,
        in_round=False,
        waiting=tuple(player for player, _ in event.scores),
    )


def _tables_seated(cup: Cup, event: TablesSeated) -> Cup:
    tables = dict(cup.tables)
    tables.update((plan.number, _table(plan, event)) for plan in event.tables)
    seated = [e for plan in event.tables for e in _sit_down(cup, plan)]
    at_tables = {e.id for e in seated}
    rested = (cup.entrants[p]._replace(byes=cup.entrants[p].byes + 1) for p in event.resting)
    return cup._replace(
        entrants=cup.entrants.updated((*seated, *rested)),
        tables=tables,
        waiting=tuple(p for p in cup.waiting if p not in at_tables),
        next_table=cup.next_table + len(event.tables),
        **_round_begins(cup, event),
    )


def _round_begins(cup: Cup, event: TablesSeated) -> dict[str, Any]:
    if not event.starts:
        return {}
    done = RoundDone(cup.stage, event.round, cup.alive, len(event.tables))
    history = (*cup.history, done)
    return {"round": event.round, "in_round": True, "closed": (), "history": history}


def _table(plan: TablePlan, event: TablesSeated) -> Table:
    return Table(
        number=plan.number,
        round=event.round,
        players=plan.players,
        scores=plan.scores,
        hands=plan.hands,
        base=plan.base,
        deal=plan.deal,
        due_at=event.at,
    )


def _sit_down(cup: Cup, plan: TablePlan) -> Iterator[Entrant]:
    """The entrants of a table; a stand-in is none."""
    for player, score in zip(plan.players, plan.scores, strict=True):
        if (entrant := cup.entrants.get(player)) is not None:
            yield entrant._replace(table=plan.number, score=score)


def _hand_scored(cup: Cup, event: HandScored) -> Cup:
    table = cup.tables[event.table]
    scored = table._replace(idle=True, deltas=(*table.deltas, event.deltas))
    return cup._replace(
        entrants=cup.entrants.updated(_with_points(cup, table, event)),
        tables={**cup.tables, event.table: scored},
        idle=(*cup.idle, event.table),
    )


def _with_points(cup: Cup, table: Table, event: HandScored) -> Iterator[Entrant]:
    for player, more, auto in zip(table.players, event.points, event.autoplay, strict=True):
        if (e := cup.entrants.get(player)) is not None:
            absent = e.absent + 1 if auto else 0
            yield e._replace(score=e.score + more, last=more, hands=e.hands + 1, absent=absent)


def _hand_due(cup: Cup, event: HandDue) -> Cup:
    """The table goes to the end, so that the tables stand in the order in which hands are due."""
    tables = dict(cup.tables)
    tables[event.table] = tables.pop(event.table)._replace(
        hand=event.hand,
        attempt=event.attempt,
        due_at=event.at,
        idle=False,
        hurried=False,
    )
    return cup._replace(tables=tables, idle=_without(cup.idle, event.table))


def _without(idle: tuple[int, ...], table: int) -> tuple[int, ...]:
    return tuple(n for n in idle if n != table)


def _hurried(cup: Cup, event: Hurried) -> Cup:
    table = cup.tables[event.table]._replace(hurried=True)
    return cup._replace(tables={**cup.tables, event.table: table})


def _table_closed(cup: Cup, event: TableClosed) -> Cup:
    tables = dict(cup.tables)
    table = tables.pop(event.table)
    freed = [cup.entrants[p]._replace(table=None) for p in table.players if p in cup.entrants]
    return cup._replace(
        tables=tables,
        entrants=cup.entrants.updated(freed),
        waiting=(*cup.waiting, *(e.id for e in freed)),
        idle=_without(cup.idle, event.table),
        closed=(*cup.closed, table) if event.kept else cup.closed,
    )


def _rescored(cup: Cup, event: Rescored) -> Cup:
    new = (cup.entrants[p]._replace(score=score, last=last) for p, score, last in event.scores)
    return cup._replace(entrants=cup.entrants.updated(new))


def _round_ended(cup: Cup, event: RoundEnded) -> Cup:
    return cup._replace(in_round=False, closed=(), ready_at=event.ready_at)


def _stage_ended(cup: Cup, _event: StageEnded) -> Cup:
    return cup._replace(in_stage=False, in_round=False, closed=())


PLAY_EVOLVERS: dict[type, Callable[[Cup, Any], Cup]] = {
    StageBegan: _stage_began,
    TablesSeated: _tables_seated,
    HandScored: _hand_scored,
    HandDue: _hand_due,
    Hurried: _hurried,
    TableClosed: _table_closed,
    Rescored: _rescored,
    RoundEnded: _round_ended,
    StageEnded: _stage_ended,
}
