"""Who may begin to play, and who may speak: what the operator has decided."""

from dizhu.app.notices import Refusal
from dizhu.app.operators.drain import Drain
from dizhu.app.operators.floor import BANNED
from dizhu.app.operators.register import Register
from dizhu.app.table_runner import DRAINING


class HouseRules:
    """Asked by the lobby, the rooms of friends and the chat; never waits."""

    def __init__(self, register: Register, drain: Drain) -> None:
        self._register = register
        self._drain = drain

    def admission(self, player: str) -> str | None:
        """Whether somebody may begin to play: None, or the code of the refusal."""
        if self._register.ban(player) is not None:
            return BANNED
        return DRAINING if self._drain.on else None

    def muted(self, player: str) -> Refusal | None:
        """Who is muted is told until when, in milliseconds since 1970; for good: nothing."""
        mute = self._register.mute(player)
        if mute is None:
            return None
        return Refusal("muted", None if mute.until is None else str(mute.until))
