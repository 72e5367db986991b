"""What the tests of the table share: a table that is driven by commands, with its log, book and
time.
"""

from typing import Any, Self

from dizhu.ledger import HOUSE_GRANTS, Book, Transfer, player_account
from dizhu.rules.actions import SEATS, Action, Pass, Play, Seat
from dizhu.rules.errors import RuleViolation
from dizhu.rules.notation import parse_action
from dizhu.rules.ruleset import preset
from dizhu.rules.state import HandState, Phase, type_3i
from dizhu.table import (
    Act,
    Clock,
    Decision,
    Expire,
    OpenTable,
    Pace,
    Player,
    StartHand,
    Status,
    TableCommand,
    TableEvent,
    TableState,
    decide,
    evolve,
)

RICH = (100_000, 100_000, 100_000)
BEGIN = 1_000_000


class Desk:
    """A table under test. `bots`: the seats of bots; `start`: what each says in the start
    window.
    """

    def __init__(
        self,
        name: str = "qq-classic",
        *,
        beans: type_3i = RICH,
        bots: tuple[Seat, ...] = (),
        start: tuple[str, str, str] = ("ask", "ask", "ask"),
        pace: Pace | None = None,
        asks_next: bool = True,
        hands: int | None = None,
        scores: type_3i = (1000, 1000, 1000),
        **options: Any,
    ) -> None:
        base = preset(name)
        self.now = BEGIN
        self.log: list[TableEvent] = []
        self.book = Book()
        self._state: TableState | None = None
        one, two, three = (
            Player(f"p{s}", f"name {s}", "random" if s in bots else None, start[s]) for s in SEATS
        )
        for seat in SEATS:
            account = player_account(f"p{seat}")
            if beans[seat]:
                grant = Transfer(f"grant/{seat}", HOUSE_GRANTS, account, beans[seat], "grant")
                self.book.post([grant])
        ruleset = base.ruleset.with_options(options)
        self.do(
            OpenTable(
                table_id="t",
                room="r",
                ruleset=ruleset,
                stakes=base.stakes,
                players=(one, two, three),
                scores=scores,
                pace=pace or Pace(),
                asks_next=asks_next,
                hands=hands,
            )
        )

    @property
    def state(self) -> TableState:
        """The table."""
        assert self._state is not None
        return self._state

    @state.setter
    def state(self, state: TableState) -> None:
        self._state = state

    @property
    def hand(self) -> HandState:
        """The hand."""
        assert self.state.hand is not None
        return self.state.hand

    @property
    def beans(self) -> type_3i:
        """Balances by seat."""
        one, two, three = (self.book.balance(player_account(f"p{s}")) for s in SEATS)
        return (one, two, three)

    def do(self, command: TableCommand) -> Decision:
        """Decide, post, fold."""
        decision = decide(self._state, command, self.now)
        self.book.post(decision.transfers)
        for event in decision.events:
            self._state = evolve(self._state, event)
            self.log.append(event)
        assert decision.table == self._state
        return decision

    def refused(self, command: TableCommand) -> str | None:
        """The code with which a command is refused, None when it would be done; it is not done."""
        before = repr(self._state)
        try:
            decide(self._state, command, self.now)
        except RuleViolation as refusal:
            assert repr(self._state) == before
            return refusal.code
        return None

    def begin(self, number: int = 1) -> Self:
        """Start a hand with a seed made of a number."""
        self.do(StartHand(self.beans, number.to_bytes(32, "big")))
        return self

    def say(self, script: str) -> Self:
        """`0 call; 1 rob`: actions of the hand."""
        for line in script.split(";"):
            seat, _, text = line.strip().partition(" ")
            self.do(Act(int(seat), parse_action(text)))
        return self

    def clock(self, seat: Seat | None) -> Clock:
        """The clock of a seat, or of the table."""
        clock = self.state.clock_of(seat)
        assert clock is not None, f"no clock for {seat}"
        return clock

    def left(self, seat: Seat | None) -> int:
        """Milliseconds left on a clock."""
        return self.clock(seat).at - self.now

    def tick(self) -> Decision:
        """Time goes on to the next deadline, which is reached."""
        clock = min(self.state.clocks, key=lambda c: c.at)
        self.now = max(self.now, clock.at)
        return self.do(Expire(clock))

    def ticks_until(self, *phases: Phase) -> Self:
        """Everybody is silent until the hand comes to a phase."""
        while self.hand.phase not in phases:
            self.tick()
        return self

    def to_call(self, number: int = 1) -> Self:
        """A hand of which the cards are out."""
        return self.begin(number).ticks_until(Phase.CALL)

    def to_play(self, number: int = 1) -> Self:
        """A hand at the landlord's first lead: the first who is asked calls, nothing else
        happens.
        """
        self.to_call(number) if self.state.hand is None or self.hand.over else None
        self.call_now()
        while self.hand.phase is not Phase.PLAY:
            for seat in self.hand.asked():
                double = self.hand.phase is Phase.DOUBLE
                self.do(Act(seat, parse_action("no_double") if double else Pass()))
        return self

    def call_now(self) -> Self:
        """Who is asked calls."""
        seat = self.hand.turn
        if self.hand.ruleset.bid_mode == "blind":
            self.say(f"{seat} look")
        return self.say(f"{seat} call")

    def lead_low(self) -> Seat:
        """Who has the lead plays his lowest card; the seat that did."""
        seat = self.hand.turn
        assert seat is not None
        self.do(Act(seat, Play((min(self.hand.cards[seat]),))))
        return seat

    def play_out(self) -> Self:
        """Everybody is silent until the hand is over."""
        while self.state.status is Status.PLAYING:
            self.tick()
        return self

    def act(self, seat: Seat, action: Action, seen: int | None = None) -> Decision:
        """An action of a seat."""
        return self.do(Act(seat, action, seen))
