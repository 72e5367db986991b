"""A person in the soak of kills: joins, plays, leaves; remembers what he was told."""

import asyncio
import random
from dataclasses import dataclass, field

import aiohttp

from tests.server.playing import Guest, Message

Seen = tuple[int, int, int, tuple[tuple[int, ...], ...]]
"""Version, number of the hand, deal, and the cards of the viewer in the order he saw them."""


@dataclass
class Regular:
    """`acked`: versions by table and id of the command; `seen`: of each table the last view."""

    guest: Guest
    room: str
    chance: random.Random
    acked: dict[str, tuple[str, int]] = field(default_factory=dict)
    seen: dict[str, Seen] = field(default_factory=dict)
    sent: int = 0

    async def play(self) -> None:
        """Until the connection is cut: join, play hand after hand, leave now and then."""
        try:
            while self.guest.closed_with is None:
                await self._step()
        except (ConnectionError, TimeoutError, aiohttp.ClientError):
            return

    async def _step(self) -> None:
        guest = self.guest
        if guest.table is None:
            answer = await guest.join(self.room, bots=self.chance.random() < 0.7, start="ready")
            if answer["type"] == "ack":
                await asyncio.wait_for(guest.wait("seated"), 5)
            return
        if guest.view is None:
            answer = await guest.resume(0)
            if answer["type"] == "refused":
                guest.table = None
            return
        view = guest.view
        self.note(view)
        if view["status"] == "closed":
            guest.table, guest.view = None, None
        elif view["status"] == "between" and view["result"] is not None:
            await self._after_the_hand()
        elif guest.asked():
            await asyncio.sleep(self.chance.uniform(0, 0.1))
            await self._act(guest.move())
        else:
            await asyncio.sleep(0.02)

    async def _after_the_hand(self) -> None:
        if self.chance.random() < 0.3:
            await self._act({"type": "leave"})
            self.guest.table, self.guest.view = None, None
        elif not self.guest.view["seats"][self.guest.seat]["wants_next"]:  # type: ignore[index]
            await self._act({"type": "again", "start": "ready"})
        else:
            await asyncio.sleep(0.02)

    async def _act(self, action: Message) -> None:
        guest, table = self.guest, self.guest.table
        assert table is not None
        self.sent += 1
        command_id = guest.new_id()
        answer = await guest.act(action, command_id=command_id)
        if answer["type"] == "ack":
            self.acked[command_id] = (table, answer["version"])
            version = answer["version"]
            if action["type"] != "leave":
                await guest.until(lambda _v: guest.version >= version)

    def note(self, view: Message) -> None:
        """Remember the newest view of a table."""
        hand = view["hand"]
        cards = [] if hand is None else hand["cards"][view["you"]] or []
        known = (self.guest.version, view["hand_no"], 0 if hand is None else hand["deals"])
        self.seen[view["table"]] = (*known, (tuple(cards),))

    async def back(self, base: str) -> str | None:
        """Connect after the restart; what is wrong with what he finds, if anything."""
        guest, before = self.guest, self.guest.version
        table, view = guest.table, guest.view
        await guest.disconnect()
        guest.base, guest.view, guest.version = base, None, 0
        welcome = await guest.connect()
        if welcome["table"] is None:
            guest.table = None
            return None
        if table is None or view is None or welcome["table"] != table:
            return None
        now = await guest.resume(0)
        if now["version"] < before:
            return f"table {table} had version {before}, has {now['version']}"
        return _other_cards(table, view, now["view"])


def _other_cards(table: str, before: Message, after: Message) -> str | None:
    """The same deal has the same cards; only what was played is gone."""
    old, new = before["hand"], after["hand"]
    if old is None or new is None or before["hand_no"] != after["hand_no"]:
        return None
    if old["deals"] != new["deals"] or old["phase"] == "deal":
        return None
    had, has = set(old["cards"][before["you"]] or ()), set(new["cards"][after["you"]] or ())
    if not had:  # face down until he looks (G-BLIND-1)
        return None
    more = has - had - set(new["bottom"] or ())
    return None if not more else f"table {table}: other cards after the restart: {old} {new}"
