"""The rooms of the lobby: read from `rooms.toml`, checked once at the start."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from importlib.resources import files
from typing import Any

from dizhu.app.room_checks import RoomError, check_entry, entries_of
from dizhu.rules.errors import RulesetError
from dizhu.rules.ruleset import Ruleset, Stakes, preset
from dizhu.rules.size import check_size


@dataclass(frozen=True, slots=True)
class Room:
    """A room. `entry_max`: the most beans to sit down with; `bots_after`: seconds, None never;
    `bot`: which one fills its seats, None the server's.
    """

    id: str
    name_zh: str
    name_en: str
    ruleset: Ruleset
    stakes: Stakes
    level: int
    entry_max: int | None = None
    bots_after: float | None = None
    bot: str | None = None

    @property
    def for_beans(self) -> bool:
        """Whether beans change hands here, and not only points of the table."""
        return self.ruleset.unit == "beans"

    @property
    def entry_min(self) -> int:
        """The least beans to sit down with."""
        return self.stakes.minimum if self.for_beans else 0

    def admits(self, beans: int) -> str | None:
        """None, or the code of the refusal."""
        if beans < self.entry_min:
            return "not_enough_beans"
        if self.entry_max is not None and beans > self.entry_max:
            return "too_many_beans"
        return None


class Rooms(Mapping[str, Room]):
    """The catalogue, in its order."""

    def __init__(self, rooms: list[Room]) -> None:
        self._rooms = {room.id: room for room in rooms}
        if len(self._rooms) != len(rooms):
            raise RoomError("two rooms have the same id")

    def become(self, other: "Rooms") -> None:
        """Another catalogue, for all who use this one."""
        self._rooms = dict(other)

    def __getitem__(self, key: str) -> Room:
        return self._rooms[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rooms)

    def __len__(self) -> int:
        return len(self._rooms)


def load_rooms(text: str | None = None, options: Mapping[str, Any] | None = None) -> Rooms:
    """The catalogue from TOML, by default the one of the package.

    `options` change the rulesets of all rooms (a faster deal, say). Raises RoomError.
    """
    if text is None:
        text = files("dizhu.app").joinpath("rooms.toml").read_text(encoding="utf-8")
    try:
        catalogue = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RoomError(f"the catalogue of rooms is no TOML: {error}") from error
    entries = entries_of(catalogue)
    return Rooms([_room(entry, options or {}) for entry in entries])


def _room(entry: Mapping[str, Any], options: Mapping[str, Any]) -> Room:
    check_entry(entry)
    name, most = entry["id"], entry.get("entry_max")
    try:
        chosen = preset(entry["ruleset"])
        ruleset = chosen.ruleset.with_options({**entry.get("options", {}), **options})
        stakes = _stakes(chosen.stakes, entry.get("stakes", {}))
        check_size(ruleset, stakes)
        if most is not None and most < stakes.minimum:
            raise RoomError(f"{name}: entry_max {most} is below the {stakes.minimum} beans needed")
        return Room(
            id=entry["id"],
            name_zh=entry["zh"],
            name_en=entry["en"],
            ruleset=ruleset,
            stakes=stakes,
            level=entry["level"],
            entry_max=most,
            bots_after=entry.get("bots_after"),
            bot=entry.get("bot"),
        )
    except RulesetError as error:
        raise RoomError(f"{name}: {error}") from error


def _stakes(stakes: Stakes, changes: Mapping[str, Any]) -> Stakes:
    """TOML has no null: "none" is no condition."""
    unknown = set(changes) - {f.name for f in fields(Stakes)}
    if unknown:
        raise RulesetError("stakes", f"unknown: {', '.join(sorted(unknown))}")
    wanted: dict[str, Any] = {k: None if v == "none" else v for k, v in changes.items()}
    return replace(stakes, **wanted)
