"""What people ask about cups over the socket."""

from dizhu.app.cups.entering import NO_CUP, Entering
from dizhu.app.notices import Done, Refusal
from dizhu.server import cup_protocol as c
from dizhu.server.company import Caller, Guesses
from dizhu.server.cup_news import CupNews
from dizhu.tournament import Cup, CupCode


class CupDesk:
    """Does what `cup_protocol.CupMessage` says."""

    def __init__(self, entering: Entering, news: CupNews) -> None:
        self._entering = entering
        self._news = news
        self._guesses = Guesses()

    def greet(self, player: str) -> None:
        """A player has connected."""
        self._news.greet(player)

    def gone(self, player: str) -> None:
        """A player's connection has ended."""
        self._news.gone(player)

    def may_see(self, player: str, cup: Cup, code: str | None = None) -> bool:
        """A private cup is for those who have its code, are in it, or run it."""
        if cup.code is None or (code is not None and code.strip().upper() == cup.code):
            return True
        return bool(player) and (player in cup.entrants or self.may_run(player, cup))

    def may_run(self, player: str, cup: Cup) -> bool:
        """Whether he may start, pause, cancel and announce."""
        return cup.host == player or self._entering.is_operator(player)

    async def do(self, caller: Caller, message: c.CupMessage) -> Done | Refusal:
        """A command."""
        match message:
            case c.LookCup():
                return self._look(caller, message)
            case c.UnlookCup():
                return Done(0) if self._news.unlook(caller.player.id) else NO_CUP
            case c.FindCup(code=code):
                return self._find(caller, code)
            case c.EnterCup():
                return await self._enter(caller, message)
            case c.WithdrawCup(command_id=command, cup=cup):
                return await self._entering.withdraw(caller.player.id, command, cup)
            case c.DropOutCup(command_id=command, cup=cup):
                return await self._entering.drop_out(caller.player.id, command, cup)
            case c.SeenCup(cup=cup):
                return await self._news.put_away(caller.player.id, cup)
            case _:
                return await self._run(caller.player.id, message)

    async def _run(
        self, player: str, message: c.StartCup | c.PauseCup | c.CancelCup | c.AnnounceCup
    ) -> Done | Refusal:
        entering, command, cup = self._entering, message.command_id, message.cup
        match message:
            case c.StartCup():
                return await entering.start(player, command, cup)
            case c.PauseCup(on=on):
                return await entering.pause(player, command, cup, on=on)
            case c.CancelCup(reason=reason):
                return await entering.cancel(player, command, cup, reason)
            case c.AnnounceCup(text=text):
                return await entering.announce(player, command, cup, text)

    def _look(self, caller: Caller, message: c.LookCup) -> Done | Refusal:
        if message.cup is None:
            self._news.look(caller.player.id, None)
            return Done(0)
        running = self._entering.cups.find(message.cup)
        if running is None or not self._allowed(caller, running.cup, message.code):
            return NO_CUP
        self._news.look(caller.player.id, running.cup)
        return Done(running.runner.version)

    def _allowed(self, caller: Caller, cup: Cup, code: str | None) -> bool:
        """Codes are not to be found by trying."""
        if self._guesses.barred(caller):
            code = None
        if self.may_see(caller.player.id, cup, code):
            return True
        self._guesses.wrong(caller)
        return False

    def _find(self, caller: Caller, code: str) -> Done | Refusal:
        if self._guesses.barred(caller):
            return Refusal("rate_limited")
        running = self._entering.cups.by_code(code)
        if running is None:
            self._guesses.wrong(caller)
            return NO_CUP
        self._news.look(caller.player.id, running.cup)
        return Done(running.runner.version)

    async def _enter(self, caller: Caller, message: c.EnterCup) -> Done | Refusal:
        if message.code is not None and self._guesses.barred(caller):
            return Refusal("rate_limited")
        result = await self._entering.enter(
            caller.player, message.command_id, message.cup, message.code
        )
        if isinstance(result, Refusal) and result.code == CupCode.WRONG_CODE:
            self._guesses.wrong(caller)
        return result
