"""A cup: one competition that runs. The state is a fold of events (`evolve.py`), nothing else.

Times are milliseconds since 1970, in fields that end in `_at`; lengths end in `_ms` or `_seconds`.
What every hand changes are named tuples: `_replace` copies them eight times faster than a
dataclass is copied, and a cup may have thousands of tables.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from dizhu.rules.state import type_3i
from dizhu.tournament.roll import Entrant, Roll
from dizhu.tournament.spec import Competition, Stage

Three = tuple[str, str, str]

BOT_MARK = "~"
"""Begins the ids of bots that the cup itself brings in; no player's id begins with it."""
STAND_INS = (f"{BOT_MARK}s1", f"{BOT_MARK}s2")
"""Bots that only make up a table of three: no entrants, never ranked."""


class Phase(StrEnum):
    """Where a cup is."""

    REGISTERING = "registering"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Table(NamedTuple):
    """Three people who play up to `hands` hands together.

    `hand`: the number of the hand that is due or was scored last; `idle`: it was scored, and
    whether there is another is not decided yet. `deal`: the label its deals are drawn under,
    `attempt` counts the deals of this hand that were void; `scores`: at the start; `deltas`: one
    row a hand. `due_at`: when the hand became due.
    """

    number: int
    round: int
    players: Three
    scores: type_3i
    hands: int
    base: int
    deal: str
    due_at: int
    hand: int = 1
    attempt: int = 0
    idle: bool = False
    hurried: bool = False
    deltas: tuple[type_3i, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundDone:
    """A round in the picture of the event: how many were in the field, at how many tables."""

    stage: int
    round: int
    field: int
    tables: int


class Words(NamedTuple):
    """What the host or the operator (`by`) has told everybody last, by which command of his."""

    text: str
    by: str
    command: str
    at: int


class Cup(NamedTuple):
    """One competition that runs.

    `seed`: hex, the secret of all draws and deals. `entrants`: everybody who has entered and not
    withdrawn, by id; `alive`: how many have no rank yet. `stage`: -1 before the first; `in_stage`
    while it is played; `stage_size`: the field it began with; `round` 0 before its first. No round
    begins before `ready_at`. `tables`: those that play, in the order in which their hands became
    due; `closed`: those of the present round that have finished; `idle`: numbers of tables whose
    hand was scored; `waiting`: those in the field without a table, in the order they began to wait.
    """

    id: str
    competition: Competition
    seed: str
    opens_at: int
    starts_at: int | None
    host: str | None
    code: str | None
    entrants: Roll
    tables: Mapping[int, Table]
    phase: Phase = Phase.REGISTERING
    paused_at: int | None = None
    first_at: int | None = None
    alive: int = 0
    next_reg: int = 1
    next_bot: int = 1
    stage: int = -1
    in_stage: bool = False
    stage_size: int = 0
    stage_at: int = 0
    round: int = 0
    in_round: bool = False
    ready_at: int = 0
    closed: tuple[Table, ...] = ()
    idle: tuple[int, ...] = ()
    waiting: tuple[str, ...] = ()
    next_table: int = 1
    history: tuple[RoundDone, ...] = ()
    finished_at: int | None = None
    reason: str | None = None
    said: Words | None = None

    @property
    def stage_now(self) -> Stage:
        """The stage that is played."""
        return self.competition.stages[self.stage]

    @property
    def last_stage(self) -> bool:
        """Whether no stage follows."""
        return self.stage + 1 >= len(self.competition.stages)

    @property
    def over(self) -> bool:
        """Whether nothing can happen any more."""
        return self.phase in (Phase.FINISHED, Phase.CANCELLED)

    @property
    def waiters(self) -> list[Entrant]:
        """Those in the field without a table; between two rounds that is the whole field."""
        return [self.entrants[p] for p in self.waiting]
