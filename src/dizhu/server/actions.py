"""Actions as sent become actions of the rules, or commands of the table."""

from collections.abc import Callable
from typing import Any

from dizhu.rules import actions as rules
from dizhu.rules.combos import KIND_BY_CODE
from dizhu.rules.errors import Code, RuleViolation
from dizhu.server import protocol as p
from dizhu.table import Act, Again, Leave, Status, TableCode, TableCommand, TableState

_PLAIN: dict[type, Callable[[], rules.Action]] = {
    p.ReadyAction: rules.Ready,
    p.CallAction: rules.Call,
    p.RobAction: rules.Rob,
    p.PassAction: rules.Pass,
    p.BlindAction: rules.Blind,
    p.LookAction: rules.Look,
    p.RaiseAction: rules.Raise,
    p.DoubleAction: rules.Double,
    p.NoDoubleAction: rules.NoDouble,
    p.EscapeAction: rules.Escape,
}


def command_of(seat: rules.Seat, message: p.Act) -> TableCommand:
    """The command of a seat. Raises RuleViolation for a reading of a kind that does not exist."""
    match message.action:
        case p.AgainAction(start=start):
            return Again(seat, start)
        case p.LeaveAction():
            return Leave(seat)
        case action:
            return Act(seat, _action(action), message.seen_version)


def _action(action: Any) -> rules.Action:
    match action:
        case p.ShowAction(stage=stage):
            return rules.Show(stage)
        case p.AutoplayAction(on=on):
            return rules.Autoplay(on)
        case p.PlayAction(cards=cards, declare=declare):
            return rules.Play(tuple(cards), None if declare is None else _declaration(declare))
        case _:
            return _PLAIN[type(action)]()


def _declaration(declare: p.DeclaredReading) -> rules.Declaration:
    kind = KIND_BY_CODE.get(declare.kind)
    if kind is None:
        raise RuleViolation(Code.IMPOSSIBLE_READING)
    return rules.Declaration(kind, declare.main, declare.length)


def may_leave(table: TableState) -> None:
    """Leaving costs nothing: in a hand that one can escape from, only `escape` ends it."""
    if table.status is Status.PLAYING and table.ruleset.escape:
        raise RuleViolation("hand_running")


def not_ahead(message: p.Act) -> Callable[[TableState], None]:
    """A version that has never been cannot have been seen."""

    def guard(table: TableState) -> None:
        if message.seen_version > table.version:
            raise RuleViolation(TableCode.STALE)
        if isinstance(message.action, p.LeaveAction | p.AgainAction) and not table.asks_next:
            raise RuleViolation("cup_table")
        if isinstance(message.action, p.LeaveAction):
            may_leave(table)

    return guard
