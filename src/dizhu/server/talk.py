"""Chat as messages, and how often one may speak."""

from dizhu.app.chat import Chat, Said
from dizhu.app.notices import Done, Refusal
from dizhu.app.players import Player, Players
from dizhu.app.ports import StorageFailed
from dizhu.server import protocol as p
from dizhu.server.hub import Hub
from dizhu.server.limits import Buckets

TEXT_RATE, TEXT_BURST = 0.5, 4.0
"""Lines of text a second, and at once."""
QUICK_RATE, QUICK_BURST = 1.0, 5.0
REPORT_RATE, REPORT_BURST = 1 / 3600, 5.0
BLOCK_RATE, BLOCK_BURST = 1.0, 20.0


class TalkNews:
    """`app.chat.ChatAudience` for sockets."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def said(self, listener: str, said: Said) -> None:
        """To one of those who are there."""
        message = p.Said(said.place, said.player, said.name, said.kind, said.what, said.at)
        self._hub.send(listener, message)

    def blocked(self, player: str, blocked: frozenset[str]) -> None:
        """Whom he does not hear."""
        self._hub.send(player, p.Blocked(tuple(sorted(blocked))))


class TalkDesk:
    """Saying, blocking, complaining."""

    def __init__(self, chat: Chat, news: TalkNews, players: Players) -> None:
        self._chat = chat
        self._news = news
        self._players = players
        self._texts = Buckets(TEXT_RATE, TEXT_BURST)
        self._quick = Buckets(QUICK_RATE, QUICK_BURST)
        self._reports = Buckets(REPORT_RATE, REPORT_BURST)
        self._blocks = Buckets(BLOCK_RATE, BLOCK_BURST)

    async def greet(self, player: str) -> None:
        """A player has connected."""
        blocked = await self._chat.blocks.of(player)
        if blocked:
            self._news.blocked(player, blocked)

    async def do(self, player: Player, message: p.Say | p.Block | p.ReportPlayer) -> Done | Refusal:
        """A command."""
        if not self._bucket(message).take(player.id):
            return Refusal("rate_limited")
        try:
            match message:
                case p.Say(kind=kind, what=what):
                    return await self._chat.say(player, kind, what)
                case p.Block(player=whom, on=on):
                    return await self._block(player.id, whom, on=on)
                case p.ReportPlayer(player=whom, reason=reason):
                    return await self._chat.report(player.id, whom, reason)
        except StorageFailed:
            return Refusal("storage_failed")

    def _bucket(self, message: p.Say | p.Block | p.ReportPlayer) -> Buckets:
        if isinstance(message, p.Say):
            return self._texts if message.kind == "text" else self._quick
        return self._blocks if isinstance(message, p.Block) else self._reports

    async def _block(self, player: str, whom: str, *, on: bool) -> Done | Refusal:
        if whom == player or await self._players.find(whom) is None:
            return Refusal("not_member")
        result = await self._chat.blocks.set(player, whom, on=on)
        if isinstance(result, Done):
            self._news.blocked(player, await self._chat.blocks.of(player))
        return result
