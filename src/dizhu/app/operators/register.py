"""Who is an operator, who is banned or muted, what is announced: in memory, as it is stored."""

from typing import Any

from dizhu.app.operators.deeds import BAN, MUTE
from dizhu.app.operators.ports import Announcement, OfficeStore, Sanction
from dizhu.app.ports import Clock


class Register:
    """Asked with every request and line of chat, so it never waits; `load` after every change."""

    def __init__(self, store: OfficeStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._operators: frozenset[str] = frozenset()
        self._sanctions: dict[tuple[str, str], Sanction] = {}
        self._announcements: tuple[Announcement, ...] = ()

    async def load(self) -> None:
        """As it is stored now. Raises StorageFailed; then it stays as it was."""
        now = self._clock.now()
        operators = await self._store.operators()
        sanctions = await self._store.sanctions(now)
        announcements = await self._store.announcements(now)
        self._operators = operators
        self._sanctions = {(s.kind, s.player): s for s in sanctions}
        self._announcements = tuple(announcements)

    def is_operator(self, player: str) -> bool:
        """Whether a player has the role."""
        return player in self._operators

    def ban(self, player: str) -> Sanction | None:
        """His ban, if there is one that holds."""
        return self._sanction(BAN, player)

    def mute(self, player: str) -> Sanction | None:
        """His mute, if there is one that holds."""
        return self._sanction(MUTE, player)

    def _sanction(self, kind: str, player: str) -> Sanction | None:
        found = self._sanctions.get((kind, player))
        return found if found is not None and found.holds(self._clock.now()) else None

    def about(self, player: str) -> dict[str, Any]:
        """What is kept of a player here, for himself: why he is banned or muted, and until when."""
        found = {"ban": self.ban(player), "mute": self.mute(player)}
        kept = {k: (s.until, s.reason, s.at) for k, s in found.items() if s is not None}
        return {
            "operator": self.is_operator(player),
            "sanctions": [
                {"kind": kind, "until": until, "reason": reason, "at": at}
                for kind, (until, reason, at) in kept.items()
            ],
        }

    @property
    def announcements(self) -> tuple[Announcement, ...]:
        """Those that are shown now."""
        now = self._clock.now()
        return tuple(a for a in self._announcements if a.expires_at > now)
