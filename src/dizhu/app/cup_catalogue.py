"""The catalogue of competitions, read from `tournament/catalogue.toml` or an operator's file."""

from importlib.resources import files
from pathlib import Path

from dizhu.tournament.catalogue import parse
from dizhu.tournament.spec import Competition


def load_catalogue(path: Path | None = None) -> dict[str, Competition]:
    """The competitions by key, by default the package's. Raises CompetitionError, OSError."""
    source = files("dizhu.tournament").joinpath("catalogue.toml") if path is None else path
    return parse(source.read_text(encoding="utf-8"))
