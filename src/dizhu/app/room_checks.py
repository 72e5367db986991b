"""What a room in the catalogue must look like, before its rules and stakes are read."""

import re
from collections.abc import Callable, Mapping
from typing import Any

KEYS = frozenset(
    ("id", "zh", "en", "ruleset", "level", "options", "stakes", "bots_after", "entry_max", "bot")
)
NEEDED = ("id", "zh", "en", "ruleset", "level")
LEVELS = (1, 4)
LONGEST_WAIT = 3600
LONGEST_NAME = 40
_ID = re.compile("[a-z0-9][a-z0-9-]{0,31}")
_OURS = ("friend-", "cup-")
"""The tables of friends and of competitions have rooms that begin like this."""


class RoomError(ValueError):
    """The catalogue of rooms makes no sense; the message says which room and why."""


def entries_of(catalogue: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rooms of a catalogue. Raises RoomError when it is something else."""
    odd = sorted(set(catalogue) - {"room"})
    if odd:
        raise RoomError(f"the catalogue has {', '.join(odd)}; it is made of [[room]] alone")
    entries = catalogue.get("room", [])
    if not isinstance(entries, list) or not entries:
        raise RoomError("the catalogue has no [[room]]")
    if not all(isinstance(entry, dict) for entry in entries):
        raise RoomError("each room is a [[room]] with its keys")
    return entries


def check_entry(entry: Mapping[str, Any]) -> None:
    """Raises RoomError that names the room and the key."""
    name = entry.get("id", "a room without id")
    unknown = sorted(set(entry) - KEYS)
    if unknown:
        raise RoomError(f"{name}: unknown keys {', '.join(unknown)}")
    missing = [key for key in NEEDED if key not in entry]
    if missing:
        raise RoomError(f"{name}: {', '.join(missing)} is missing")
    for key, (fits, words) in _CHECKS.items():
        if key in entry and not fits(entry[key]):
            raise RoomError(f"{name}: {key} must be {words}, not {entry[key]!r}")


def _is_id(value: object) -> bool:
    return isinstance(value, str) and bool(_ID.fullmatch(value)) and not value.startswith(_OURS)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 1 <= len(value.strip()) <= LONGEST_NAME


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_wait(value: object) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and 0 <= value <= LONGEST_WAIT  # type: ignore[operator]


_NAME = (_is_name, f"a name of 1 to {LONGEST_NAME} characters")
_TABLE = (lambda value: isinstance(value, dict), "a table { ... }")
_CHECKS: dict[str, tuple[Callable[[object], bool], str]] = {
    "id": (_is_id, "1 to 32 of a-z, 0-9 and -, and must not begin with friend- or cup-"),
    "zh": _NAME,
    "en": _NAME,
    "ruleset": (lambda value: isinstance(value, str), "the name of a preset"),
    "level": (lambda v: _is_whole(v, *LEVELS), f"a whole number from {LEVELS[0]} to {LEVELS[1]}"),
    "bots_after": (_is_wait, f"seconds from 0 to {LONGEST_WAIT}"),
    "entry_max": (lambda v: _is_whole(v, 1, 10**15), "a whole number of beans, at least 1"),
    "options": _TABLE,
    "stakes": _TABLE,
}
