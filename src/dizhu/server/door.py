"""Who comes in: the session cookie, what is noted of a session, and how it ends."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from aiohttp import web

from dizhu.app.account_store import AccountStore
from dizhu.app.operators.ports import Sanction
from dizhu.app.players import Player, Players
from dizhu.app.ports import Clock, Random, SessionRow, Store
from dizhu.server.addresses import Addresses, device_of, shortened
from dizhu.server.answers import ApiRefusal
from dizhu.server.auth import COOKIE, DEVICE_COOKIE, SESSION_MS, Session, Tokens

SEEN_EVERY_MS = 5 * 60 * 1000
"""When a session was last seen is noted no more often."""
DEVICE_SECONDS = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks, and by which sign-in."""

    player: Player
    session: str


@dataclass(frozen=True, slots=True)
class Registers:
    """Where the door looks people up; `ban`: why somebody may not come in."""

    store: Store
    accounts: AccountStore
    players: Players
    ban: Callable[[str], Sanction | None] = lambda _player: None


class Door:
    """Knows those who have a good cookie, and gives cookies."""

    def __init__(
        self,
        registers: Registers,
        tokens: Tokens,
        addresses: Addresses,
        clock: Clock,
        random: Random,
        *,
        secure: bool,
    ) -> None:
        self.addresses = addresses
        self._store = registers.store
        self._accounts = registers.accounts
        self._players = registers.players
        self._ban = registers.ban
        self._tokens = tokens
        self._clock = clock
        self._random = random
        self._secure = secure

    async def visitor(self, request: web.Request) -> Visitor | None:
        """Who asks, None without a good session, and for who is banned."""
        session = self._token(request)
        now = self._clock.now()
        banned = session is not None and self._ban(session.player) is not None
        known = None if session is None or banned else await self._store.session(session.id, now)
        if known is None:
            return None
        player = await self._players.find(known.player)
        if player is None:
            return None
        if now - known.seen_at > SEEN_EVERY_MS:
            await self._accounts.touch_session(self._seen(known, request, now))
        return Visitor(player, known.id)

    async def authenticate(self, request: web.Request) -> Player | None:
        """The player who asks."""
        visitor = await self.visitor(request)
        return None if visitor is None else visitor.player

    async def player(self, request: web.Request) -> Player:
        """The player who asks. Raises ApiRefusal for nobody, and for who is banned."""
        return (await self.demand(request)).player

    async def demand(self, request: web.Request) -> Visitor:
        """Who asks. Raises ApiRefusal for nobody, and for who is banned."""
        visitor = await self.visitor(request)
        if visitor is None:
            self.refuse_banned(request)
            raise ApiRefusal(401, "unauthorized")
        return visitor

    def ban(self, request: web.Request) -> Sanction | None:
        """The ban of whose cookie this is, even if his session has ended."""
        session = self._token(request)
        return None if session is None else self._ban(session.player)

    def refuse_banned(self, request: web.Request) -> None:
        """Raises ApiRefusal if the cookie is that of somebody who is banned."""
        _refuse(self.ban(request))

    async def still_good(self, visitor: Visitor) -> bool:
        """Whether the session has not ended meanwhile."""
        if self._ban(visitor.player.id) is not None:
            return False
        return await self._store.session(visitor.session, self._clock.now()) is not None

    async def enter(self, request: web.Request, response: web.Response, player: Player) -> str:
        """A new session, with its cookie; its id. Raises ApiRefusal for who is banned."""
        _refuse(self._ban(player.id))
        now = self._clock.now()
        row = SessionRow(self._random.token(), player.id, now + SESSION_MS, now)
        await self._store.add_session(self._seen(row, request, now))
        self._give_cookie(response, Session(row.id, player.id, row.expires_at))
        return row.id

    async def renew(self, request: web.Request, response: web.Response, visitor: Visitor) -> None:
        """A session of which half is over lasts as long again."""
        now = self._clock.now()
        session = self._token(request)
        if session is None or not session.half_over(now):
            return
        row = SessionRow(visitor.session, visitor.player.id, now + SESSION_MS)
        await self._accounts.touch_session(self._seen(row, request, now))
        self._give_cookie(response, Session(row.id, row.player, row.expires_at))

    def leave(self, response: web.Response) -> None:
        """Take the session's cookie away."""
        response.del_cookie(COOKIE, path="/")

    # --- devices ---

    def device(self, request: web.Request, name: str) -> str | None:
        """The device, if the owner of this name has signed in on it before."""
        found = self._tokens.read_device(request.cookies.get(DEVICE_COOKIE, ""))
        return found[0] if found is not None and found[1] == _short(name) else None

    def know_device(self, request: web.Request, response: web.Response, name: str) -> None:
        """The owner of this name has signed in here."""
        if self.device(request, name) is None:
            token = self._tokens.write_device(self._random.token(), _short(name))
            self._cookie(response, DEVICE_COOKIE, token, DEVICE_SECONDS)

    # --- cookies ---

    def _token(self, request: web.Request) -> Session | None:
        return self._tokens.read(request.cookies.get(COOKIE, ""), self._clock.now())

    def _seen(self, row: SessionRow, request: web.Request, now: int) -> SessionRow:
        address = shortened(self.addresses.of(request))
        device = device_of(request.headers.get("User-Agent", "")[:512])
        return replace(row, seen_at=now, address=address, device=device)

    def _give_cookie(self, response: web.Response, session: Session) -> None:
        self._cookie(response, COOKIE, self._tokens.write(session), SESSION_MS // 1000)

    def _cookie(self, response: web.Response, name: str, value: str, seconds: int) -> None:
        response.set_cookie(
            name,
            value,
            max_age=seconds,
            httponly=True,
            samesite="Lax",
            secure=self._secure,
            path="/",
        )


def _refuse(ban: Sanction | None) -> None:
    if ban is not None:
        raise ApiRefusal(403, "banned", ban.reason, ban.until)


def _short(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:16]
