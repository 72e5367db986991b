"""`app.operators.floor.HouseAudience` for sockets: what the house tells everybody."""

from collections.abc import Callable

from dizhu.app.lobby import Lobby
from dizhu.app.operators.drain import Drain
from dizhu.app.operators.ports import Sanction
from dizhu.app.operators.register import Register
from dizhu.app.table_runner import DRAINING
from dizhu.server.admin_questions import announcement_views
from dizhu.server.house import Banned, House
from dizhu.server.hub import Hub

BANNED = 4403
"""A connection ends with it when its player is banned."""


class HouseNews:
    """Tells everybody who is connected, and who connects."""

    def __init__(
        self, hub: Hub, register: Register, drain: Drain, lobby: Callable[[], Lobby]
    ) -> None:
        self._hub = hub
        self._register = register
        self._drain = drain
        self._lobby = lobby

    def greet(self, player: str) -> None:
        """Somebody has connected."""
        house = self._house()
        if house.announcements or house.draining:
            self._hub.send(player, house)

    def house_changed(self) -> None:
        """To everybody; who looks for a game while the house drains finds none."""
        self._hub.send_all(self._house())
        if self._drain.on:
            self._lobby().clear(DRAINING)

    def banned(self, player: str, ban: Sanction) -> None:
        """To him, and his connection ends."""
        self._hub.send(player, Banned(ban.reason, ban.until))
        self._hub.end(player, BANNED)

    def beans_changed(self, player: str, beans: int) -> None:
        """His balance."""
        self._hub.beans_changed(player, beans)

    def _house(self) -> House:
        return House(announcement_views(self._register.announcements), self._drain.on)
