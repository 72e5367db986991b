"""A new cup: from the catalogue, a TOML text or a form; the operator's, or one of friends."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from dizhu.app.cups.friendly import MOST_PEOPLE, check_friendly
from dizhu.tournament import Competition, CompetitionError, check, next_start
from dizhu.tournament.catalogue import competition_from, parse
from dizhu.tournament.spec import Entry

YEAR_MS = 366 * 86_400_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants to announce: one of `key`, `toml`, `form`."""

    key: str | None = None
    toml: str | None = None
    form: Mapping[str, Any] | None = None
    private: bool = False
    size: int | None = None
    starts_at: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What is announced."""

    competition: Competition
    starts_at: int | None


def plan_of(wanted: Wanted, catalogue: Mapping[str, Competition], now: int) -> Plan:
    """What somebody wants, checked. Raises CompetitionError, which names the field."""
    competition = _competition(wanted, catalogue)
    if wanted.private:
        competition = for_friends(competition)
    if wanted.private and wanted.key is not None:
        competition = _of_size(competition, min(competition.start.size, MOST_PEOPLE))
    if wanted.size is not None:
        competition = _of_size(competition, wanted.size)
    check(competition)
    if wanted.private:
        check_friendly(competition)
    return Plan(competition, _starts_at(competition, wanted.starts_at, now))


def for_friends(competition: Competition) -> Competition:
    """For honour alone, begun by the host: nothing of value can be moved from friend to friend."""
    start = replace(competition.start, mode="hand", every_minutes=0, times=(), fill_after_seconds=0)
    return replace(competition, start=start, entry=Entry(), prizes=(), rake_percent=0)


def _of_size(competition: Competition, size: int) -> Competition:
    return replace(competition, start=replace(competition.start, size=size))


def _competition(wanted: Wanted, catalogue: Mapping[str, Competition]) -> Competition:
    given = [w for w in (wanted.key, wanted.toml, wanted.form) if w is not None]
    if len(given) != 1:
        raise CompetitionError("cup", "give one of key, toml and form")
    if wanted.toml is not None:
        return _only(parse(wanted.toml))
    if wanted.form is not None:
        return competition_from(wanted.form)
    key = wanted.key or ""
    if key not in catalogue:
        raise CompetitionError("key", f"there is no {key!r}; there are {', '.join(catalogue)}")
    return catalogue[key]


def _only(found: Mapping[str, Competition]) -> Competition:
    if len(found) != 1:
        raise CompetitionError("toml", f"must have one [[cup]], not {len(found)}")
    return next(iter(found.values()))


def _starts_at(competition: Competition, wanted: int | None, now: int) -> int | None:
    """The time given, or the next of the competition's own."""
    if competition.start.mode != "at":
        if wanted is not None:
            raise CompetitionError("starts_at", "is for start mode at only")
        return None
    starts_at = next_start(competition.start, now) if wanted is None else wanted
    if starts_at is None:
        raise CompetitionError("starts_at", "is missing: the competition has no times of its own")
    if not now < starts_at < now + YEAR_MS:
        raise CompetitionError("starts_at", "must be in the future, within a year")
    return starts_at
