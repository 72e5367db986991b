"""Rooms of friends, and the form on which one is made, as messages."""

from dataclasses import fields
from typing import Any

from dizhu.app.friend_rooms import FriendRooms
from dizhu.friends import FriendRoom, Line
from dizhu.friends.terms import MOST_BASE, MOST_HANDS, MOST_START_SCORE
from dizhu.rules.options import options_for_points
from dizhu.rules.ruleset import PRESETS, Ruleset, preset
from dizhu.server import friend_form
from dizhu.server import protocol as p
from dizhu.server.hub import Hub


class FriendNews:
    """`app.friend_rooms.FriendAudience` for sockets."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def room_changed(self, room: FriendRoom) -> None:
        """To all who are in it."""
        message = p.FriendRoom(room_view(room, self._hub))
        for member in room.members:
            self._hub.send(member.id, message)

    def room_left(self, player: str, reason: str) -> None:
        """Somebody is in no room any more."""
        self._hub.send(player, p.FriendRoomLeft(reason))

    def connected(self, player: str) -> bool:
        """Whether a player has a connection."""
        return self._hub.connected(player)

    def greet(self, player: str, rooms: FriendRooms) -> None:
        """Somebody connects: where he is."""
        room = rooms.of(player)
        if room is not None:
            self._hub.send(player, p.FriendRoom(room_view(room, self._hub)))


def room_view(room: FriendRoom, hub: Hub) -> p.FriendRoomView:
    """A room as its members see it."""
    terms = room.terms
    return p.FriendRoomView(
        code=room.code,
        host=room.host,
        status=str(room.status),
        table=room.table,
        ruleset=terms.ruleset.name,
        options=_changes(terms.ruleset),
        hands=terms.hands,
        base=terms.stakes.base,
        start_score=terms.start_score,
        bots=terms.bots,
        watch=terms.watch,
        members=tuple(p.FriendMember(m.id, m.name, hub.connected(m.id)) for m in room.members),
        lines=tuple(map(_line, room.lines)),
        scores=_scores(room),
        match_no=room.match_no,
        expires_at=room.expires_at,
        version=room.version,
    )


def _line(line: Line) -> p.FriendLine:
    return p.FriendLine(
        hand_no=line.hand_no,
        at=line.at,
        players=line.players,
        names=line.names,
        delta=line.delta,
        landlord=line.landlord,
        winner=line.winner,
        multiplier=line.multiplier,
        end=line.end,
    )


def _scores(room: FriendRoom) -> tuple[p.FriendScore, ...]:
    names = {m.id: m.name for m in room.members}
    for line in room.lines:
        names |= dict(zip(line.players, line.names, strict=True))
    totals = sorted(room.totals().items(), key=lambda item: -item[1])
    return tuple(p.FriendScore(player, names[player], total) for player, total in totals)


def _changes(ruleset: Ruleset) -> dict[str, Any]:
    """Where a ruleset differs from its preset as friends play it."""
    usual = preset(ruleset.name).ruleset.for_points()
    return {
        f.name: getattr(ruleset, f.name)
        for f in fields(Ruleset)
        if getattr(ruleset, f.name) != getattr(usual, f.name)
    }


def form() -> friend_form.FriendForm:
    """What may be chosen, for the client to build its form from."""
    options = options_for_points()
    rulesets = tuple(
        friend_form.RulesetForm(
            ruleset=name,
            defaults={o.name: getattr(chosen.ruleset.for_points(), o.name) for o in options},
        )
        for name, chosen in PRESETS.items()
    )
    return friend_form.FriendForm(
        rulesets=rulesets,
        options=tuple(
            friend_form.OptionForm(o.name, o.group, o.kind, o.choices, o.low, o.high, o.optional)
            for o in options
        ),
        hands=friend_form.Limits(1, MOST_HANDS),
        base=friend_form.Limits(1, MOST_BASE),
        start_score=friend_form.Limits(0, MOST_START_SCORE),
    )


def as_wanted(message: p.MakeRoom) -> dict[str, Any]:
    """The fields of a wish."""
    names = ("ruleset", "options", "hands", "base", "start_score", "bots", "watch")
    return {name: getattr(message, name) for name in names}
