"""Hands played by bots through the table and the ledger, as the server plays them but without
waiting.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dizhu.ledger import HOUSE_GRANTS, Book, Transfer, player_account
from dizhu.rules.actions import SEATS, Action, Seat
from dizhu.rules.errors import RuleViolation
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.state import Phase, type_3i
from dizhu.rules.view import Observation, observe
from dizhu.table import (
    Act,
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

Actor = Callable[[Observation], Action | None]
Watcher = Callable[["Game", TableEvent], None]
MOST_COMMANDS = 20_000
"""In one hand. Even a table that deals a hundred times needs fewer."""
START_BEANS = 100_000


class Broken(Exception):
    """Something that must always hold does not."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played."""

    ruleset: Ruleset
    stakes: Stakes
    seed: str


def nothing(_game: "Game", _event: TableEvent) -> None:
    """Watch nothing."""


class Game:
    """One table with three bots. `watch` is called after every event."""

    def __init__(
        self, setting: Setting, name: str, actors: Sequence[Actor], watch: Watcher = nothing
    ) -> None:
        self.setting = setting
        self.name = name
        self.book = Book()
        self.events: list[TableEvent] = []
        self.now = 0
        self._actors = actors
        self._watch = watch
        self._table: TableState | None = None
        self._commands = 0
        self.do(self._opening())

    @property
    def table(self) -> TableState:
        """The table now."""
        assert self._table is not None, "the table is open"
        return self._table

    @property
    def accounts(self) -> tuple[str, str, str]:
        """The accounts of the seats."""
        first, second, third = (player_account(s.player.id) for s in self.table.seats)
        return (first, second, third)

    def _opening(self) -> OpenTable:
        one, two, three = (Player(f"{self.name}s{s}", f"bot {s}", bot="bot") for s in SEATS)
        return OpenTable(
            table_id=self.name,
            room="simulation",
            ruleset=self.setting.ruleset,
            stakes=self.setting.stakes,
            players=(one, two, three),
            scores=(START_BEANS, START_BEANS, START_BEANS),
            pace=Pace(),
        )

    def do(self, command: TableCommand) -> Decision:
        """Decide, post, fold. Raises RuleViolation."""
        self._commands += 1
        self.now += 1
        decision = decide(self._table, command, self.now)
        self.book.post(decision.transfers)
        self.events += decision.events
        if self._watch is nothing:
            self._table = decision.table
            return decision
        for event in decision.events:
            self._table = evolve(self._table, event)
            self._watch(self, event)
        return decision

    def play_hand(self) -> None:
        """Play one hand to its end. Raises Broken, naming the table and the hand."""
        number = self.table.hand_no + 1
        self._commands = 0
        self.do(StartHand(self._purses(number), self._seed(number)))
        while self.table.status is Status.PLAYING:
            if self._commands > MOST_COMMANDS:
                raise Broken(f"{self.where}: the hand does not end")
            self._ask()

    @property
    def where(self) -> str:
        """Which hand it is, for messages."""
        return f"table {self.name}, hand {self.table.hand_no}, seed {self.setting.seed!r}"

    def _seed(self, hand: int) -> bytes:
        text = f"{self.setting.seed}/{self.name}/{hand}"
        return hashlib.sha256(text.encode()).digest()

    def _purses(self, hand: int) -> type_3i:
        """Fresh balances; whoever cannot sit down gets beans from the house."""
        for seat, account in zip(SEATS, self.accounts, strict=True):
            if self.book.balance(account) < self.setting.stakes.minimum:
                grant = f"{self.name}/{hand}/grant/{seat}"
                beans = max(START_BEANS, self.setting.stakes.minimum)
                self.book.post([Transfer(grant, HOUSE_GRANTS, account, beans, "grant")])
        one, two, three = (self.book.balance(a) for a in self.accounts)
        return (one, two, three)

    def _ask(self) -> None:
        """Let everybody who is asked answer; else the table's clock goes on."""
        hand = self.table.hand
        assert hand is not None, "who plays has a hand"
        for seat in hand.asked() or SEATS:
            self._answer(seat)
        if not hand.asked():
            clock = self.table.clocks[0]
            self.now = max(self.now, clock.at)
            self.do(Expire(clock))

    def _answer(self, seat: Seat) -> None:
        """An answer when the seat is asked; while the cards are dealt it may show, or wait."""
        hand = self.table.hand
        assert hand is not None, "who plays has a hand"
        asked = seat in hand.asked()
        if not asked and hand.phase is not Phase.DEAL:
            return
        try:
            action = self._actors[seat](observe(hand, seat))
        except Exception as error:
            raise Broken(f"{self.where}: the bot of seat {seat} failed: {error!r}") from error
        if action is None:
            if asked:
                raise Broken(f"{self.where}: seat {seat} has no answer")
            return
        try:
            self.do(Act(seat, action, self.table.version))
        except RuleViolation as refusal:
            raise Broken(f"{self.where}: seat {seat} was refused {action}: {refusal}") from refusal
