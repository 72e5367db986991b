"""The log of a table, read back as hands: what was dealt and done, without the table around it."""

from collections.abc import Iterable, Iterator, Sequence

from dizhu.rules import hand as rules
from dizhu.rules.actions import (
    SEATS,
    Action,
    Autoplay,
    Blind,
    Call,
    Declaration,
    Double,
    Escape,
    Look,
    NoDouble,
    Pass,
    Play,
    Raise,
    Ready,
    Rob,
    Show,
    Timeout,
)
from dizhu.rules.errors import RuleViolation
from dizhu.rules.events import DealEnded, DealStepped, Dealt, HandEvent, Played
from dizhu.rules.record import END_OF_DEAL, Record, Step
from dizhu.rules.state import HandState
from dizhu.table.events import HandHappened, HandStarted, TableEvent
from dizhu.table.evolve import evolve

_SIMPLE: tuple[Action, ...] = (
    Timeout(),
    Ready(),
    Show("start"),
    Show("deal"),
    Show("bottom"),
    Look(),
    Blind(),
    Call(),
    Rob(),
    Raise(),
    Pass(),
    Double(),
    NoDouble(),
    Autoplay(True),
    Autoplay(False),
    Escape(),
)


def records(log: Iterable[TableEvent]) -> Iterator[Record]:
    """The hands of a log, oldest first; the last one may not be over.

    Raises ValueError when the events of a hand are not what the rules make of any action.
    """
    table, start = None, None
    events: list[HandEvent] = []
    for event in log:
        table = evolve(table, event)
        if isinstance(event, HandStarted):
            if start is not None:
                yield record_of(start, events)
            start, events = table.hand, []
        elif isinstance(event, HandHappened):
            events.append(event.event)
    if start is not None:
        yield record_of(start, events)


def record_of(start: HandState, events: Sequence[HandEvent]) -> Record:
    """The steps that lead from the start of a hand to its events."""
    state, steps, at = start, [], 0
    while at < len(events):
        step, made = _next_step(state, events[at:])
        steps.append(step)
        state = rules.apply(state, made)
        at += len(made)
    return Record(start.ruleset, start.stakes, start.beans, tuple(steps))


def _next_step(state: HandState, events: Sequence[HandEvent]) -> tuple[Step, rules.Events]:
    """The step whose outcome the log goes on with; of several, the one that explains most."""
    first = events[0]
    if isinstance(first, Dealt):
        return Step(deal=first.deal), rules.begin_deal(state, first.deal)
    if isinstance(first, DealStepped):
        return Step(to=first.to), rules.step_deal(state, first.to)
    if isinstance(first, DealEnded):
        return Step(to=END_OF_DEAL), rules.end_deal(state)
    found = list(_explanations(state, events))
    if not found:
        raise ValueError(f"no action leads to {first}")
    return max(found, key=lambda step_and_made: len(step_and_made[1]))


def _explanations(
    state: HandState, events: Sequence[HandEvent]
) -> Iterator[tuple[Step, rules.Events]]:
    for seat in SEATS:
        for action in (*_SIMPLE, *_plays(events[:2])):
            try:
                made = rules.decide(state, seat, action)
            except RuleViolation:
                continue
            if made == tuple(events[: len(made)]):
                yield Step(seat=seat, action=action), made


def _plays(events: Sequence[HandEvent]) -> Iterator[Action]:
    """A play, declared as it was read; it may stand behind the end of autoplay."""
    for event in events:
        if isinstance(event, Played) and not event.auto:
            reading = event.combo
            yield Play(event.cards, Declaration(reading.kind, reading.main, reading.length))
