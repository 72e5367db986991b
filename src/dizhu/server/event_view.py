"""What happened at a table, in the form of the protocol: the same for every viewer."""

from typing import Any

from dizhu.app.notices import Happened
from dizhu.rules.events import HandEvent
from dizhu.rules.raising import STEPS
from dizhu.rules.view import PublicDealt
from dizhu.server import protocol as p
from dizhu.server.hand_view import reading
from dizhu.table.events import ClocksSet, HandHappened, TableOpened
from dizhu.table.view import PublicHandHappened, PublicSeedSealed

_SAME_NAME = ("seat", "cards", "factor", "stage", "yes", "auto", "rank")


def table_event(happened: Happened) -> p.TableEvent | None:
    """An event; None for clocks and seals, which are in the view."""
    event = happened.event
    if isinstance(event, ClocksSet | PublicSeedSealed):
        return None
    if isinstance(event, HandHappened | PublicHandHappened):
        return _of_hand(happened, event.event)
    kind = "seated" if isinstance(event, TableOpened) else str(event.type)
    seat = getattr(event, "seat", None)
    return p.TableEvent(kind=kind, version=happened.version, at=happened.at, seat=seat)


def table_events(happened: tuple[Happened, ...]) -> tuple[p.TableEvent, ...]:
    """Some events, without those that only change clocks and seals."""
    return tuple(e for h in happened if (e := table_event(h)) is not None)


def _of_hand(happened: Happened, event: HandEvent | PublicDealt) -> p.TableEvent:
    values: dict[str, Any] = {n: getattr(event, n) for n in _SAME_NAME if hasattr(event, n)}
    for name, change in _OTHERWISE.items():
        if hasattr(event, name):
            values |= change(getattr(event, name))
    return p.TableEvent(kind=event.type, version=happened.version, at=happened.at, **values)


_OTHERWISE: dict[str, Any] = {
    "combo": lambda combo: {"reading": reading(combo)},
    "bottom": lambda cards: {"cards": cards},
    "bottom_factor": lambda factor: {"factor": factor},
    "step": lambda step: {"stage": STEPS[step]},
    "on": lambda on: {"yes": on},
    "first": lambda seat: {"seat": seat},
}
"""Fields that have another name, or another form, in the message."""
