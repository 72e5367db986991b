"""What a command makes happen, its consequences included; or a refusal, and nothing changes."""

from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import Any

from dizhu.rules.errors import RuleViolation
from dizhu.rules.state import ZERO3
from dizhu.tournament.commands import (
    CupCommand,
    Depart,
    DropOut,
    Extend,
    HandFinished,
    HandVoided,
    Open,
    Register,
    Tick,
    Withdraw,
)
from dizhu.tournament.errors import CupCode
from dizhu.tournament.events import (
    Departed,
    DroppedOut,
    Events,
    Extended,
    HandDue,
    HandScored,
    Hurried,
    Opened,
    Registered,
    Withdrawn,
)
from dizhu.tournament.evolve import evolve
from dizhu.tournament.follow import followed
from dizhu.tournament.formats import FORMATS
from dizhu.tournament.hosting import HOST_DECIDERS
from dizhu.tournament.schedule import not_hurried
from dizhu.tournament.state import BOT_MARK, Cup, Phase, Table
from dizhu.tournament.validation import check


def decide(cup: Cup | None, command: CupCommand, now: int) -> Events:
    """What a command makes happen at the time `now` (milliseconds since 1970).

    Raises RuleViolation with a `CupCode`; CompetitionError for a competition that makes no sense.
    """
    return advance(cup, command, now)[0]


def advance(cup: Cup | None, command: CupCommand, now: int) -> tuple[Events, Cup]:
    """`decide`, with the state after the events, which is known by then."""
    if isinstance(command, Open):
        events: Events = (_open(command, now),)
    else:
        assert cup is not None, "a cup begins with Open"
        events = _DECIDERS[type(command)](cup, command, now)
    for event in events:
        cup = evolve(cup, event)
    assert cup is not None, "an event leaves a cup"
    consequences, cup = followed(cup, now)
    return events + consequences, cup


def _open(command: Open, now: int) -> Opened:
    check(command.competition)
    if len(bytes.fromhex(command.seed)) != 32:
        raise ValueError("a seed has 32 bytes")
    start = command.competition.start
    if (start.mode == "at") != (command.starts_at is not None):
        raise ValueError("a cup has a set time if, and only if, it begins at one")
    opens_at = command.opens_at
    if opens_at is None:
        starts_at = command.starts_at
        opens_at = now if starts_at is None else max(now, starts_at - start.window_seconds * 1000)
    return Opened(
        cup_id=command.cup_id,
        competition=command.competition,
        seed=command.seed,
        opens_at=opens_at,
        starts_at=command.starts_at,
        host=command.host,
        code=command.code,
        at=now,
    )


def _register(cup: Cup, command: Register, now: int) -> Events:
    entrant = cup.entrants.get(command.player)
    if entrant is not None and not entrant.gone and entrant.rank is None:
        return ()
    if command.player.startswith(BOT_MARK):
        raise ValueError(f"no player's id begins with {BOT_MARK}")
    if (code := refusal(cup, command, now)) is not None:
        raise RuleViolation(code)
    entry = cup.competition.entry
    return (Registered(command.player, False, entry.beans, entry.cards, now),)


def refusal(cup: Cup, command: Register, now: int) -> CupCode | None:
    """Why this player may not enter now; None: he may. The one place where that is decided."""
    entry, start = cup.competition.entry, cup.competition.start
    closed = cup.phase is not Phase.REGISTERING or (
        cup.starts_at is not None and now >= cup.starts_at
    )
    for applies, code in (
        (closed, CupCode.REGISTRATION_CLOSED),
        (cup.starts_at is not None and now < cup.opens_at, CupCode.NOT_OPEN_YET),
        (cup.code is not None and command.code != cup.code, CupCode.WRONG_CODE),
        (cup.alive >= start.size, CupCode.FULL),
        (command.beans < entry.beans, CupCode.NOT_ENOUGH_BEANS),
        (command.cards < entry.cards, CupCode.NOT_ENOUGH_CARDS),
    ):
        if applies:
            return code
    return None


def _withdraw(cup: Cup, command: Withdraw, now: int) -> Events:
    if cup.phase is not Phase.REGISTERING:
        raise RuleViolation(CupCode.TOO_LATE)
    if command.player not in cup.entrants:
        raise RuleViolation(CupCode.NOT_IN)
    entry = cup.competition.entry
    return (Withdrawn(command.player, entry.beans, entry.cards, now),)


def _hand_finished(cup: Cup, command: HandFinished, now: int) -> Events:
    table = _table_of(cup, command.table, command.hand)
    if table is None:
        return ()
    counts = FORMATS[cup.stage_now.format].counts_at_once
    points = command.deltas if counts else ZERO3
    scored = HandScored(table.number, command.hand, command.deltas, points, command.autoplay, now)
    return (scored, *_absent(cup, table, command, now))


def _absent(cup: Cup, table: Table, command: HandFinished, now: int) -> Iterator[DroppedOut]:
    """Who has not been there for too many hands in a row."""
    most = cup.competition.absent_hands
    for player, auto in zip(table.players, command.autoplay, strict=True):
        entrant = cup.entrants.get(player)
        if entrant is None or entrant.gone or not (most and auto):
            continue
        if entrant.absent + 1 >= most:
            yield DroppedOut(player, "absent", now)


def _hand_voided(cup: Cup, command: HandVoided, now: int) -> Events:
    table = _table_of(cup, command.table, command.hand)
    if table is None:
        return ()
    return (HandDue(table.number, table.hand, table.attempt + 1, now),)


def _table_of(cup: Cup, number: int, hand: int) -> Table | None:
    """The table that plays this hand; None if the hand is done with, or the cup is."""
    if not 0 < number < cup.next_table:
        raise RuleViolation(CupCode.NO_SUCH_TABLE)
    table = cup.tables.get(number)
    if cup.over or table is None or hand < table.hand or (hand == table.hand and table.idle):
        return None
    if hand > table.hand:
        raise RuleViolation(CupCode.NO_SUCH_HAND)
    return table


def _drop_out(cup: Cup, command: DropOut, now: int) -> Events:
    entrant = cup.entrants.get(command.player)
    if entrant is None or cup.phase is Phase.REGISTERING:
        raise RuleViolation(CupCode.NOT_IN)
    if cup.over or entrant.gone or entrant.rank is not None:
        return ()
    return (DroppedOut(entrant.id, "left", now),)


def _depart(cup: Cup, command: Depart, now: int) -> Events:
    if cup.phase is Phase.REGISTERING:
        return _withdraw(cup, Withdraw(command.player), now)
    left = _drop_out(cup, DropOut(command.player), now)
    if cup.over or cup.entrants[command.player].departed:
        return ()
    return (*left, Departed(command.player, now))


def _tick(cup: Cup, _command: Tick, now: int) -> Events:
    """Slow tables are hurried; everything else that is due follows from the state."""
    if cup.over or not cup.in_stage or cup.paused_at is not None:
        return ()
    limit = cup.stage_now.hand_limit_seconds * 1000
    if not limit:
        return ()
    slow = takewhile(lambda t: now >= t.due_at + limit, not_hurried(cup))
    return tuple(Hurried(t.number, now) for t in slow)


def _extend(cup: Cup, command: Extend, _now: int) -> Events:
    if command.by_ms == 0:
        raise ValueError("an outage takes time")
    held_up = cup.paused_at is not None and command.by_ms > 0  # its end is counted from the pause
    return () if cup.over or held_up else (Extended(command.by_ms),)


_DECIDERS: dict[type, Callable[[Cup, Any, int], Events]] = {
    Register: _register,
    Withdraw: _withdraw,
    HandFinished: _hand_finished,
    HandVoided: _hand_voided,
    DropOut: _drop_out,
    Depart: _depart,
    Tick: _tick,
    Extend: _extend,
    **HOST_DECIDERS,
}
