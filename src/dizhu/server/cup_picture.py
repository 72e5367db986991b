"""A cup as a picture: its rounds, and what is played in its stages."""

from collections.abc import Iterator
from dataclasses import asdict

from dizhu.server import cup_protocol as c
from dizhu.tournament import Cup
from dizhu.tournament.formats import FORMATS
from dizhu.tournament.spec import Stage, options_of


def picture(cup: Cup) -> Iterator[c.CupRound]:
    """Its rounds: those that were, the one that is played, those that are to come."""
    stages = cup.competition.stages
    for done in cup.history:
        now = cup.in_round and (done.stage, done.round) == (cup.stage, cup.round)
        status = "now" if now and not cup.over else "done"
        name = stages[done.stage].format
        yield c.CupRound(done.stage, done.round, name, done.field, done.tables, status)
    if cup.over:
        return
    field = _expected(cup) if cup.stage < 0 else cup.stage_size
    for index in range(max(0, cup.stage), len(stages)):
        sizes = FORMATS[stages[index].format].sizes(stages[index], field)
        before = cup.round if index == cup.stage else 0
        for number, size in list(enumerate(_columns(stages[index].format, sizes), 1))[before:]:
            yield c.CupRound(index, number, stages[index].format, size, 0, "planned")
        field = sizes[-1]


def _expected(cup: Cup) -> int:
    """How many will begin, as far as it can be told."""
    start = cup.competition.start
    return start.size if start.mode == "full" else max(cup.alive, start.minimum)


def stage_of(stage: Stage) -> c.CupStage:
    """What is played in a stage, with the defaults of its format."""
    return c.CupStage(
        format=stage.format,
        start_score=stage.start_score,
        base_schedule=stage.base_schedule,
        interval_seconds=stage.interval_seconds,
        carry=stage.carry.ratio,
        carry_cap=stage.carry.cap,
        options=asdict(options_of(stage, FORMATS[stage.format].options)),
    )


def _columns(name: str, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Where a size stands for who is left after the last round, it is no round."""
    return sizes[:-1] if name in ("last_standing", "fixed_hands") and len(sizes) > 1 else sizes
