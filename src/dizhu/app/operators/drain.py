"""Before a planned restart: no new hands, tables or matches; what runs is played to its end."""

from dataclasses import dataclass

from dizhu.app.tables import Tables
from dizhu.table import Status


@dataclass(frozen=True, slots=True)
class DrainState:
    """How far it is. `hands`: that still run; `empty`: the server may be stopped."""

    on: bool
    since: int | None
    hands: int
    tables: int

    @property
    def empty(self) -> bool:
        """Whether nobody loses anything when it is stopped."""
        return self.on and self.hands == 0


class Drain:
    """Kept in memory: after a restart the house is open."""

    def __init__(self) -> None:
        self.since: int | None = None

    @property
    def on(self) -> bool:
        """Whether nothing new begins."""
        return self.since is not None

    def set(self, *, on: bool, now: int) -> None:
        """Begin or end; beginning twice changes nothing."""
        self.since = (self.since or now) if on else None

    def state(self, tables: Tables) -> DrainState:
        """How far it is."""
        hands = sum(r.state.status is Status.PLAYING for r in tables.runners())
        return DrainState(self.on, self.since, hands, len(tables))
