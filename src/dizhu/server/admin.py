"""The bodies of the HTTP interface of operators. Every wish has a `command_id` of the client's:
sent twice, done once.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from dizhu.server.fields import exactly, one_line
from dizhu.server.house import AnnouncementView
from dizhu.server.protocol import Id, StakesView

Reason = Annotated[str, one_line(200)]
"""Why; it stands in the audit log, and who is banned reads it."""
Note = Annotated[str, one_line(200, blank=True)]
AnnouncedText = Annotated[str, one_line(200, blank=True)]
Before = Annotated[int, Meta(ge=1, le=2**53)]


class _Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From the client."""


# --- the operator: what he does ---


class SanctionWish(_Wish, frozen=True):
    """Ban or mute somebody. `until` in milliseconds since 1970; null: for good."""

    player: Id
    reason: Reason
    command_id: Id
    until: Annotated[int, Meta(ge=1, le=2**53)] | None = None


class LiftWish(_Wish, frozen=True):
    """End a ban or a mute."""

    player: Id
    reason: Reason
    command_id: Id


class CompensationWish(_Wish, frozen=True):
    """Beans from the house to a player; below 0: back from him, not while he sits at a table."""

    player: Id
    beans: Annotated[int, Meta(ge=-(10**12), le=10**12)]
    reason: Reason
    command_id: Id


class AnnouncementWish(_Wish, frozen=True):
    """Tell everybody something until a time; one of the languages may be empty."""

    expires_at: Annotated[int, Meta(ge=1, le=2**53)]
    command_id: Id
    zh: AnnouncedText = ""
    en: AnnouncedText = ""
    reason: Note = ""


class WithdrawWish(_Wish, frozen=True):
    """Show an announcement no longer."""

    announcement: Annotated[str, Meta(max_length=140)]
    command_id: Id
    reason: Note = ""


class ReportWish(_Wish, frozen=True):
    """Close a complaint. `outcome`: acted or dismissed; `reason`: what was found."""

    report: Before
    outcome: Annotated[str, exactly("acted|dismissed")]
    reason: Reason
    command_id: Id


class DrainWish(_Wish, frozen=True):
    """Begin, or end, to prepare a restart."""

    command_id: Id
    reason: Note = ""


class RoleWish(_Wish, frozen=True):
    """Make somebody an operator, or no longer; of the command line alone."""

    player: Id
    reason: Reason
    command_id: Id


class DeedDone(msgspec.Struct, frozen=True):
    """It is done and stands in the audit log. `repeated`: it had been done before. `beans` and
    `house`: the balances of the player and of house:compensation after a compensation.
    """

    repeated: bool
    beans: int | None = None
    house: int | None = None


# --- the operator: what he asks ---


class PeopleQuery(_Wish, frozen=True):
    """`q`: an id, or part of a name; `before`: what a page called next."""

    q: Annotated[str, Meta(max_length=64)] = ""
    before: Annotated[str, Meta(max_length=128)] | None = None


class PersonQuery(_Wish, frozen=True):
    """Somebody by his id."""

    id: Id


class ReportsQuery(_Wish, frozen=True):
    """`state`: open or all."""

    state: Annotated[str, exactly("open|all")] = "open"
    before: Before | None = None


class AuditQuery(_Wish, frozen=True):
    """`before`: the number of an entry."""

    before: Before | None = None


# --- the operator: what he sees ---


class SanctionView(msgspec.Struct, frozen=True):
    """A ban or mute; `until` None: for good."""

    until: int | None
    reason: str
    by: str
    at: int


class PersonLine(msgspec.Struct, frozen=True):
    """Somebody. `kind`: guest, member, gone; `table`: where he sits; `queued`: the room in which he
    looks for a game; `code`: of his room of friends.
    """

    id: str
    name: str
    kind: str
    created_at: int
    beans: int
    title: str
    online: bool
    table: str | None
    queued: str | None
    code: str | None
    operator: bool
    ban: SanctionView | None
    mute: SanctionView | None


class PeoplePage(msgspec.Struct, frozen=True):
    """People, the newest first; `next` None: no more."""

    people: tuple[PersonLine, ...]
    next: str | None


class PersonSession(msgspec.Struct, frozen=True):
    """A sign-in, shortened as its owner sees it, and without its id."""

    created_at: int
    seen_at: int
    address: str
    device: str


class PersonView(msgspec.Struct, frozen=True):
    """Somebody, his sign-ins, and how often others complained about him."""

    person: PersonLine
    sessions: tuple[PersonSession, ...]
    reports: int


class LiveSeat(msgspec.Struct, frozen=True):
    """Who sits at a table."""

    player: str
    name: str
    bot: bool
    left: bool
    connected: bool
    autoplay: bool


class LiveTableView(msgspec.Struct, frozen=True):
    """An open table, without any card. `phase` of the hand, None between hands."""

    table: str
    room: str
    ruleset: str
    stakes: StakesView
    status: str
    phase: str | None
    hand_no: int
    version: int
    seats: tuple[LiveSeat, LiveSeat, LiveSeat]
    watchers: int


class LiveTables(msgspec.Struct, frozen=True):
    """The open tables, those with most people first; `total`: how many there are."""

    tables: tuple[LiveTableView, ...]
    total: int


class SaidLine(msgspec.Struct, frozen=True):
    """Something that was said. `kind`: quick, emote (`what` is an id), or text."""

    at: int
    player: str
    name: str
    kind: str
    what: str


class ReportView(msgspec.Struct, frozen=True):
    """A complaint. `place`: a table or a room's code; `said`: what was said there last; `outcome`
    None: still open.
    """

    id: int
    at: int
    reporter: str
    reporter_name: str
    reported: str
    reported_name: str
    place: str
    reason: str
    said: tuple[SaidLine, ...]
    outcome: str | None
    note: str | None
    closed_by: str | None
    closed_at: int | None


class ReportPage(msgspec.Struct, frozen=True):
    """Complaints, the newest first."""

    reports: tuple[ReportView, ...]
    next: int | None


class AuditView(msgspec.Struct, frozen=True):
    """An entry of the audit log. `by`: an operator's id, or host; names as they are now."""

    id: int
    at: int
    by: str
    by_name: str
    action: str
    target: str
    target_name: str
    reason: str
    details: str
    command: str


class AuditPage(msgspec.Struct, frozen=True):
    """The audit log, the newest first."""

    lines: tuple[AuditView, ...]
    next: int | None


class HouseView(msgspec.Struct, frozen=True):
    """How the house is. `empty`: it drains and no hand runs, so the server may be stopped;
    `compensated`: the balance of house:compensation; `running` false: no server, only the store.
    """

    version: str
    running: bool
    draining: bool
    drains_since: int | None
    empty: bool
    hands: int
    tables: int
    connections: int
    waiting: int
    compensated: int
    problems: tuple[str, ...]
    counts: dict[str, int]
    announcements: tuple[AnnouncementView, ...]
