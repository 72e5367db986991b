"""The routes of operators. All of them go through one guard (`server.admin_http`)."""

from dizhu.server import admin
from dizhu.server.house import AnnouncementView
from dizhu.server.routes import Route

_A = "/api/admin"

ADMIN_ROUTES: tuple[Route, ...] = (
    Route("GET", f"{_A}/house", "house", None, admin.HouseView, "How the house is."),
    Route(
        "GET", f"{_A}/people", "people", None, admin.PeoplePage, "Find people.", admin.PeopleQuery
    ),
    Route(
        "GET",
        f"{_A}/people/{{id:[A-Za-z0-9_-]+}}",
        "person",
        None,
        admin.PersonView,
        "Somebody.",
        admin.PersonQuery,
    ),
    Route("GET", f"{_A}/tables", "tables", None, admin.LiveTables, "The open tables."),
    Route(
        "GET",
        f"{_A}/reports",
        "reports",
        None,
        admin.ReportPage,
        "Complaints.",
        admin.ReportsQuery,
    ),
    Route("GET", f"{_A}/audit", "audit", None, admin.AuditPage, "The audit log.", admin.AuditQuery),
    Route(
        "GET",
        f"{_A}/announcements",
        "announcements",
        None,
        tuple[AnnouncementView, ...],
        "What is announced.",
    ),
    Route("POST", f"{_A}/ban", "ban", admin.SanctionWish, admin.DeedDone, "Send somebody away."),
    Route("POST", f"{_A}/unban", "unban", admin.LiftWish, admin.DeedDone, "Let him come back."),
    Route("POST", f"{_A}/mute", "mute", admin.SanctionWish, admin.DeedDone, "No chat for him."),
    Route("POST", f"{_A}/unmute", "unmute", admin.LiftWish, admin.DeedDone, "Let him speak."),
    Route(
        "POST",
        f"{_A}/compensate",
        "compensate",
        admin.CompensationWish,
        admin.DeedDone,
        "Move beans.",
    ),
    Route(
        "POST",
        f"{_A}/announce",
        "announce",
        admin.AnnouncementWish,
        admin.DeedDone,
        "Tell everybody.",
    ),
    Route(
        "POST",
        f"{_A}/withdraw",
        "withdraw",
        admin.WithdrawWish,
        admin.DeedDone,
        "End an announcement.",
    ),
    Route(
        "POST",
        f"{_A}/reports/close",
        "close_report",
        admin.ReportWish,
        admin.DeedDone,
        "Close a complaint.",
    ),
    Route("POST", f"{_A}/drain", "drain", admin.DrainWish, admin.DeedDone, "No new hands."),
    Route("POST", f"{_A}/undrain", "undrain", admin.DrainWish, admin.DeedDone, "As always again."),
    Route("POST", f"{_A}/grant", "grant", admin.RoleWish, admin.DeedDone, "A new operator."),
    Route("POST", f"{_A}/revoke", "revoke", admin.RoleWish, admin.DeedDone, "One less."),
)
"""The handlers are those of `admin_desk.AdminDesk`. Whatever changes something is written down in
the audit log.
"""
HOST_ONLY = frozenset(("grant", "revoke"))
"""Of the command line on the machine of the server: an operator cannot make others."""
