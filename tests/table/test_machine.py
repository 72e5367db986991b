"""A table under everything that can happen to it, in any order: what must hold after each step."""

import random

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from dizhu.rules.actions import (
    SEATS,
    Action,
    Autoplay,
    Blind,
    Call,
    Double,
    Look,
    NoDouble,
    Pass,
    Play,
    Raise,
    Ready,
    Rob,
    Seat,
    Show,
    Timeout,
)
from dizhu.rules.cards import DECK
from dizhu.rules.errors import RuleViolation
from dizhu.rules.ruleset import PRESETS
from dizhu.rules.state import Phase
from dizhu.rules.view import observe
from dizhu.table import (
    Act,
    Again,
    Clock,
    Expire,
    Extend,
    Leave,
    StartHand,
    Status,
    TableCommand,
    replay,
    see,
)
from dizhu.table.clocks import question
from tests.players import RandomPlayer
from tests.table.kit import Desk

seats = st.sampled_from(SEATS)
cards = st.lists(st.sampled_from(DECK), max_size=6).map(tuple)
actions: st.SearchStrategy[Action] = st.one_of(
    st.sampled_from(
        (
            Ready(),
            Show("start"),
            Show("deal"),
            Show("bottom"),
            Call(),
            Rob(),
            Blind(),
            Look(),
            Raise(),
            Double(),
            NoDouble(),
            Pass(),
            Autoplay(True),
            Autoplay(False),
            Timeout(),
        )
    ),
    st.builds(Play, cards),
)


class TableMachine(RuleBasedStateMachine):
    """Commands good and bad, clocks in time, late and twice, people who come and go."""

    def __init__(self) -> None:
        super().__init__()
        self.desk = Desk()
        self.old_clocks: list[Clock] = []
        self.players: list[RandomPlayer] = []
        self.hands = 0

    @initialize(
        name=st.sampled_from(sorted(PRESETS)),
        seed=st.integers(0, 2**32),
        asks_next=st.booleans(),
        step=st.sampled_from((0, 200)),
    )
    def open(self, name: str, seed: int, asks_next: bool, step: int) -> None:
        """A table of any preset."""
        bots = (1,) if seed % 3 == 0 else ()
        self.desk = Desk(name, asks_next=asks_next, deal_step_ms=step, bots=bots)
        self.players = [RandomPlayer((seed, s), autoplay=0.05) for s in SEATS]
        self.random = random.Random(seed)

    def attempt(self, command: TableCommand) -> bool:
        """Do a command that may be refused; then nothing has changed. Who was asked something else
        than whom this is about keeps his clock (F77: a refusal releases the table).
        """
        before = self.desk.state
        try:
            self.desk.do(command)
        except RuleViolation:
            assert self.desk.state is before
            return False
        self.old_clocks += [c for c in before.clocks if c not in self.desk.state.clocks]
        if not isinstance(command, Extend):
            self._clocks_of_others_stand(before, command)
        return True

    def _clocks_of_others_stand(self, before: object, command: TableCommand) -> None:
        about = (
            command.clock.seat if isinstance(command, Expire) else getattr(command, "seat", None)
        )
        now = self.desk.state
        for seat in SEATS:
            asked = question(before, seat)  # type: ignore[arg-type]
            if seat != about and asked is not None and asked == question(now, seat):
                assert before.clock_of(seat) == now.clock_of(seat)  # type: ignore[attr-defined]

    @property
    def playing(self) -> bool:
        """Whether a hand is going on."""
        return self.desk.state.status is Status.PLAYING

    @precondition(lambda self: self.desk.state.wants_hand)
    @rule(seed=st.binary(min_size=32, max_size=32))
    def start(self, seed: bytes) -> None:
        """The application brings beans and a seed."""
        if min(self.desk.beans) >= self.desk.state.stakes.minimum:
            assert self.attempt(StartHand(self.desk.beans, seed))
            self.hands += 1

    @precondition(lambda self: self.playing)
    @rule(turns=st.integers(1, 30))
    def play_on(self, turns: int) -> None:
        """Who is asked answers within the rules."""
        for _ in range(turns):
            asked = self.desk.hand.asked() if self.playing else ()
            asked = tuple(s for s in asked if not self.desk.state.seats[s].left)
            if not asked:
                return
            seat = self.random.choice(asked)
            action = self.players[seat].act(observe(self.desk.hand, seat))
            self.desk.now += 5
            assert self.attempt(Act(seat, action, self.desk.state.version))

    @precondition(lambda self: self.playing)
    @rule(seat=seats, action=actions, behind=st.sampled_from((None, 0, 1, 30)))
    def act_anyhow(self, seat: Seat, action: Action, behind: int | None) -> None:
        """Anybody does anything, perhaps to an older question."""
        seen = None if behind is None else max(0, self.desk.state.version - behind)
        self.attempt(Act(seat, action, seen))

    @precondition(lambda self: self.desk.state.clocks)
    @rule(times=st.integers(1, 25))
    def let_time_pass(self, times: int) -> None:
        """Deadlines are reached."""
        for _ in range(times):
            if self.desk.state.clocks and self.playing:
                self.desk.tick()

    @precondition(lambda self: self.old_clocks)
    @rule(data=st.data())
    def late_clock(self, data: st.DataObject) -> None:
        """A timer of long ago fires: it is refused, whatever is going on."""
        clock = data.draw(st.sampled_from(self.old_clocks[-10:]))
        if clock not in self.desk.state.clocks:
            assert not self.attempt(Expire(clock))

    @rule(by=st.integers(1, 10**6))
    def outage(self, by: int) -> None:
        """The server was away."""
        if self.desk.state.status is not Status.CLOSED:
            self.desk.now += by
            assert self.attempt(Extend(by))

    @rule(seat=seats, start=st.sampled_from(("ask", "ready", "show")))
    def again(self, seat: Seat, start: str) -> None:
        """Another hand."""
        self.attempt(Again(seat, start))

    @precondition(lambda self: self.hands > 0)
    @rule(seat=seats, chance=st.integers(0, 9))
    def leave(self, seat: Seat, chance: int) -> None:
        """Somebody goes, now and then."""
        if chance == 0:
            self.attempt(Leave(seat))

    @invariant()
    def every_phase_has_a_clock(self) -> None:
        """F82: somebody or something is due, and for each who is asked exactly one clock."""
        state = self.desk.state
        if state.status is Status.PLAYING:
            asked: tuple[Seat | None, ...] = self.desk.hand.asked() or (None,)
            assert asked == tuple(c.seat for c in state.clocks)
            assert self.desk.hand.phase is not Phase.AWAIT_DEAL
        elif state.status is Status.BETWEEN and state.asks_next:
            assert [c.kind for c in state.clocks] == ["next"]
        else:
            assert state.clocks == ()

    @invariant()
    def beans_are_conserved(self) -> None:
        """No bean is made or lost; nobody is below 0 (Book refuses it)."""
        assert sum(self.desk.book.accounts().values()) == 0
        assert min(self.desk.beans) >= 0

    @invariant()
    def all_54_cards_are_there(self) -> None:
        """Held, played or at the bottom."""
        hand = self.desk.state.hand
        if hand is None or hand.deal is None:
            return
        there = [c for held in hand.cards for c in held]
        there += [c for combo in hand.played for c in combo.cards]
        there += hand.deal.bottom if hand.landlord is None else ()
        assert sorted(there) == list(DECK)

    @invariant()
    def there_is_something_to_see(self) -> None:
        """Views never fail, and who left is on autoplay as soon as he can be."""
        for viewer in (*SEATS, None):
            see(self.desk.state, viewer)
        for seat in SEATS:
            clock = self.desk.state.clock_of(seat)
            if self.desk.state.seats[seat].left and clock is not None:
                assert clock.kind == "auto"

    def teardown(self) -> None:
        """The log leads to the live table; then everybody is silent, and it comes to an end."""
        assert replay(self.desk.log) == self.desk.state
        steps = 0
        while self.playing:
            self.desk.tick()
            steps += 1
            assert steps < 2000


TestTable = TableMachine.TestCase
TestTable.settings = settings(
    max_examples=50,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
