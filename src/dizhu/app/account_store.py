"""What accounts need from a store: names with passwords, sessions, and that somebody may go."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from dizhu.app.ports import SessionRow


class NameTaken(Exception):
    """Somebody has this name, or one that looks like it; nothing was stored."""


class NoGuest(Exception):
    """Who wants to keep his account has done so already, or is gone; nothing was stored."""


@dataclass(frozen=True, slots=True)
class Login:
    """How a player signs in: `skeleton` of his name (`app.lookalikes`), `password` hashed."""

    player: str
    skeleton: str
    password: str


class AccountStore(Protocol):
    """Every method raises StorageFailed."""

    async def login(self, skeleton: str) -> Login | None:
        """Whose name this is."""
        ...

    async def login_of(self, player: str) -> Login | None:
        """How a player signs in; None for a guest."""
        ...

    async def register(self, login: Login, name: str, at: int) -> None:
        """A guest becomes a member. Raises NameTaken, NoGuest."""
        ...

    async def set_password(self, player: str, password: str, at: int) -> None:
        """Another password, or the same one hashed anew."""
        ...

    async def sessions(self, player: str, now: int) -> Sequence[SessionRow]:
        """The sessions of a player that are good, the one seen last first."""
        ...

    async def touch_session(self, session: SessionRow) -> None:
        """Note when and where it was seen, and till when it lasts; one that ended stays so."""
        ...

    async def revoke_sessions(self, player: str, only: str | None, keep: str | None) -> int:
        """End one session of a player, or all but one; how many were ended."""
        ...

    async def forget_name(self, player: str, name: str, most: int) -> bool:
        """Replace his name at so many of his tables; whether there are more."""
        ...

    async def remove(self, player: str, name: str, house: str, at: int) -> None:
        """The person is gone: his name replaced, no password, no sessions, his beans the house's.
        What was posted stays.
        """
        ...
