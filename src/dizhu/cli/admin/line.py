"""To the server that runs on a folder, or to the store itself when none does."""

from pathlib import Path
from typing import Any, Protocol

import aiohttp
import msgspec

from dizhu.bootstrap import hostkey
from dizhu.bootstrap.backstage import Backstage
from dizhu.server.admin_routes import ADMIN_ROUTES
from dizhu.server.answers import ApiRefusal
from dizhu.server.routes import Route
from dizhu.store.errors import StoreError
from dizhu.store.sqlite import FILE, locked

SECONDS = 30
_ROUTES = {route.handler: route for route in ADMIN_ROUTES}


class NotDone(Exception):
    """It was refused, or nobody answers; the message says why, and what to do."""


class Line(Protocol):
    """Asks and orders by the names of `ADMIN_ROUTES`."""

    async def ask(self, name: str, fields: dict[str, Any]) -> Any:
        """The answer as plain data. Raises NotDone."""
        ...

    async def close(self) -> None:
        """No more."""
        ...


def open_line(folder: Path) -> Line:
    """Raises NotDone."""
    if not (folder / FILE).is_file():
        raise NotDone(f"there is no database in {folder}; --data-dir names the server's folder")
    try:
        locked(folder).close()
    except StoreError:
        key = hostkey.find(folder)
        if key is None:
            raise NotDone(
                f"something uses {folder}, but no server is ready there; try again in a moment"
            ) from None
        return _Online(key)
    try:
        return _Offline(Backstage(folder))
    except StoreError as error:
        raise NotDone(str(error)) from error


class _Offline:
    def __init__(self, backstage: Backstage) -> None:
        self._backstage = backstage

    async def ask(self, name: str, fields: dict[str, Any]) -> Any:
        try:
            return await self._backstage.ask(_ROUTES[name], fields)
        except ApiRefusal as refusal:
            raise NotDone(_words(refusal.error.code, refusal.error.detail)) from refusal
        except msgspec.ValidationError as error:
            raise NotDone(str(error)) from error

    async def close(self) -> None:
        self._backstage.close()


class _Online:
    """Over HTTP, with the token of the data folder."""

    def __init__(self, key: hostkey.HostKey) -> None:
        self._url = key.url
        self._http = aiohttp.ClientSession(
            headers={"Authorization": f"Bearer {key.token}", "X-Dizhu": "1"},
            timeout=aiohttp.ClientTimeout(total=SECONDS),
        )

    async def ask(self, name: str, fields: dict[str, Any]) -> Any:
        route = _ROUTES[name]
        try:
            return await self._asked(route, fields)
        except (aiohttp.ClientError, TimeoutError) as error:
            again = fields.get("command_id")
            hint = f"; whether it was done is not known: repeat with --command-id {again}"
            raise NotDone(
                f"the server at {self._url} does not answer: {error!r}{hint if again else ''}"
            ) from error

    async def _asked(self, route: Route, fields: dict[str, Any]) -> Any:
        path = route.path.partition("{")[0] + str(fields["id"] if "{" in route.path else "")
        given = {k: v for k, v in fields.items() if v is not None and k != "id"}
        body, query = (fields, None) if route.changes else (None, given)
        async with self._http.request(
            route.method, self._url + path, json=body, params=query
        ) as response:
            said = await response.json()
            if response.status != 200:
                raise NotDone(_words(said.get("code", "?"), said.get("detail")))
            return said

    async def close(self) -> None:
        await self._http.close()


def _words(code: str, detail: str | None) -> str:
    words = WORDS.get(code, f"refused: {code}")
    return words if detail is None else f"{words} ({detail})"


WORDS = {
    "no_player": "there is no such person",
    "not_registered": "only who has a name and a password can be an operator",
    "operator_already": "he is an operator already",
    "not_operator": "he is no operator",
    "is_operator": "he is an operator; revoke that first",
    "not_sanctioned": "there is nothing to lift",
    "not_enough_beans": "that is more than he has; nobody goes below zero",
    "at_table": "he sits at a table; beans are taken back only between games",
    "bad_amount": "that is no amount to move",
    "day_spent": "that is more than an operator may still move within 24 hours",
    "no_report": "there is no such complaint",
    "report_closed": "this complaint is closed already",
    "no_announcement": "there is no such announcement",
    "too_many_announcements": "too many are shown already; withdraw one first",
    "no_text": "there is nothing to announce; give --zh, --en, or both",
    "until_past": "that time has passed",
    "until_far": "an announcement is shown a year at most",
    "command_reused": "this command id was used for something else",
    "no_server": "nothing to drain",
}
