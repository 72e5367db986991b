"""Every message of the WebSocket, both ways. `docs/protocol.md` and the client's types are
generated from this file.

Decoding is strict: unknown fields, wrong types, numbers for texts are refused. Cards are ints
0..53 (`dizhu.rules.cards`), ranks ints 0..14, seats 0..2 in playing order, times milliseconds
since 1970 by the server's clock, amounts whole beans.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from dizhu.server.fields import exactly
from dizhu.server.house import Banned, House

MAX_FRAME_BYTES = 4096
"""Longer frames from a client are refused."""

Id = Annotated[str, exactly("[A-Za-z0-9_-]+", min_length=1, max_length=64)]
CardId = Annotated[int, Meta(ge=0, le=53)]
RankId = Annotated[int, Meta(ge=0, le=14)]
SeatId = Annotated[int, Meta(ge=0, le=2)]
Version = Annotated[int, Meta(ge=0, le=2**53)]
StartChoice = Annotated[str, exactly("ask|ready|show")]
"""What to answer in the start window: ask me, ready, or ready with a show (明牌开始)."""
SeedHash = Annotated[str, exactly("[0-9a-f]{64}")]
"""SHA-256 of a seed of the server's, hexadecimal."""
ClientSeed = Annotated[str, exactly("[0-9a-f]{32}")]
"""16 random bytes from a browser, hexadecimal."""
CardList = Annotated[list[CardId], Meta(max_length=20)]


OptionName = Annotated[str, Meta(max_length=32)]
OptionItem = str | int | list[str | int]
OptionValue = bool | int | str | list[OptionItem] | None
"""A field of a ruleset: a switch, a number, a choice, or rows of them."""
RoomCode = Annotated[str, Meta(max_length=16)]
"""Six characters, as somebody wrote them."""
SaidKind = Annotated[str, exactly("quick|emote|text")]


class _In(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """From the client."""


class _Out(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=False):
    """To the client."""


# --- actions, inside `act` ---


class ReadyAction(_In, frozen=True, tag="ready"):
    """Before the deal: deal, I do not show."""


class ShowAction(_In, frozen=True, tag="show"):
    """明牌 at the stage the player saw; the server decides the factor."""

    stage: Annotated[str, exactly("start|deal|bottom")]


class CallAction(_In, frozen=True, tag="call"):
    """叫地主."""


class RobAction(_In, frozen=True, tag="rob"):
    """抢地主."""


class PassAction(_In, frozen=True, tag="pass"):
    """Decline whatever is asked: 不叫, 不抢, 不倒, 不出."""


class BlindAction(_In, frozen=True, tag="blind"):
    """闷抓."""


class LookAction(_In, frozen=True, tag="look"):
    """看牌."""


class RaiseAction(_In, frozen=True, tag="raise"):
    """倒, 拉, 垒, 沃."""


class DoubleAction(_In, frozen=True, tag="double"):
    """加倍."""


class NoDoubleAction(_In, frozen=True, tag="no_double"):
    """不加倍."""


class DeclaredReading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reading wanted, when cards have several."""

    kind: Annotated[str, Meta(max_length=32)]
    main: RankId
    length: Annotated[int, Meta(ge=1, le=12)] | None = None


class PlayAction(_In, frozen=True, tag="play"):
    """出牌: the very cards held."""

    cards: CardList
    declare: DeclaredReading | None = None


class AutoplayAction(_In, frozen=True, tag="autoplay"):
    """托管 on or off."""

    on: bool


class EscapeAction(_In, frozen=True, tag="escape"):
    """Leave in mid-hand, with the penalty."""


class AgainAction(_In, frozen=True, tag="again"):
    """After the result: another hand with the same people. `start`: what to answer in its start
    window, see `Join`.
    """

    start: StartChoice = "ask"


class LeaveAction(_In, frozen=True, tag="leave"):
    """Leave the table when no hand is running."""


ActionMessage = (
    ReadyAction
    | ShowAction
    | CallAction
    | RobAction
    | PassAction
    | BlindAction
    | LookAction
    | RaiseAction
    | DoubleAction
    | NoDoubleAction
    | PlayAction
    | AutoplayAction
    | EscapeAction
    | AgainAction
    | LeaveAction
)


# --- from the client ---


class Join(_In, frozen=True, tag="join"):
    """Look for a game in a room. `bots` true: fill the other seats with bots at once. `start`
    is the answer in the first hand's start window: the quick start says "ready", so that the
    cards come at once. `gives_seed`: this client sends `give_seed` as soon as it sees a hash; the
    hand waits a moment for it.
    """

    room: Id
    command_id: Id
    bots: bool = False
    start: StartChoice = "ask"
    gives_seed: bool = False


class CancelJoin(_In, frozen=True, tag="cancel_join"):
    """Stop looking."""

    command_id: Id


class Act(_In, frozen=True, tag="act"):
    """An action at a table. `command_id` is made by the client and kept until acknowledged:
    sent twice, done once.

    `seen_version` is the last version the client has seen; an action made for an older question
    is refused `stale`.
    """

    table: Id
    action: ActionMessage
    command_id: Id
    seen_version: Version


class GiveSeed(_In, frozen=True, tag="give_seed"):
    """My part of the next deal, drawn by me after I saw `hash` (`FairnessView.next_hash`); the
    first one for a hash counts. Not answered: `FairnessView.client_seeds` tells.
    """

    table: Id
    hash: SeedHash
    seed: ClientSeed


class Resume(_In, frozen=True, tag="resume"):
    """Send me what I missed since `version` (0: everything, as a snapshot)."""

    table: Id
    version: Version


class AskHint(_In, frozen=True, tag="ask_hint"):
    """Which plays make sense now? Never touches the clock."""

    table: Id
    request_id: Id


class AskReadings(_In, frozen=True, tag="ask_readings"):
    """May I play these cards now, and as what?"""

    table: Id
    request_id: Id
    cards: CardList


class AskSweep(_In, frozen=True, tag="ask_sweep"):
    """I swept over these cards: if they hold exactly one chain that may be played now, which
    cards is it?
    """

    table: Id
    request_id: Id
    cards: CardList


class Ping(_In, frozen=True, tag="ping"):
    """For the client's estimate of the server's clock."""

    sent_at: float


class MakeRoom(_In, frozen=True, tag="make_room"):
    """A room for friends, with me as its host; what it looks like follows as `friend_room`. The
    form of `options` is at /api/friend-form; nonsense is refused `bad_option`, `detail` names the
    field. `hands`: how many; `base`: the base score; `start_score` null: as the rules need it;
    `bots`: they take empty seats; `watch`: others with the code may watch.
    """

    command_id: Id
    ruleset: Id
    options: dict[OptionName, OptionValue] = {}
    hands: int = 6
    base: int = 1
    start_score: int | None = None
    bots: bool = True
    watch: bool = False


class EnterRoom(_In, frozen=True, tag="enter_room"):
    """Come into a room of friends."""

    command_id: Id
    code: RoomCode


class LeaveRoom(_In, frozen=True, tag="leave_room"):
    """Leave my room of friends, and its table."""

    command_id: Id


class StartRoom(_In, frozen=True, tag="start_room"):
    """Deal: of the host of a room of friends. After a match a new one begins."""

    command_id: Id


class Kick(_In, frozen=True, tag="kick"):
    """Send somebody out of my room, before a hand."""

    command_id: Id
    player: Id


class GiveHost(_In, frozen=True, tag="give_host"):
    """Make somebody else the host of my room."""

    command_id: Id
    player: Id


class Say(_In, frozen=True, tag="say"):
    """Say something where I am: at my table, or in my room of friends. `what`: the id of a quick
    phrase or an emote, whose wording is the client's, or free text.
    """

    command_id: Id
    kind: SaidKind
    what: Annotated[str, Meta(min_length=1, max_length=200)]


class Block(_In, frozen=True, tag="block"):
    """Never hear somebody again, or (`on` false) hear him again. `blocked` follows."""

    command_id: Id
    player: Id
    on: bool = True


class ReportPlayer(_In, frozen=True, tag="report"):
    """Complain about somebody who is where I am; the operator reads it, with what was said last."""

    command_id: Id
    player: Id
    reason: Annotated[str, exactly("abuse|cheating|name|other")]


class Watch(_In, frozen=True, tag="watch"):
    """Watch a table, or by its code the table of a room of friends that lets others watch. What is
    seen is late, and without hidden cards.
    """

    command_id: Id
    table: Id | None = None
    code: RoomCode | None = None


class Unwatch(_In, frozen=True, tag="unwatch"):
    """Watch no longer."""

    command_id: Id


class AskTables(_In, frozen=True, tag="ask_tables"):
    """Which tables may be watched?"""

    request_id: Id


CompanyMessage = (
    MakeRoom
    | EnterRoom
    | LeaveRoom
    | StartRoom
    | Kick
    | GiveHost
    | Say
    | Block
    | ReportPlayer
    | Watch
    | Unwatch
)
"""What people do with one another; each is answered with `ack` or `refused`."""

ClientMessage = (
    Join
    | CancelJoin
    | Act
    | GiveSeed
    | Resume
    | AskHint
    | AskReadings
    | AskSweep
    | Ping
    | MakeRoom
    | EnterRoom
    | LeaveRoom
    | StartRoom
    | Kick
    | GiveHost
    | Say
    | Block
    | ReportPlayer
    | Watch
    | Unwatch
    | AskTables
)


# --- parts of what the server sends ---


class Reading(msgspec.Struct, frozen=True):
    """A combo: `kind` as in docs/rules.md section 6, `main` the top rank of its body, `length`
    its groups.
    """

    kind: str
    main: int
    length: int
    bomb_class: str | None = None


class TableCombo(msgspec.Struct, frozen=True):
    """Cards lying on the table."""

    seat: int
    cards: tuple[int, ...]
    reading: Reading


class PlayOption(msgspec.Struct, frozen=True):
    """A play: cards held and the reading they would have."""

    cards: tuple[int, ...]
    reading: Reading


class OptionView(msgspec.Struct, frozen=True):
    """Something the viewer may do now, and the factor it is worth; `stage` of a show or raise
    (dao la lei wo).
    """

    type: str
    factor: int | None = None
    stage: str | None = None


class ShowView(msgspec.Struct, frozen=True):
    """An accepted show."""

    seat: int
    stage: str
    factor: int


class RaiseView(msgspec.Struct, frozen=True):
    """An answer to 倒 拉 垒 沃 (step 0..3)."""

    seat: int
    step: int
    yes: bool


class FactorsView(msgspec.Struct, frozen=True):
    """The parts of the multiplier; 1 where nothing happened."""

    initial: int
    call: int
    show: int
    robs: int
    blind: int
    raises: int
    bottom: int
    bombs: int
    rocket: int
    spring: int
    task: int


class ClockView(msgspec.Struct, frozen=True):
    """A deadline: `seat` None for the table's own. `kind`: start, deal, call, rob, raise,
    double, play, auto, next.
    """

    seat: int | None
    kind: str
    starts_at: int
    at: int


class SeatView(msgspec.Struct, frozen=True):
    """Who sits here."""

    player: str
    name: str
    bot: bool
    beans: int
    title: str
    connected: bool
    wants_next: bool
    left: bool


class HandView(msgspec.Struct, frozen=True):
    """A hand as the viewer may know it; see `dizhu.rules.view.Observation` for the meaning of
    each field.

    `unseen`: for each rank, how many cards are neither in the viewer's hand nor played (the
    card counter). `bids`: what each seat said last in the auction. `last`: what each seat did
    last in this trick.
    """

    phase: str
    deals: int
    dealt_to: int
    ready: tuple[bool, bool, bool]
    shows: tuple[ShowView, ...]
    cards: tuple[tuple[int, ...] | None, tuple[int, ...] | None, tuple[int, ...] | None]
    counts: tuple[int, int, int]
    bottom: tuple[int, ...] | None
    turned: int | None
    task: str | None
    wild: int | None
    first: int | None
    turn: int | None
    asked: tuple[int, ...]
    looked: tuple[bool, bool, bool]
    bids: tuple[str | None, str | None, str | None]
    landlord: int | None
    raise_step: int | None
    raises: tuple[RaiseView, ...]
    doubles: tuple[bool | None, bool | None, bool | None]
    may_double: tuple[bool, bool, bool]
    to_beat: TableCombo | None
    last: tuple[TableCombo | str | None, TableCombo | str | None, TableCombo | str | None]
    plays: tuple[int, int, int]
    autoplay: tuple[bool, bool, bool]
    factors: FactorsView
    multiplier: int
    pair_factors: tuple[int, int, int]
    options: tuple[OptionView, ...]
    unseen: tuple[int, ...]
    escape_penalty: int | None


class SeatResult(msgspec.Struct, frozen=True):
    """What the hand brought one seat. `due` is what the pair was worth, `paid` what moved (+
    won, - lost), `fee` the room's part, `delta` all together, `beans` the balance after it,
    `promoted`: a higher title than before.
    """

    seat: int
    delta: int
    fee: int
    beans: int
    title: str
    promoted: bool
    cards_left: int


class PairResult(msgspec.Struct, frozen=True):
    """One peasant against the landlord: the factor of the pair, what was due, and what was paid
    after all caps.
    """

    peasant: int
    factor: int
    due: int
    paid: int


class ResultView(msgspec.Struct, frozen=True):
    """The end of a hand. `end`: out, escape or forced. `spring`: spring, anti_spring or None.
    `replay`: the id of the finished hand, for /r/ID.
    """

    end: str
    landlord: int | None
    winner: str | None
    escaped: int | None
    spring: str | None
    factors: FactorsView
    multiplier: int
    base: int
    coefficient: int
    unit: str
    pairs: tuple[PairResult, ...]
    seats: tuple[SeatResult, SeatResult, SeatResult]
    replay: str | None = None


class StakesView(msgspec.Struct, frozen=True):
    """The room's numbers: N, A, base, initial multiplier, doubling threshold."""

    coefficient: int
    fee: int
    base: int
    initial: int
    double_threshold: int | None


class FairnessView(msgspec.Struct, frozen=True):
    """Proof that the deal was fixed before it was known (docs/fairness.md). `hash`: SHA-256 of the
    server's seed of this hand; `seed`, `client_seeds` (by seat, empty: none given): told after it;
    `next_hash`: of the next hand's, for which seeds are awaited now.
    """

    hash: str | None = None
    seed: str | None = None
    client_seeds: tuple[str, str, str] | None = None
    next_hash: str | None = None


class TableView(msgspec.Struct, frozen=True):
    """A table as one viewer may know it. `you`: his seat, None for a spectator. `status`:
    playing, between, closed. `hands`: so many are played in all, None: as many as they like.
    """

    table: str
    room: str
    ruleset: str
    stakes: StakesView
    status: str
    hand_no: int
    you: int | None
    seats: tuple[SeatView, SeatView, SeatView]
    clocks: tuple[ClockView, ...]
    hand: HandView | None
    result: ResultView | None
    fairness: FairnessView
    hands: int | None = None


class TableEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened, for animation and sound. `kind` is the event's stable name; the
    rest as it applies.

    Kinds: seated, hand_started, readied, dealt, deal_stepped, deal_ended, shown, looked,
    blind_grabbed, called, robbed, declined, deal_voided, landlord_fixed, wild_drawn,
    raise_answered, double_answered, played, passed, timed_out, autoplay_set, escaped,
    forced_scored, settled, next_wanted, seat_left, clocks_set, clocks_extended, closed.
    """

    kind: str
    version: int
    at: int
    seat: int | None = None
    cards: tuple[int, ...] | None = None
    reading: Reading | None = None
    factor: int | None = None
    stage: str | None = None
    yes: bool | None = None
    auto: bool | None = None
    rank: int | None = None


class PlayerView(msgspec.Struct, frozen=True):
    """Oneself. `operator`: the page /admin is for him."""

    id: str
    name: str
    beans: int
    title: str
    guest: bool
    operator: bool = False


class RoomView(msgspec.Struct, frozen=True):
    """A room of the lobby; `name_zh`, `name_en` are its names, `online` the people in it,
    `level` 1..4 its stakes; `show_start`: the factor of 明牌开始, null where there is none.
    """

    id: str
    name_zh: str
    name_en: str
    ruleset: str
    level: int
    stakes: StakesView
    entry_min: int
    entry_max: int | None
    online: int
    show_start: int | None


class FriendMember(msgspec.Struct, frozen=True):
    """Somebody in a room of friends."""

    id: str
    name: str
    connected: bool


class FriendLine(msgspec.Struct, frozen=True):
    """A hand on the sheet; `players`, `names`, `delta` by seat. `end`: out, escape or forced."""

    hand_no: int
    at: int
    players: tuple[str, str, str]
    names: tuple[str, str, str]
    delta: tuple[int, int, int]
    landlord: int | None
    winner: str | None
    multiplier: int
    end: str


class FriendScore(msgspec.Struct, frozen=True):
    """What somebody has won or lost in this match."""

    player: str
    name: str
    total: int


class FriendRoomView(msgspec.Struct, frozen=True):
    """A room of friends. `status`: waiting, playing, finished. `options`: those that differ from
    the preset `ruleset`. `lines`: the hands of this match; `scores`: the highest first.
    """

    code: str
    host: str
    status: str
    table: str | None
    ruleset: str
    options: dict[OptionName, OptionValue]
    hands: int
    base: int
    start_score: int
    bots: bool
    watch: bool
    members: tuple[FriendMember, ...]
    lines: tuple[FriendLine, ...]
    scores: tuple[FriendScore, ...]
    match_no: int
    expires_at: int
    version: int


class WatchTable(msgspec.Struct, frozen=True):
    """A table that may be watched."""

    table: str
    room: str
    ruleset: str
    hand_no: int
    names: tuple[str, str, str]
    bots: tuple[bool, bool, bool]
    watchers: int


# --- from the server ---


class Welcome(_Out, frozen=True, tag="welcome"):
    """First message on every connection. `table`: where the player sits and has to go back to;
    `online`: all people who are connected.
    """

    player: PlayerView
    server_time: int
    table: str | None
    queued: str | None
    rooms: tuple[RoomView, ...]
    online: int


class Lobby(_Out, frozen=True, tag="lobby"):
    """The rooms, or how many people are connected, changed (at most once a second)."""

    rooms: tuple[RoomView, ...]
    online: int


class Queued(_Out, frozen=True, tag="queued"):
    """Looking for a game; `bots_at`: when bots will fill the seats, None never. `waiting`:
    people looking in this room.
    """

    room: str
    waiting: int
    bots_at: int | None


class Unqueued(_Out, frozen=True, tag="unqueued"):
    """No longer looking. `reason`: cancelled, or a code such as not_enough_beans."""

    room: str
    reason: str


class Seated(_Out, frozen=True, tag="seated"):
    """You sit at this table; its snapshot follows."""

    table: str


class Snapshot(_Out, frozen=True, tag="snapshot"):
    """The whole table at a version."""

    table: str
    version: int
    server_time: int
    view: TableView


class Events(_Out, frozen=True, tag="events"):
    """What happened after `from_version` up to `version`, and the table as it is now: replace
    the view, animate the events.

    A client whose version is not `from_version` asks `resume`.
    """

    table: str
    from_version: int
    version: int
    server_time: int
    events: tuple[TableEvent, ...]
    view: TableView


class Presence(_Out, frozen=True, tag="presence"):
    """Somebody at the table lost or regained his connection (not stored, no version)."""

    table: str
    connected: tuple[bool, bool, bool]


class Ack(_Out, frozen=True, tag="ack"):
    """A command was done, and is stored."""

    command_id: str
    version: int


class Refused(_Out, frozen=True, tag="refused"):
    """A command or request was refused and nothing changed; `code` is machine-readable, the
    client owns the wording.
    """

    command_id: str | None
    code: str
    detail: str | None = None


class Hints(_Out, frozen=True, tag="hints"):
    """Sensible plays, best first; empty: nothing beats it. `version` is the state they were
    made for.
    """

    request_id: str
    version: int
    plays: tuple[PlayOption, ...]


class Readings(_Out, frozen=True, tag="readings"):
    """Every reading under which the cards may be played now; empty: none. `all`: readings they
    have at all.
    """

    request_id: str
    version: int
    cards: tuple[int, ...]
    playable: tuple[Reading, ...]
    all: tuple[Reading, ...]


class Sweep(_Out, frozen=True, tag="sweep"):
    """The cards to raise after a sweep."""

    request_id: str
    cards: tuple[int, ...]


class Wallet(_Out, frozen=True, tag="wallet"):
    """Your beans changed."""

    beans: int
    title: str


class Left(_Out, frozen=True, tag="left"):
    """You no longer sit at this table."""

    table: str
    reason: str


class Replaced(_Out, frozen=True, tag="replaced"):
    """The game was opened elsewhere with the same identity; this connection ends."""


class FriendRoom(_Out, frozen=True, tag="friend_room"):
    """The room of friends in which you are, after every change of it."""

    room: FriendRoomView


class FriendRoomLeft(_Out, frozen=True, tag="friend_room_left"):
    """You are in no room of friends any more. `reason`: left, kicked, expired."""

    reason: str


class Said(_Out, frozen=True, tag="said"):
    """Somebody said something where you are. `place`: the table or the room's code."""

    place: str
    player: str
    name: str
    kind: SaidKind
    what: str
    at: int


class Blocked(_Out, frozen=True, tag="blocked"):
    """Whom you do not hear."""

    players: tuple[str, ...]


class Watching(_Out, frozen=True, tag="watching"):
    """You watch this table; its snapshot follows, `delay_ms` late. `starts_at`: when the first is
    due, if the table is younger than that.
    """

    table: str
    delay_ms: int
    starts_at: int


class WatchEnded(_Out, frozen=True, tag="watch_ended"):
    """You watch no longer. `reason`: left, closed, seated."""

    table: str
    reason: str


class Watchers(_Out, frozen=True, tag="watchers"):
    """How many people watch the table at which you sit."""

    table: str
    count: int


class WatchTables(_Out, frozen=True, tag="watch_tables"):
    """Tables that may be watched, those with most people first."""

    request_id: str
    tables: tuple[WatchTable, ...]


class Pong(_Out, frozen=True, tag="pong"):
    """Answer to ping."""

    sent_at: float
    server_time: int


ServerMessage = (
    Welcome
    | Lobby
    | Queued
    | Unqueued
    | Seated
    | Snapshot
    | Events
    | Presence
    | Ack
    | Refused
    | Hints
    | Readings
    | Sweep
    | Wallet
    | Left
    | Replaced
    | Pong
    | FriendRoom
    | FriendRoomLeft
    | Said
    | Blocked
    | Watching
    | WatchEnded
    | Watchers
    | WatchTables
    | House
    | Banned
)
