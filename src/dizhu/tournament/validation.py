"""What makes a competition valid. Every message names the field and says what to do."""

import re
from collections.abc import Iterator
from dataclasses import replace

from dizhu.rules.errors import RulesetError
from dizhu.rules.size import check_size
from dizhu.tournament.carry import ratio_of
from dizhu.tournament.errors import CompetitionError
from dizhu.tournament.formats import FORMATS
from dizhu.tournament.ranking import TIE_RULES
from dizhu.tournament.schedule import minute_of
from dizhu.tournament.spec import Competition, Prize, Stage, Start

MOST_ENTRANTS = 30_000
MOST_BEANS = 10**12
MOST_ROWS = 100
"""Of prizes, and of a schedule of bases."""
MOST_SECONDS = 30 * 86_400
_KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,47}")


def check(competition: Competition) -> None:
    """Raise CompetitionError for the first field that makes no sense."""
    for field, message in _faults(competition):
        raise CompetitionError(field, message)
    for index, stage in enumerate(competition.stages):
        FORMATS[stage.format].check(competition, stage, f"stages[{index}]")


def _faults(competition: Competition) -> Iterator[tuple[str, str]]:
    if not _KEY.fullmatch(competition.key):
        yield "key", "must have 1 to 48 of a-z, 0-9 and -, and not begin with -"
    for field in ("zh", "en"):
        name = getattr(competition, field)
        if not isinstance(name, str) or not 1 <= len(name) <= 64 or not name.isprintable():
            yield field, "must be a name of 1 to 64 printable characters"
    if competition.kind not in TIE_RULES:
        yield "kind", f"must be one of {', '.join(TIE_RULES)}, not {competition.kind!r}"
    yield from _range_faults("absent_hands", competition.absent_hands, 0, 1000)
    yield from _ruleset_faults(competition)
    yield from _start_faults(competition.start)
    if not 1 <= len(competition.stages) <= 10:
        yield "stages", "must have 1 to 10 stages"
    for index, stage in enumerate(competition.stages):
        yield from _stage_faults(competition, stage, f"stages[{index}]")
    yield from _size_faults(competition)
    yield from _prize_faults(competition)


def _ruleset_faults(competition: Competition) -> Iterator[tuple[str, str]]:
    if competition.ruleset.unit != "points":
        yield "ruleset.unit", "a competition is played for points"
    if competition.ruleset.all_pass != "forced_score" and competition.ruleset.max_redeals is None:
        yield "ruleset.max_redeals", "must be set: a table that nobody attends has to finish, too"
    if competition.stakes.fee:
        yield "stakes.fee", "must be 0: the entry is the price"
    if competition.stakes.double_threshold is not None:
        yield "stakes.double_threshold", 'must be "none": points are no beans'


def _size_faults(competition: Competition) -> Iterator[tuple[str, str]]:
    """The highest base of all stages."""
    bases = [base for stage in competition.stages for _, base in stage.base_schedule]
    stakes = competition.stakes
    try:
        check_size(competition.ruleset, replace(stakes, base=max([stakes.base, *bases])))
    except RulesetError as error:
        yield f"ruleset.{error.field}", str(error).removeprefix(f"{error.field}: ")


def _start_faults(start: Start) -> Iterator[tuple[str, str]]:
    if start.mode not in ("full", "at", "hand"):
        yield "start.mode", f"must be full, at or hand, not {start.mode!r}"
    for field, low, high in (
        ("size", 3, MOST_ENTRANTS),
        ("minimum", 3, start.size),
        ("fill_after_seconds", 0, 86_400),
        ("window_seconds", 1, 30 * 86_400),
        ("late_seconds", 0, 86_400),
        ("every_minutes", 0, 24 * 60),
        ("utc_offset_minutes", -14 * 60, 14 * 60),
    ):
        yield from _range_faults(f"start.{field}", getattr(start, field), low, high)
    if start.every_minutes and 24 * 60 % start.every_minutes:
        yield "start.every_minutes", "must divide the day (1440)"
    if start.mode != "at" and (start.every_minutes or start.times):
        yield "start.mode", "set times need mode at"
    for time in start.times:
        try:
            minute_of(time)
        except ValueError as error:
            yield "start.times", str(error)


def _range_faults(field: str, value: object, low: int, high: int) -> Iterator[tuple[str, str]]:
    if type(value) is not int or not low <= value <= high:
        yield field, f"must be a whole number from {low} to {high}, not {value!r}"


def _stage_faults(competition: Competition, stage: Stage, where: str) -> Iterator[tuple[str, str]]:
    if stage.format not in FORMATS:
        yield f"{where}.format", f"must be one of {', '.join(FORMATS)}, not {stage.format!r}"
    for field, low, high in (
        ("start_score", -1_000_000, 1_000_000),
        ("interval_seconds", 0, 3600),
        ("hand_limit_seconds", 0, 7200),
    ):
        yield from _range_faults(f"{where}.{field}", getattr(stage, field), low, high)
    if competition.ruleset.loser_cap != "none" and stage.start_score < 1:
        yield f"{where}.start_score", "must be above 0 where nobody pays more than he has"
    try:
        ratio_of(stage.carry.ratio)
    except ValueError as error:
        yield f"{where}.carry.ratio", f"is no ratio: {error}"
    if stage.carry.cap is not None:
        yield from _range_faults(f"{where}.carry.cap", stage.carry.cap, 0, 10**9)
    yield from _schedule_faults(stage, f"{where}.base_schedule")


def _schedule_faults(stage: Stage, where: str) -> Iterator[tuple[str, str]]:
    if len(stage.base_schedule) > MOST_ROWS:
        yield where, f"must have at most {MOST_ROWS} rows"
    before = -1
    for row in stage.base_schedule:
        if any(type(v) is not int for v in row):
            yield where, "each row must be [seconds, base]"
            return
        if not before < row[0] <= MOST_SECONDS or not 1 <= row[1] <= 10**6:
            yield where, f"seconds must grow from 0 to {MOST_SECONDS}, bases be from 1 to 1000000"
        before = row[0]


def _prize_faults(competition: Competition) -> Iterator[tuple[str, str]]:
    yield from _range_faults("entry.beans", competition.entry.beans, 0, MOST_BEANS)
    yield from _range_faults("entry.cards", competition.entry.cards, 0, 1000)
    yield from _range_faults("rake_percent", competition.rake_percent, 0, 100)
    if len(competition.prizes) > MOST_ROWS:
        yield "prizes", f"must have at most {MOST_ROWS} rows"
    for index, prize in enumerate(competition.prizes):
        yield from _one_prize_faults(prize, f"prizes[{index}]")
    shared = any(p.share for p in competition.prizes if p.first == 1)
    if competition.entry.beans and competition.rake_percent < 100 and not shared:
        yield "prizes", "the pool of entries needs a share for rank 1 (or rake_percent 100)"


def _one_prize_faults(prize: Prize, where: str) -> Iterator[tuple[str, str]]:
    for field, low, high in (
        ("first", 1, MOST_ENTRANTS),
        ("last", 0, MOST_ENTRANTS),
        ("share", 0, 10_000),
        ("beans", 0, MOST_BEANS),
        ("cards", 0, 1000),
    ):
        yield from _range_faults(f"{where}.{field}", getattr(prize, field), low, high)
    if prize.last and prize.last < prize.first:
        yield f"{where}.last", "must be 0 or not below first"
    if len(prize.badge) > 48 or not prize.badge.isprintable():
        yield f"{where}.badge", "must have at most 48 characters, all of them printable"
