"""The rules of a room, a table or a competition for players, as they are sent."""

import msgspec


class SheetSection(msgspec.Struct, frozen=True):
    """A part of a sheet; `id` is the same in every language."""

    id: str
    heading: str
    lines: tuple[str, ...]


class SheetView(msgspec.Struct, frozen=True):
    """Generated from the ruleset that is played."""

    ruleset: str
    sections: tuple[SheetSection, ...]
