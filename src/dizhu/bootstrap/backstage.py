"""The operator's desk over a store in which no server runs."""

from pathlib import Path
from typing import Any

import msgspec

from dizhu.app.operators.deeds import HOST
from dizhu.app.operators.drain import Drain
from dizhu.app.operators.floor import EmptyFloor
from dizhu.app.operators.office import Office
from dizhu.app.operators.register import Register
from dizhu.app.wallet import Wallet
from dizhu.bootstrap.system import SystemClock
from dizhu.server.admin_desk import AdminDesk
from dizhu.server.admin_live import NobodyHere
from dizhu.server.admin_questions import AdminQuestions, Shelves
from dizhu.server.routes import Route
from dizhu.store.accounts import SqliteAccounts
from dizhu.store.archive import SqliteArchive
from dizhu.store.codec import table_codec
from dizhu.store.office import SqliteOffice
from dizhu.store.sqlite import SqliteStore


class Backstage:
    """The same handlers as those of the server, for HOST. Holds the folder until it is closed."""

    def __init__(self, folder: Path) -> None:
        """Raises StoreError when a server runs, or the database cannot be opened."""
        clock = SystemClock()
        self._store = SqliteStore(folder, table_codec())
        self._archive = SqliteArchive(folder, table_codec())
        shelf = SqliteOffice(self._store, self._archive)
        wallet = Wallet(self._store, clock)
        self._register = Register(shelf, clock)
        office = Office(shelf, self._register, EmptyFloor(self._store), Drain(), clock)
        shelves = Shelves(
            office=shelf,
            store=self._store,
            accounts=SqliteAccounts(self._store),
            wallet=wallet,
            clock=clock,
            problems=list,
        )
        self._desk = AdminDesk(office, wallet, running=False)
        self._questions = AdminQuestions(shelves, self._register, NobodyHere())

    async def ask(self, route: Route, fields: dict[str, Any]) -> Any:
        """What a route answers, as plain data. Raises ApiRefusal, ValidationError."""
        await self._register.load()
        form = route.body if route.changes else route.query
        wish = None if form is None else msgspec.convert(fields, form)
        work = getattr(self._desk if route.changes else self._questions, route.handler)
        return msgspec.to_builtins(await work(HOST, wish))

    def close(self) -> None:
        """Let go of the folder."""
        self._archive.close()
        self._store.close()
