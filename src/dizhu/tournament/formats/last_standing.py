"""打立出局: whoever is below the line after a hand is out, until few enough are left (R-CUP-2)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dizhu.tournament.carry import ratio_of
from dizhu.tournament.errors import CompetitionError
from dizhu.tournament.events import Events, HandDue, StageEnded, TableClosed
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
from dizhu.tournament.schedule import base_at
from dizhu.tournament.seating import drawn, seat, threes
from dizhu.tournament.spec import Competition, Stage, options_of
from dizhu.tournament.state import Cup, Table


@dataclass(frozen=True, slots=True)
class Options:
    """`line`: the least score to stay in. `stop`: the stage ends when no more than so many are
    left; `keep` of them go on. `limit_seconds`: after so long it ends in any case, and as many go
    on as of `stop` (0: never). `hands`: three people stay together for at most so many hands.
    `reseat` "flow": new tables as soon as three people wait; "waves": when all tables have
    finished, so that the seating does not depend on who was faster.
    """

    line: int = 1
    stop: int = 18
    keep: str = "2/3"
    hands: int = 3
    limit_seconds: int = 0
    reseat: str = "flow"


def advance_count(remaining: int, keep: str = "2/3") -> int:
    """G-CUP-2: two thirds, down to a multiple of three, at least three; fewer stay all."""
    ratio = ratio_of(keep)
    return down_to_tables(remaining * ratio.numerator // ratio.denominator, remaining)


def below_the_line(scores: Mapping[str, int], line: int) -> list[str]:
    """Who is out."""
    return [player for player, score in scores.items() if score < line]


def _check(_competition: Competition, stage: Stage, where: str) -> None:
    options = checked_options(stage, Options, where)
    check_range(where, "stop", options.stop, 3, 100_000)
    check_range(where, "hands", options.hands, 1, 1000)
    check_range(where, "limit_seconds", options.limit_seconds, 0, 86_400)
    check_range(where, "line", options.line, -1_000_000, stage.start_score)
    if options.reseat not in ("flow", "waves"):
        raise CompetitionError(f"{where}.reseat", "must be flow or waves")
    try:
        fine = 0 < ratio_of(options.keep) <= 1
    except ValueError:
        fine = False
    if not fine:
        raise CompetitionError(f"{where}.keep", 'must be a ratio such as "2/3", at most 1')


def _step(cup: Cup, now: int) -> Events:
    options = options_of(cup.stage_now, Options)
    if cup.idle:
        return (_after_hand(cup, options, cup.tables[cup.idle[0]], now),)
    if _waves(options) and cup.tables:
        return ()
    if out := _fallen(options, cup.waiters):
        gone = all(e.gone for e in out)
        return (out_of(cup, ranked(cup.competition.kind, out), "gone" if gone else "line", now),)
    if _may_end(cup, options, now):
        return () if cup.tables else _end(cup, options, now)
    return _seat_waiters(cup, options, now)


def _fallen(options: Options, entrants: Iterable[Entrant]) -> list[Entrant]:
    return [e for e in entrants if e.gone or e.score < options.line]


def _after_hand(cup: Cup, options: Options, table: Table, now: int) -> HandDue | TableClosed:
    """The three go on together, unless one has fallen; in a flow also unless somebody waits, few
    enough are left, or the stakes have grown.
    """
    players = [cup.entrants[p] for p in table.players]
    together = table.hand < table.hands and not _fallen(options, players)
    if together and not _waves(options):
        grown = table.base != base_at(cup, now)
        together = not (cup.waiting or grown or _may_end(cup, options, now))
    if together:
        return HandDue(table.number, table.hand + 1, 0, now)
    return TableClosed(table.number, kept=False, at=now)


def _waves(options: Options) -> bool:
    return options.reseat == "waves"


def _may_end(cup: Cup, options: Options, now: int) -> bool:
    """Few enough are left. A last stage that began so small still gives everybody a hand."""
    if cup.alive < 3:
        return True
    if cup.alive > options.stop:
        return 0 < options.limit_seconds * 1000 <= now - cup.stage_at
    if cup.stage_size > options.stop or not cup.last_stage:
        return True
    return all(e.hands for e in cup.entrants.field())


def _end(cup: Cup, options: Options, now: int) -> Events:
    """R-CUP-2: the best 2/3 go on. A field that was small enough from the start goes on whole."""
    ended = StageEnded(cup.stage, now)
    if cup.last_stage or cup.stage_size <= options.stop:
        return (ended,)
    losers = standing(cup)[_going_on(cup, options) :]
    return (out_of(cup, losers, "cut", now), ended) if losers else (ended,)


def _going_on(cup: Cup, options: Options) -> int:
    return advance_count(min(cup.alive, options.stop), options.keep)


def _seat_waiters(cup: Cup, options: Options, now: int) -> Events:
    """Those with the fewest hands first, then those who have waited longest."""
    if len(cup.waiting) < 3 or now < cup.ready_at:
        return ()
    starts = _waves(options) or not cup.in_round
    order = [e.id for e in sorted(_in_order(cup, starts=starts), key=lambda e: e.hands)]
    return (seat(cup, threes(order), options.hands, now, starts=starts),)


def _in_order(cup: Cup, *, starts: bool) -> list[Entrant]:
    """By waiting time; where all begin at once, by lot."""
    if not starts:
        return cup.waiters
    field = sorted(cup.waiters, key=lambda e: e.reg)
    label = f"seats/{cup.stage}/{cup.round + 1}"
    return [cup.entrants[p] for p in drawn(cup, label, [e.id for e in field])]


def _project(cup: Cup) -> Projection:
    options = options_of(cup.stage_now, Options)
    order = tuple(e.id for e in standing(cup))
    whole = cup.last_stage or cup.stage_size <= options.stop
    return Projection(order, len(order) if whole else _going_on(cup, options))


def _sizes(stage: Stage, entrants: int) -> tuple[int, ...]:
    options = options_of(stage, Options)
    if entrants <= options.stop:
        return (entrants,)
    return (entrants, advance_count(options.stop, options.keep))


FORMAT = Format("last_standing", _check, _step, _project, _sizes, Options)
