"""The routes of `cup_http.CupHttp`."""

from typing import Any

from dizhu.server import cup_protocol as c
from dizhu.server.routes import Route
from dizhu.server.sheet_view import SheetView

_CUP = "/api/cups/{id:[A-Za-z0-9_-]+}"


def _get(path: str, handler: str, answer: Any, doc: str) -> Route:
    return Route("GET", path, handler, None, answer, doc)


CUP_ROUTES: tuple[Route, ...] = (
    _get("/api/cups", "cups", c.CupList, "What is announced or runs."),
    _get("/api/cups/past", "past", c.PastCups, "What is over; ?before, ?most, ?mine=1."),
    _get("/api/cups/catalogue", "catalogue", tuple[c.CatalogueEntry, ...], "To begin with."),
    Route("POST", "/api/cups", "make", c.NewCup, c.CupMade, "Announce a competition."),
    _get(_CUP, "cup", c.CupDetail, "One of them; ?code of a private one."),
    _get(f"{_CUP}/sheet", "sheet", SheetView, "The rules of its tables; ?language zh or en."),
    _get(f"{_CUP}/standing", "standing", c.StandingPage, "?page from 1."),
    _get(f"{_CUP}/tables", "tables", c.CupTables, "?page from 1; the hands once it is over."),
    _get(f"{_CUP}/result", "result", c.CupResult, "The final ranks; ?page from 1."),
    _get(f"{_CUP}/result.csv", "result_csv", str, "All of them, a file."),
    _get(f"{_CUP}/result.json", "result_json", str, "All of them, a file."),
    _get(f"{_CUP}/champion", "champion", c.Champion, "Who won, and how."),
    _get("/api/holdings", "holdings", c.HoldingsPage, "My cards and badges."),
)
