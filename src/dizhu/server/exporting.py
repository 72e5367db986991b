"""What is kept of a person, for himself."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

import msgspec

from dizhu.app.account_store import AccountStore
from dizhu.app.archive import Archive, Cursor
from dizhu.app.cups.ports import CupShelf
from dizhu.app.ports import ChatStore, Clock, Report, SessionRow, Store
from dizhu.app.wallet import Wallet
from dizhu.server import people
from dizhu.server.door import Visitor

PAGE = 500
MOST = 10_000
"""So many transfers and hands at most."""


class _Line(Protocol):
    @property
    def id(self) -> str: ...


L = TypeVar("L", bound=_Line)


@dataclass(frozen=True, slots=True)
class Sources:
    """Where it is read from. `about`: what the operator has decided of a player."""

    store: Store
    accounts: AccountStore
    archive: Archive
    chat: ChatStore
    wallet: Wallet
    clock: Clock
    cups: CupShelf
    about: Callable[[str], dict[str, Any]] = lambda _player: {}


class Exporter:
    """Collects it, page by page, so that nobody waits for it."""

    def __init__(self, sources: Sources) -> None:
        self._from = sources

    async def sessions(self, visitor: Visitor) -> tuple[people.SessionView, ...]:
        """Where he is signed in."""
        now = self._from.clock.now()
        rows = await self._from.accounts.sessions(visitor.player.id, now)
        return tuple(_session_view(row, visitor.session) for row in rows)

    async def everything(self, visitor: Visitor) -> people.Export:
        """Everything that is kept of him."""
        player, archive = visitor.player.id, self._from.archive
        transfers = await _all(
            lambda c: archive.movements(player, c, PAGE), lambda t: Cursor(t.at, t.id)
        )
        hands = await _all(
            lambda c: archive.hands_of(player, c, PAGE), lambda h: Cursor(h.ended_at, h.id)
        )
        holdings = await self._from.cups.moves(player, MOST)
        cups = await _all(
            lambda c: self._from.cups.past(c, PAGE, player),
            lambda cup: Cursor(cup.finished_at or 0, cup.id),
        )
        reports = await self._from.chat.reports_with(player, MOST)
        complaints = [_without_words(r) for r in reports if r.reporter == player]
        said = {line: None for r in reports for line in r.said if line.player == player}
        return people.Export(
            profile=await self._profile(visitor),
            sessions=await self.sessions(visitor),
            transfers=_plain(transfers),
            tallies=_plain(await archive.tallies(player)),
            hands=_plain(hands),
            blocked=tuple(sorted(await self._from.chat.blocks_of(player))),
            holdings=_plain(holdings),
            cups=_plain(cups),
            complaints=_plain(complaints),
            said=_plain(sorted(said, key=lambda line: line.at)),
            complete=all(
                len(found) < MOST for found in (transfers, hands, holdings, cups, reports)
            ),
        )

    async def _profile(self, visitor: Visitor) -> dict[str, Any]:
        row = await self._from.store.player(visitor.player.id)
        purse = await self._from.wallet.purse(visitor.player.id)
        known: dict[str, Any] = msgspec.to_builtins(row)
        about = self._from.about(visitor.player.id)
        return known | {"beans": purse.beans, "title": purse.title} | about


def _session_view(row: SessionRow, here: str) -> people.SessionView:
    seen = (row.created_at, row.seen_at, row.address, row.device)
    return people.SessionView(row.id, *seen, row.id == here)


def _without_words(report: Report) -> Report:
    """What others said is theirs."""
    return replace(report, said=())


async def _all(
    page: Callable[[Cursor | None], Awaitable[Sequence[L]]], cursor: Callable[[L], Cursor]
) -> list[L]:
    found: list[L] = []
    at: Cursor | None = None
    while len(found) < MOST:
        lines = await page(at)
        found.extend(lines)
        if len(lines) < PAGE:
            break
        at = cursor(lines[-1])
    return found[:MOST]


def _plain(lines: Sequence[Any]) -> tuple[dict[str, Any], ...]:
    return tuple(msgspec.to_builtins(line) for line in lines)
