"""The state file of a match: what was asked, and the deals that are done. It is replaced as a
whole, so it is good whenever the program ends.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from dizhu.arena.match import DealResult, Played

FORMAT = "dizhu arena 1"


class StateError(Exception):
    """A state file cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a match is: all that its results depend on, but for how many deals."""

    a: str
    b: str
    ruleset: str
    seed: str


def load(path: Path, terms: Terms) -> list[DealResult]:
    """The deals done so far; none when there is no file yet. Raises StateError."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StateError(f"the state file {path} cannot be read: {error}") from error
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise StateError(f"{path} is no state file of this version ({FORMAT})")
        found, results = Terms(**data["terms"]), [_result(row) for row in data["deals"]]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise StateError(f"{path} is no state file of the arena, or damaged: {error!r}") from error
    if found != terms:
        raise StateError(
            f"{path} belongs to another match ({_told(found)}); name another file, or remove it"
        )
    return results


def save(path: Path, terms: Terms, results: list[DealResult]) -> None:
    """Replace the state file. Raises StateError."""
    data = {"format": FORMAT, "terms": asdict(terms), "deals": [_row(r) for r in results]}
    beside = path.with_name(path.name + ".new")
    try:
        with beside.open("w", encoding="utf-8") as file:
            json.dump(data, file, ensure_ascii=False)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise StateError(f"the state file {path} cannot be written: {error}") from error


def _told(terms: Terms) -> str:
    return f"{terms.a} {terms.b} --ruleset {terms.ruleset} --seed {terms.seed}"


def _row(result: DealResult) -> list[Any]:
    games = [[g.alone, g.seat, g.landlord, g.winner, g.delta, g.bombs] for g in result.games]
    times = [[round(t, 5) for t in side] for side in result.seconds]
    return [result.deal, games, times, result.faults]


def _result(row: list[Any]) -> DealResult:
    deal, games, times, faults = row
    one, two = (
        Played(alone, seat, landlord, winner, (delta[0], delta[1], delta[2]), bombs)
        for alone, seat, landlord, winner, delta, bombs in games
    )
    return DealResult(deal, (one, two), (times[0], times[1]), (faults[0], faults[1]))
