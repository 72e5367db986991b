"""A guest who wants to stay: a name of his own and a password. He remains who he was."""

import unicodedata
from dataclasses import dataclass
from typing import Protocol

from dizhu.app import names
from dizhu.app.account_store import AccountStore, Login
from dizhu.app.lookalikes import skeleton, skeletons
from dizhu.app.players import Player, Players
from dizhu.app.ports import Clock

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 128
_COMMON = frozenset(
    (
        "password",
        "passw0rd",
        "password1",
        "password123",
        "12345678",
        "123456789",
        "1234567890",
        "11111111",
        "00000000",
        "88888888",
        "66666666",
        "87654321",
        "qwertyuiop",
        "qwerty123",
        "1qaz2wsx",
        "iloveyou",
        "abc12345",
        "a1234567",
        "a12345678",
        "a123456789",
        "woaini1314",
        "5201314520",
        "1234qwer",
        "asdfghjkl",
        "147258369",
        "123123123",
    )
)
"""Those that are tried first."""


class Refused(Exception):
    """Something about an account is refused; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Busy(Exception):
    """Too many passwords are being checked already."""


class Hasher(Protocol):
    """Turns passwords into what may be stored. Each method takes its time and raises Busy."""

    async def hash(self, password: str) -> str:
        """A salted hash."""
        ...

    async def verify(self, known: str | None, password: str) -> bool:
        """Whether it is the password; with nothing known it takes just as long, and is not."""
        ...

    def outdated(self, known: str) -> bool:
        """Whether it should be hashed anew."""
        ...


@dataclass(frozen=True, slots=True)
class Proof:
    """A name and a password, as somebody gave them."""

    name: str
    password: str


class Accounts:
    """Registers guests, and knows them again."""

    def __init__(self, store: AccountStore, players: Players, hasher: Hasher, clock: Clock) -> None:
        self._store = store
        self._players = players
        self._hasher = hasher
        self._clock = clock

    async def new_guest(self, name: str | None, locale: str) -> Player:
        """Somebody new. Nobody may look like a member. Raises Refused, BadName, StorageFailed."""
        if name is not None and await self._whose(names.proper(name)) is not None:
            raise Refused("name_taken")
        return await self._players.new_guest(name, locale)

    async def register(self, player: Player, proof: Proof) -> Player:
        """A guest keeps his account: same id, same beans, same table, a name and a password.

        Raises Refused, BadName, NameTaken, NoGuest, Busy, StorageFailed.
        """
        name = names.proper(proof.name)
        password = checked(proof.password, name)
        if not player.guest:
            raise Refused("registered_already")
        if await self._whose(name) is not None:
            raise Refused("name_taken")  # before the costly part; the store decides again
        hashed = await self._hasher.hash(password)
        login = Login(player.id, skeleton(name), hashed)
        await self._store.register(login, name, self._clock.now())
        return await self._players.refresh(player.id)

    async def _whose(self, name: str) -> Login | None:
        """Who has a name, or one that looks like it."""
        for looks in skeletons(name):
            login = await self._store.login(looks)
            if login is not None:
                return login
        return None

    async def sign_in(self, proof: Proof) -> Player | None:
        """Whose name and password these are. Raises Busy, StorageFailed.

        Takes as long for a name that nobody has.
        """
        login = await self._whose(proof.name)
        password = _composed(proof.password)
        known = None if login is None else login.password
        if not await self._hasher.verify(known, password) or login is None:
            return None
        if self._hasher.outdated(login.password):
            anew = await self._hasher.hash(password)
            await self._store.set_password(login.player, anew, self._clock.now())
        return await self._players.find(login.player)

    async def is_his(self, player: Player, password: str | None) -> bool:
        """Whether it is the password of a player; a guest has none."""
        login = await self._store.login_of(player.id)
        if login is None:
            return player.guest
        return await self._hasher.verify(login.password, _composed(password or ""))

    async def change_password(self, player: Player, old: str, new: str, keep: str) -> int:
        """Another password; all sessions but one end. How many ended.

        Raises Refused, Busy, StorageFailed.
        """
        if player.guest:
            raise Refused("not_registered")
        password = checked(new, player.name)
        if not await self.is_his(player, old):
            raise Refused("wrong_password")
        hashed = await self._hasher.hash(password)
        await self._store.set_password(player.id, hashed, self._clock.now())
        return await self._store.revoke_sessions(player.id, None, keep)


def checked(password: str, name: str) -> str:
    """A password that may be used. Raises Refused."""
    text = _composed(password)
    if len(text) < SHORTEST_PASSWORD:
        raise Refused("password_short")
    if len(text) > LONGEST_PASSWORD:
        raise Refused("password_long")
    plain = text.casefold()
    if plain in _COMMON or len(set(plain)) < 3 or plain == name.casefold():
        raise Refused("password_common")
    return text


def _composed(password: str) -> str:
    """The same characters are the same password, however a keyboard composes them."""
    return unicodedata.normalize("NFKC", password)
