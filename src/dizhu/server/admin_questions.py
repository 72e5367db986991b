"""What an operator asks, from queries to bodies: for his page, and for the command line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dizhu import __version__
from dizhu.app.account_store import AccountStore
from dizhu.app.archive import Cursor
from dizhu.app.operators.deeds import HOST, HOUSE_COMPENSATION
from dizhu.app.operators.ports import Announcement, OfficeStore, Sanction
from dizhu.app.operators.register import Register
from dizhu.app.ports import Clock, PlayerRow, Store
from dizhu.app.wallet import Wallet
from dizhu.ledger.titles import title_of
from dizhu.server import admin
from dizhu.server.admin_live import Presence
from dizhu.server.answers import ApiRefusal
from dizhu.server.house import AnnouncementView

PAGE = 30


@dataclass(frozen=True, slots=True)
class Shelves:
    """Where it is looked up. `problems`: what keeps the server from serving."""

    office: OfficeStore
    store: Store
    accounts: AccountStore
    wallet: Wallet
    clock: Clock
    problems: Callable[[], list[str]]


class AdminQuestions:
    """The handlers of those `admin_routes.ADMIN_ROUTES` that change nothing. They raise
    ApiRefusal.
    """

    def __init__(self, shelves: Shelves, register: Register, presence: Presence) -> None:
        self._shelves = shelves
        self._register = register
        self._presence = presence

    async def house(self, _by: str, _wish: None) -> admin.HouseView:
        """How the house is."""
        numbers = self._presence.numbers()
        balances = await self._shelves.store.balances([HOUSE_COMPENSATION])
        return admin.HouseView(
            version=__version__,
            running=self._presence.running,
            draining=numbers.drain.on,
            drains_since=numbers.drain.since,
            empty=numbers.drain.empty,
            hands=numbers.drain.hands,
            tables=numbers.drain.tables,
            connections=numbers.connections,
            waiting=numbers.waiting,
            compensated=balances[HOUSE_COMPENSATION],
            problems=tuple(self._shelves.problems()),
            counts=numbers.counts,
            announcements=announcement_views(self._register.announcements),
        )

    async def announcements(self, _by: str, _wish: None) -> tuple[AnnouncementView, ...]:
        """What is announced."""
        return announcement_views(self._register.announcements)

    async def tables(self, _by: str, _wish: None) -> admin.LiveTables:
        """The open tables."""
        return self._presence.tables()

    async def people(self, _by: str, wish: admin.PeopleQuery) -> admin.PeoplePage:
        """Find people."""
        before = _cursor(wish.before)
        rows = await self._shelves.office.find_people(wish.q.strip(), before, PAGE)
        last = rows[-1] if len(rows) == PAGE else None
        following = None if last is None else f"{last.created_at}.{last.id}"
        return admin.PeoplePage(await self._lines(rows), following)

    async def person(self, _by: str, wish: admin.PersonQuery) -> admin.PersonView:
        """Somebody."""
        row = await self._shelves.store.player(wish.id)
        if row is None or row.kind == "bot":
            raise ApiRefusal(404, "no_player")
        sessions = await self._shelves.accounts.sessions(row.id, self._shelves.clock.now())
        return admin.PersonView(
            (await self._lines([row]))[0],
            tuple(
                admin.PersonSession(s.created_at, s.seen_at, s.address, s.device) for s in sessions
            ),
            await self._shelves.office.reports_against(row.id),
        )

    async def _lines(self, rows: Sequence[PlayerRow]) -> tuple[admin.PersonLine, ...]:
        beans = await self._shelves.wallet.beans([row.id for row in rows])
        return tuple(self._line(row, has) for row, has in zip(rows, beans, strict=True))

    def _line(self, row: PlayerRow, beans: int) -> admin.PersonLine:
        at, register = self._presence.of(row.id), self._register
        return admin.PersonLine(
            id=row.id,
            name=row.name,
            kind=row.kind,
            created_at=row.created_at,
            beans=beans,
            title=title_of(beans),
            online=at.online,
            table=at.table,
            queued=at.queued,
            code=at.code,
            operator=register.is_operator(row.id),
            ban=_sanction(register.ban(row.id)),
            mute=_sanction(register.mute(row.id)),
        )

    async def reports(self, _by: str, wish: admin.ReportsQuery) -> admin.ReportPage:
        """Complaints."""
        store = self._shelves.office
        cases = await store.cases(open_only=wish.state == "open", before=wish.before, most=PAGE)
        people = [p for c in cases for p in (c.report.reporter, c.report.reported)]
        people += [line.player for c in cases for line in c.report.said]
        names = await store.names(people)
        views = tuple(
            admin.ReportView(
                id=case.id,
                at=case.report.at,
                reporter=case.report.reporter,
                reporter_name=names.get(case.report.reporter, ""),
                reported=case.report.reported,
                reported_name=names.get(case.report.reported, ""),
                place=case.report.place,
                reason=case.report.reason,
                said=tuple(
                    admin.SaidLine(s.at, s.player, names.get(s.player, ""), s.kind, s.what)
                    for s in case.report.said
                ),
                outcome=None if case.closing is None else case.closing.outcome,
                note=None if case.closing is None else case.closing.note,
                closed_by=None if case.closing is None else case.closing.by,
                closed_at=None if case.closing is None else case.closing.at,
            )
            for case in cases
        )
        return admin.ReportPage(views, views[-1].id if len(views) == PAGE else None)

    async def audit(self, _by: str, wish: admin.AuditQuery) -> admin.AuditPage:
        """The audit log."""
        lines = await self._shelves.office.audit(wish.before, PAGE)
        named = [who for line in lines for who in (line.by, line.target)]
        names = await self._shelves.office.names(named)
        views = tuple(
            admin.AuditView(
                id=line.id,
                at=line.at,
                by=line.by,
                by_name=line.by if line.by == HOST else names.get(line.by, ""),
                action=line.action,
                target=line.target,
                target_name=names.get(line.target, ""),
                reason=line.reason,
                details=line.details,
                command=line.command,
            )
            for line in lines
        )
        return admin.AuditPage(views, views[-1].id if len(views) == PAGE else None)


def announcement_views(announcements: Sequence[Announcement]) -> tuple[AnnouncementView, ...]:
    """As everybody sees them."""
    return tuple(AnnouncementView(a.id, a.zh, a.en, a.at, a.expires_at) for a in announcements)


def _sanction(sanction: Sanction | None) -> admin.SanctionView | None:
    if sanction is None:
        return None
    return admin.SanctionView(sanction.until, sanction.reason, sanction.by, sanction.at)


def _cursor(text: str | None) -> Cursor | None:
    """What a page called next. Raises ApiRefusal."""
    if text is None:
        return None
    at, _, number = text.partition(".")
    if not (at.isascii() and at.isdigit() and len(at) < 16):
        raise ApiRefusal(400, "bad_request", "before is what a page called next")
    return Cursor(int(at), number)
