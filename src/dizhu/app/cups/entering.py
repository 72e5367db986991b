"""What people do with cups: enter, withdraw, leave, make and run them.

The one path for all of it, whether it comes over the socket or by HTTP. Every command has an id and
is done once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from dizhu.app.cups.making import Wanted, plan_of
from dizhu.app.cups.noting import house_gives, is_of_friends, making
from dizhu.app.cups.office import Cups, Running
from dizhu.app.cups.ports import CupAudience, CupShelf
from dizhu.app.cups.roster import is_in
from dizhu.app.departures import departing
from dizhu.app.friend_codes import new_code
from dizhu.app.lobby import Admission, open_house
from dizhu.app.notices import Done, Refusal
from dizhu.app.once import Once
from dizhu.app.operators.cup_deeds import AnnounceCup, CancelCup, CupDeed, PauseCup, StartCup
from dizhu.app.operators.deeds import Order
from dizhu.app.operators.office import OPERATORS_MOST
from dizhu.app.players import Player
from dizhu.app.ports import Clock, Random, StorageFailed
from dizhu.app.seating import Seating
from dizhu.app.wallet import Wallet
from dizhu.ledger.holdings import PLATINUM
from dizhu.tournament import CompetitionError, Cup, CupCode, Phase
from dizhu.tournament.commands import (
    Cancel,
    CupCommand,
    Depart,
    DropOut,
    Pause,
    Register,
    Resume,
    Say,
    StartNow,
    Withdraw,
)

NO_CUP = Refusal("no_cup")
MOST_OF_HOST = 3
"""So many private cups of one host may be announced or run."""


@dataclass(frozen=True, slots=True)
class Made:
    """A cup that was announced; `code` of a private one."""

    id: str
    code: str | None


@dataclass(frozen=True, slots=True)
class Means:
    """What it works with. `is_operator`: whether a player runs the house; `admission`: why
    somebody may not enter or begin now, whatever the cup; `most_given`: so many beans of the house
    an operator's cup may give, as he may give no more at a time himself.
    """

    cups: Cups
    shelf: CupShelf
    wallet: Wallet
    audience: CupAudience
    clock: Clock
    random: Random
    is_operator: Callable[[str], bool]
    seating: Seating
    admission: Admission = open_house
    most_given: int = OPERATORS_MOST


class Entering:
    """The use cases."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._once = Once()

    @property
    def cups(self) -> Cups:
        """All cups."""
        return self._means.cups

    # --- a player ---

    async def enter(
        self, player: Player, command_id: str, cup_id: str, code: str | None
    ) -> Done | Refusal:
        """Enter a cup; the entry goes into escrow with it."""
        work = partial(self._enter, player, cup_id, code)
        return await self._once.do(player.id, command_id, ("enter", cup_id, code or ""), work)

    async def _enter(self, player: Player, cup_id: str, code: str | None) -> Done | Refusal:
        running = self._live(cup_id)
        if running is None:
            return NO_CUP
        if player.bot:
            return Refusal("not_allowed")
        if self._gives_himself(player.id, running.cup):
            return Refusal("own_prizes")
        held_up = self._means.admission(player.id)
        if held_up is not None and not is_in(running.cup, player.id):
            return Refusal(held_up)
        if not self.cups.roster.reserve(player.id, cup_id):
            return Refusal("in_other_cup", self.cups.roster.of(player.id))
        result = await self._register(player, running, code)
        if not is_in(running.cup, player.id):
            self.cups.roster.release(player.id, cup_id)
        return result

    def _gives_himself(self, player: str, cup: Cup) -> bool:
        """Operators give beans and cards neither to themselves nor to one another; what the
        catalogue gives is the host's.
        """
        if cup.host is None or cup.code is not None or not self._means.is_operator(player):
            return False
        shipped = self.cups.catalogue.get(cup.competition.key)
        if shipped is not None and shipped.prizes == cup.competition.prizes:
            return False
        return any(house_gives(cup.competition))

    async def _register(self, player: Player, running: Running, code: str | None) -> Done | Refusal:
        try:
            (beans,) = await self._means.wallet.beans([player.id])
            cards = (await self._means.shelf.held(player.id)).get(PLATINUM, 0)
        except StorageFailed:
            return Refusal("storage_failed")
        if departing(self._means.seating, player.id):
            return Refusal("not_allowed")
        self.cups.roster.call({player.id: player.name})
        written = None if code is None else code.strip().upper()
        register = Register(player.id, beans, cards, written)
        if running.cup.competition.entry.beans == 0:
            return await running.runner.ask(register)
        with self._means.wallet.debits.begun(player.id) as may:
            return await running.runner.ask(register) if may else Refusal("at_table")

    async def withdraw(self, player: str, command_id: str, cup_id: str) -> Done | Refusal:
        """Take the entry back before the start."""
        work = partial(self._ask, cup_id, Withdraw(player))
        return await self._once.do(player, command_id, ("withdraw", cup_id), work)

    async def drop_out(self, player: str, command_id: str, cup_id: str) -> Done | Refusal:
        """Leave a running cup for good."""
        work = partial(self._ask, cup_id, DropOut(player))
        return await self._once.do(player, command_id, ("drop_out", cup_id), work)

    async def go(self, player: str) -> None:
        """Somebody may not play here any more: out of whatever he is in."""
        cup_id = self.cups.roster.of(player)
        running = None if cup_id is None else self._live(cup_id)
        if running is None or player not in running.cup.entrants:
            return
        registering = running.cup.phase is Phase.REGISTERING
        await running.runner.ask(Withdraw(player) if registering else DropOut(player))

    async def depart(self, player: str) -> None:
        """His account is deleted: he has no part any more in whatever he has entered."""
        for running in list(self.cups.all()):
            if player in running.cup.entrants or self.cups.roster.of(player) == running.cup.id:
                await running.runner.ask(Depart(player))

    # --- a host, or the operator ---

    async def make(self, player: Player, command_id: str, wanted: Wanted) -> Made | Refusal:
        """Announce a cup. Sent twice it is made once; an id of another command is refused."""
        work = partial(self._make, player, command_id, wanted)
        return await self._once.do(player.id, command_id, ("make", repr(wanted)), work)

    async def _make(self, player: Player, command_id: str, wanted: Wanted) -> Made | Refusal:
        if not wanted.private and not self._means.is_operator(player.id):
            return Refusal("not_operator")
        if wanted.private and self.cups.hosted(player.id) >= MOST_OF_HOST:
            return Refusal("too_many_cups")
        try:
            plan = plan_of(wanted, self.cups.catalogue, self._means.clock.now())
        except CompetitionError as error:
            return Refusal("bad_cup", str(error))
        given, most = house_gives(plan.competition)[0], self._means.most_given
        if given > most:
            return Refusal("bad_cup", f"prizes: an operator gives at most {most:,}, not {given:,}")
        code = self._new_code() if wanted.private else None
        self.cups.roster.call({player.id: player.name})

        def order(cup: str) -> Order:
            deed = making(cup, plan.competition, plan.starts_at)
            return self._order(player.id, command_id, deed)

        cup_id = await self.cups.announce(
            plan.competition,
            host=player.id,
            code=code,
            starts_at=plan.starts_at,
            order=None if wanted.private else order,
        )
        if isinstance(cup_id, Refusal):
            return cup_id
        return Made(cup_id, code)

    def _new_code(self) -> str:
        taken = {r.cup.code for r in self.cups.all() if r.cup.code is not None}
        return new_code(self._means.random, taken)

    async def start(self, player: str, command_id: str, cup_id: str) -> Done | Refusal:
        """Begin it by hand. Refused while the house drains: no match begins then."""
        held_up = self._means.admission(player)
        if held_up is not None:
            return Refusal(held_up)
        return await self._as_host(player, command_id, StartNow(), StartCup(cup_id))

    async def pause(self, player: str, command_id: str, cup_id: str, *, on: bool) -> Done | Refusal:
        """Nothing begins, or it goes on."""
        command = Pause() if on else Resume()
        return await self._as_host(player, command_id, command, PauseCup(cup_id, on))

    async def cancel(
        self, player: str, command_id: str, cup_id: str, reason: str
    ) -> Done | Refusal:
        """End it; everybody gets his entry back."""
        return await self._as_host(player, command_id, Cancel(reason), CancelCup(cup_id), reason)

    async def announce(
        self, player: str, command_id: str, cup_id: str, text: str
    ) -> Done | Refusal:
        """Say something to all who are in it; it stays on its page."""
        command = Say(text, player, command_id)
        return await self._as_host(player, command_id, command, AnnounceCup(cup_id, text), text)

    async def _as_host(
        self, player: str, command_id: str, command: CupCommand, deed: CupDeed, reason: str = ""
    ) -> Done | Refusal:
        running = self._live(deed.cup)
        if running is not None and not self.may_run(player, running):
            return Refusal(CupCode.NOT_HOST)
        order = None
        if running is not None and not is_of_friends(running.cup, player):
            order = self._order(player, command_id, deed, reason)
        work = partial(self._ask, deed.cup, command, order)
        asked = (repr(command), deed.cup, reason)
        return await self._once.do(player, command_id, asked, work)

    def _order(self, player: str, command_id: str, deed: CupDeed, reason: str = "") -> Order:
        return Order(player, command_id, self._means.clock.now(), reason, deed)

    def may_run(self, player: str, running: Running) -> bool:
        """Whether he may start, pause, cancel and announce."""
        return running.cup.host == player or self._means.is_operator(player)

    def is_operator(self, player: str) -> bool:
        """Whether he runs the house."""
        return self._means.is_operator(player)

    # --- what they share ---

    def _live(self, cup_id: str) -> Running | None:
        running = self.cups.find(cup_id)
        return None if running is None or running.runner.over else running

    async def _ask(
        self, cup_id: str, command: CupCommand, order: Order | None = None
    ) -> Done | Refusal:
        running = self._live(cup_id)
        return NO_CUP if running is None else await running.runner.ask(command, order)
