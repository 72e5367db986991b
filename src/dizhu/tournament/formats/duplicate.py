"""复式: all tables of a round play the same deals, and a score is compared with those of the others
who held the same seat, so that the cards decide nothing. Ours; the sources have no such format.

Opponents are drawn anew each round. With a single table there is nobody to compare with, and the
scores count as they are.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dizhu.rules.actions import SEATS
from dizhu.rules.state import type_3i
from dizhu.tournament.errors import CompetitionError
from dizhu.tournament.events import Events, Rescored
from dizhu.tournament.formats import rounds
from dizhu.tournament.formats.base import (
    Format,
    Projection,
    check_range,
    checked_options,
    out_of,
    standing,
)
from dizhu.tournament.ranking import ranked
from dizhu.tournament.seating import drawn, groups_of, resting_count, seat
from dizhu.tournament.spec import Competition, Stage, options_of
from dizhu.tournament.state import Cup, Table


@dataclass(frozen=True, slots=True)
class Options:
    """`rounds` of `boards` deals each. `compare` "difference": points above the mean of the seat;
    "matchpoints": 2 for each of the others one has done better than, 1 for each equal.
    """

    rounds: int = 3
    boards: int = 4
    compare: str = "difference"


def compared(board: Sequence[type_3i], compare: str) -> list[type_3i]:
    """What one deal is worth to the three of each table, from its results at all tables."""
    if len(board) < 2:
        return list(board)
    worth = _matchpoints if compare == "matchpoints" else _differences
    by_seat = [worth([row[s] for row in board]) for s in SEATS]
    return list(zip(*by_seat, strict=True))


def _differences(scores: Sequence[int]) -> list[int]:
    """Points above the mean, to the nearest whole point."""
    total, tables = sum(scores), len(scores)
    return [round(Fraction(tables * s - total, tables)) for s in scores]


def _matchpoints(scores: Sequence[int]) -> list[int]:
    better: dict[int, int] = {}
    below = 0
    for score in sorted(set(scores)):
        equal = scores.count(score)
        better[score] = 2 * below + (equal - 1)
        below += equal
    return [better[s] for s in scores]


def _check(competition: Competition, stage: Stage, where: str) -> None:
    options = checked_options(stage, Options, where)
    check_range(where, "rounds", options.rounds, 1, 100)
    check_range(where, "boards", options.boards, 1, 100)
    if options.compare not in ("difference", "matchpoints"):
        raise CompetitionError(f"{where}.compare", "must be difference or matchpoints")
    rules = competition.ruleset
    same = rules.first_bidder in ("random", "drawn_card") and rules.all_pass == "forced_score"
    if not same:
        raise CompetitionError(
            "ruleset",
            "duplicate needs first_bidder random or drawn_card and all_pass forced_score, "
            "so that a deal is the same at every table",
        )
    if (rules.loser_cap, rules.winner_cap) != ("none", "none"):
        raise CompetitionError(
            "ruleset", "duplicate needs loser_cap and winner_cap none: no score may limit another"
        )


def _begin(cup: Cup, now: int) -> Events:
    """Opponents and seats by lot; who has rested least often is the next to rest."""
    options = options_of(cup.stage_now, Options)
    field = sorted(cup.waiters, key=lambda e: e.reg)
    by_lot = drawn(cup, f"seats/{cup.stage}/{cup.round + 1}", [e.id for e in field])
    count = resting_count(cup, len(field))
    resting = sorted(by_lot, key=lambda p: cup.entrants[p].byes)[:count]
    order = [p for p in by_lot if p not in resting]
    return (
        seat(
            cup,
            groups_of(cup, order),
            options.boards,
            now,
            resting=tuple(resting),
            same_deals=True,
        ),
    )


def _last(cup: Cup) -> bool:
    return cup.round >= options_of(cup.stage_now, Options).rounds


def _close(cup: Cup, now: int) -> Events:
    """Compare the boards; then whoever has dropped out is out, unless it was the last round."""
    compare = options_of(cup.stage_now, Options).compare
    rescored = Rescored(tuple(_rescored(cup, cup.closed, compare)))
    if _last(cup):
        return (rescored,)
    new = {player: (score, last) for player, score, last in rescored.scores}
    gone = [e for e in cup.waiters if e.gone]
    by_score = sorted(gone, key=lambda e: (-new.get(e.id, (e.score, 0))[0], e.reg))
    return (rescored, out_of(cup, by_score, "gone", now)) if gone else (rescored,)


def _rescored(cup: Cup, tables: Sequence[Table], compare: str) -> Iterable[tuple[str, int, int]]:
    boards = [compared(board, compare) for board in zip(*(t.deltas for t in tables), strict=True)]
    for index, table in enumerate(tables):
        for seat_no, player in enumerate(table.players):
            if player in cup.entrants:
                gains = [board[index][seat_no] for board in boards]
                yield player, cup.entrants[player].score + sum(gains), gains[-1]


def _project(cup: Cup) -> Projection:
    field = standing(cup) if cup.in_round else ranked(cup.competition.kind, cup.waiters)
    return Projection(tuple(e.id for e in field), len(field))


def _sizes(stage: Stage, entrants: int) -> tuple[int, ...]:
    return (entrants,) * options_of(stage, Options).rounds


_RULES = rounds.Rounds(_begin, _close, _last)


def _step(cup: Cup, now: int) -> Events:
    return rounds.step(cup, now, _RULES)


FORMAT = Format("duplicate", _check, _step, _project, _sizes, Options, counts_at_once=False)
