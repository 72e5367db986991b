"""Competitions written as TOML: the catalogue of a server, or one made by an operator or a club.

Works on text that somebody else has read; every fault is a CompetitionError that names the field.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from dizhu.rules.errors import RulesetError
from dizhu.rules.ruleset import Ruleset, Stakes, preset
from dizhu.tournament.errors import CompetitionError
from dizhu.tournament.spec import Carry, Competition, Entry, Prize, Stage, Start, Value
from dizhu.tournament.validation import check

T = TypeVar("T")
MOST_DOTS = 200
"""In a line of TOML."""
_KEYS = (
    "key",
    "zh",
    "en",
    "kind",
    "ruleset",
    "options",
    "stakes",
    "start",
    "entry",
    "rake_percent",
    "absent_hands",
    "prizes",
    "stage",
)
_STAGE_KEYS = tuple(f.name for f in fields(Stage) if f.name != "options")


def parse(text: str) -> dict[str, Competition]:
    """The competitions of a TOML text by key, each checked. Raises CompetitionError."""
    _check_dots(text)
    try:
        document = tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError, and a number of thousands of digits
        raise CompetitionError("toml", str(error)) from error
    except RecursionError as error:
        raise CompetitionError("toml", "is nested too deeply") from error
    _known("catalogue", document, ("cup",))
    cups: dict[str, Competition] = {}
    for index, entry in enumerate(_list("cup", document.get("cup", []))):
        competition = competition_from(entry, f"cup[{index}]")
        if competition.key in cups:
            raise CompetitionError(f"cup[{index}].key", f"{competition.key!r} stands twice")
        cups[competition.key] = competition
    return cups


def _check_dots(text: str) -> None:
    """Of a key a.b.c.… the reader's time grows with the square of its length."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > MOST_DOTS:
            raise CompetitionError("toml", f"more than {MOST_DOTS} dots (at line {number})")


def competition_from(entry: Any, where: str = "cup") -> Competition:
    """A competition from a table of TOML or JSON, checked. Raises CompetitionError."""
    table = _table(where, entry)
    where = f"cup {table['key']!r}" if isinstance(table.get("key"), str) else where
    try:
        competition = _competition(table)
        check(competition)
    except CompetitionError as error:
        raise CompetitionError(f"{where}: {error.field}", _message(error)) from error
    return competition


def _message(error: CompetitionError) -> str:
    return str(error).removeprefix(f"{error.field}: ")


def _competition(table: Mapping[str, Any]) -> Competition:
    _known("", table, _KEYS)
    ruleset, stakes = _rules(table)
    return Competition(
        key=_text(table, "key"),
        zh=_text(table, "zh"),
        en=_text(table, "en"),
        kind=_text(table, "kind"),
        ruleset=ruleset,
        stakes=stakes,
        stages=tuple(
            _stage(f"stages[{i}]", s) for i, s in enumerate(_list("stage", table.get("stage", [])))
        ),
        start=_made(Start, "start", table.get("start", {})),
        entry=_made(Entry, "entry", table.get("entry", {})),
        prizes=tuple(
            _made(Prize, f"prizes[{i}]", p)
            for i, p in enumerate(_list("prizes", table.get("prizes", [])))
        ),
        rake_percent=table.get("rake_percent", 0),
        absent_hands=table.get("absent_hands", 0),
    )


def _rules(table: Mapping[str, Any]) -> tuple[Ruleset, Stakes]:
    """The preset with the changes of the competition; "none" is no value, which TOML lacks."""
    try:
        base = preset(_text(table, "ruleset"))
        options = _nones(_table("options", table.get("options", {})))
        ruleset = base.ruleset.with_options(options)
    except RulesetError as error:
        raise CompetitionError(f"ruleset.{error.field}", _of_rules(error)) from error
    try:
        changes = _nones(_table("stakes", table.get("stakes", {})))
        _known("stakes", changes, tuple(f.name for f in fields(Stakes)))
        return ruleset, replace(base.stakes, **changes)
    except RulesetError as error:
        raise CompetitionError(f"stakes.{error.field}", _of_rules(error)) from error


def _of_rules(error: RulesetError) -> str:
    return str(error).removeprefix(f"{error.field}: ")


_TEXTS_THAT_MAY_BE_NONE = ("loser_cap", "winner_cap", "escape_floor", "show_effect")


def _nones(table: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: None if value == "none" and key not in _TEXTS_THAT_MAY_BE_NONE else value
        for key, value in table.items()
    }


def _stage(where: str, raw: Any) -> Stage:
    """A stage; whatever is not everybody's is an option of its format."""
    table = _table(where, raw)
    options: dict[str, Value] = {}
    for key, value in table.items():
        if key not in _STAGE_KEYS:
            if type(value) not in (int, str):
                raise CompetitionError(f"{where}.{key}", f"must be a number or text, not {value!r}")
            options[key] = value
    common = {k: v for k, v in table.items() if k in _STAGE_KEYS}
    if not isinstance(table.get("format", ""), str):
        raise CompetitionError(f"{where}.format", f"must be a text, not {table['format']!r}")
    common["carry"] = _made(Carry, f"{where}.carry", table.get("carry", {}))
    rows = _list(f"{where}.base_schedule", table.get("base_schedule", []))
    common["base_schedule"] = tuple(_row(f"{where}.base_schedule", r) for r in rows)
    return replace(
        _made(Stage, where, {"format": "", **common}), options=tuple(sorted(options.items()))
    )


def _row(where: str, raw: Any) -> tuple[int, int]:
    if not isinstance(raw, list | tuple) or len(raw) != 2:
        raise CompetitionError(where, "each row must be [seconds, base]")
    return (raw[0], raw[1])


def _made(kind: type[T], where: str, raw: Any) -> T:
    """A dataclass from a table whose values have the types of its defaults."""
    table = _table(where, raw)
    known = {f.name: f for f in fields(kind)}  # type: ignore[arg-type]
    _known(where, table, tuple(known))
    values = {k: tuple(v) if isinstance(v, list) else v for k, v in table.items()}
    for name, value in values.items():
        wanted = type(known[name].default)
        if wanted in (int, str, bool, tuple) and type(value) is not wanted:
            raise CompetitionError(f"{where}.{name}", f"{value!r} is of the wrong type")
    missing = [n for n in known if n not in values and n in ("first", "format")]
    if missing:
        raise CompetitionError(f"{where}.{missing[0]}", "is missing")
    return kind(**values)


def _known(where: str, table: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for key in table:
        if key not in names:
            field = f"{where}.{key}" if where else key
            raise CompetitionError(field, f"is unknown; there are {', '.join(names)}")


def _table(where: str, raw: Any) -> dict[str, Any]:
    if not isinstance(raw, Mapping):
        raise CompetitionError(where, f"must be a table, not {raw!r}")
    return dict(raw)


def _list(where: str, raw: Any) -> list[Any]:
    if not isinstance(raw, list):
        raise CompetitionError(where, f"must be a list, not {raw!r}")
    return raw


def _text(table: Mapping[str, Any], key: str) -> str:
    value = table.get(key)
    if not isinstance(value, str):
        raise CompetitionError(key, "is missing" if value is None else "must be a text")
    return value
