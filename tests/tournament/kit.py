"""Competitions and cups for the tests, and hands with given results."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.state import type_3i
from dizhu.tournament import Competition, Cup, advance
from dizhu.tournament.commands import CupCommand, HandFinished, Open, Register, StartNow
from dizhu.tournament.events import CupEvent
from dizhu.tournament.spec import Carry, Entry, Prize, Stage, Start
from dizhu.tournament.state import Table

SEED = "5a" * 32
T0 = 1_700_000_000_000
POINTS = Ruleset(
    name="points",
    unit="points",
    loser_cap="none",
    winner_cap="none",
    escape=False,
    autoplay_scoring="jj",
    all_pass="forced_score",
    forced_score=0,
)
STAKES = Stakes(coefficient=1, fee=0, base=20, double_threshold=None)
Deltas = Callable[[Table], type_3i]


def stage(format_name: str, **fields: Any) -> Stage:
    """A stage; whatever is not everybody's is an option."""
    common = {k: fields.pop(k) for k in tuple(fields) if k in Stage.__dataclass_fields__}
    made = replace(Stage(format_name), **common)
    return replace(made, options=tuple(sorted(fields.items())))


def competition(*stages: Stage, **fields: Any) -> Competition:
    """A competition that is started by hand, unless the fields say otherwise."""
    plain: dict[str, Any] = {
        "key": "test",
        "zh": "测试赛",
        "en": "Test",
        "kind": "challenge",
        "ruleset": POINTS,
        "stakes": STAKES,
        "start": Start(mode="hand", size=1000),
    }
    return Competition(**{**plain, **fields, "stages": stages})


def cup_of(*stages: Stage, **fields: Any) -> Competition:
    """The challenge cup in small: last standing, then fixed hands."""
    both = stages or (
        stage("last_standing", start_score=1000, stop=6, line=1),
        stage("fixed_hands", hands=1),
    )
    return competition(*both, **fields)


class Host:
    """Runs a cup by hand: keeps the log, and plays hands with results that a test gives."""

    def __init__(
        self, played: Competition, entrants: int = 0, *, now: int = T0, **opened: Any
    ) -> None:
        self.log: list[CupEvent] = []
        self.now = now
        self._cup: Cup | None = None
        self.do(Open("c1", played, SEED, **opened))
        for number in range(1, entrants + 1):
            self.enter(f"p{number}")

    @property
    def cup(self) -> Cup:
        """The cup now."""
        assert self._cup is not None
        return self._cup

    def do(self, command: CupCommand, at: int | None = None) -> tuple[CupEvent, ...]:
        """A command; its events."""
        self.now = self.now if at is None else at
        events, self._cup = advance(self._cup, command, self.now)
        self.log += events
        return events

    def enter(self, player: str, beans: int = 10**6, cards: int = 10) -> tuple[CupEvent, ...]:
        """A player enters."""
        return self.do(Register(player, beans, cards, self.cup.code))

    def start(self) -> tuple[CupEvent, ...]:
        """By hand."""
        return self.do(StartNow())

    def hand(self, table: int, deltas: type_3i) -> tuple[CupEvent, ...]:
        """A table settles its present hand."""
        return self.do(HandFinished(table, self.cup.tables[table].hand, deltas))

    def play_all(self, deltas: Deltas, most: int = 10_000) -> None:
        """Play until no table is left."""
        for _ in range(most):
            table = next((t for t in self.cup.tables.values() if not t.idle), None)
            if table is None:
                return
            self.hand(table.number, deltas(table))
        raise AssertionError("the tables do not come to an end")

    def score(self, player: str) -> int:
        """A player's score."""
        return self.cup.entrants[player].score

    def ranks(self) -> list[str]:
        """Everybody by final rank."""
        ranked = [e for e in self.cup.entrants.values() if e.rank is not None]
        return [e.id for e in sorted(ranked, key=lambda e: e.rank or 0)]

    def events_of(self, kind: type) -> list[Any]:
        """The events of a kind in the log."""
        return [e for e in self.log if isinstance(e, kind)]


def first_wins(table: Table) -> type_3i:
    """The player with the lowest number takes from the two others."""
    order = sorted(range(3), key=lambda s: number_of(table.players[s]))
    deltas = [-table.base, -table.base, -table.base]
    deltas[order[0]] = 2 * table.base
    return (deltas[0], deltas[1], deltas[2])


def number_of(player: str) -> int:
    """p7 -> 7; bots come last."""
    return int(player[1:]) if player[1:].isdigit() and player[0] == "p" else 10**6


__all__ = [
    "POINTS",
    "SEED",
    "STAKES",
    "T0",
    "Carry",
    "Entry",
    "Host",
    "Prize",
    "Start",
    "competition",
    "cup_of",
    "first_wins",
    "number_of",
    "stage",
]
