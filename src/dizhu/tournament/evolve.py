"""The cup after an event. Never refuses: whether an event may happen was decided in `decide`."""

from collections.abc import Callable, Iterable
from typing import Any

from dizhu.tournament.events import (
    Awarded,
    Began,
    Cancelled,
    CupEvent,
    Departed,
    DroppedOut,
    Extended,
    Finished,
    Opened,
    Paused,
    Ranked,
    Registered,
    Resumed,
    Said,
    Withdrawn,
)
from dizhu.tournament.evolve_play import PLAY_EVOLVERS
from dizhu.tournament.roll import Entrant, Roll
from dizhu.tournament.state import Cup, Phase, Words


def evolve(cup: Cup | None, event: CupEvent) -> Cup:
    """Fold one event. The first one opens the cup."""
    if isinstance(event, Opened):
        return _opened(event)
    assert cup is not None, "a cup begins with cup_opened"
    return _EVOLVERS[type(event)](cup, event)


def replay(events: Iterable[CupEvent], cup: Cup | None = None) -> Cup:
    """Fold a log, from the beginning or from a state on. ValueError for an empty log."""
    for event in events:
        cup = evolve(cup, event)
    if cup is None:
        raise ValueError("there are no events")
    return cup


def _opened(event: Opened) -> Cup:
    return Cup(
        id=event.cup_id,
        competition=event.competition,
        seed=event.seed,
        opens_at=event.opens_at,
        starts_at=event.starts_at,
        host=event.host,
        code=event.code,
        entrants=Roll(),
        tables={},
    )


def _registered(cup: Cup, event: Registered) -> Cup:
    entrant = Entrant(event.player, cup.next_reg, event.bot)
    return cup._replace(
        entrants=cup.entrants.updated([entrant]),
        waiting=(*cup.waiting, event.player),
        alive=cup.alive + 1,
        next_reg=cup.next_reg + 1,
        next_bot=cup.next_bot + event.bot,
        first_at=event.at if cup.first_at is None else cup.first_at,
    )


def _withdrawn(cup: Cup, event: Withdrawn) -> Cup:
    left = tuple(p for p in cup.waiting if p != event.player)
    return cup._replace(
        entrants=cup.entrants.without(event.player),
        waiting=left,
        alive=len(left),
        first_at=cup.first_at if left else None,
    )


def _began(cup: Cup, _event: Began) -> Cup:
    return cup._replace(phase=Phase.RUNNING)


def _ranked(cup: Cup, event: Ranked) -> Cup:
    ranks = enumerate(event.players, event.first_rank)
    out = set(event.players)
    return cup._replace(
        entrants=cup.entrants.updated(cup.entrants[p]._replace(rank=rank) for rank, p in ranks),
        alive=cup.alive - len(out),
        waiting=tuple(p for p in cup.waiting if p not in out),
    )


def _awarded(cup: Cup, _event: Awarded) -> Cup:
    return cup


def _finished(cup: Cup, event: Finished) -> Cup:
    return cup._replace(phase=Phase.FINISHED, finished_at=event.at)


def _dropped_out(cup: Cup, event: DroppedOut) -> Cup:
    entrant = cup.entrants[event.player]._replace(gone=True)
    return cup._replace(entrants=cup.entrants.updated([entrant]))


def _departed(cup: Cup, event: Departed) -> Cup:
    entrant = cup.entrants[event.player]._replace(departed=True)
    return cup._replace(entrants=cup.entrants.updated([entrant]))


def _paused(cup: Cup, event: Paused) -> Cup:
    return cup._replace(paused_at=event.at)


def _resumed(cup: Cup, event: Resumed) -> Cup:
    """A start that the pause has swallowed is now."""
    starts_at = cup.starts_at if cup.starts_at is None else max(cup.starts_at, event.at)
    if cup.phase is not Phase.REGISTERING:
        starts_at = cup.starts_at
    return _later(cup, event.by_ms)._replace(paused_at=None, starts_at=starts_at)


def _extended(cup: Cup, event: Extended) -> Cup:
    """A clock that was set back takes with it what is counted from a moment of before."""
    later, by_ms = _later(cup, event.by_ms), event.by_ms
    if by_ms > 0:
        return later
    return later._replace(
        first_at=None if cup.first_at is None else cup.first_at + by_ms,
        paused_at=None if cup.paused_at is None else cup.paused_at + by_ms,
    )


def _said(cup: Cup, event: Said) -> Cup:
    return cup._replace(said=Words(event.text, event.by, event.command, event.at))


def _later(cup: Cup, by_ms: int) -> Cup:
    """A round that has begun waits for no time any more."""
    tables = {n: t._replace(due_at=t.due_at + by_ms) for n, t in cup.tables.items()}
    ready_at = cup.ready_at if cup.in_round else cup.ready_at + by_ms
    return cup._replace(tables=tables, stage_at=cup.stage_at + by_ms, ready_at=ready_at)


def _cancelled(cup: Cup, event: Cancelled) -> Cup:
    return cup._replace(
        phase=Phase.CANCELLED, finished_at=event.at, reason=event.reason, paused_at=None
    )


_EVOLVERS: dict[type, Callable[[Cup, Any], Cup]] = {
    **PLAY_EVOLVERS,
    Registered: _registered,
    Withdrawn: _withdrawn,
    Began: _began,
    Ranked: _ranked,
    Awarded: _awarded,
    Finished: _finished,
    DroppedOut: _dropped_out,
    Departed: _departed,
    Paused: _paused,
    Resumed: _resumed,
    Extended: _extended,
    Said: _said,
    Cancelled: _cancelled,
}
