"""定局积分: rounds of a few hands with the same opponents; the tables' best go on (R-CUP-3)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from dizhu.tournament.carry import carried, ratio_of
from dizhu.tournament.errors import CompetitionError
from dizhu.tournament.events import Events
from dizhu.tournament.formats import rounds
from dizhu.tournament.formats.base import (
    Format,
    Projection,
    check_range,
    checked_options,
    out_of,
)
from dizhu.tournament.ranking import key_of, ranked
from dizhu.tournament.roll import Entrant
from dizhu.tournament.seating import (
    bots_may_stand_in,
    drawn,
    groups_of,
    resting_count,
    seat,
)
from dizhu.tournament.spec import Competition, Stage, options_of
from dizhu.tournament.state import Cup

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Options:
    """`hands` of a round; `rounds`: at most so many (0: until there is a champion);
    `round_carry`: the part of a round's score that goes into the next (G-CUP-3).
    """

    hands: int = 3
    rounds: int = 0
    round_carry: str = "0"


def advance_count(tables: int, resting: int = 0) -> int:
    """G-CUP-3: the firsts and half of the seconds, down to a multiple of three.

    Whoever rests goes on as well, so that, with somebody resting, it may have to be up to a
    multiple of three instead. One table: the champion.
    """
    if tables == 1 and not resting:
        return 1
    count = tables + tables // 2 + resting
    return max(count // 3 * 3, -(-(tables + resting) // 3) * 3)


def round_order(
    tables: Sequence[Sequence[P]], resting: Sequence[P], key: Callable[[P], tuple[int, ...]]
) -> list[P]:
    """The field of a round in the order in which it goes on: the firsts, those who rested, the
    seconds (compared with one another), the thirds; each by `key`.
    """
    places = [sorted(table, key=key) for table in tables]
    order = sorted((p[0] for p in places if p), key=key)
    order += sorted(resting, key=key)
    for place in (1, 2):
        order += sorted((p[place] for p in places if len(p) > place), key=key)
    return order


def sizes_of(entrants: int) -> tuple[int, ...]:
    """The field round by round down to the champion."""
    sizes = [entrants]
    while sizes[-1] >= 3:
        tables, resting = divmod(sizes[-1], 3)
        sizes.append(advance_count(tables, resting))
    return tuple(sizes)


def _check(competition: Competition, stage: Stage, where: str) -> None:
    options = checked_options(stage, Options, where)
    check_range(where, "hands", options.hands, 1, 1000)
    check_range(where, "rounds", options.rounds, 0, 100)
    if options.rounds == 0 and stage is not competition.stages[-1]:
        raise CompetitionError(f"{where}.rounds", "goes on to the champion: set it or put it last")
    try:
        ratio_of(options.round_carry)
    except ValueError as error:
        raise CompetitionError(f"{where}.round_carry", f"is no ratio: {error}") from error


def _begin(cup: Cup, now: int) -> Events:
    """New opponents by lot. Whom a round has no table for rests: the best who have rested least."""
    options, key = options_of(cup.stage_now, Options), key_of(cup.competition.kind)
    field = sorted(cup.waiters, key=lambda e: (e.byes, *key(e)))
    count = resting_count(cup, len(field))
    playing = sorted(field[count:], key=lambda e: e.reg)
    order = drawn(cup, f"seats/{cup.stage}/{cup.round + 1}", [e.id for e in playing])
    return (
        seat(
            cup,
            groups_of(cup, order),
            options.hands,
            now,
            resting=tuple(e.id for e in field[:count]),
            score_of=lambda e: _first_score(cup, options, e),
        ),
    )


def _first_score(cup: Cup, options: Options, entrant: Entrant) -> int:
    """The stage's first round begins with what was carried into it, the others restart."""
    if cup.round == 0:
        return entrant.score
    return cup.stage_now.start_score + carried(entrant.score, ratio_of(options.round_carry))


def _last(cup: Cup) -> bool:
    rounds_at_most = options_of(cup.stage_now, Options).rounds
    return _final(cup) or 0 < rounds_at_most <= cup.round


def _final(cup: Cup) -> bool:
    """One table with the whole field: it plays for the first three ranks."""
    tables = (*cup.closed, *cup.tables.values())
    return len(tables) == 1 and not _resting(cup)


def _resting(cup: Cup) -> list[Entrant]:
    seated = {p for t in (*cup.closed, *cup.tables.values()) for p in t.players}
    return [e for e in cup.entrants.field() if e.id not in seated]


def _order(cup: Cup) -> list[Entrant]:
    tables = [
        [cup.entrants[p] for p in t.players if p in cup.entrants]
        for t in (*cup.closed, *cup.tables.values())
    ]
    return round_order(tables, _resting(cup), key_of(cup.competition.kind))


def _goers(cup: Cup, order: Sequence[Entrant]) -> list[Entrant]:
    """Who goes on: as many as the tables give, of those who have not dropped out."""
    tables = len(cup.closed) + len(cup.tables)
    resting = 0 if bots_may_stand_in(cup) else len(_resting(cup))
    return [e for e in order if not e.gone][: advance_count(tables, resting)]


def _close(cup: Cup, now: int) -> Events:
    if _final(cup):
        return ()
    order = _order(cup)
    goers = {e.id for e in _goers(cup, order)}
    losers = [e for e in order if e.id not in goers]
    return (out_of(cup, losers, "cut", now),) if losers else ()


def _project(cup: Cup) -> Projection:
    if not cup.in_round:
        field = ranked(cup.competition.kind, cup.waiters)
        return Projection(tuple(e.id for e in field), len(field))
    order = _order(cup)
    goers = _goers(cup, order)
    safe = {e.id for e in goers}
    rest = [e for e in order if e.id not in safe]
    return Projection(tuple(e.id for e in (*goers, *rest)), len(goers))


def _sizes(stage: Stage, entrants: int) -> tuple[int, ...]:
    at_most = options_of(stage, Options).rounds
    sizes = sizes_of(entrants)
    return sizes[: at_most + 1] if at_most else sizes


_RULES = rounds.Rounds(_begin, _close, _last)


def _step(cup: Cup, now: int) -> Events:
    return rounds.step(cup, now, _RULES)


FORMAT = Format("fixed_hands", _check, _step, _project, _sizes, Options)
