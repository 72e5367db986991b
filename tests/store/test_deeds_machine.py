"""Operators do things in any order, again, and with command ids used twice; a model knows what must
have come of it.
"""

import sqlite3

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from dizhu.app.operators.deeds import (
    BAN,
    COMPENSATION,
    HOST,
    HOUSE_COMPENSATION,
    MUTE,
    Announce,
    Compensate,
    Deed,
    Grant,
    Impose,
    Impossible,
    Lift,
    Order,
    Revoke,
    Withdraw,
)
from dizhu.app.ports import Conflict, NotEnoughBeans
from dizhu.ledger.transfers import HOUSE_GRANTS, Transfer, player_account
from dizhu.store import sql
from dizhu.store.audit.deeds import deed_differences
from dizhu.store.audit.difference import Count
from dizhu.store.audit.ledger import ledger_differences
from dizhu.store.deeds import perform
from dizhu.store.migrations import migrate

PEOPLE = {"guest": "guest", "member": "member", "other": "member", "bot-1": "bot", "gone": "gone"}
GIFT = 1000
WHO = st.sampled_from([*PEOPLE, "nobody"])
KINDS = st.sampled_from([BAN, MUTE])
NOTICES = st.sampled_from(["a", "b"])


class Deeds(RuleBasedStateMachine):
    """Every deed either does what the model says, or is refused and changes nothing at all."""

    @initialize()
    def begin(self) -> None:
        self.db = sqlite3.connect(":memory:", isolation_level=None)
        self.db.execute("PRAGMA foreign_keys = ON")
        migrate(self.db)
        self.beans = dict.fromkeys(PEOPLE, 0)
        for player, kind in PEOPLE.items():
            self.db.execute("INSERT INTO players VALUES (?, ?, 'zh', ?, 0)", (player, player, kind))
            if kind in ("guest", "member"):
                gift = Transfer(
                    f"o:{player}", HOUSE_GRANTS, player_account(player), GIFT, "opening"
                )
                sql.post(self.db, [gift], 0)
                self.beans[player] = GIFT
        self.operators: set[str] = set()
        self.sanctions: set[tuple[str, str]] = set()
        self.notices: dict[str, bool] = {}
        self.log: list[tuple[str, str, Deed]] = []
        self.now = 0

    def order(self, by: str, command: str, deed: Deed) -> str | None:
        """The code of its refusal, or None; as the writer does it, in a savepoint."""
        self.now += 1
        self.db.execute("BEGIN")
        try:
            done = perform(self.db, Order(by, command, self.now, "why", deed))
        except (Impossible, Conflict, NotEnoughBeans, sqlite3.IntegrityError) as error:
            self.db.execute("ROLLBACK")
            return getattr(error, "code", type(error).__name__)
        self.db.execute("COMMIT")
        if not done.repeated:
            self.log.append((by, command, deed))
            return None
        return "repeated"

    def fresh(self, deed: Deed) -> str | None:
        return self.order(HOST, f"c{self.now}", deed)

    def alive(self, player: str) -> bool:
        return PEOPLE.get(player) in ("guest", "member")

    # --- what operators do ---

    @rule(player=WHO)
    def grant(self, player: str) -> None:
        code = self.fresh(Grant(player))
        if not self.alive(player):
            assert code == "no_player"
        elif PEOPLE[player] == "guest":
            assert code == "not_registered"
        else:
            assert code == ("operator_already" if player in self.operators else None)
            self.operators.add(player)

    @rule(player=WHO)
    def revoke(self, player: str) -> None:
        code = self.fresh(Revoke(player))
        assert code == (None if player in self.operators else "not_operator")
        self.operators.discard(player)

    @rule(player=WHO, kind=KINDS)
    def impose(self, player: str, kind: str) -> None:
        code = self.fresh(Impose(kind, player, None))
        if not self.alive(player):
            assert code == "no_player"
        elif player in self.operators:
            assert code == "is_operator"
        else:
            assert code is None
            self.sanctions.add((kind, player))

    @rule(player=WHO, kind=KINDS)
    def lift(self, player: str, kind: str) -> None:
        code = self.fresh(Lift(kind, player))
        assert code == (None if (kind, player) in self.sanctions else "not_sanctioned")
        self.sanctions.discard((kind, player))

    @rule(player=WHO, beans=st.integers(-1500, 1500).filter(bool))
    def compensate(self, player: str, beans: int) -> None:
        code = self.fresh(self.payment(player, beans))
        if not self.alive(player):
            assert code == "no_player"
        elif self.beans[player] + beans < 0:
            assert code == "NotEnoughBeans"
        else:
            assert code is None
            self.beans[player] += beans

    def payment(self, player: str, beans: int) -> Compensate:
        debit, credit = HOUSE_COMPENSATION, player_account(player)
        if beans < 0:
            debit, credit = credit, debit
        number = f"{COMPENSATION}:{self.now}"
        return Compensate(player, Transfer(number, debit, credit, abs(beans), COMPENSATION))

    @rule(notice=NOTICES)
    def announce(self, notice: str) -> None:
        code = self.fresh(Announce(notice, "x", "", 10**9))
        assert (code is None) == (notice not in self.notices)
        self.notices.setdefault(notice, True)

    @rule(notice=NOTICES)
    def withdraw(self, notice: str) -> None:
        code = self.fresh(Withdraw(notice))
        assert code == (None if self.notices.get(notice) else "no_announcement")
        if notice in self.notices:
            self.notices[notice] = False

    @rule(data=st.data())
    def again(self, data: st.DataObject) -> None:
        """A command whose answer was lost is sent again, whatever has happened since."""
        if self.log:
            by, command, deed = data.draw(st.sampled_from(self.log))
            assert self.order(by, command, deed) == "repeated"

    @rule(data=st.data(), player=WHO)
    def stolen(self, data: st.DataObject, player: str) -> None:
        """A command id is used for another deed."""
        if self.log:
            by, command, deed = data.draw(st.sampled_from(self.log))
            other = Impose(MUTE, player, 5)
            if other != deed:
                assert self.order(by, command, other) == "Conflict"

    # --- what must hold ---

    def column(self, query: str) -> list[tuple[object, ...]]:
        return self.db.execute(query).fetchall()

    @invariant()
    def the_store_is_as_the_model(self) -> None:
        assert set(self.column("SELECT player FROM roles")) == {(p,) for p in self.operators}
        assert set(self.column("SELECT kind, player FROM sanctions")) == self.sanctions
        shown = {(n,) for n, on in self.notices.items() if on}
        assert set(self.column("SELECT id FROM announcements WHERE withdrawn = 0")) == shown
        for player, beans in self.beans.items():
            account = player_account(player)
            assert sql.balances(self.db, [account]) == {account: beans}

    @invariant()
    def the_log_has_every_deed_once(self) -> None:
        rows = self.column("SELECT operator, command FROM audit ORDER BY id")
        assert rows == [(by, command) for by, command, _ in self.log]

    @invariant()
    def an_audit_finds_nothing(self) -> None:
        found = [*ledger_differences(self.db, Count()), *deed_differences(self.db)]
        assert found == []

    def teardown(self) -> None:
        if hasattr(self, "db"):
            self.db.close()


Deeds.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestDeeds = Deeds.TestCase
