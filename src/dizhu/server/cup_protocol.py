"""Competitions: every message of theirs on the WebSocket, and the bodies of `/api/cups`.

A *cup* is one competition that is announced, running or over (docs/competitions.md). Times are
milliseconds since 1970 by the server's clock; each answer says what that clock shows
(`server_time`), so that a countdown needs no right clock in the browser. Names come in both
languages. The client's types are generated from this file, too.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from dizhu.server.fields import exactly, one_line
from dizhu.server.protocol import Id, RoomCode, _In, _Out

CupText = Annotated[str, one_line(200)]
CupKey = Annotated[str, exactly("[a-z0-9-]+", min_length=1, max_length=48)]
"""The name of a competition in the catalogue."""
CupPhase = Annotated[str, exactly("registering|running|finished|cancelled")]
CupPlace = Annotated[str, exactly("entered|waiting|called|playing|resting|out|over")]
"""Where I am in a cup. entered: it has not begun; waiting: in the field, without a table; called:
my table is ready, and I have to finish a hand elsewhere first; playing; resting: this round has no
table for me; out: I have my rank, the cup goes on; over: it has ended."""
CupStart = Annotated[str, exactly("full|at|hand")]
"""When a cup begins: with enough entrants, at a set time, when its host says so."""


# --- competitions, from the client ---


class LookCup(_In, frozen=True, tag="cup_look"):
    """Keep me told, at most once a second, of a cup (`cup`, `cup_standing`), or with None of the
    list (`cups`); both come at once. It replaces what I looked at before, and ends with the
    connection. `code`: of a private cup in which I have not entered.
    """

    command_id: Id
    cup: Id | None = None
    code: RoomCode | None = None


class UnlookCup(_In, frozen=True, tag="cup_unlook"):
    """I look at no cup any more."""

    command_id: Id


class FindCup(_In, frozen=True, tag="cup_find"):
    """Look at the private cup with this code; what follows is that of `cup_look`. Wrong codes are
    refused `no_cup`, and after many `rate_limited`.
    """

    command_id: Id
    code: RoomCode


class EnterCup(_In, frozen=True, tag="cup_enter"):
    """Enter: the entry goes into escrow in the same transaction. Twice is once. Refused
    not_open_yet, registration_closed (also to who has dropped out), full, wrong_code,
    not_enough_beans, not_enough_cards, in_other_cup, no_cup; own_prizes (an operator, where
    operators give the prizes); draining before a restart.
    """

    command_id: Id
    cup: Id
    code: RoomCode | None = None


class WithdrawCup(_In, frozen=True, tag="cup_withdraw"):
    """Take the entry back before the start; it is refunded in the same transaction. Refused
    too_late once the cup runs, not_in to who has not entered.
    """

    command_id: Id
    cup: Id


class DropOutCup(_In, frozen=True, tag="cup_drop_out"):
    """Leave a running cup for good. What is left of my table is played for me; nothing is paid
    back.
    """

    command_id: Id
    cup: Id


class StartCup(_In, frozen=True, tag="cup_start"):
    """The host or the operator starts it by hand. Refused too_few, not_host, draining."""

    command_id: Id
    cup: Id


class PauseCup(_In, frozen=True, tag="cup_pause"):
    """The host or the operator: no hand and no round begins (`on`), or it goes on."""

    command_id: Id
    cup: Id
    on: bool


class CancelCup(_In, frozen=True, tag="cup_cancel"):
    """The host or the operator ends it; everybody gets his entry back. `reason` is shown."""

    command_id: Id
    cup: Id
    reason: CupText


class AnnounceCup(_In, frozen=True, tag="cup_announce"):
    """The host or the operator says something to all who are in it (`cup_said`); it stays on the
    page of the cup (`said` of its view) until something else is said.
    """

    command_id: Id
    cup: Id
    text: CupText


class SeenCup(_In, frozen=True, tag="cup_seen"):
    """I have put away what `cup_over` said of a cup that has ended: it is not told again when I
    connect. Twice is once.
    """

    command_id: Id
    cup: Id


CupMessage = (
    LookCup
    | UnlookCup
    | FindCup
    | EnterCup
    | WithdrawCup
    | DropOutCup
    | StartCup
    | PauseCup
    | CancelCup
    | AnnounceCup
    | SeenCup
)
"""What a client asks about competitions; each is answered with `ack` or `refused`."""


# --- parts of what the server says about competitions ---


class CupPrize(msgspec.Struct, frozen=True):
    """What each of the ranks `first`..`last` gets. `share`: beans of the pool as it is now, and
    before the start of a cup that begins when it is full of the pool as it will be then;
    `beans`: of the house; `badge`: its name or empty.
    """

    first: int
    last: int
    share: int
    beans: int
    cards: int
    badge: str


class CupLine(msgspec.Struct, frozen=True):
    """A cup in the list. `start`: how it begins; registration opens at `opens_at`; it begins at
    `starts_at` (start at), or bots fill it at `fills_at` (None: nobody has entered, or never).
    `top`: the first prize. `entered`: I am in it. `private`: only with its code. `size`: start
    full: so many begin; otherwise at most so many. `minimum`: fewer, and it does not take place
    unless `bots` fill it.
    """

    id: str
    key: str
    name_zh: str
    name_en: str
    kind: str
    phase: CupPhase
    start: CupStart
    opens_at: int
    starts_at: int | None
    fills_at: int | None
    paused: bool
    private: bool
    size: int
    minimum: int
    bots: bool
    entrants: int
    alive: int
    entry_beans: int
    entry_cards: int
    pool: int
    top: CupPrize | None
    ruleset: str
    formats: tuple[str, ...]
    entered: bool


class CupRound(msgspec.Struct, frozen=True):
    """A column of the picture of a cup. `status`: done, now, planned; `field`: how many are in it;
    `tables`: 0 for a planned one. `round` counts from 1 in each stage, `stage` from 0. A round of
    `last_standing` in a flow has no end of its own: the whole stage is one.
    """

    stage: int
    round: int
    format: str
    field: int
    tables: int
    status: str


class CupStage(msgspec.Struct, frozen=True):
    """What is played in a stage. `base_schedule`: rows of seconds since the stage began, and the
    base from then on; empty: the base never changes. `carry`: the part of the score before that
    is carried into it ("1/10"), at most `carry_cap`. `options`: of the format, with its defaults.
    """

    format: str
    start_score: int
    base_schedule: tuple[tuple[int, int], ...]
    interval_seconds: int
    carry: str
    carry_cap: int | None
    options: dict[str, int | str]


class CupMine(msgspec.Struct, frozen=True):
    """What concerns me in one cup: the waiting room. `table`: where I sit in it. `ready_at`: no
    earlier does the next round begin. `refund_beans`, `refund_cards`: what I get if I withdraw now.
    `safe`: I would go on if the stage ended now. `place` of `alive`; None before the start, and in
    a duplicate round as long as nothing is compared.
    `prize`: what I have won, when it is over.
    """

    cup: str
    key: str
    name_zh: str
    name_en: str
    phase: CupPhase
    where: CupPlace
    may_withdraw: bool
    refund_beans: int
    refund_cards: int
    table: str | None
    opens_at: int
    starts_at: int | None
    fills_at: int | None
    ready_at: int | None
    paused: bool
    entrants: int
    size: int
    stage: int
    round: int
    format: str
    tables_left: int
    score: int
    place: int | None
    alive: int
    cut: int | None
    safe: bool
    gone: bool
    rank: int | None
    prize: CupPrize | None


class CupRow(msgspec.Struct, frozen=True):
    """A line of the standing. `place` from 1; the line is drawn below place `cut`; `safe`: above
    it. `last`: the score of his last hand; `hands`: of this stage; `table`: whether he plays now;
    `rank`: final, when he is out.
    """

    place: int
    player: str
    name: str
    bot: bool
    score: int
    last: int
    hands: int
    table: bool
    safe: bool
    gone: bool
    rank: int | None


class CupTable(msgspec.Struct, frozen=True):
    """A table of a cup. `watch`: it may be watched now with `watch{table}` (the final, but never in
    a duplicate round). `hands`: ids of its finished hands for `/r/ID`, told once the cup is over.
    """

    table: str
    stage: int
    round: int
    names: tuple[str, str, str]
    players: tuple[str, str, str]
    deltas: tuple[int, int, int]
    playing: bool
    watch: bool
    hands: tuple[str, ...]


class CupView(msgspec.Struct, frozen=True):
    """All of a cup but its standing. `may_run`: I may start, pause, cancel, announce; `code`: how
    friends get in, for the host. `base`: the score of a hand that begins now. `final`: the tables
    that may be watched. `said`: what was announced last. `reason`: why it was cancelled: too_few,
    missed, expired, or the words of who did it. `own`: my line of the standing, however far down
    it is.
    """

    line: CupLine
    host: str | None
    host_name: str
    code: str | None
    may_run: bool
    rake_percent: int
    prizes: tuple[CupPrize, ...]
    rounds: tuple[CupRound, ...]
    stage: int
    round: int
    base: int
    start_score: int
    ready_at: int | None
    tables: int
    cut: int | None
    final: tuple[CupTable, ...]
    champion: str | None
    champion_name: str
    finished_at: int | None
    reason: str | None
    said: str | None
    said_at: int | None
    mine: CupMine | None
    stages: tuple[CupStage, ...] = ()
    own: CupRow | None = None


# --- competitions, from the server ---


class Cups(_Out, frozen=True, tag="cups"):
    """The list, to those who look at it, whenever it changes (at most once a second)."""

    server_time: int
    cups: tuple[CupLine, ...]


class CupNow(_Out, frozen=True, tag="cup"):
    """A cup, to those who look at it, whenever it changes (at most once a second)."""

    server_time: int
    cup: CupView


class CupStanding(_Out, frozen=True, tag="cup_standing"):
    """The standing, to those who look at it. `whole`: these are all rows (of a large field the
    first 300, the others by `GET /api/cups/ID/standing`); otherwise they replace those of the same
    players, and `left` are gone: sort by place. The line is drawn below place `cut` (None: there is
    none). At most once a second.
    """

    cup: str
    whole: bool
    rows: tuple[CupRow, ...]
    left: tuple[str, ...]
    cut: int | None
    alive: int
    total: int


class CupMineNow(_Out, frozen=True, tag="cup_mine"):
    """The waiting room: on connecting for every cup one is in, and whenever it changes."""

    server_time: int
    mine: CupMine


class CupCall(_Out, frozen=True, tag="cup_call"):
    """Your table is ready. `table`: it has begun, `seated` and its snapshot come with it (after a
    reload as well). None: it waits for you, at most until `by`, to finish the hand at `elsewhere`;
    then that hand is played for you.
    """

    cup: str
    name_zh: str
    name_en: str
    stage: int
    round: int
    table: str | None
    elsewhere: str | None
    by: int | None


class CupOver(_Out, frozen=True, tag="cup_over"):
    """My part in a cup has ended. `why`: out (I have my rank, the prize comes with the end of the
    cup), finished (with my prize), cancelled (with my refund), withdrawn. finished and cancelled
    are told again on every connection until `cup_seen`, for who was away at the end.
    """

    cup: str
    name_zh: str
    name_en: str
    why: str
    rank: int | None
    entrants: int
    prize: CupPrize | None
    refund_beans: int
    refund_cards: int
    reason: str | None


class CupSaid(_Out, frozen=True, tag="cup_said"):
    """The host or the operator says something to all who are in a cup or look at it."""

    cup: str
    name_zh: str
    name_en: str
    text: str
    at: int


class Holdings(_Out, frozen=True, tag="holdings"):
    """My platinum cards and badges: on connecting, and after every change. `badges`: name, and how
    often.
    """

    cards: int
    badges: dict[str, int]


CupNews = Cups | CupNow | CupStanding | CupMineNow | CupCall | CupOver | CupSaid | Holdings
"""What the server says about competitions."""


# --- competitions (HTTP) ---


class CupList(msgspec.Struct, frozen=True):
    """`GET /api/cups`: those that are announced or running, the next to begin first."""

    server_time: int
    cups: tuple[CupLine, ...]


class CupDetail(msgspec.Struct, frozen=True):
    """`GET /api/cups/ID` (`?code=` for a private one)."""

    server_time: int
    cup: CupView


class StandingPage(msgspec.Struct, frozen=True):
    """`GET /api/cups/ID/standing?page=`: 100 rows a page; `own`: mine."""

    cup: str
    page: int
    pages: int
    rows: tuple[CupRow, ...]
    own: CupRow | None
    cut: int | None
    alive: int


class PastCup(msgspec.Struct, frozen=True):
    """A cup that has ended."""

    id: str
    key: str
    name_zh: str
    name_en: str
    phase: CupPhase
    finished_at: int
    entrants: int
    champion: str | None
    champion_name: str
    reason: str | None


class PastCups(msgspec.Struct, frozen=True):
    """`GET /api/cups/past?before=&mine=1`: newest first; `next`: what to ask as `before`."""

    cups: tuple[PastCup, ...]
    next: str | None


class CupResultRow(msgspec.Struct, frozen=True):
    """A final rank with what was paid for it; `beans` in all. `unpaid`: there is a prize for this
    rank, but a bot has it, and bots get none.
    """

    rank: int
    player: str
    name: str
    bot: bool
    score: int
    beans: int
    cards: int
    badge: str
    unpaid: bool


class CupResult(msgspec.Struct, frozen=True):
    """`GET /api/cups/ID/result?page=`: the ranks of a finished cup, 100 a page; `own`: mine;
    `pool`: the beans of all entries, of which `kept` stayed with the house, and `returned`, the
    shares of bots and of deleted accounts, went to it. The same as a file:
    `/api/cups/ID/result.csv`, `/api/cups/ID/result.json` (all ranks).
    """

    cup: PastCup
    page: int
    pages: int
    rows: tuple[CupResultRow, ...]
    own: CupResultRow | None
    pool: int
    kept: int
    returned: int


class CupTables(msgspec.Struct, frozen=True):
    """`GET /api/cups/ID/tables?page=`: the tables, the last first, 100 a page. The hands are told
    once the cup is over.
    """

    cup: str
    page: int
    pages: int
    tables: tuple[CupTable, ...]


class ChampionStep(msgspec.Struct, frozen=True):
    """A table on the champion's way; `seat` is his."""

    table: CupTable
    seat: int
    delta: int


class Champion(msgspec.Struct, frozen=True):
    """`GET /api/cups/ID/champion`: who won, what, and how he came there. `unpaid`: a bot, that does
    not get the prize of its rank.
    """

    cup: PastCup
    player: str
    name: str
    bot: bool
    prize: CupPrize
    unpaid: bool
    hands: int
    won: int
    steps: tuple[ChampionStep, ...]
    second: CupResultRow | None
    third: CupResultRow | None


class CatalogueEntry(msgspec.Struct, frozen=True):
    """`GET /api/cups/catalogue`: what can be opened by name, and its TOML, to begin with."""

    key: str
    name_zh: str
    name_en: str
    kind: str
    start: CupStart
    formats: tuple[str, ...]
    toml: str


class NewCup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/cups`: announce a cup, from one of three. `key`: of the catalogue; `toml`: a text
    with one `[[cup]]`; `form`: the same table as JSON (`stage` a list; docs/competitions.md has
    every field). `private`: for friends, by a code, started by me; everybody may make such a cup,
    without entry and house prizes; all others the operator only. `starts_at`: for start at.
    A wrong value is refused `bad_cup` with `detail` "field: what is wrong".
    """

    command_id: Id
    key: CupKey | None = None
    toml: Annotated[str, Meta(max_length=20_000)] | None = None
    form: dict[str, Any] | None = None
    private: bool = False
    size: Annotated[int, Meta(ge=3, le=10_000)] | None = None
    starts_at: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class CupMade(msgspec.Struct, frozen=True):
    """It is announced. `code`: of a private one."""

    id: str
    code: str | None


class HoldingLine(msgspec.Struct, frozen=True):
    """A card or badge that came or went. `what`: platinum, or `badge:NAME`."""

    at: int
    what: str
    count: int
    reason: str
    cup: str | None


class HoldingsPage(msgspec.Struct, frozen=True):
    """`GET /api/holdings`: what I have, and the last changes, newest first."""

    cards: int
    badges: dict[str, int]
    lines: tuple[HoldingLine, ...]
