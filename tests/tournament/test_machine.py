"""People enter, leave, drop out, tables finish in any order, the operator pauses and cancels, the
server stops and comes back: whatever happens in whatever order, the invariants hold.
"""

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from dizhu.cli.cup.checks import Checks
from dizhu.rules.errors import RuleViolation
from dizhu.tournament import Competition, Cup, Phase, advance, next_due, replay
from dizhu.tournament.commands import (
    Cancel,
    CupCommand,
    DropOut,
    Extend,
    HandFinished,
    HandVoided,
    Open,
    Pause,
    Register,
    Resume,
    Say,
    StartNow,
    Tick,
    Withdraw,
)
from dizhu.tournament.events import CupEvent
from dizhu.tournament.view import public_event, rows, view
from tests.tournament.kit import SEED, T0, Carry, Entry, Prize, Start, competition, stage

PLAYERS = [f"p{n}" for n in range(1, 16)]
STAGES: dict[str, dict[str, Any]] = {
    "last_standing": {"start_score": 60, "stop": 4, "base_schedule": ((0, 20), (100, 80))},
    "fixed_hands": {"hands": 2},
    "swiss": {"rounds": 2, "out_percent": 30},
    "duplicate": {"rounds": 2, "boards": 2},
}


@st.composite
def competitions(draw: st.DrawFn) -> Competition:
    """Any format, alone or before another."""
    names = [draw(st.sampled_from(sorted(STAGES)))]
    if names[0] != "fixed_hands" and draw(st.booleans()):
        names.append(draw(st.sampled_from(sorted(STAGES))))
    common: dict[str, Any] = {
        "interval_seconds": draw(st.sampled_from([0, 30])),
        "hand_limit_seconds": 200,
        "carry": Carry("1/3"),
    }
    bots = draw(st.booleans())
    start = draw(
        st.sampled_from(
            [
                Start(mode="hand", size=15, bots=bots),
                Start(mode="full", size=7, bots=bots, fill_after_seconds=60),
                Start(mode="at", size=15, minimum=4, bots=bots, late_seconds=500),
            ]
        )
    )
    return competition(
        *(stage(name, **{**common, **STAGES[name]}) for name in names),
        start=start,
        entry=Entry(draw(st.sampled_from([0, 35])), 1),
        prizes=(Prize(1, share=2), Prize(2, 3, share=1)),
    )


class Cups(RuleBasedStateMachine):
    """Random commands at a cup."""

    cup: Cup
    log: list[CupEvent]

    @initialize(made=competitions())
    def open(self, made: Competition) -> None:
        self.now, self.log, self.checks = T0, [], Checks()
        starts_at = T0 + 1_000_000 if made.start.mode == "at" else None
        self._do(None, Open("c", made, SEED, T0, starts_at))

    def _do(self, cup: Cup | None, command: CupCommand) -> None:
        try:
            events, after = advance(cup, command, self.now)
        except RuleViolation:
            return
        self.cup = after
        self.log += events
        for event in events:
            self.checks(event)

    def do(self, command: CupCommand) -> None:
        self._do(self.cup, command)

    @rule(player=st.sampled_from(PLAYERS))
    def enter(self, player: str) -> None:
        self.do(Register(player, 10**6, 5))

    @precondition(lambda self: self.cup.phase is Phase.REGISTERING)
    @rule()
    def all_enter(self) -> None:
        for player in PLAYERS:
            self.do(Register(player, 10**6, 5))

    @rule(player=st.sampled_from(PLAYERS))
    def withdraw(self, player: str) -> None:
        self.do(Withdraw(player))

    @precondition(lambda self: len(self.cup.entrants) > 2)
    @rule()
    def start(self) -> None:
        self.do(StartNow())

    @rule(player=st.sampled_from(PLAYERS))
    def drop_out(self, player: str) -> None:
        self.do(DropOut(player))

    @precondition(lambda self: self.cup.tables)
    @rule(data=st.data(), won=st.integers(-5, 5), last=st.integers(-3, 3))
    def hand(self, data: st.DataObject, won: int, last: int) -> None:
        number = data.draw(st.sampled_from(sorted(self.cup.tables)))
        deltas = [won * 10, last * 10, -(won + last) * 10]
        table = self.cup.tables[number]
        self.do(HandFinished(number, table.hand, (deltas[0], deltas[1], deltas[2])))

    @precondition(lambda self: self.cup.tables)
    @rule(low=st.integers(1, 4))
    def all_hands(self, low: int) -> None:
        """Every table once."""
        for number in sorted(self.cup.tables):
            if number in self.cup.tables:
                hand = self.cup.tables[number].hand
                self.do(HandFinished(number, hand, (20 * low, -10 * low, -10 * low)))

    @rule(table=st.integers(-1, 30), hand=st.integers(0, 5))
    def hand_that_may_not_be(self, table: int, hand: int) -> None:
        before = self.checks.hands
        playing = table in self.cup.tables and self.cup.tables[table].hand == hand
        if not playing:
            self.do(HandFinished(table, hand, (2, -1, -1)))
            assert self.checks.hands == before

    @precondition(lambda self: self.cup.tables)
    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from(sorted(self.cup.tables)))
        self.do(HandVoided(number, self.cup.tables[number].hand))

    @rule(seconds=st.sampled_from([0, 1, 29, 30, 60, 199, 400]))
    def time_passes(self, seconds: int) -> None:
        self.now += seconds * 1000
        self.do(Tick())

    @rule()
    def next_due(self) -> None:
        due = next_due(self.cup)
        if due is not None:
            self.now = max(self.now, due)
            self.do(Tick())

    @rule()
    def pause(self) -> None:
        self.do(Pause())

    @rule()
    def resume(self) -> None:
        self.do(Resume())

    @rule(text=st.sampled_from(("a", "b")), command=st.sampled_from(("c1", "c2")))
    def say(self, text: str, command: str) -> None:
        """They stay, whatever comes after."""
        before = self.cup
        self.do(Say(text, "p1", command))
        assert before.over or (self.cup.said or ("",))[0] == text

    @rule(by=st.integers(1, 100_000))
    def outage(self, by: int) -> None:
        self.now += by
        if self.cup.paused_at is None:
            self.checks.ready_at += by
        self.do(Extend(by))

    @rule(chance=st.integers(0, 19))
    def cancel(self, chance: int) -> None:
        if chance == 0:
            self.do(Cancel("the machine says so"))

    @invariant()
    def nobody_is_lost(self) -> None:
        self.checks.quiet(self.cup)

    @invariant()
    def the_log_leads_here(self) -> None:
        assert replay(self.log) == self.cup

    @invariant()
    def time_alone_never_loops(self) -> None:
        due = next_due(self.cup)
        if due is not None and due <= self.now:
            _, after = advance(self.cup, Tick(), self.now)
            new = next_due(after)
            assert new is None or new > self.now

    @invariant()
    def everybody_may_look(self) -> None:
        standing = rows(self.cup)
        assert sorted(r.player for r in standing) == sorted(self.cup.entrants)
        assert SEED not in repr(view(self.cup, "p1", self.now))
        assert all(SEED not in repr(public_event(self.cup, e, "p1")) for e in self.log[:1])

    def teardown(self) -> None:
        """From wherever it is, it comes to an end."""
        if not hasattr(self, "cup"):
            return
        self.do(Resume())
        if self.cup.phase is Phase.REGISTERING:
            self.do(StartNow())
        for higher in range(600):
            if self.cup.over or self.cup.phase is Phase.REGISTERING:
                break
            self.next_due()
            self.all_hands(4 + higher)
        assert self.cup.over or self.cup.phase is Phase.REGISTERING


Cups.TestCase.settings = settings(
    max_examples=40,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestCups = Cups.TestCase
