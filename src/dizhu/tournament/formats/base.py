"""What a format is: a handful of pure functions over a cup in one of its stages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import TypeVar

from dizhu.tournament.errors import CompetitionError
from dizhu.tournament.events import Events, Ranked
from dizhu.tournament.ranking import ranked
from dizhu.tournament.roll import Entrant
from dizhu.tournament.spec import Competition, Stage, options_of
from dizhu.tournament.state import Cup

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Projection:
    """How the field would stand if the round (or stage) ended now: the first `going_on` go on."""

    order: tuple[str, ...]
    going_on: int


@dataclass(frozen=True, slots=True)
class Format:
    """An entry of the registry.

    `check` raises CompetitionError for a stage that makes no sense; its last argument begins the
    names of fields. `step`: what follows now without anybody's doing, () for nothing; it is asked
    again after each answer, so it looks at the state and at nothing else. `project`: for the line
    in the standing. `sizes`: the field round by round, as far as it can be told beforehand.
    `options`: the dataclass of its options.
    `counts_at_once`: hands change scores as they are settled.
    """

    name: str
    check: Callable[[Competition, Stage, str], None]
    step: Callable[[Cup, int], Events]
    project: Callable[[Cup], Projection]
    sizes: Callable[[Stage, int], tuple[int, ...]]
    options: type
    counts_at_once: bool = True


def checked_options(stage: Stage, options: type[T], where: str) -> T:
    """The options of a stage; CompetitionError for an unknown one or one of another type."""
    known = {f.name: f.type for f in fields(options)}  # type: ignore[arg-type]
    for name, value in stage.options:
        if name not in known:
            raise CompetitionError(f"{where}.{name}", f"no such option of {stage.format}")
        if type(value) is not known[name]:
            wanted = "a whole number" if known[name] is int else "a text"
            raise CompetitionError(f"{where}.{name}", f"must be {wanted}, not {value!r}")
    return options_of(stage, options)


def check_range(where: str, name: str, value: int, low: int, high: int) -> None:
    """CompetitionError unless low <= value <= high."""
    if not low <= value <= high:
        raise CompetitionError(f"{where}.{name}", f"must be from {low} to {high}, not {value}")


def out_of(cup: Cup, players: Sequence[Entrant], reason: str, now: int) -> Ranked:
    """These, best first, are the next to get their ranks, from below."""
    names = tuple(e.id for e in players)
    return Ranked(names, cup.alive - len(names) + 1, reason, now)


def standing(cup: Cup) -> list[Entrant]:
    """The field, best first, by score and tie rule."""
    return ranked(cup.competition.kind, cup.entrants.field())


def down_to_tables(wanted: int, field: int) -> int:
    """Of a field that many, down to a multiple of three, but at least three if there are so many
    (G-CUP-2..4).
    """
    return min(field, max(3, wanted // 3 * 3))
