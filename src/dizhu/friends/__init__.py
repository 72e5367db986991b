"""Rooms of friends: who is in one, what is played there, and the sheet of scores. Pure: the time
and the code are parameters.

A room is one value; each change of it makes a new one, or is refused with a `FriendCode`. What
happens in its hands is stored with its tables; a room keeps no more than the sheet.
"""

from dizhu.friends.changes import (
    entered,
    forgotten,
    host_given,
    hosted_by,
    kicked,
    left,
    opened,
    settled,
    started,
    table_closed,
)
from dizhu.friends.state import FriendCode, FriendRoom, Line, Member, RoomStatus, Terms, friend_room
from dizhu.friends.terms import BadTerms, Wanted, terms_of

__all__ = [
    "BadTerms",
    "FriendCode",
    "FriendRoom",
    "Line",
    "Member",
    "RoomStatus",
    "Terms",
    "Wanted",
    "entered",
    "forgotten",
    "friend_room",
    "host_given",
    "hosted_by",
    "kicked",
    "left",
    "opened",
    "settled",
    "started",
    "table_closed",
    "terms_of",
]
