"""What the operator's side needs from a store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from dizhu.app.archive import Cursor
from dizhu.app.operators.deeds import Order
from dizhu.app.ports import PlayerRow, Report


@dataclass(frozen=True, slots=True)
class Performed:
    """A deed is stored. `repeated`: it was done before; `balances`: of the accounts it touched."""

    repeated: bool
    balances: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Allowance:
    """So many beans (`most`) may the compensations of one operator come to, those given and those
    taken back, from a time on.
    """

    since: int
    most: int


@dataclass(frozen=True, slots=True)
class Sanction:
    """A ban or a mute. `until` None: for good; `by`: who imposed it."""

    kind: str
    player: str
    until: int | None
    reason: str
    by: str
    at: int

    def holds(self, now: int) -> bool:
        """Whether it has not run out."""
        return self.until is None or self.until > now


@dataclass(frozen=True, slots=True)
class Announcement:
    """What everybody is told until `expires_at`."""

    id: str
    zh: str
    en: str
    at: int
    expires_at: int


@dataclass(frozen=True, slots=True)
class Closing:
    """What became of a complaint."""

    at: int
    by: str
    outcome: str
    note: str


@dataclass(frozen=True, slots=True)
class Case:
    """A complaint with its number, open while there is no closing."""

    id: int
    report: Report
    closing: Closing | None


@dataclass(frozen=True, slots=True)
class AuditLine:
    """An entry of the audit log; `details`: the deed as JSON."""

    id: int
    at: int
    by: str
    action: str
    target: str
    reason: str
    details: str
    command: str


class OfficeStore(Protocol):
    """Every method raises StorageFailed."""

    async def perform(self, order: Order, allowance: Allowance | None = None) -> Performed:
        """Store a deed and its entry in the audit log, all or nothing. `allowance`: of who orders
        a compensation; what was done before is not asked for it again.

        Raises Impossible (`day_spent`: how much is left), NotEnoughBeans; Conflict when the command
        was another deed's.
        """
        ...

    async def operators(self) -> frozenset[str]:
        """The ids of all operators."""
        ...

    async def sanctions(self, now: int) -> Sequence[Sanction]:
        """Those that hold."""
        ...

    async def announcements(self, now: int) -> Sequence[Announcement]:
        """Those that are shown, the newest first."""
        ...

    async def find_people(self, text: str, before: Cursor | None, most: int) -> Sequence[PlayerRow]:
        """People (no bots) with this id or with this text in their name; the newest first."""
        ...

    async def names(self, players: Sequence[str]) -> Mapping[str, str]:
        """The names of those who are known."""
        ...

    async def cases(self, *, open_only: bool, before: int | None, most: int) -> Sequence[Case]:
        """Complaints, the newest first; `before`: the number of one."""
        ...

    async def reports_against(self, player: str) -> int:
        """How often somebody has complained about him."""
        ...

    async def audit(self, before: int | None, most: int) -> Sequence[AuditLine]:
        """The audit log, the newest first."""
        ...
