"""How large a private cup may be, and how long it may wait. Anybody can make one, so one that is
private may take no more of the house than an evening of friends needs; operators' cups have the
limits of `dizhu.tournament.validation` alone.
"""

from collections.abc import Iterator

from dizhu.tournament import Competition, CompetitionError, Cup, Phase
from dizhu.tournament.spec import Stage

MOST_PEOPLE = 96
MOST_FILLED = 12
"""So many seats bots may fill before people have come: the greatest `start.minimum` with bots."""
MOST_STAGES = 3
PATIENCE_MS = 86_400_000
"""So long one may be open to enter, or be paused."""
EXPIRED = "expired"
"""Why one was cancelled in which nothing happened for so long."""
MOST = {"hands": 20, "rounds": 20, "boards": 16, "limit_seconds": 7200}
"""Of the options of a format."""


def check_friendly(competition: Competition) -> None:
    """Raise CompetitionError for the first field that is too large for a private cup."""
    for field, value, most in _bounded(competition):
        if value > most:
            raise CompetitionError(field, f"must be at most {most} in a private cup, not {value}")
    for index, stage in enumerate(competition.stages):
        if stage.format == "last_standing" and not dict(stage.options).get("limit_seconds"):
            field = f"stages[{index}].limit_seconds"
            most = MOST["limit_seconds"]
            raise CompetitionError(field, f"must be 1 to {most} in a private cup: it has to end")


def expired(cup: Cup, now: int) -> bool:
    """Whether nothing has happened in a private cup for too long."""
    if cup.code is None or cup.over:
        return False
    since = cup.opens_at if cup.phase is Phase.REGISTERING else cup.paused_at
    return since is not None and now >= since + PATIENCE_MS


def _bounded(competition: Competition) -> Iterator[tuple[str, int, int]]:
    start = competition.start
    yield "start.size", start.size, MOST_PEOPLE
    yield "start.minimum", start.minimum, MOST_FILLED if start.bots else MOST_PEOPLE
    yield "stages", len(competition.stages), MOST_STAGES
    for index, stage in enumerate(competition.stages):
        yield from _of_stage(stage, f"stages[{index}]")


def _of_stage(stage: Stage, where: str) -> Iterator[tuple[str, int, int]]:
    for field, value in stage.options:
        if field in MOST and isinstance(value, int):
            yield f"{where}.{field}", value, MOST[field]
