"""Times that follow from the state: stakes that grow, what is due next, when the next cup is."""

from collections.abc import Iterator

from dizhu.tournament.spec import Start
from dizhu.tournament.state import Cup, Phase, Table

DAY_MS = 86_400_000
MINUTE_MS = 60_000


def base_at(cup: Cup, now: int) -> int:
    """The base score of a hand that begins now (`base_schedule`, G-CUP-1)."""
    base = cup.competition.stakes.base
    for seconds, from_then in cup.stage_now.base_schedule:
        if now >= cup.stage_at + seconds * 1000:
            base = from_then
    return base


def next_due(cup: Cup) -> int | None:
    """When a `Tick` will next make something happen; None: not by time alone."""
    if cup.paused_at is not None or cup.over:
        return None
    due = _starts(cup) if cup.phase is Phase.REGISTERING else _runs(cup)
    return min(due, default=None)


def _starts(cup: Cup) -> Iterator[int]:
    if cup.starts_at is not None:
        yield cup.starts_at
    if (fill := fill_at(cup)) is not None:
        yield fill


def fill_at(cup: Cup) -> int | None:
    """When bots fill a cup that starts when full, counted from its first entrant."""
    start = cup.competition.start
    if start.mode != "full" or not (start.bots and start.fill_after_seconds):
        return None
    return None if cup.first_at is None else cup.first_at + start.fill_after_seconds * 1000


def _runs(cup: Cup) -> Iterator[int]:
    if cup.in_stage and not cup.in_round:
        yield cup.ready_at
    limit = cup.stage_now.hand_limit_seconds * 1000 if cup.in_stage else 0
    if limit and (slowest := next(not_hurried(cup), None)) is not None:
        yield slowest.due_at + limit


def not_hurried(cup: Cup) -> Iterator[Table]:
    """Those of `playing` that have not been hurried."""
    return (t for t in playing(cup) if not t.hurried)


def playing(cup: Cup) -> Iterator[Table]:
    """The tables whose present hand is to be played, the one that has played longest first."""
    return (t for t in cup.tables.values() if not t.idle)


def next_start(start: Start, now: int) -> int | None:
    """The first set time after now of a competition in mode "at"; None if it has none."""
    offset = start.utc_offset_minutes * MINUTE_MS
    midnight = (now + offset) // DAY_MS * DAY_MS - offset
    minutes = _minutes_of_day(start)
    times = (midnight + m * MINUTE_MS for m in (*minutes, *(m + 24 * 60 for m in minutes)))
    return min((t for t in times if t > now), default=None)


def _minutes_of_day(start: Start) -> tuple[int, ...]:
    if start.every_minutes:
        return tuple(range(0, 24 * 60, start.every_minutes))
    return tuple(minute_of(time) for time in start.times)


def minute_of(time: object) -> int:
    """ "20:30" as a minute of the day. ValueError for anything else, such as TOML's own times."""
    if not isinstance(time, str):
        raise ValueError(f'a time of day is a text, "20:30" with its quotes, not {time!r}')
    hours, colon, minutes = time.partition(":")
    if not (colon and hours.isdecimal() and minutes.isdecimal() and len(minutes) == 2):
        raise ValueError(f"a time of day is written 20:30, not {time!r}")
    if int(hours) > 23 or int(minutes) > 59:
        raise ValueError(f"there is no time of day {time!r}")
    return int(hours) * 60 + int(minutes)
