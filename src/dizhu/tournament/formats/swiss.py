"""瑞士移位: nobody is out; after each round neighbours in the ranking meet (R-CUP-4, G-CUP-4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from dizhu.tournament.events import Events
from dizhu.tournament.formats import rounds
from dizhu.tournament.formats.base import (
    Format,
    Projection,
    check_range,
    checked_options,
    down_to_tables,
    out_of,
    standing,
)
from dizhu.tournament.ranking import ranked
from dizhu.tournament.roll import Entrant
from dizhu.tournament.seating import drawn, groups_of, resting_count, seat
from dizhu.tournament.spec import Competition, Stage, options_of
from dizhu.tournament.state import Cup


@dataclass(frozen=True, slots=True)
class Options:
    """`rounds` of `hands` hands each; after each but the last the lowest `out_percent` are out."""

    rounds: int = 5
    hands: int = 1
    out_percent: int = 0


def stay_count(field: int, out_percent: int) -> int:
    """G-CUP-4: who is left when the lowest are out, down to a multiple of three; 0 percent: all."""
    return down_to_tables(field - field * out_percent // 100, field) if out_percent else field


def _check(_competition: Competition, stage: Stage, where: str) -> None:
    options = checked_options(stage, Options, where)
    check_range(where, "rounds", options.rounds, 1, 100)
    check_range(where, "hands", options.hands, 1, 1000)
    check_range(where, "out_percent", options.out_percent, 0, 90)


def _begin(cup: Cup, now: int) -> Events:
    """1-3, 4-6, ... of the ranking. In the first round equal scores are put in order by lot."""
    options = options_of(cup.stage_now, Options)
    field = _seeded(cup)
    resting = to_rest(field, resting_count(cup, len(field)))
    order = [e.id for e in field if e.id not in resting]
    return (seat(cup, groups_of(cup, order), options.hands, now, resting=resting),)


def _seeded(cup: Cup) -> list[Entrant]:
    if cup.round:
        return ranked(cup.competition.kind, cup.waiters)
    by_lot = drawn(cup, f"seats/{cup.stage}/1", sorted(e.id for e in cup.waiters))
    return sorted((cup.entrants[p] for p in by_lot), key=lambda e: -e.score)


def to_rest(field: Sequence[Entrant], count: int) -> tuple[str, ...]:
    """Who sits a round out: those who did so least often, among them the lowest."""
    order = sorted(range(len(field)), key=lambda place: (field[place].byes, -place))
    return tuple(field[place].id for place in order[:count])


def _last(cup: Cup) -> bool:
    return cup.round >= options_of(cup.stage_now, Options).rounds


def _close(cup: Cup, now: int) -> Events:
    if _last(cup):
        return ()
    goers = _goers(cup)
    losers = [e for e in standing(cup) if e.id not in goers]
    if not losers:
        return ()
    reason = "gone" if all(e.gone for e in losers) else "cut"
    return (out_of(cup, losers, reason, now),)


def _goers(cup: Cup) -> set[str]:
    """Who goes on: the best of those who have not dropped out."""
    stay = stay_count(cup.alive, options_of(cup.stage_now, Options).out_percent)
    return {e.id for e in [e for e in standing(cup) if not e.gone][:stay]}


def _project(cup: Cup) -> Projection:
    field = standing(cup)
    if not cup.in_round or _last(cup):
        return Projection(tuple(e.id for e in field), len(field))
    goers = _goers(cup)
    order = sorted(field, key=lambda e: e.id not in goers)
    return Projection(tuple(e.id for e in order), len(goers))


def _sizes(stage: Stage, entrants: int) -> tuple[int, ...]:
    options = options_of(stage, Options)
    sizes = [entrants]
    for _ in range(options.rounds - 1):
        sizes.append(stay_count(sizes[-1], options.out_percent))
    return tuple(sizes)


_RULES = rounds.Rounds(_begin, _close, _last)


def _step(cup: Cup, now: int) -> Events:
    return rounds.step(cup, now, _RULES)


FORMAT = Format("swiss", _check, _step, _project, _sizes, Options)
