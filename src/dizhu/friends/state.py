"""A room of friends as a value."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from dizhu.rules.actions import Seat
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.state import type_3i

SEATS = 3
MOST_BANNED = 50
PREFIX = "friend-"
"""The `room` of a table of friends is this with the room's id: the code stays among them."""

type_3s = tuple[str, str, str]


class FriendCode(StrEnum):
    """Why a change of a room was refused."""

    NO_ROOM = "no_friend_room"
    FULL = "room_full"
    KICKED = "kicked"
    NOT_HOST = "not_host"
    NOT_MEMBER = "not_member"
    PLAYING = "room_playing"
    TOO_FEW = "too_few"
    MEMBER_BUSY = "member_busy"
    ALREADY = "already_in_room"
    BAD_OPTION = "bad_option"
    TOO_MANY = "too_many_rooms"


class RoomStatus(StrEnum):
    """`waiting` for people or for the host; `playing` at a table; `finished`: all hands played."""

    WAITING = "waiting"
    PLAYING = "playing"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played. `hands`: how many; `bots`: they take empty seats; `watch`: strangers with the
    code may watch.
    """

    ruleset: Ruleset
    stakes: Stakes
    hands: int
    start_score: int
    bots: bool
    watch: bool


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in the room."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Line:
    """A hand on the sheet. `players`, `names`, `delta`: by seat of its table."""

    table: str
    hand_no: int
    at: int
    players: type_3s
    names: type_3s
    delta: type_3i
    landlord: Seat | None
    winner: str | None
    multiplier: int
    end: str


@dataclass(frozen=True, slots=True)
class FriendRoom:
    """A room. `members`: in the order in which they came, the host among them; `table`: where they
    play; `lines`: the sheet of this match; `match_no`: counts the matches; `version`: the changes.
    """

    id: str
    code: str
    terms: Terms
    host: str
    members: tuple[Member, ...]
    expires_at: int
    status: RoomStatus = RoomStatus.WAITING
    table: str | None = None
    lines: tuple[Line, ...] = ()
    banned: tuple[str, ...] = ()
    match_no: int = 1
    version: int = 1

    @property
    def table_room(self) -> str:
        """The room of its tables."""
        return PREFIX + self.id

    @property
    def hands_left(self) -> int:
        """How many hands of the match have not been played."""
        return max(0, self.terms.hands - len(self.lines))

    def member(self, player: str) -> Member | None:
        """Somebody who is in the room."""
        return next((m for m in self.members if m.id == player), None)

    def totals(self) -> dict[str, int]:
        """The scores of all who have played in this match, without the start score."""
        totals: Counter[str] = Counter({m.id: 0 for m in self.members})
        for line in self.lines:
            for player, delta in zip(line.players, line.delta, strict=True):
                totals[player] += delta
        return dict(totals)


def friend_room(table_room: str) -> str | None:
    """The id of the room of friends to which a table belongs."""
    return table_room.removeprefix(PREFIX) if table_room.startswith(PREFIX) else None
