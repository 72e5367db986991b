"""The log of one table, read event by event and played again."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from dizhu.app.archive import StoredHand
from dizhu.app.finished import Began, finished
from dizhu.ledger.posting import transfers_of
from dizhu.ledger.settlement import settle
from dizhu.ledger.transfers import Transfer, player_account
from dizhu.rules.events import Dealt, HandEvent
from dizhu.rules.shuffle import deal
from dizhu.rules.state import HandState
from dizhu.store.audit.difference import Difference
from dizhu.table import TableEvent, TableState, evolve
from dizhu.table.events import HandHappened, HandStarted, Settled
from dizhu.table.history import record_of


@dataclass
class LogReader:
    """Folds a log and compares it with what the rules, the seeds and the ledger make of it.

    `hands`, `transfers`: what must be stored beside the log.
    """

    table: str
    version: int = 0
    state: TableState | None = None
    hands: dict[int, StoredHand] = field(default_factory=dict)
    transfers: dict[str, Transfer] = field(default_factory=dict)
    _began: Began | None = None
    _start: HandState | None = None
    _events: list[HandEvent] = field(default_factory=list)

    def read(self, version: int, at: int, event: TableEvent) -> Iterator[Difference]:
        """One more event. Raises whatever folding something impossible ends in."""
        if version != self.version + 1:
            yield self._difference(f"event {version} follows event {self.version}")
        before, self.state = self.state, evolve(self.state, event)
        self.version = version
        if before is None:
            return
        if isinstance(event, HandStarted):
            yield from self._hand_started(before, event, at)
        elif isinstance(event, HandHappened):
            yield from self._hand_happened(before, event.event)
        elif isinstance(event, Settled):
            yield from self._settled(event, at)

    @property
    def _now(self) -> TableState:
        assert self.state is not None, "the table is open"
        return self.state

    def _difference(self, what: str) -> Difference:
        hand_no = 0 if self.state is None else self.state.hand_no
        return Difference(f"table {self.table}, hand {hand_no}", what)

    def _hand_started(
        self, before: TableState, event: HandStarted, at: int
    ) -> Iterator[Difference]:
        self._began = Began(self.version, at, before.previous_first)
        self._start, self._events = self._now.hand, []
        if before.next_seed not in (None, event.seed):
            yield self._difference("its seed is not the one that was sealed for it")
        if before.ruleset.unit == "points" and event.beans != before.scores:
            yield self._difference(f"begins with {event.beans}, the scores are {before.scores}")

    def _hand_happened(self, before: TableState, event: HandEvent) -> Iterator[Difference]:
        self._events.append(event)
        if isinstance(event, Dealt):
            assert before.hand is not None, "a deal belongs to a hand"
            number = before.hand.deals + 1
            again = deal(before.deal_seed, number, before.ruleset, before.previous_first)
            if event.deal != again:
                yield self._difference(f"deal {number} does not follow from its seed")

    def _settled(self, event: Settled, at: int) -> Iterator[Difference]:
        hand = self._now.hand
        assert hand is not None, "a hand is settled"
        assert self._start is not None, "a hand that is settled has begun"
        assert self._began is not None, "a hand that is settled has begun"
        try:
            record_of(self._start, self._events)
        except ValueError as error:
            yield self._difference(f"the rules do not lead to its events: {error}")
        settlement = settle(hand)
        if settlement != event.settlement:
            yield self._difference(f"was settled {event.settlement.delta}, not {settlement.delta}")
        one, two, three = (player_account(s.player.id) for s in self._now.seats)
        wanted = transfers_of(settlement, self.table, self._now.hand_no, (one, two, three))
        self.transfers |= {t.id: t for t in wanted}
        self.hands[self._now.hand_no] = finished(self._now, self._began, self.version, at)
