"""What a competition is: stages with an entry, a start and prizes around them. Descriptions only;
`validation.check` says whether one makes sense, `state.Cup` is one that runs.
"""

from dataclasses import dataclass
from typing import Any, TypeVar

from dizhu.rules.ruleset import Ruleset, Stakes

Value = int | str
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Start:
    """When a cup begins.

    `mode` "full": with `size` entrants (常规赛, R-CUP-4); "at": at a set time (锦标赛); "hand":
    when its host says so. Otherwise `size` is the most that may enter. `minimum`: with fewer at the
    time, bots fill if `bots`, else everybody is refunded. `fill_after_seconds`: mode full, so long
    after the first entrant bots fill (0: never). `window_seconds`: registration opens so long
    before the start; `late_seconds`: a start missed by more is no start (refund). The set times:
    every `every_minutes` of the day, or the `times` "20:00", both at `utc_offset_minutes`.
    """

    mode: str = "full"
    size: int = 48
    minimum: int = 3
    bots: bool = False
    fill_after_seconds: int = 0
    window_seconds: int = 600
    late_seconds: int = 600
    every_minutes: int = 0
    times: tuple[str, ...] = ()
    utc_offset_minutes: int = 480


@dataclass(frozen=True, slots=True)
class Entry:
    """What it costs to enter (R-CUP-1): beans, platinum cards, or neither."""

    beans: int = 0
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Prize:
    """What each of the ranks `first`..`last` gets (`last` 0: `first` alone).

    `share`: parts of the pool of entry fees; `beans` come from the house; `cards` are platinum
    cards; `badge` is a name or empty.
    """

    first: int
    last: int = 0
    share: int = 0
    beans: int = 0
    cards: int = 0
    badge: str = ""

    def covers(self, rank: int) -> bool:
        """Whether a rank gets it."""
        return self.first <= rank <= max(self.first, self.last)


@dataclass(frozen=True, slots=True)
class Carry:
    """R-JJ-5: the part of a score that goes on, as "1/10" or "0.1", floor, with a cap or None."""

    ratio: str = "0"
    cap: int | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a competition, played in one format.

    Everybody begins with `start_score` plus what he carries over. `base_schedule`: rows (seconds
    since the stage began, base), the stakes that grow (G-CUP-1); empty: the base of the stakes.
    `interval_seconds`: the rest before each round but a competition's first. A hand that takes
    longer than `hand_limit_seconds` is hurried (0: never). `options` are the format's own.
    """

    format: str
    start_score: int = 0
    carry: Carry = Carry()
    base_schedule: tuple[tuple[int, int], ...] = ()
    interval_seconds: int = 0
    hand_limit_seconds: int = 900
    options: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Competition:
    """A competition, as in the catalogue. `kind` fixes the tie rule (R-JJ-4, section 16).

    Whoever is on autoplay at the end of `absent_hands` hands in a row has dropped out (0: never).
    """

    key: str
    zh: str
    en: str
    kind: str
    ruleset: Ruleset
    stakes: Stakes
    stages: tuple[Stage, ...]
    start: Start = Start()
    entry: Entry = Entry()
    prizes: tuple[Prize, ...] = ()
    rake_percent: int = 0
    absent_hands: int = 0


_PARSED: dict[tuple[type, tuple[tuple[str, Value], ...]], Any] = {}


def options_of(stage: Stage, options: type[T]) -> T:
    """A stage's options as the dataclass of its format. TypeError for one it does not have."""
    key = (options, stage.options)
    if key not in _PARSED:
        parsed = options(**dict(stage.options))
        if len(_PARSED) > 1000:
            _PARSED.clear()
        _PARSED[key] = parsed
    found: T = _PARSED[key]
    return found
