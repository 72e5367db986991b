"""A decision in the making: events are folded as they are added, and what follows from them is
added last.
"""

from dataclasses import dataclass

from dizhu.ledger.posting import transfers_of
from dizhu.ledger.settlement import settle
from dizhu.ledger.transfers import Transfer, player_account
from dizhu.rules import hand as rules
from dizhu.rules import legal
from dizhu.rules.actions import SEATS, Action, Autoplay, Ready, Seat, Show
from dizhu.rules.shuffle import deal
from dizhu.rules.state import HandState, Phase
from dizhu.table.clocks import clocks_after
from dizhu.table.events import ClocksSet, Closed, HandHappened, Settled, TableEvent
from dizhu.table.evolve import evolve
from dizhu.table.state import Status, TableState

LAST_CARD = 17


@dataclass(frozen=True, slots=True)
class Decision:
    """What a command makes happen: events to be stored, and transfers to be posted with them.

    `table`: the table after the events, so that nobody has to fold them again; set by `decide`.
    """

    events: tuple[TableEvent, ...]
    transfers: tuple[Transfer, ...] = ()
    table: TableState | None = None


class Draft:
    """The events of one decision at `now`, and the table after them."""

    def __init__(self, state: TableState | None, now: int) -> None:
        self.before = state
        self.now = now
        self._state = state
        self._events: list[TableEvent] = []
        self._transfers: tuple[Transfer, ...] = ()

    @property
    def table(self) -> TableState:
        """The table after the events so far."""
        assert self._state is not None, "the table is not open"
        return self._state

    @property
    def hand(self) -> HandState:
        """The hand after the events so far."""
        assert self.table.hand is not None, "there is no hand"
        return self.table.hand

    def add(self, event: TableEvent) -> None:
        """Add an event."""
        self._state = evolve(self._state, event)
        self._events.append(event)

    def add_hand(self, events: rules.Events, by: Seat | None = None) -> None:
        """Add events of the hand."""
        for event in events:
            self.add(HandHappened(event, self.now, by))

    def act(self, seat: Seat, action: Action, by: Seat | None = None) -> None:
        """Add what an action of the hand makes happen. Raises RuleViolation."""
        self.add_hand(rules.decide(self.hand, seat, action), by)

    def finish(self) -> Decision:
        """Add what follows by itself, and the clocks."""
        if self.table.status is Status.PLAYING:
            self._follow_hand()
        clocks = clocks_after(self.before, self.table, self.now)
        if clocks != self.table.clocks:
            self.add(ClocksSet(clocks))
        return Decision(tuple(self._events), self._transfers, self.table)

    def _follow_hand(self) -> None:
        while self.table.status is Status.PLAYING and self._step():
            pass

    def _step(self) -> bool:
        """One thing that follows without anybody's choice; False when there is none."""
        if self.hand.over:
            self._settle()
        elif self.hand.phase is Phase.AWAIT_DEAL:
            self._deal()
        elif self.hand.phase is Phase.DEAL and self.table.ruleset.deal_step_ms == 0:
            self.deal_on(LAST_CARD)
        else:
            return self._play_for_those_who_left()
        return True

    def _deal(self) -> None:
        """The next deal follows from the seed of the hand; after too many the table is given up."""
        table, pace = self.table, self.table.pace
        if table.silent_deals >= pace.silent_deals or self.hand.deals >= pace.most_deals:
            self.add(Closed("abandoned", self.now))
            return
        cards = deal(table.deal_seed, self.hand.deals + 1, table.ruleset, table.previous_first)
        self.add_hand(rules.begin_deal(self.hand, cards))

    def deal_on(self, to: int) -> None:
        """Give every player `to` cards, or end the deal when all are out (G-DEAL-2)."""
        if self.hand.dealt_to < LAST_CARD:
            self.add_hand(rules.step_deal(self.hand, to))
        else:
            self.add_hand(rules.end_deal(self.hand))

    def _play_for_those_who_left(self) -> bool:
        """Whoever left is on autoplay to the end of the hand, as soon as there is something to
        play.
        """
        for seat in SEATS:
            if self.table.seats[seat].left and legal.allowed(self.hand, seat, Autoplay(True)):
                self.act(seat, Autoplay(True))
                return True
        return False

    def answer_start_window(self) -> None:
        """G-SHOW-7: say what was chosen beforehand, in the order of choosing (G-SHOW-2)."""
        for seat in sorted(SEATS, key=lambda s: self.table.seats[s].chosen_at):
            choice = self.table.seats[seat].start
            show = Show("start")
            if choice == "show" and legal.allowed(self.hand, seat, show):
                self.act(seat, show)
            elif choice != "ask" and legal.allowed(self.hand, seat, Ready()):
                self.act(seat, Ready())

    def _settle(self) -> None:
        """The hand is over: settle it; the table closes when somebody has left."""
        table = self.table
        settlement = settle(self.hand)
        self.add(Settled(settlement, self.now))
        first, second, third = (player_account(s.player.id) for s in table.seats)
        accounts = (first, second, third)
        self._transfers += transfers_of(settlement, table.table_id, table.hand_no, accounts)
        self.close_if_left()

    def close_if_left(self) -> None:
        """Without an organiser three people are needed."""
        if self.table.asks_next and any(s.left for s in self.table.seats):
            self.add(Closed("left", self.now))
