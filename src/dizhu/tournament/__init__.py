"""Competitions: stages in registered formats, with an entry, a start and prizes around them.

Pure; time and chance are parameters. `advance` a `Cup` by commands, `replay` it from its log.
"""

from dizhu.tournament.decide import advance, decide
from dizhu.tournament.errors import CompetitionError, CupCode
from dizhu.tournament.evolve import evolve, replay
from dizhu.tournament.schedule import next_due, next_start, playing
from dizhu.tournament.seating import deal_seed
from dizhu.tournament.spec import Competition
from dizhu.tournament.state import Cup, Phase
from dizhu.tournament.validation import check

__all__ = [
    "Competition",
    "CompetitionError",
    "Cup",
    "CupCode",
    "Phase",
    "advance",
    "check",
    "deal_seed",
    "decide",
    "evolve",
    "next_due",
    "next_start",
    "playing",
    "replay",
]
