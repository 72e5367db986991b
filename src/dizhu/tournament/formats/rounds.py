"""What formats in rounds share: everybody plays the same number of hands, then all move."""

from collections.abc import Callable
from dataclasses import dataclass

from dizhu.tournament.events import Events, HandDue, RoundEnded, StageEnded, TableClosed
from dizhu.tournament.formats.base import out_of
from dizhu.tournament.ranking import ranked
from dizhu.tournament.seating import enough_to_play
from dizhu.tournament.state import Cup


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rules of a format in rounds: `begin` seats the next round, `close` says what a round
    whose tables have all finished brings, `last` whether the stage ends with it.
    """

    begin: Callable[[Cup, int], Events]
    close: Callable[[Cup, int], Events]
    last: Callable[[Cup], bool]


def step(cup: Cup, now: int, rules: Rounds) -> Events:
    """What follows now: a hand, the end of a table, the end of the round, the next round."""
    if cup.idle:
        return (_after_hand(cup, now),)
    if cup.tables:
        return ()
    return _end_of_round(cup, now, rules) if cup.in_round else _between_rounds(cup, now, rules)


def _after_hand(cup: Cup, now: int) -> HandDue | TableClosed:
    table = cup.tables[cup.idle[0]]
    if table.hand < table.hands:
        return HandDue(table.number, table.hand + 1, 0, now)
    return TableClosed(table.number, kept=True, at=now)


def _end_of_round(cup: Cup, now: int, rules: Rounds) -> Events:
    rest_ms = cup.stage_now.interval_seconds * 1000
    last = rules.last(cup)
    ended = RoundEnded(cup.round, now if last else now + rest_ms, now)
    events = (*rules.close(cup, now), ended)
    return (*events, StageEnded(cup.stage, now)) if last else events


def _between_rounds(cup: Cup, now: int, rules: Rounds) -> Events:
    """Who has gone in the meantime is out; with too few to play the stage is over."""
    gone = [e for e in cup.waiters if e.gone]
    if gone:
        return (out_of(cup, ranked(cup.competition.kind, gone), "gone", now),)
    if not enough_to_play(cup, cup.alive):
        return (StageEnded(cup.stage, now),)
    return () if now < cup.ready_at else rules.begin(cup, now)
