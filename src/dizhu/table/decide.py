"""A command becomes events and transfers, or is refused with a code; nothing else changes a
table.
"""

from collections.abc import Callable
from typing import Any

from dizhu.rules import legal
from dizhu.rules.actions import (
    SEATS,
    Action,
    Blind,
    Call,
    Double,
    Escape,
    Look,
    NoDouble,
    Pass,
    Play,
    Raise,
    Ready,
    Rob,
    Seat,
    Show,
    Timeout,
)
from dizhu.rules.errors import RuleViolation
from dizhu.rules.fairness import are_client_seeds
from dizhu.rules.shuffle import SEED_BYTES
from dizhu.rules.size import check_size
from dizhu.rules.state import ZERO3, type_3i
from dizhu.table.clocks import DEAL_CLOCK, NEXT_CLOCK
from dizhu.table.commands import (
    Act,
    Again,
    Close,
    Expire,
    Extend,
    Leave,
    OpenTable,
    Seal,
    StartHand,
    TableCommand,
)
from dizhu.table.draft import Decision, Draft
from dizhu.table.events import (
    ClocksExtended,
    Closed,
    HandStarted,
    NextWanted,
    SeatLeft,
    SeedSealed,
    TableOpened,
)
from dizhu.table.state import START_CHOICES, Status, TableCode, TableState

_ANSWERS = (Ready, Call, Blind, Look, Rob, Raise, Double, NoDouble, Pass, Play)
"""Actions that answer a question, and so may be too late for it."""
_OF_THE_HAND = (Show, Escape)
"""Actions that are possible most of the time, but were meant for the hand then seen."""


def decide(state: TableState | None, command: TableCommand, now: int) -> Decision:
    """What a command makes happen at `now` (milliseconds since 1970).

    Raises RuleViolation with a code of the rules or of `TableCode`; ValueError for a command that
    the application should not have made. Then nothing changes.
    """
    draft = Draft(state, now)
    if isinstance(command, OpenTable):
        _open(draft, command)
    elif state is None:
        raise ValueError("the first command opens the table")
    elif state.status is Status.CLOSED:
        raise RuleViolation(TableCode.CLOSED)
    else:
        _DECIDERS[type(command)](draft, command)
    return draft.finish()


def _open(draft: Draft, command: OpenTable) -> None:
    if draft.before is not None:
        raise ValueError("the table is open")
    if len({p.id for p in command.players}) != len(SEATS):
        raise ValueError("three different players sit at a table")
    for player in command.players:
        _check_start(player.start)
    check_size(command.ruleset, command.stakes)
    draft.add(
        TableOpened(
            table_id=command.table_id,
            room=command.room,
            ruleset=command.ruleset,
            stakes=command.stakes,
            players=command.players,
            scores=command.scores if command.ruleset.unit == "points" else ZERO3,
            pace=command.pace,
            asks_next=command.asks_next,
            at=draft.now,
            hands=command.hands,
        )
    )
    if command.seed is not None:
        _seal(draft, Seal(command.seed))


def _check_start(choice: str) -> None:
    if choice not in START_CHOICES:
        raise ValueError(f"start must be one of {', '.join(START_CHOICES)}, not {choice!r}")


def _seal(draft: Draft, command: Seal) -> None:
    if not draft.table.wants_seal:
        raise RuleViolation(TableCode.WRONG_PHASE)
    draft.add(SeedSealed(_hex(command.seed), draft.now))


def _hex(seed: bytes) -> str:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    return seed.hex()


def _start_hand(draft: Draft, command: StartHand) -> None:
    if not draft.table.wants_hand:
        raise RuleViolation(TableCode.WRONG_PHASE)
    seeds = command.client_seeds
    if seeds is not None and not are_client_seeds(seeds):
        raise ValueError("three client seeds of 32 hexadecimal digits, or empty, are needed")
    seed, beans = _seed(draft.table, command), _purses(draft.table, command.beans)
    draft.add(HandStarted(seed, beans, draft.now, seeds))
    if command.next_seed is not None:
        draft.add(SeedSealed(_hex(command.next_seed), draft.now))
    draft.answer_start_window()


def _seed(table: TableState, command: StartHand) -> str:
    """The sealed one: its hash has been told, no other may take its place."""
    if table.next_seed is None:
        if command.seed is None:
            raise ValueError("no seed is sealed")
        return _hex(command.seed)
    if command.seed is not None and command.seed.hex() != table.next_seed:
        raise ValueError("another seed is sealed")
    return table.next_seed


def _purses(table: TableState, beans: type_3i) -> type_3i:
    """The beans brought, or the scores of the table; who has less than the room's minimum may not
    play for beans.
    """
    if table.ruleset.unit == "points":
        return table.scores
    if min(beans) < table.stakes.minimum:
        raise RuleViolation(TableCode.NOT_ENOUGH_BEANS)
    return beans


def _act(draft: Draft, command: Act) -> None:
    seat, action = command.seat, command.action
    if draft.table.status is not Status.PLAYING:
        raise RuleViolation(TableCode.WRONG_PHASE)
    if draft.table.seats[seat].left:
        raise RuleViolation(TableCode.LEFT)
    if isinstance(action, Timeout):
        raise RuleViolation(TableCode.NOT_ALLOWED)
    if isinstance(action, _ANSWERS):
        _check_fresh(draft.table, seat, command.seen_version)
    if isinstance(action, _OF_THE_HAND):
        _check_hand(draft.table, command.seen_version)
    draft.act(seat, action, seat)
    if isinstance(action, Escape):
        draft.add(SeatLeft(seat, draft.now))


def _check_fresh(table: TableState, seat: Seat, seen: int | None) -> None:
    """An answer to an older question than the one that stands now is no answer to this one."""
    clock = table.clock_of(seat)
    if seen is not None and clock is not None and seen < clock.since:
        raise RuleViolation(TableCode.STALE)


def _check_hand(table: TableState, seen: int | None) -> None:
    """What was meant for an earlier hand, or before there was one, is not meant for this one."""
    if seen is not None and seen < table.hand_since:
        raise RuleViolation(TableCode.STALE)


def _again(draft: Draft, command: Again) -> None:
    table = draft.table
    if table.status is not Status.BETWEEN:
        raise RuleViolation(TableCode.WRONG_PHASE)
    if table.seats[command.seat].left:
        raise RuleViolation(TableCode.LEFT)
    _check_start(command.start)
    draft.add(NextWanted(command.seat, command.start, draft.now))
    if table.played_out and all(s.wants_next for s in draft.table.seats):
        draft.add(Closed("finished", draft.now))


def _leave(draft: Draft, command: Leave) -> None:
    """G-ESC-6: leaving a hand is an escape; where there is no escape the system plays it out."""
    seat = command.seat
    if draft.table.seats[seat].left:
        raise RuleViolation(TableCode.LEFT)
    escape: Action = Escape()
    if draft.table.status is Status.PLAYING and legal.allowed(draft.hand, seat, escape):
        draft.act(seat, escape, seat)
    draft.add(SeatLeft(seat, draft.now))
    if draft.table.status is Status.BETWEEN:
        draft.close_if_left()


def _expire(draft: Draft, command: Expire) -> None:
    clock = command.clock
    if clock not in draft.table.clocks:
        raise RuleViolation(TableCode.STALE)
    if draft.now < clock.at:
        raise RuleViolation(TableCode.NOT_DUE)
    if clock.kind == NEXT_CLOCK:
        _nobody_answered(draft)
    elif clock.kind == DEAL_CLOCK:
        draft.deal_on(draft.hand.dealt_to + 1)
    else:
        assert clock.seat is not None, "a question is put to a seat"
        draft.act(clock.seat, Timeout())


def _nobody_answered(draft: Draft) -> None:
    """Between hands: the silent have left, or stay. All want one, and none begins: give up, too."""
    table = draft.table
    silent = [s for s in SEATS if not table.seats[s].wants_next]
    if table.played_out:
        draft.add(Closed("finished", draft.now))
        return
    if table.pace.silent_stay and silent:
        _stay(draft, silent)
        return
    for seat in silent:
        draft.add(SeatLeft(seat, draft.now))
    draft.add(Closed("left" if silent else "not_started", draft.now))


def _stay(draft: Draft, silent: list[Seat]) -> None:
    """The silent go on with those who asked for another hand; when nobody did, the table ends."""
    people = [s for s in SEATS if draft.table.seats[s].player.bot is None]
    if all(s in silent for s in people):
        draft.add(Closed("idle", draft.now))
        return
    for seat in silent:
        draft.add(NextWanted(seat, "ask", draft.now))


def _extend(draft: Draft, command: Extend) -> None:
    if command.by_ms == 0:
        raise ValueError("clocks are moved by at least a millisecond")
    draft.add(ClocksExtended(command.by_ms))


def _close(draft: Draft, command: Close) -> None:
    draft.add(Closed(command.reason, draft.now))


_DECIDERS: dict[type, Callable[[Draft, Any], None]] = {
    Seal: _seal,
    StartHand: _start_hand,
    Act: _act,
    Again: _again,
    Leave: _leave,
    Expire: _expire,
    Extend: _extend,
    Close: _close,
}
