"""The use cases of an operator. Every deed is stored with its audit entry, known, then told."""

import asyncio
import logging
from dataclasses import dataclass

from dizhu.app.operators.deeds import (
    BAN,
    COMPENSATION,
    HOST,
    HOUSE_COMPENSATION,
    Announce,
    CloseReport,
    Compensate,
    Deed,
    Grant,
    Impose,
    Impossible,
    Lift,
    Order,
    Revoke,
    SetDrain,
    Withdraw,
)
from dizhu.app.operators.drain import Drain
from dizhu.app.operators.floor import Floor
from dizhu.app.operators.ports import Allowance, OfficeStore, Performed
from dizhu.app.operators.register import Register
from dizhu.app.ports import Clock
from dizhu.ledger.transfers import Transfer, player_account

log = logging.getLogger(__name__)

MOST_BEANS = 10**12
"""No compensation is larger, not even the host's: a slip of the finger shall not break the bank."""
OPERATORS_MOST = 10_000_000
"""Nor is one of an operator, unless it is set otherwise."""
OPERATORS_DAY = 50_000_000
"""Nor are all of an operator together, in a day."""
DAY_MS = 24 * 3600 * 1000
"""A day is counted back from now: a midnight would give twice as much around it."""
LONGEST_MS = 366 * 24 * 3600 * 1000
"""An announcement is shown no longer."""
MOST_ANNOUNCEMENTS = 5
"""So many are shown at a time."""


@dataclass(frozen=True, slots=True)
class Errand:
    """Who does something, why, and the id of his command."""

    by: str
    reason: str
    command: str


@dataclass(frozen=True, slots=True)
class Bounds:
    """So many beans an operator may give or take back: `once` at a time, `day` in 24 hours."""

    once: int = OPERATORS_MOST
    day: int = OPERATORS_DAY


class Office:
    """Does what operators order. Each method raises Impossible, Conflict, StorageFailed.

    `bounds`: of the compensations of operators; those of the host have MOST_BEANS at a time alone.
    """

    def __init__(
        self,
        store: OfficeStore,
        register: Register,
        floor: Floor,
        drain: Drain,
        clock: Clock,
        bounds: Bounds = Bounds(),
    ) -> None:
        self.store = store
        self._bounds = bounds
        self.register = register
        self._drain = drain
        self._floor = floor
        self._clock = clock
        self._one_at_a_time = asyncio.Lock()

    async def _do(
        self, errand: Errand, deed: Deed, allowance: Allowance | None = None
    ) -> Performed:
        """What is remembered of the store is read again before the next deed is done."""
        async with self._one_at_a_time:
            order = Order(errand.by, errand.command, self._clock.now(), errand.reason, deed)
            done = await self.store.perform(order, allowance)
            await self.register.load()
        if not done.repeated:
            fields = {"operator": order.by, "action": order.action, "target": order.target}
            log.info("%s %s", order.action, order.target, extra=fields)
        return done

    # --- roles ---

    async def grant(self, errand: Errand, player: str) -> Performed:
        """Make a member an operator."""
        return await self._do(errand, Grant(player))

    async def revoke(self, errand: Errand, player: str) -> Performed:
        """He is none any more."""
        return await self._do(errand, Revoke(player))

    # --- bans and mutes ---

    async def impose(self, errand: Errand, kind: str, player: str, until: int | None) -> Performed:
        """Ban or mute somebody; who is banned is sent away at once, a command sent twice too."""
        if until is not None and until <= self._clock.now():
            raise Impossible("until_past")
        done = await self._do(errand, Impose(kind, player, until))
        ban = self.register.ban(player)
        if kind == BAN and ban is not None:
            await self._floor.send_away(player, ban)
        return done

    async def lift(self, errand: Errand, kind: str, player: str) -> Performed:
        """End a ban or a mute."""
        return await self._do(errand, Lift(kind, player))

    # --- beans ---

    async def compensate(self, errand: Errand, player: str, beans: int) -> Performed:
        """Give beans, or (below 0) take some back, which is refused at a table: the hand that runs
        there counts on them. Operators have theirs from the host alone. Raises NotEnoughBeans too.
        """
        if errand.by != HOST and self.register.is_operator(player):
            raise Impossible("is_operator")
        most = MOST_BEANS if errand.by == HOST else self._bounds.once
        if beans == 0 or abs(beans) > most:
            raise Impossible("bad_amount", str(most))
        if beans > 0:
            done = await self._move(errand, player, beans)
        else:
            async with self._floor.taking(player) as may:
                if not may:
                    raise Impossible("at_table")
                done = await self._move(errand, player, beans)
        self._floor.paid(player, done.balances[player_account(player)])
        return done

    async def _move(self, errand: Errand, player: str, beans: int) -> Performed:
        debit, credit = HOUSE_COMPENSATION, player_account(player)
        if beans < 0:
            debit, credit = credit, debit
        number = f"{COMPENSATION}:{errand.by}:{errand.command}"
        transfer = Transfer(number, debit, credit, abs(beans), COMPENSATION)
        since = self._clock.now() - DAY_MS
        allowance = None if errand.by == HOST else Allowance(since, self._bounds.day)
        return await self._do(errand, Compensate(player, transfer), allowance)

    # --- announcements ---

    async def announce(self, errand: Errand, zh: str, en: str, expires_at: int) -> Performed:
        """Tell everybody something; its id follows from the command."""
        zh, en, now = zh.strip(), en.strip(), self._clock.now()
        if not zh and not en:
            raise Impossible("no_text")
        if not now < expires_at <= now + LONGEST_MS:
            raise Impossible("until_past" if expires_at <= now else "until_far")
        number = f"{errand.by}-{errand.command}"
        others = {a.id for a in self.register.announcements} - {number}
        if len(others) >= MOST_ANNOUNCEMENTS:
            raise Impossible("too_many_announcements")
        done = await self._do(errand, Announce(number, zh, en, expires_at))
        self._floor.tell()
        return done

    async def withdraw(self, errand: Errand, announcement: str) -> Performed:
        """Show an announcement no longer."""
        done = await self._do(errand, Withdraw(announcement))
        self._floor.tell()
        return done

    # --- complaints ---

    async def close_report(self, errand: Errand, report: int, outcome: str) -> Performed:
        """A complaint has been looked at; the reason says what was found."""
        return await self._do(errand, CloseReport(report, outcome))

    # --- the house ---

    async def set_drain(self, errand: Errand, *, on: bool) -> Performed:
        """Begin or end to drain."""
        done = await self._do(errand, SetDrain(on))
        if not done.repeated:  # it may have been countermanded since
            self._drain.set(on=on, now=self._clock.now())
            self._floor.tell()
        return done
