"""The formats, in one registry. To add one: a file here, a line below (docs/howto)."""

from dizhu.tournament.formats import duplicate, fixed_hands, last_standing, swiss
from dizhu.tournament.formats.base import Format, Projection

FORMATS: dict[str, Format] = {
    f.name: f for f in (last_standing.FORMAT, fixed_hands.FORMAT, swiss.FORMAT, duplicate.FORMAT)
}

__all__ = ["FORMATS", "Format", "Projection"]
