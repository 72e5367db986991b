"""Where the results of hands come from: drawn, or played by bots from the first card to the last.

A result depends on the cup's seed, the table and the hand alone, so a cup can be run again, on any
number of cores, after any number of restarts, to the same end.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from struct import Struct

from dizhu.ledger.settlement import Result, settle_result
from dizhu.rules.actions import SEATS, Action
from dizhu.rules.ruleset import Ruleset, Stakes
from dizhu.rules.state import type_3b, type_3i
from dizhu.rules.view import Observation, observe
from dizhu.table import (
    Act,
    Expire,
    Leave,
    OpenTable,
    Player,
    StartHand,
    Status,
    TableCommand,
    TableState,
    decide,
)
from dizhu.tournament import Cup, deal_seed
from dizhu.tournament.state import Table

Actor = Callable[[Observation], Action | None]
MOST_COMMANDS = 20_000
EIGHT = Struct(">8I")
MULTIPLIERS = (1, 1, 1, 2, 2, 2, 4, 4, 8, 16)
LANDLORD_WINS_PERCENT = 45


class HandStuck(Exception):
    """A hand came to no end; a fault of the program."""


@dataclass(frozen=True, slots=True)
class HandTask:
    """A hand to be played: all that its result depends on. `gone`: by seat, who has left."""

    number: int
    hand: int
    ruleset: Ruleset
    stakes: Stakes
    players: tuple[str, str, str]
    scores: type_3i
    gone: type_3b
    seed: bytes
    bots: tuple[str, ...]
    drawn: bool

    @property
    def name(self) -> str:
        """The table and the hand."""
        return f"{self.number}/{self.hand}"


def task_of(cup: Cup, table: Table, bots: tuple[str, ...], *, drawn: bool) -> HandTask:
    """The present hand of a table."""
    gone = [p in cup.entrants and cup.entrants[p].gone for p in table.players]
    return HandTask(
        number=table.number,
        hand=table.hand,
        ruleset=cup.competition.ruleset,
        stakes=_stakes(cup.competition.stakes, table.base),
        players=table.players,
        scores=scores_now(table),
        gone=(gone[0], gone[1], gone[2]),
        seed=deal_seed(cup, table),
        bots=bots,
        drawn=drawn,
    )


@lru_cache(maxsize=256)
def _stakes(stakes: Stakes, base: int) -> Stakes:
    return replace(stakes, base=base)


def scores_now(table: Table) -> type_3i:
    """What a table's players have now."""
    one, two, three = (table.scores[s] + sum(d[s] for d in table.deltas) for s in SEATS)
    return (one, two, three)


def result_of(task: HandTask) -> type_3i:
    """The changes of score by seat."""
    return drawn_result(task) if task.drawn else played_result(task)


def drawn_result(task: HandTask) -> type_3i:
    """Chance decides who is landlord, who wins and how high; the ledger settles it.

    Half of the chance is the deal's, the same at all tables with the same cards.
    """
    cards, table = lots(task.seed, "cards"), lots(task.seed, f"table/{task.number}")
    landlord = cards[0] % 3
    landlord_won = cards[1] % 100 + table[1] % 100 < 2 * LANDLORD_WINS_PERCENT
    due = MULTIPLIERS[cards[2] % 5 + table[2] % 6] * task.stakes.base * task.stakes.coefficient
    if (task.ruleset.loser_cap, task.ruleset.winner_cap) == ("none", "none"):
        return _uncapped(landlord, due if landlord_won else -due)
    result = Result(
        landlord=landlord,
        landlord_won=landlord_won,
        out=landlord if landlord_won else (landlord + 1) % 3,
        factors=(1, 1),
        dues=(due, due),
    )
    return settle_result(task.ruleset, task.stakes, result, task.scores).delta


def _uncapped(landlord: int, due: int) -> type_3i:
    """What the ledger makes of it where nothing limits a payment, in a tenth of the time."""
    delta = [-due, -due, -due]
    delta[landlord] = 2 * due
    return (delta[0], delta[1], delta[2])


def lots(seed: bytes, label: str) -> tuple[int, ...]:
    """Eight numbers of 32 bits drawn under a label: cheap, and good enough for a simulation."""
    return EIGHT.unpack(hashlib.sha256(seed + label.encode()).digest())


def played_result(task: HandTask) -> type_3i:
    """Bots play it through the table, whose clock plays for those who have left."""
    from dizhu.bots import BOTS

    names = [_bot_of(player, task.bots) for player in task.players]
    actors = [BOTS[n](f"{task.name}/{task.seed.hex()}/{s}").act for s, n in enumerate(names)]
    table = _opened(task)
    for _ in range(MOST_COMMANDS):
        if table.status is not Status.PLAYING:
            break
        table = _ask(table, actors)
    if table.settlement is None:
        raise HandStuck(f"hand {task.name}, seed {task.seed.hex()}: {table.close_reason}")
    return table.settlement.delta


def _bot_of(player: str, bots: Sequence[str]) -> str:
    """Who plays for an entrant: always the same kind of bot, by his name."""
    digest = hashlib.sha256(player.encode()).digest()
    return bots[digest[0] % len(bots)]


def _opened(task: HandTask) -> TableState:
    one, two, three = (Player(p, p, bot="bot") for p in task.players)
    table = _done(
        None,
        OpenTable(
            table_id=task.name,
            room="cup",
            ruleset=task.ruleset.with_options({"deal_step_ms": 0}),
            stakes=task.stakes,
            players=(one, two, three),
            scores=task.scores,
            asks_next=False,
        ),
        0,
    )
    for seat in SEATS:
        if task.gone[seat]:
            table = _done(table, Leave(seat), 0)
    return _done(table, StartHand((0, 0, 0), task.seed), 0)


def _done(table: TableState | None, command: TableCommand, now: int) -> TableState:
    after = decide(table, command, now).table
    assert after is not None, "a command leaves a table"
    return after


def _ask(table: TableState, actors: Sequence[Actor]) -> TableState:
    """The first who is asked and is there answers; else the next clock runs out."""
    hand = table.hand
    assert hand is not None, "who plays has a hand"
    for seat in hand.asked():
        if not table.seats[seat].left:
            action = actors[seat](observe(hand, seat))
            assert action is not None, "who is asked answers"
            return _done(table, Act(seat, action), 0)
    clock = table.clocks[0]
    return _done(table, Expire(clock), clock.at)
