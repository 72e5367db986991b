"""From the games of a match to its figures.

A deal counts once: what a side makes of it is the mean of its two games, and the interval is taken
over deals, so that what the cards give cancels.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from dizhu.arena.match import SIDES, DealResult, Played
from dizhu.arena.stats import estimate, quantile
from dizhu.rules.actions import SEATS, Seat

Value = Callable[[Played, str], float | None]


def figures(results: Sequence[DealResult]) -> dict[str, Any]:
    """Everything that depends on the deals and the players alone.

    `win_rate`: of a side's seats, how many won; `points`: what a side won in a game. `advantage`:
    A less B, deal by deal: it is significant where its interval does not hold 0.
    """
    return {
        "deals": len(results),
        "games": sum(len(r.games) for r in results),
        "undecided": sum(g.winner is None for r in results for g in r.games),
        "bombs_per_game": _rounded(sum(g.bombs for r in results for g in r.games), results),
        "A": _side(results, "A"),
        "B": _side(results, "B"),
        "advantage": {
            "win_rate": _mean(results, _difference(_win_share), 4),
            "points": _mean(results, _difference(_points), 3),
        },
    }


def timing(results: Sequence[DealResult]) -> dict[str, Any]:
    """How long answers in the play took, milliseconds. Not the same from run to run."""
    return {
        side: _times([t for r in results for t in r.seconds[i]]) for i, side in enumerate(SIDES)
    }


def _times(seconds: list[float]) -> dict[str, Any]:
    seconds.sort()
    if not seconds:
        return {"answers": 0}
    ms = {f"p{q}": round(1000 * quantile(seconds, q / 100), 2) for q in (50, 90, 99)}
    return {"answers": len(seconds), **ms, "max": round(1000 * seconds[-1], 2)}


def _side(results: Sequence[DealResult], side: str) -> dict[str, Any]:
    return {
        "faults": sum(r.faults[SIDES.index(side)] for r in results),
        "win_rate": _mean(results, _of(side, _win_share), 4),
        "points": _mean(results, _of(side, _points), 3),
        **{role: _role(results, side, role) for role in ("landlord", "peasants")},
    }


def _role(results: Sequence[DealResult], side: str, role: str) -> dict[str, Any]:
    """Of the games in which the side had the role; points of one seat."""
    seats = [
        [
            (g, s)
            for g in r.games
            for s in _seats(g, side)
            if (s == g.landlord) == (role == "landlord")
        ]
        for r in results
    ]
    decided = [[(g, s) for g, s in each if g.winner is not None] for each in seats]
    wins = [sum(g.won(s) for g, s in each) / len(each) for each in decided if each]
    gains = [sum(g.delta[s] for g, s in each) / len(each) for each in decided if each]
    return {"win_rate": _figures(wins, 4), "points_a_seat": _figures(gains, 3)}


def _of(side: str, value: Value) -> Callable[[DealResult], float | None]:
    def mean(result: DealResult) -> float | None:
        values = [v for g in result.games if (v := value(g, side)) is not None]
        return sum(values) / len(values) if values else None

    return mean


def _difference(value: Value) -> Callable[[DealResult], float | None]:
    one, other = _of("A", value), _of("B", value)

    def difference(result: DealResult) -> float | None:
        a, b = one(result), other(result)
        return None if a is None or b is None else a - b

    return difference


def _win_share(game: Played, side: str) -> float | None:
    if game.winner is None:
        return None
    seats = _seats(game, side)
    return sum(game.won(s) for s in seats) / len(seats)


def _points(game: Played, side: str) -> float | None:
    return float(sum(game.delta[s] for s in _seats(game, side)))


def _seats(game: Played, side: str) -> list[Seat]:
    return [s for s in SEATS if game.side(s) == side]


def _mean(
    results: Iterable[DealResult], value: Callable[[DealResult], float | None], digits: int
) -> dict[str, Any] | None:
    return _figures([v for r in results if (v := value(r)) is not None], digits)


def _figures(values: Sequence[float], digits: int) -> dict[str, Any] | None:
    found = estimate(values)
    return None if found is None else found.figures(digits)


def _rounded(total: int, results: Sequence[DealResult]) -> float:
    return round(total / max(1, sum(len(r.games) for r in results)), 3)
