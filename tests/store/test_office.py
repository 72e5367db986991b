"""An operator's deeds in the store: with their audit entry or not at all, and once."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from dizhu.app.account_store import Login
from dizhu.app.operators.deeds import (
    BAN,
    HOUSE_COMPENSATION,
    MUTE,
    Announce,
    CloseReport,
    Compensate,
    Deed,
    Grant,
    Impose,
    Impossible,
    Lift,
    Order,
    Revoke,
    SetDrain,
    Withdraw,
)
from dizhu.app.operators.ports import Closing, Performed, Sanction
from dizhu.app.ports import Conflict, Line, NotEnoughBeans, PlayerRow, Report, SessionRow
from dizhu.ledger.transfers import HOUSE_GRANTS, Transfer, player_account
from dizhu.store.accounts import SqliteAccounts
from dizhu.store.archive import SqliteArchive
from dizhu.store.audit import Count, audit, open_for_reading
from dizhu.store.codec import table_codec
from dizhu.store.company import CompanyStore
from dizhu.store.office import SqliteOffice
from dizhu.store.sqlite import SqliteStore

NOW = 1_700_000_000_000


class Desk:
    """An office over a store in a folder, with a guest and a member."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = SqliteStore(folder, table_codec())
        self.archive = SqliteArchive(folder, table_codec())
        self.office = SqliteOffice(self.store, self.archive)
        self.serial = 0

    async def people(self) -> None:
        for player, name in (("g", "客人"), ("m", "阿明")):
            grant = Transfer(f"o:{player}", HOUSE_GRANTS, player_account(player), 1000, "opening")
            await self.store.add_player(PlayerRow(player, name, "zh", "guest", NOW), [grant])
        await SqliteAccounts(self.store).register(Login("m", "阿明", "hash"), "阿明", NOW)

    async def do(self, deed: Deed, command: str | None = None, by: str = "host") -> Performed:
        self.serial += 1
        order = Order(by, command or f"c{self.serial}", NOW + self.serial, "because", deed)
        return await self.office.perform(order)

    async def entries(self) -> list[tuple[str, str]]:
        return [(line.action, line.target) for line in await self.office.audit(None, 50)]

    def close(self) -> None:
        self.archive.close()
        self.store.close()


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    made = Desk(tmp_path)
    await made.people()
    yield made
    made.close()


def paid(beans: int, number: str = "x", *, back: bool = False) -> Compensate:
    house, player = HOUSE_COMPENSATION, player_account("g")
    debit, credit = (player, house) if back else (house, player)
    return Compensate("g", Transfer(f"compensation:{number}", debit, credit, beans, "compensation"))


async def test_a_role_is_for_members(desk: Desk) -> None:
    with pytest.raises(Impossible, match="not_registered"):
        await desk.do(Grant("g"))
    with pytest.raises(Impossible, match="no_player"):
        await desk.do(Grant("nobody"))
    await desk.do(Grant("m"))
    assert await desk.office.operators() == {"m"}
    with pytest.raises(Impossible, match="operator_already"):
        await desk.do(Grant("m"))
    with pytest.raises(Impossible, match="is_operator"):
        await desk.do(Impose(BAN, "m", None))
    await desk.do(Revoke("m"))
    with pytest.raises(Impossible, match="not_operator"):
        await desk.do(Revoke("m"))
    assert await desk.office.operators() == frozenset()
    assert await desk.entries() == [("revoke", "m"), ("grant", "m")]


async def test_an_operator_who_goes_is_noted(desk: Desk) -> None:
    """As if he had been told to: no role comes or goes without an entry."""
    accounts = SqliteAccounts(desk.store)
    await desk.do(Grant("m"))
    for _ in range(2):
        for player in ("m", "g"):
            await accounts.remove(player, "gone", "house:departed", NOW + 9)
    assert await desk.office.operators() == frozenset()
    assert await desk.entries() == [("revoke", "m"), ("grant", "m")]
    entry = (await desk.office.audit(None, 1))[0]
    assert (entry.by, entry.reason, entry.at) == ("m", "the account was deleted", NOW + 9)
    with closing(open_for_reading(desk.folder)) as connection:
        assert list(audit(connection, Count())) == []


async def test_a_ban_ends_the_sessions_of_a_member(desk: Desk) -> None:
    for player in ("g", "m"):
        await desk.store.add_session(SessionRow(f"s-{player}", player, NOW + 10**9, NOW))
        await desk.do(Impose(BAN, player, NOW + 5000))
    assert await desk.store.session("s-m", NOW) is None
    assert await desk.store.session("s-g", NOW) is not None, "all that a guest has"
    assert set(await desk.office.sanctions(NOW)) == {
        Sanction(BAN, "g", NOW + 5000, "because", "host", NOW + 1),
        Sanction(BAN, "m", NOW + 5000, "because", "host", NOW + 2),
    }
    assert await desk.office.sanctions(NOW + 5000) == []
    await desk.do(Impose(MUTE, "g", None))
    await desk.do(Lift(BAN, "g"))
    with pytest.raises(Impossible, match="not_sanctioned"):
        await desk.do(Lift(BAN, "g"))
    left = {(s.kind, s.player) for s in await desk.office.sanctions(NOW)}
    assert left == {(MUTE, "g"), (BAN, "m")}


async def test_a_command_is_done_once(desk: Desk) -> None:
    first = await desk.do(paid(500), "same")
    again = await desk.do(paid(500), "same")
    assert (first.repeated, again.repeated) == (False, True)
    assert first.balances == again.balances
    assert first.balances == {player_account("g"): 1500, HOUSE_COMPENSATION: -500}
    with pytest.raises(Conflict):
        await desk.do(paid(501), "same")
    assert await desk.entries() == [("compensate", "g")]


async def test_nobody_goes_below_zero_and_nothing_is_noted(desk: Desk) -> None:
    with pytest.raises(NotEnoughBeans):
        await desk.do(paid(1001, back=True))
    assert await desk.entries() == []
    done = await desk.do(paid(1000, back=True))
    assert done.balances[player_account("g")] == 0


async def test_announcements(desk: Desk) -> None:
    await desk.do(Announce("a", "停机", "", NOW + 100))
    await desk.do(Announce("b", "", "Hello", NOW + 200))
    assert [a.id for a in await desk.office.announcements(NOW)] == ["b", "a"]
    assert [a.id for a in await desk.office.announcements(NOW + 100)] == ["b"]
    await desk.do(Withdraw("b"))
    with pytest.raises(Impossible, match="no_announcement"):
        await desk.do(Withdraw("b"))
    assert [a.id for a in await desk.office.announcements(NOW)] == ["a"]


async def test_reports_are_closed_once(desk: Desk) -> None:
    company = CompanyStore(desk.store.writer)
    for number in range(3):
        line = Line(NOW, "g", "text", f"line {number}")
        await company.report(Report(NOW + number, "m", "g", "T", "abuse", (line,)))
    await desk.do(CloseReport(2, "acted"))
    with pytest.raises(Impossible, match="report_closed"):
        await desk.do(CloseReport(2, "dismissed"))
    with pytest.raises(Impossible, match="no_report"):
        await desk.do(CloseReport(9, "dismissed"))
    still_open = await desk.office.cases(open_only=True, before=None, most=10)
    assert [c.id for c in still_open] == [3, 1]
    every = await desk.office.cases(open_only=False, before=3, most=10)
    assert [(c.id, c.closing) for c in every] == [
        (2, Closing(NOW + 1, "host", "acted", "because")),
        (1, None),
    ]
    assert every[0].report.said == (Line(NOW, "g", "text", "line 1"),)
    assert await desk.office.reports_against("g") == 3


async def test_people_are_found(desk: Desk) -> None:
    async def found(text: str) -> list[str]:
        return [row.id for row in await desk.office.find_people(text, None, 10)]

    assert await found("") == ["m", "g"]
    assert await found("明") == ["m"]
    assert await found("g") == ["g"]
    assert await found("%") == []
    assert await desk.office.names(["m", "nobody"]) == {"m": "阿明"}


async def test_the_audit_log_cannot_be_changed(desk: Desk) -> None:
    await desk.do(SetDrain(on=True))

    def spoil(connection: sqlite3.Connection) -> None:
        for statement in ("UPDATE audit SET reason = ''", "DELETE FROM audit"):
            with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
                connection.execute(statement)

    await desk.store.writer.run(spoil)
    assert await desk.entries() == [("drain", "house")]


async def test_verify_compares_compensations_with_the_log(desk: Desk) -> None:
    def differences() -> list[str]:
        connection = open_for_reading(desk.folder)
        found = [str(d) for d in audit(connection, Count())]
        connection.close()
        return found

    await desk.do(paid(500, "one"))
    await desk.do(SetDrain(on=True))
    assert differences() == []
    stray = Transfer("stray", HOUSE_COMPENSATION, player_account("g"), 5, "compensation")
    await desk.store.post([stray], NOW)

    def spoil(connection: sqlite3.Connection) -> None:
        connection.execute("DROP TRIGGER audit_never_shrinks")
        connection.execute("DROP TRIGGER audit_never_changes")
        connection.execute("DELETE FROM audit WHERE id = 1")

    await desk.store.writer.run(spoil)
    assert differences() == [
        "audit log: has 1 entries, the last is number 2",
        "transfer compensation:one: compensates, but no operator has ordered it",
        "transfer stray: compensates, but no operator has ordered it",
    ]
