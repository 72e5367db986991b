"""What the application needs from outside: a store, a clock, chance. Kept small on purpose."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from dizhu.app.archive import StoredHand
from dizhu.app.operators.deeds import Order
from dizhu.friends.state import FriendRoom
from dizhu.ledger.holdings import Move
from dizhu.ledger.transfers import Transfer
from dizhu.table.shortcut import Boundary
from dizhu.tournament.results import ResultRow

T = TypeVar("T")


class Conflict(Exception):
    """The stream is no longer at the version that was expected; nothing was stored."""


class CommandReused(Exception):
    """An operator's command stands in the audit log already; nothing was stored."""


class NotEnoughBeans(Exception):
    """A transfer would take an account below zero; nothing was stored."""


class NotEnoughHeld(Exception):
    """A move would take somebody's cards or badges below zero; nothing was stored."""


class StorageFailed(Exception):
    """The disk refused, again and again; nothing may be acknowledged."""


@dataclass(frozen=True, slots=True)
class CommandKey:
    """A command's id, made by the client; unique for each player."""

    player: str
    id: str


@dataclass(frozen=True, slots=True)
class CupEnd:
    """A person who was in a cup when it ended. `beans`, `cards`: what he was given back."""

    player: str
    beans: int = 0
    cards: int = 0


@dataclass(frozen=True, slots=True)
class CupRow:
    """A cup as it is found in lists. `live`: not over; `zh`, `en`: its name; `ranks`: all of them
    once it is finished; `ends`: of everybody who was in it, once it is over.
    """

    id: str
    key: str
    zh: str
    en: str
    phase: str
    live: bool
    private: bool
    opened_at: int
    finished_at: int | None = None
    entrants: int = 0
    champion: str | None = None
    reason: str | None = None
    ranks: tuple[ResultRow, ...] = ()
    ends: tuple[CupEnd, ...] = ()


@dataclass(frozen=True, slots=True)
class Append:
    """What one decision changes, all or nothing.

    `expected`: the version of the stream before; `opens`: the room of a table that begins with
    this; `closes`: the table ends with this; `hand`: the hand that is finished with this; `moves`:
    of cards and badges; `cup`: how the cup is found from now on; `orders`: of operators, which
    brought it about, for the audit log.
    """

    stream: str
    expected: int
    events: tuple[object, ...]
    at: int
    transfers: tuple[Transfer, ...] = ()
    command: CommandKey | None = None
    opens: str | None = None
    closes: bool = False
    hand: StoredHand | None = None
    moves: tuple[Move, ...] = ()
    cup: CupRow | None = None
    orders: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True)
class Appended:
    """`version` after it; `repeated`: the command was done before, and nothing was stored now.

    `balances`: of every account that the transfers touched.
    """

    version: int
    repeated: bool
    balances: dict[str, int]


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table that was open when the server stopped."""

    id: str
    room: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """A stored event."""

    version: int
    at: int
    event: object


@dataclass(frozen=True, slots=True)
class Recent:
    """The end of a stream: its first event, where the last hand but one ended, and all after it."""

    opening: Recorded
    boundary: Boundary
    events: Sequence[Recorded]


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player as stored; `kind` guest, member (with a password), bot, or gone."""

    id: str
    name: str
    locale: str
    kind: str
    created_at: int


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A sign-in as stored. `address`, `device`: shortened before they come here."""

    id: str
    player: str
    expires_at: int
    created_at: int = 0
    seen_at: int = 0
    address: str = ""
    device: str = ""


class Store(Protocol):
    """The log of every table, the accounts and the players."""

    async def append(self, entry: Append) -> Appended:
        """Store a decision. Raises Conflict, NotEnoughBeans, CommandReused, StorageFailed."""
        ...

    async def load(self, stream: str) -> Sequence[Recorded]:
        """All events of a stream, oldest first."""
        ...

    async def load_recent(self, stream: str) -> Recent | None:
        """The last hand of a table and what came after it; None: too few are finished."""
        ...

    async def live_tables(self) -> Sequence[LiveTable]:
        """The tables that are not closed."""
        ...

    async def command_version(self, key: CommandKey) -> int | None:
        """The version with which a command was answered, None if it is unknown."""
        ...

    async def post(self, transfers: Sequence[Transfer], at: int) -> dict[str, int]:
        """Move beans; an id posted before is skipped. The balances after it.

        Raises NotEnoughBeans, StorageFailed.
        """
        ...

    async def posted(self, transfers: Sequence[str]) -> frozenset[str]:
        """Which of some ids of transfers have been posted."""
        ...

    async def last_number(self, prefix: str) -> int | None:
        """The largest of the numbers that follow `prefix` (it ends with a colon) in ids of
        transfers; None: there is no such id.
        """
        ...

    async def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        """The balances of some accounts; 0 for one that has never been used."""
        ...

    async def add_player(self, player: PlayerRow, transfers: Sequence[Transfer]) -> None:
        """A new player with his opening beans, all or nothing; known already: no change."""
        ...

    async def player(self, player: str) -> PlayerRow | None:
        """A player by id."""
        ...

    async def add_session(self, session: SessionRow) -> None:
        """A sign-in. Of too many of a player the oldest ends."""
        ...

    async def session(self, session: str, now: int) -> SessionRow | None:
        """A session that has not expired and was not revoked."""
        ...

    async def revoke_session(self, session: str) -> None:
        """Sign out."""
        ...

    async def forget_commands(self, before: int) -> None:
        """Ids of commands older than this are no longer needed."""
        ...

    async def forget_sessions(self, before: int) -> None:
        """Sessions that have expired by then are no longer needed."""
        ...

    async def forget_tables(self, before: int, most: int) -> int:
        """Remove tables that were closed before then, at most so many; how many were removed."""
        ...

    async def beat(self, now: int) -> None:
        """Note that the server was alive at this time."""
        ...

    async def last_beat(self) -> int | None:
        """When the server was last alive, None on the first start."""
        ...


class FriendStore(Protocol):
    """The rooms of friends, each as it is now."""

    async def save_friend_room(self, room: FriendRoom) -> None:
        """A new room, or one that changed. Raises StorageFailed."""
        ...

    async def friend_rooms(self) -> Sequence[FriendRoom]:
        """All rooms there are."""
        ...

    async def drop_friend_room(self, room: str) -> None:
        """A room by its id is no more."""
        ...


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was said, as it is kept: by whom, but no name, for he may go one day. `kind`:
    quick, emote (`what` is an id), or text.
    """

    at: int
    player: str
    kind: str
    what: str


@dataclass(frozen=True, slots=True)
class Report:
    """A complaint for the operator. `place`: a table or a room of friends; `said`: what was said
    there last.
    """

    at: int
    reporter: str
    reported: str
    place: str
    reason: str
    said: tuple[Line, ...]


class ChatStore(Protocol):
    """Who does not want to hear whom, and complaints."""

    async def blocks_of(self, player: str) -> frozenset[str]:
        """Whom a player does not want to hear."""
        ...

    async def block(self, player: str, blocked: str, at: int) -> None:
        """He does not want to hear somebody."""
        ...

    async def unblock(self, player: str, blocked: str) -> None:
        """He wants to hear him again."""
        ...

    async def report(self, report: Report) -> None:
        """Somebody complains."""
        ...

    async def reports_with(self, player: str, most: int) -> Sequence[Report]:
        """The last complaints that are his, or in which something stands that he said."""
        ...


class Clock(Protocol):
    """The time; never goes back while the server runs."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        ...


class Random(Protocol):
    """Chance for everything but the cards: pace, seats, ids."""

    def uniform(self, low: float, high: float) -> float:
        """A number between two others."""
        ...

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in another order."""
        ...

    def token(self) -> str:
        """A new id that nobody can guess: letters, digits, - and _."""
        ...
