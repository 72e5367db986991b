"""What must hold at every instant of a cup, whatever happens; worked out from its events alone."""

from collections.abc import Callable
from typing import Any

from dizhu.tournament import Cup, Phase
from dizhu.tournament.events import (
    Awarded,
    Cancelled,
    CupEvent,
    Finished,
    HandDue,
    HandScored,
    Paused,
    Ranked,
    Registered,
    Resumed,
    RoundEnded,
    StageBegan,
    TableClosed,
    TablesSeated,
    Withdrawn,
)
from dizhu.tournament.state import STAND_INS


class Broken(Exception):
    """Something that must always hold does not."""


class Checks:
    """Watches the events of one cup. Raises Broken."""

    def __init__(self) -> None:
        self.entered: dict[str, int] = {}
        self.escrow = 0
        self.out: dict[str, int] = {}
        self.seats: dict[str, int] = {}
        self.open: dict[int, tuple[str, ...]] = {}
        self.hand: dict[int, int] = {}
        self.scored: set[int] = set()
        self.last_table = 0
        self.ready_at = 0
        self.paused = False
        self.hands = 0
        self.awarded: Awarded | None = None
        self.over = False

    def __call__(self, event: CupEvent) -> None:
        """Look at an event."""
        self._hold(not self.over, "nothing happens after the end", event)
        check = _CHECKS.get(type(event))
        if check is not None:
            check(self, event)

    @staticmethod
    def _hold(holds: bool, what: str, about: object) -> None:
        if not holds:
            raise Broken(f"{what}: {about}")

    def registered(self, event: Registered) -> None:
        """Once each; the escrow grows."""
        self._hold(event.player not in self.entered, "entered twice", event)
        self.entered[event.player] = event.beans
        self.escrow += event.beans

    def withdrawn(self, event: Withdrawn) -> None:
        """The escrow shrinks by what was paid."""
        self._hold(self.entered.pop(event.player) == event.beans, "a wrong refund", event)
        self.escrow -= event.beans

    def stage_began(self, event: StageBegan) -> None:
        """With everybody who is not out, and nobody else."""
        self._hold(not self.open, "a stage begins while tables play", event)
        field = {player for player, _ in event.scores}
        self._hold(field == self.entered.keys() - self.out.keys(), "somebody is lost", event)
        self.ready_at = event.ready_at

    def tables_seated(self, event: TablesSeated) -> None:
        """Nobody at two tables, nobody who is out, nothing before its time."""
        self._hold(not self.paused, "seated in a pause", event)
        self._hold(event.at >= self.ready_at, "a round begins before its time", event)
        self._hold(not (event.starts and self.open), "a round begins in a round", event)
        for plan in event.tables:
            self._hold(plan.number == self.last_table + 1, "table numbers count on", plan)
            self._hold(len(set(plan.players)) == 3, "three different people", plan)
            self.last_table = plan.number
            self.open[plan.number], self.hand[plan.number] = plan.players, 1
            for player in plan.players:
                self._sits_down(player, plan.number)
        for player in event.resting:
            self._hold(player not in self.seats, "rests and plays", player)

    def _sits_down(self, player: str, table: int) -> None:
        if player in STAND_INS:
            return
        self._hold(player in self.entered, "plays without having entered", player)
        self._hold(player not in self.out, "plays after going out", player)
        self._hold(player not in self.seats, "plays at two tables", player)
        self.seats[player] = table

    def hand_scored(self, event: HandScored) -> None:
        """Each hand once, in order, at an open table."""
        self._hold(event.table in self.open, "a hand without a table", event)
        self._hold(event.hand == self.hand[event.table], "a hand out of order", event)
        self._hold(event.table not in self.scored, "a hand counts twice", event)
        self.scored.add(event.table)
        self.hands += 1

    def hand_due(self, event: HandDue) -> None:
        """The next, or the same anew; not in a pause unless it is dealt anew."""
        anew = event.attempt > 0
        self._hold(anew or not self.paused, "a hand begins in a pause", event)
        self._hold(anew or event.table in self.scored, "the hand before is not scored", event)
        self._hold(event.hand == self.hand[event.table] + (not anew), "hands count on", event)
        self.hand[event.table] = event.hand
        self.scored.discard(event.table)

    def table_closed(self, event: TableClosed) -> None:
        """Its hand is scored; its players are free."""
        self._hold(event.table in self.scored, "closed in mid-hand", event)
        self.scored.discard(event.table)
        for player in self.open.pop(event.table):
            self.seats.pop(player, None)

    def ranked(self, event: Ranked) -> None:
        """From below, without a gap; nobody who plays, nobody twice."""
        left = len(self.entered) - len(self.out)
        first = left - len(event.players) + 1
        self._hold(event.first_rank == first, f"the ranks should begin with {first}", event)
        for rank, player in enumerate(event.players, first):
            self._hold(player in self.entered, "ranked without having entered", player)
            self._hold(player not in self.out, "ranked twice", player)
            self._hold(player not in self.seats, "ranked while playing", player)
            self.out[player] = rank

    def round_ended(self, event: RoundEnded) -> None:
        """No table still plays."""
        self._hold(not self.open, "a round ends while tables play", event)
        self.ready_at = event.ready_at

    def pause(self, _event: Paused) -> None:
        """Nothing begins from now on."""
        self.paused = True

    def resume(self, event: Resumed) -> None:
        """What was to come is later."""
        self.paused = False
        self.ready_at += event.by_ms

    def awards(self, event: Awarded) -> None:
        """The whole escrow goes somewhere, to people who have that rank."""
        self.awarded = event
        shares = sum(a.share for a in event.awards)
        self._hold(shares + event.kept == self.escrow, "the pool does not come out even", event)
        self._hold(event.kept >= 0, "more is shared than there is", event)
        for award in event.awards:
            self._hold(self.out.get(award.player) == award.rank, "a prize for no rank", award)
        self.escrow = 0

    def finished(self, event: Finished) -> None:
        """Everybody has exactly one rank."""
        self._hold(self.out.keys() == self.entered.keys(), "somebody has no rank", event)
        ranks = sorted(self.out.values())
        self._hold(ranks == list(range(1, len(ranks) + 1)), "ranks are shared or missing", ranks)
        self._hold(not self.open and not self.seats, "tables still play", event)
        self._hold(self.escrow == 0, "beans are left in escrow", self.escrow)
        self.over = True

    def cancelled(self, event: Cancelled) -> None:
        """Everybody gets back exactly what he paid."""
        back = {r.player: r.beans for r in event.refunds}
        paid = {p: beans for p, beans in self.entered.items() if beans}
        self._hold({p: b for p, b in back.items() if b} == paid, "a refund is wrong", event)
        self.escrow = 0
        self.over = True

    def quiet(self, cup: Cup) -> None:
        """Between two commands: everybody in the field plays or waits, and only once."""
        if cup.phase is not Phase.RUNNING:
            return
        field = {e.id for e in cup.entrants.field()}
        waiting = set(cup.waiting)
        self._hold(len(waiting) == len(cup.waiting), "waits twice", cup.waiting)
        self._hold(waiting.isdisjoint(self.seats), "waits and plays", cup.waiting)
        self._hold(waiting | self.seats.keys() == field, "somebody is lost", field)
        self._hold(cup.alive == len(field), "the field is miscounted", cup.alive)


_CHECKS: dict[type, Callable[[Checks, Any], None]] = {
    Registered: Checks.registered,
    Withdrawn: Checks.withdrawn,
    StageBegan: Checks.stage_began,
    TablesSeated: Checks.tables_seated,
    HandScored: Checks.hand_scored,
    HandDue: Checks.hand_due,
    TableClosed: Checks.table_closed,
    Ranked: Checks.ranked,
    RoundEnded: Checks.round_ended,
    Paused: Checks.pause,
    Resumed: Checks.resume,
    Awarded: Checks.awards,
    Finished: Checks.finished,
    Cancelled: Checks.cancelled,
}
