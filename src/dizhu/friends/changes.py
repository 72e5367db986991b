"""Every change of a room of friends: a new value, or a RuleViolation with a `FriendCode`."""

from dataclasses import replace
from typing import Any

from dizhu.friends.state import (
    MOST_BANNED,
    SEATS,
    FriendCode,
    FriendRoom,
    Line,
    Member,
    RoomStatus,
    Terms,
)
from dizhu.rules.errors import RuleViolation

HOUR_MS = 3_600_000
LIFE_MS = {
    RoomStatus.WAITING: 2 * HOUR_MS,
    RoomStatus.PLAYING: 24 * HOUR_MS,
    RoomStatus.FINISHED: HOUR_MS,
}
"""How long a room lives on without any change; empty ones a tenth of it."""


def opened(room_id: str, code: str, terms: Terms, host: Member, now: int) -> FriendRoom:
    """A new room with its host."""
    return FriendRoom(
        id=room_id,
        code=code,
        terms=terms,
        host=host.id,
        members=(host,),
        expires_at=now + LIFE_MS[RoomStatus.WAITING],
    )


def entered(room: FriendRoom, who: Member, now: int) -> FriendRoom:
    """Somebody comes in; who is in already stays. While a hand runs he waits for the next table."""
    if room.member(who.id) is not None:
        return room
    if who.id in room.banned:
        raise RuleViolation(FriendCode.KICKED)
    if len(room.members) >= SEATS:
        raise RuleViolation(FriendCode.FULL)
    host = room.host if room.members else who.id
    return _changed(room, now, members=(*room.members, who), host=host)


def left(room: FriendRoom, player: str, now: int) -> FriendRoom:
    """Somebody goes; if he was the host, the next is who came first. What he won or lost stays."""
    if room.member(player) is None:
        raise RuleViolation(FriendCode.NOT_MEMBER)
    members = tuple(m for m in room.members if m.id != player)
    host = room.host
    if host == player and members:
        host = members[0].id
    return _changed(room, now, members=members, host=host)


def forgotten(room: FriendRoom, player: str, name: str, now: int) -> FriendRoom:
    """Somebody's account is deleted: he goes, and is called `name` on the sheet."""
    if room.member(player) is not None:
        room = left(room, player, now)
    lines = tuple(_renamed(line, player, name) for line in room.lines)
    return room if lines == room.lines else _changed(room, now, lines=lines)


def _renamed(line: Line, player: str, name: str) -> Line:
    pairs = zip(line.players, line.names, strict=True)
    one, two, three = (name if who == player else known for who, known in pairs)
    return replace(line, names=(one, two, three))


def kicked(room: FriendRoom, by: str, player: str, now: int) -> FriendRoom:
    """The host sends somebody away, for good, before a hand or between matches."""
    _check_host(room, by)
    if room.status is RoomStatus.PLAYING:
        raise RuleViolation(FriendCode.PLAYING)
    if player == by:
        raise RuleViolation(FriendCode.NOT_MEMBER)
    without = left(room, player, now)
    return replace(without, banned=(*room.banned, player)[-MOST_BANNED:])


def host_given(room: FriendRoom, by: str, player: str, now: int) -> FriendRoom:
    """The host makes somebody else the host."""
    _check_host(room, by)
    return hosted_by(room, player, now)


def hosted_by(room: FriendRoom, host: str, now: int) -> FriendRoom:
    """Somebody else is the host, because the last one is away."""
    if room.member(host) is None:
        raise RuleViolation(FriendCode.NOT_MEMBER)
    return _changed(room, now, host=host)


def check_start(room: FriendRoom, by: str) -> None:
    """Whether the host may have the cards dealt now."""
    _check_host(room, by)
    if room.status is RoomStatus.PLAYING:
        raise RuleViolation(FriendCode.PLAYING)
    if len(room.members) < SEATS and not room.terms.bots:
        raise RuleViolation(FriendCode.TOO_FEW)


def fresh(room: FriendRoom) -> FriendRoom:
    """The room at the start of its next hand: after a match a new one begins."""
    if room.status is not RoomStatus.FINISHED:
        return room
    return replace(room, lines=(), match_no=room.match_no + 1, status=RoomStatus.WAITING)


def started(room: FriendRoom, table: str, now: int) -> FriendRoom:
    """They sit at a table."""
    return _changed(fresh(room), now, status=RoomStatus.PLAYING, table=table)


def settled(room: FriendRoom, line: Line, now: int) -> FriendRoom:
    """A hand is over; one that is on the sheet already changes nothing."""
    if any((known.table, known.hand_no) == (line.table, line.hand_no) for known in room.lines):
        return room
    return _changed(room, now, lines=(*room.lines, line))


def table_closed(room: FriendRoom, table: str, now: int) -> FriendRoom:
    """The table is over: all hands are played, or somebody left, or nobody went on."""
    if room.table != table:
        return room
    over = room.hands_left == 0
    status = RoomStatus.FINISHED if over else RoomStatus.WAITING
    return _changed(room, now, status=status, table=None)


def _check_host(room: FriendRoom, player: str) -> None:
    if room.member(player) is None:
        raise RuleViolation(FriendCode.NOT_MEMBER)
    if room.host != player:
        raise RuleViolation(FriendCode.NOT_HOST)


def _changed(room: FriendRoom, now: int, **changes: Any) -> FriendRoom:
    new = replace(room, **changes, version=room.version + 1)
    life = LIFE_MS[new.status] // (1 if new.members else 10)
    return replace(new, expires_at=now + life)
