"""What people say to those who are where they are. Who hears it is known by the server alone."""

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from dizhu.app.chat_text import Filter, cleaned, unfiltered
from dizhu.app.friend_rooms import FriendRooms
from dizhu.app.notices import Done, Refusal
from dizhu.app.phrases import PHRASES
from dizhu.app.players import Player
from dizhu.app.ports import ChatStore, Clock, Line, Report
from dizhu.app.tables import Tables

MOST_BLOCKED = 500
PLACES, LINES = 2_000, 20
"""So many places are remembered for complaints, with so many lines each."""
REMEMBERED = 10_000
POLICIES = ("all", "quick", "off")


@dataclass(frozen=True, slots=True)
class Said:
    """Something that was said. `kind`: quick, emote (`what` is an id), or text."""

    place: str
    player: str
    name: str
    kind: str
    what: str
    at: int


class ChatAudience(Protocol):
    """Who hears. Must neither wait nor raise."""

    def said(self, listener: str, said: Said) -> None:
        """To one of those who are there."""
        ...


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody is, and the people there, he among them."""

    id: str
    people: tuple[str, ...]


class Places:
    """Where people are: at a table, else in a room of friends."""

    def __init__(self, tables: Tables, rooms: FriendRooms) -> None:
        self._tables = tables
        self._rooms = rooms

    def of(self, player: str) -> Place | None:
        """The place of a player, if there is anybody to talk to."""
        runner = self._tables.find(self._tables.seating.table_of(player) or "")
        if runner is not None:
            seats = runner.state.seats
            people = tuple(s.player.id for s in seats if s.player.bot is None and not s.left)
            return Place(runner.state.table_id, people)
        room = self._rooms.of(player)
        return None if room is None else Place(room.code, tuple(m.id for m in room.members))


class Blocks:
    """Who does not want to hear whom; those of the recent players are kept in memory."""

    def __init__(self, store: ChatStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._known: OrderedDict[str, frozenset[str]] = OrderedDict()

    async def of(self, player: str) -> frozenset[str]:
        """Whom a player does not hear. Raises StorageFailed."""
        if player not in self._known:
            self._remember(player, await self._store.blocks_of(player))
        return self._known[player]

    def known(self, player: str) -> frozenset[str]:
        """The same, of who has been asked about lately; nobody for others."""
        return self._known.get(player, frozenset())

    async def set(self, player: str, whom: str, *, on: bool) -> Done | Refusal:
        """Block somebody, or hear him again. Raises StorageFailed."""
        known = await self.of(player)
        if on and len(known) >= MOST_BLOCKED:
            return Refusal("too_many_blocked")
        if on:
            await self._store.block(player, whom, self._clock.now())
        else:
            await self._store.unblock(player, whom)
        known = await self.of(player)
        self._remember(player, known | {whom} if on else known - {whom})
        return Done(0)

    def _remember(self, player: str, blocked: frozenset[str]) -> None:
        self._known[player] = blocked
        self._known.move_to_end(player)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


class Chat:
    """Says, and remembers what was said last in case somebody complains."""

    def __init__(
        self,
        places: Places,
        blocks: Blocks,
        store: ChatStore,
        audience: ChatAudience,
        clock: Clock,
        policy: str = "all",
        text_filter: Filter = unfiltered,
        muted: Callable[[str], Refusal | None] = lambda _player: None,
    ) -> None:
        """`muted`: why the operator lets somebody say nothing."""
        self._muted = muted
        self.blocks = blocks
        self._places = places
        self._store = store
        self._audience = audience
        self._clock = clock
        self._policy = policy
        self._filter = text_filter
        self._said: OrderedDict[str, deque[Line]] = OrderedDict()

    async def say(self, player: Player, kind: str, what: str) -> Done | Refusal:
        """Say something to all who are there and want to hear it. Raises StorageFailed."""
        muted = self._muted(player.id)
        if muted is not None:
            return muted
        place = self._places.of(player.id)
        if place is None:
            return Refusal("nobody_there")
        shown = self._shown(kind, what)
        if isinstance(shown, Refusal):
            return shown
        said = Said(place.id, player.id, player.name, kind, shown, self._clock.now())
        self._note(said)
        for listener in place.people:
            if listener == player.id or player.id not in await self.blocks.of(listener):
                self._audience.said(listener, said)
        return Done(0)

    def _shown(self, kind: str, what: str) -> str | Refusal:
        if self._policy == "off" or (kind == "text" and self._policy != "all"):
            return Refusal("chat_off")
        if kind in PHRASES:
            return what if what in PHRASES[kind] else Refusal("bad_text")
        clean = cleaned(what)
        shown = None if clean is None else self._filter(clean)
        return Refusal("bad_text") if shown is None else shown

    def _note(self, said: Said) -> None:
        lines = self._said.setdefault(said.place, deque(maxlen=LINES))
        self._said.move_to_end(said.place)
        lines.append(Line(said.at, said.player, said.kind, said.what))
        if len(self._said) > PLACES:
            self._said.popitem(last=False)

    async def report(self, player: str, whom: str, reason: str) -> Done | Refusal:
        """Complain about somebody who is there. Raises StorageFailed."""
        place = self._places.of(player)
        if place is None or whom == player or whom not in place.people:
            return Refusal("nobody_there")
        said = tuple(self._said.get(place.id, ()))
        await self._store.report(Report(self._clock.now(), player, whom, place.id, reason, said))
        return Done(0)
