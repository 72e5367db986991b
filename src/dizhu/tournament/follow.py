"""What follows from a state by itself: the start, stages and rounds, the final ranks, the prizes.

It is derived from the state alone, so a cup that is read back from its log after a restart goes on
by itself with the next `Tick`.
"""

from dizhu.tournament.carry import carried, ratio_of
from dizhu.tournament.events import (
    Began,
    Cancelled,
    Events,
    Finished,
    Registered,
    StageBegan,
)
from dizhu.tournament.evolve import evolve
from dizhu.tournament.formats import FORMATS
from dizhu.tournament.formats.base import out_of, standing
from dizhu.tournament.prizes import awarded, refunds
from dizhu.tournament.roll import Entrant
from dizhu.tournament.schedule import fill_at
from dizhu.tournament.seating import enough_to_play
from dizhu.tournament.state import BOT_MARK, Cup, Phase

MOST_STEPS = 100_000
"""One table or round is a step; more than this is a fault of a format."""


def followed(cup: Cup, now: int) -> tuple[Events, Cup]:
    """All events that follow, and the state after them."""
    events: Events = ()
    for _ in range(MOST_STEPS):
        if not (following := _following(cup, now)):
            return events, cup
        events += following
        for event in following:
            cup = evolve(cup, event)
    raise AssertionError(f"what follows in cup {cup.id} comes to no end")


def _following(cup: Cup, now: int) -> Events:
    if cup.over or cup.paused_at is not None:
        return ()
    if cup.phase is Phase.REGISTERING:
        return _start_due(cup, now)
    if cup.alive == 0:
        return (awarded(cup), Finished(now))
    if not cup.in_stage:
        return _next_stage(cup, now)
    return FORMATS[cup.stage_now.format].step(cup, now)


def _start_due(cup: Cup, now: int) -> Events:
    start = cup.competition.start
    if start.mode == "full":
        fill = fill_at(cup)
        full = cup.alive >= start.size or (fill is not None and now >= fill)
        return begin(cup, now) if full else ()
    if start.mode == "hand" or cup.starts_at is None or now < cup.starts_at:
        return ()
    if now > cup.starts_at + start.late_seconds * 1000:
        return (cancelled(cup, "missed", now),)
    return begin(cup, now) if may_begin(cup) else (cancelled(cup, "too_few", now),)


def may_begin(cup: Cup) -> bool:
    """Whether there are enough entrants, or bots may make up for those who are missing."""
    start = cup.competition.start
    return cup.alive >= start.minimum or (start.bots and cup.alive > 0)


def begin(cup: Cup, now: int) -> Events:
    """The field is fixed, bots included where they may fill it."""
    beans = cup.competition.entry.beans
    bots = range(cup.next_bot, cup.next_bot + _bots_wanted(cup))
    fill = [Registered(f"{BOT_MARK}{n}", True, beans, 0, now) for n in bots]
    return (*fill, Began(now))


def _bots_wanted(cup: Cup) -> int:
    start = cup.competition.start
    if not start.bots:
        return 0
    wanted = start.size if start.mode == "full" else max(start.minimum, -(-cup.alive // 3) * 3)
    return max(0, wanted - cup.alive)


def cancelled(cup: Cup, reason: str, now: int) -> Cancelled:
    """The end of a cup that is not played, or not to its end."""
    return Cancelled(reason, refunds(cup), now)


def _next_stage(cup: Cup, now: int) -> Events:
    """The next stage, if there is one and it can be played; else the final ranks (R-CUP-2)."""
    if cup.last_stage or not enough_to_play(cup, cup.alive):
        return (out_of(cup, standing(cup), "end", now),)
    index = cup.stage + 1
    stage = cup.competition.stages[index]
    field = [e for e in cup.entrants.by_registration() if e.rank is None]
    scores = tuple((e.id, stage.start_score + _carried_into(cup, index, e)) for e in field)
    rest_ms = stage.interval_seconds * 1000 if index else 0
    return (StageBegan(index, scores, now + rest_ms, now),)


def _carried_into(cup: Cup, index: int, entrant: Entrant) -> int:
    """R-JJ-5: what the score so far is worth in the stage that begins."""
    if index == 0:
        return 0
    carry = cup.competition.stages[index].carry
    return carried(entrant.score, ratio_of(carry.ratio), carry.cap)
