"""Rooms of friends as plain lists: what each command must be answered."""

from dataclasses import dataclass, field

SEATS = 3


@dataclass
class RoomModel:
    """A room; `members` in the order in which they came."""

    code: str
    host: str
    bots: bool
    members: list[str] = field(default_factory=list)
    banned: set[str] = field(default_factory=set)


class Rooms:
    """All of them. Every method returns `ack` or the code of the refusal."""

    def __init__(self) -> None:
        self._rooms: list[RoomModel] = []

    def add(self, room: RoomModel) -> None:
        """A new one, with its host in it."""
        room.members.append(room.host)
        self._rooms.append(room)

    def of(self, player: str) -> RoomModel | None:
        """Where somebody is."""
        return next((r for r in self._rooms if player in r.members), None)

    def enter(self, player: str, room: RoomModel) -> str:
        """Come in."""
        mine = self.of(player)
        if mine is not None:
            return "ack" if mine is room else "already_in_room"
        if player in room.banned:
            return "kicked"
        if len(room.members) >= SEATS:
            return "room_full"
        if not room.members:
            room.host = player
        room.members.append(player)
        return "ack"

    def leave(self, player: str) -> str:
        """Go; the host is followed by who came first."""
        room = self.of(player)
        if room is None:
            return "not_member"
        room.members.remove(player)
        if room.host == player and room.members:
            room.host = room.members[0]
        return "ack"

    def kick(self, by: str, player: str) -> str:
        """Send somebody out."""
        room = self.of(by)
        if room is None:
            return "not_member"
        if room.host != by:
            return "not_host"
        if player == by or player not in room.members:
            return "not_member"
        room.members.remove(player)
        room.banned.add(player)
        return "ack"

    def give_host(self, by: str, player: str) -> str:
        """Another host."""
        room = self.of(by)
        if room is None:
            return "not_member"
        if room.host != by:
            return "not_host"
        if player not in room.members:
            return "not_member"
        room.host = player
        return "ack"
