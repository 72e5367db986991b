"""Who sits where: a player sits at one table at a time, and is bound to it while its hand runs."""

from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place. `left`: he is gone, but the hand in which he played still runs."""

    table: str
    room: str
    bot: bool
    left: bool = False


class Seating:
    """The one place that knows it; changed in the same step of the loop in which it is asked."""

    def __init__(self) -> None:
        self._places: dict[str, Place] = {}
        self._people: Counter[str] = Counter()

    def sit(self, player: str, table: str, room: str, *, bot: bool, left: bool = False) -> None:
        """A player takes a place; he must have none."""
        assert player not in self._places, f"{player} sits already"
        self._places[player] = Place(table, room, bot, left)
        self._people[room] += not bot

    def bound(self, player: str) -> Place | None:
        """The place a player may not leave for another one, if any."""
        return self._places.get(player)

    def table_of(self, player: str) -> str | None:
        """Where a player sits."""
        place = self._places.get(player)
        return None if place is None or place.left else place.table

    def leave(self, player: str) -> None:
        """He is gone; he stays bound until `free`."""
        place = self._places[player]
        self._places[player] = Place(place.table, place.room, place.bot, left=True)

    def free(self, player: str, table: str) -> None:
        """He may sit elsewhere. Nothing happens if he does already."""
        place = self._places.get(player)
        if place is not None and place.table == table:
            del self._places[player]
            self._people[place.room] -= not place.bot

    def people(self, room: str) -> int:
        """How many people (no bots) are at the tables of a room."""
        return self._people[room]
