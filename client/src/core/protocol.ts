// Written by `make types` from the server's protocol.py. Do not edit.
/* eslint-disable */

// --- scalars ---

export type Id = string;

export type CardId = number;

export type RankId = number;

export type SeatId = number;

export type Version = number;

/** What to answer in the start window: ask me, ready, or ready with a show (明牌开始). */
export type StartChoice = "ask" | "ready" | "show";

/** SHA-256 of a seed of the server's, hexadecimal. */
export type SeedHash = string;

/** 16 random bytes from a browser, hexadecimal. */
export type ClientSeed = string;

export type CardList = readonly CardId[];

export type OptionName = string;

export type OptionItem = string | number | readonly (string | number)[];

/** A field of a ruleset: a switch, a number, a choice, or rows of them. */
export type OptionValue = boolean | number | string | readonly OptionItem[] | null;

/** Six characters, as somebody wrote them. */
export type RoomCode = string;

export type SaidKind = "quick" | "emote" | "text";

export type Text = string;

export type Secret = string;

export type SessionId = string;

/**
 * What the house still gives me today. `gift`: beans of the daily gift, 0 when I have had it;
 * `relief`: beans of a relief, for who has fewer than `relief_below`; `reliefs_left` of today;
 * `day_ends`: when there is more (midnight, UTC+8); `beans`: what I have now.
 */
export interface AllowanceView {
  readonly beans: number;
  readonly gift: number;
  readonly relief: number;
  readonly relief_below: number;
  readonly reliefs_left: number;
  readonly day_ends: number;
}

export type CupText = string;

/** The name of a competition in the catalogue. */
export type CupKey = string;

export type CupPhase = "registering" | "running" | "finished" | "cancelled";

/**
 * Where I am in a cup. entered: it has not begun; waiting: in the field, without a table; called:
 * my table is ready, and I have to finish a hand elsewhere first; playing; resting: this round
 * has no table for me; out: I have my rank, the cup goes on; over: it has ended.
 */
export type CupPlace = "entered" | "waiting" | "called" | "playing" | "resting" | "out" | "over";

/** When a cup begins: with enough entrants, at a set time, when its host says so. */
export type CupStart = "full" | "at" | "hand";

/** Why; it stands in the audit log, and who is banned reads it. */
export type Reason = string;

export type Note = string;

export type AnnouncedText = string;

export type Before = number;

// --- actions, inside `act` ---

/** Before the deal: deal, I do not show. */
export interface ReadyAction {
  readonly type: "ready";
}

/** 明牌 at the stage the player saw; the server decides the factor. */
export interface ShowAction {
  readonly type: "show";
  readonly stage: "start" | "deal" | "bottom";
}

/** 叫地主. */
export interface CallAction {
  readonly type: "call";
}

/** 抢地主. */
export interface RobAction {
  readonly type: "rob";
}

/** Decline whatever is asked: 不叫, 不抢, 不倒, 不出. */
export interface PassAction {
  readonly type: "pass";
}

/** 闷抓. */
export interface BlindAction {
  readonly type: "blind";
}

/** 看牌. */
export interface LookAction {
  readonly type: "look";
}

/** 倒, 拉, 垒, 沃. */
export interface RaiseAction {
  readonly type: "raise";
}

/** 加倍. */
export interface DoubleAction {
  readonly type: "double";
}

/** 不加倍. */
export interface NoDoubleAction {
  readonly type: "no_double";
}

/** The reading wanted, when cards have several. */
export interface DeclaredReading {
  readonly kind: OptionName;
  readonly main: RankId;
  readonly length?: number | null;
}

/** 出牌: the very cards held. */
export interface PlayAction {
  readonly type: "play";
  readonly cards: CardList;
  readonly declare?: DeclaredReading | null;
}

/** 托管 on or off. */
export interface AutoplayAction {
  readonly type: "autoplay";
  readonly on: boolean;
}

/** Leave in mid-hand, with the penalty. */
export interface EscapeAction {
  readonly type: "escape";
}

/**
 * After the result: another hand with the same people. `start`: what to answer in its start
 * window, see `Join`.
 */
export interface AgainAction {
  readonly type: "again";
  readonly start?: StartChoice;
}

/** Leave the table when no hand is running. */
export interface LeaveAction {
  readonly type: "leave";
}

export type ActionMessage =
  | ReadyAction
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
  | LeaveAction;

// --- from the client ---

/**
 * Look for a game in a room. `bots` true: fill the other seats with bots at once. `start` is the
 * answer in the first hand's start window: the quick start says "ready", so that the cards come
 * at once. `gives_seed`: this client sends `give_seed` as soon as it sees a hash; the hand waits
 * a moment for it.
 */
export interface Join {
  readonly type: "join";
  readonly room: Id;
  readonly command_id: Id;
  readonly bots?: boolean;
  readonly start?: StartChoice;
  readonly gives_seed?: boolean;
}

/** Stop looking. */
export interface CancelJoin {
  readonly type: "cancel_join";
  readonly command_id: Id;
}

/**
 * An action at a table. `command_id` is made by the client and kept until acknowledged: sent
 * twice, done once. `seen_version` is the last version the client has seen; an action made for an
 * older question is refused `stale`.
 */
export interface Act {
  readonly type: "act";
  readonly table: Id;
  readonly action: ActionMessage;
  readonly command_id: Id;
  readonly seen_version: Version;
}

/**
 * My part of the next deal, drawn by me after I saw `hash` (`FairnessView.next_hash`); the first
 * one for a hash counts. Not answered: `FairnessView.client_seeds` tells.
 */
export interface GiveSeed {
  readonly type: "give_seed";
  readonly table: Id;
  readonly hash: SeedHash;
  readonly seed: ClientSeed;
}

/** Send me what I missed since `version` (0: everything, as a snapshot). */
export interface Resume {
  readonly type: "resume";
  readonly table: Id;
  readonly version: Version;
}

/** Which plays make sense now? Never touches the clock. */
export interface AskHint {
  readonly type: "ask_hint";
  readonly table: Id;
  readonly request_id: Id;
}

/** May I play these cards now, and as what? */
export interface AskReadings {
  readonly type: "ask_readings";
  readonly table: Id;
  readonly request_id: Id;
  readonly cards: CardList;
}

/**
 * I swept over these cards: if they hold exactly one chain that may be played now, which cards is
 * it?
 */
export interface AskSweep {
  readonly type: "ask_sweep";
  readonly table: Id;
  readonly request_id: Id;
  readonly cards: CardList;
}

/** For the client's estimate of the server's clock. */
export interface Ping {
  readonly type: "ping";
  readonly sent_at: number;
}

/**
 * A room for friends, with me as its host; what it looks like follows as `friend_room`. The form
 * of `options` is at /api/friend-form; nonsense is refused `bad_option`, `detail` names the
 * field. `hands`: how many; `base`: the base score; `start_score` null: as the rules need it;
 * `bots`: they take empty seats; `watch`: others with the code may watch.
 */
export interface MakeRoom {
  readonly type: "make_room";
  readonly command_id: Id;
  readonly ruleset: Id;
  readonly options?: Readonly<Record<string, OptionValue>>;
  readonly hands?: number;
  readonly base?: number;
  readonly start_score?: number | null;
  readonly bots?: boolean;
  readonly watch?: boolean;
}

/** Come into a room of friends. */
export interface EnterRoom {
  readonly type: "enter_room";
  readonly command_id: Id;
  readonly code: RoomCode;
}

/** Leave my room of friends, and its table. */
export interface LeaveRoom {
  readonly type: "leave_room";
  readonly command_id: Id;
}

/** Deal: of the host of a room of friends. After a match a new one begins. */
export interface StartRoom {
  readonly type: "start_room";
  readonly command_id: Id;
}

/** Send somebody out of my room, before a hand. */
export interface Kick {
  readonly type: "kick";
  readonly command_id: Id;
  readonly player: Id;
}

/** Make somebody else the host of my room. */
export interface GiveHost {
  readonly type: "give_host";
  readonly command_id: Id;
  readonly player: Id;
}

/**
 * Say something where I am: at my table, or in my room of friends. `what`: the id of a quick
 * phrase or an emote, whose wording is the client's, or free text.
 */
export interface Say {
  readonly type: "say";
  readonly command_id: Id;
  readonly kind: SaidKind;
  readonly what: string;
}

/** Never hear somebody again, or (`on` false) hear him again. `blocked` follows. */
export interface Block {
  readonly type: "block";
  readonly command_id: Id;
  readonly player: Id;
  readonly on?: boolean;
}

/**
 * Complain about somebody who is where I am; the operator reads it, with what was said last.
 */
export interface ReportPlayer {
  readonly type: "report";
  readonly command_id: Id;
  readonly player: Id;
  readonly reason: "abuse" | "cheating" | "name" | "other";
}

/**
 * Watch a table, or by its code the table of a room of friends that lets others watch. What is
 * seen is late, and without hidden cards.
 */
export interface Watch {
  readonly type: "watch";
  readonly command_id: Id;
  readonly table?: Id | null;
  readonly code?: RoomCode | null;
}

/** Watch no longer. */
export interface Unwatch {
  readonly type: "unwatch";
  readonly command_id: Id;
}

/** Which tables may be watched? */
export interface AskTables {
  readonly type: "ask_tables";
  readonly request_id: Id;
}

/** What people do with one another; each is answered with `ack` or `refused`. */
export type CompanyMessage =
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
  | Unwatch;

export type ClientMessage =
  | Join
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
  | AskTables;

// --- parts of what the server sends ---

/**
 * A combo: `kind` as in docs/rules.md section 6, `main` the top rank of its body, `length` its
 * groups.
 */
export interface Reading {
  readonly kind: string;
  readonly main: number;
  readonly length: number;
  readonly bomb_class: string | null;
}

/** Cards lying on the table. */
export interface TableCombo {
  readonly seat: number;
  readonly cards: readonly number[];
  readonly reading: Reading;
}

/** A play: cards held and the reading they would have. */
export interface PlayOption {
  readonly cards: readonly number[];
  readonly reading: Reading;
}

/**
 * Something the viewer may do now, and the factor it is worth; `stage` of a show or raise (dao la
 * lei wo).
 */
export interface OptionView {
  readonly type: string;
  readonly factor: number | null;
  readonly stage: string | null;
}

/** An accepted show. */
export interface ShowView {
  readonly seat: number;
  readonly stage: string;
  readonly factor: number;
}

/** An answer to 倒 拉 垒 沃 (step 0..3). */
export interface RaiseView {
  readonly seat: number;
  readonly step: number;
  readonly yes: boolean;
}

/** The parts of the multiplier; 1 where nothing happened. */
export interface FactorsView {
  readonly initial: number;
  readonly call: number;
  readonly show: number;
  readonly robs: number;
  readonly blind: number;
  readonly raises: number;
  readonly bottom: number;
  readonly bombs: number;
  readonly rocket: number;
  readonly spring: number;
  readonly task: number;
}

/**
 * A deadline: `seat` None for the table's own. `kind`: start, deal, call, rob, raise, double,
 * play, auto, next.
 */
export interface ClockView {
  readonly seat: number | null;
  readonly kind: string;
  readonly starts_at: number;
  readonly at: number;
}

/** Who sits here. */
export interface SeatView {
  readonly player: string;
  readonly name: string;
  readonly bot: boolean;
  readonly beans: number;
  readonly title: string;
  readonly connected: boolean;
  readonly wants_next: boolean;
  readonly left: boolean;
}

/**
 * A hand as the viewer may know it; see `dizhu.rules.view.Observation` for the meaning of each
 * field. `unseen`: for each rank, how many cards are neither in the viewer's hand nor played (the
 * card counter). `bids`: what each seat said last in the auction. `last`: what each seat did last
 * in this trick.
 */
export interface HandView {
  readonly phase: string;
  readonly deals: number;
  readonly dealt_to: number;
  readonly ready: readonly [boolean, boolean, boolean];
  readonly shows: readonly ShowView[];
  readonly cards: readonly [readonly number[] | null, readonly number[] | null, readonly number[] | null];
  readonly counts: readonly [number, number, number];
  readonly bottom: readonly number[] | null;
  readonly turned: number | null;
  readonly task: string | null;
  readonly wild: number | null;
  readonly first: number | null;
  readonly turn: number | null;
  readonly asked: readonly number[];
  readonly looked: readonly [boolean, boolean, boolean];
  readonly bids: readonly [string | null, string | null, string | null];
  readonly landlord: number | null;
  readonly raise_step: number | null;
  readonly raises: readonly RaiseView[];
  readonly doubles: readonly [boolean | null, boolean | null, boolean | null];
  readonly may_double: readonly [boolean, boolean, boolean];
  readonly to_beat: TableCombo | null;
  readonly last: readonly [TableCombo | string | null, TableCombo | string | null, TableCombo | string | null];
  readonly plays: readonly [number, number, number];
  readonly autoplay: readonly [boolean, boolean, boolean];
  readonly factors: FactorsView;
  readonly multiplier: number;
  readonly pair_factors: readonly [number, number, number];
  readonly options: readonly OptionView[];
  readonly unseen: readonly number[];
  readonly escape_penalty: number | null;
}

/**
 * What the hand brought one seat. `due` is what the pair was worth, `paid` what moved (+ won, -
 * lost), `fee` the room's part, `delta` all together, `beans` the balance after it, `promoted`: a
 * higher title than before.
 */
export interface SeatResult {
  readonly seat: number;
  readonly delta: number;
  readonly fee: number;
  readonly beans: number;
  readonly title: string;
  readonly promoted: boolean;
  readonly cards_left: number;
}

/**
 * One peasant against the landlord: the factor of the pair, what was due, and what was paid after
 * all caps.
 */
export interface PairResult {
  readonly peasant: number;
  readonly factor: number;
  readonly due: number;
  readonly paid: number;
}

/**
 * The end of a hand. `end`: out, escape or forced. `spring`: spring, anti_spring or None.
 * `replay`: the id of the finished hand, for /r/ID.
 */
export interface ResultView {
  readonly end: string;
  readonly landlord: number | null;
  readonly winner: string | null;
  readonly escaped: number | null;
  readonly spring: string | null;
  readonly factors: FactorsView;
  readonly multiplier: number;
  readonly base: number;
  readonly coefficient: number;
  readonly unit: string;
  readonly pairs: readonly PairResult[];
  readonly seats: readonly [SeatResult, SeatResult, SeatResult];
  readonly replay: string | null;
}

/** The room's numbers: N, A, base, initial multiplier, doubling threshold. */
export interface StakesView {
  readonly coefficient: number;
  readonly fee: number;
  readonly base: number;
  readonly initial: number;
  readonly double_threshold: number | null;
}

/**
 * Proof that the deal was fixed before it was known (docs/fairness.md). `hash`: SHA-256 of the
 * server's seed of this hand; `seed`, `client_seeds` (by seat, empty: none given): told after it;
 * `next_hash`: of the next hand's, for which seeds are awaited now.
 */
export interface FairnessView {
  readonly hash: string | null;
  readonly seed: string | null;
  readonly client_seeds: readonly [string, string, string] | null;
  readonly next_hash: string | null;
}

/**
 * A table as one viewer may know it. `you`: his seat, None for a spectator. `status`: playing,
 * between, closed. `hands`: so many are played in all, None: as many as they like.
 */
export interface TableView {
  readonly table: string;
  readonly room: string;
  readonly ruleset: string;
  readonly stakes: StakesView;
  readonly status: string;
  readonly hand_no: number;
  readonly you: number | null;
  readonly seats: readonly [SeatView, SeatView, SeatView];
  readonly clocks: readonly ClockView[];
  readonly hand: HandView | null;
  readonly result: ResultView | null;
  readonly fairness: FairnessView;
  readonly hands: number | null;
}

/**
 * Something that happened, for animation and sound. `kind` is the event's stable name; the rest
 * as it applies. Kinds: seated, hand_started, readied, dealt, deal_stepped, deal_ended, shown,
 * looked, blind_grabbed, called, robbed, declined, deal_voided, landlord_fixed, wild_drawn,
 * raise_answered, double_answered, played, passed, timed_out, autoplay_set, escaped,
 * forced_scored, settled, next_wanted, seat_left, clocks_set, clocks_extended, closed.
 */
export interface TableEvent {
  readonly kind: string;
  readonly version: number;
  readonly at: number;
  readonly seat?: number | null;
  readonly cards?: readonly number[] | null;
  readonly reading?: Reading | null;
  readonly factor?: number | null;
  readonly stage?: string | null;
  readonly yes?: boolean | null;
  readonly auto?: boolean | null;
  readonly rank?: number | null;
}

/** Oneself. `operator`: the page /admin is for him. */
export interface PlayerView {
  readonly id: string;
  readonly name: string;
  readonly beans: number;
  readonly title: string;
  readonly guest: boolean;
  readonly operator: boolean;
}

/**
 * A room of the lobby; `name_zh`, `name_en` are its names, `online` the people in it, `level`
 * 1..4 its stakes; `show_start`: the factor of 明牌开始, null where there is none.
 */
export interface RoomView {
  readonly id: string;
  readonly name_zh: string;
  readonly name_en: string;
  readonly ruleset: string;
  readonly level: number;
  readonly stakes: StakesView;
  readonly entry_min: number;
  readonly entry_max: number | null;
  readonly online: number;
  readonly show_start: number | null;
}

/** Somebody in a room of friends. */
export interface FriendMember {
  readonly id: string;
  readonly name: string;
  readonly connected: boolean;
}

/** A hand on the sheet; `players`, `names`, `delta` by seat. `end`: out, escape or forced. */
export interface FriendLine {
  readonly hand_no: number;
  readonly at: number;
  readonly players: readonly [string, string, string];
  readonly names: readonly [string, string, string];
  readonly delta: readonly [number, number, number];
  readonly landlord: number | null;
  readonly winner: string | null;
  readonly multiplier: number;
  readonly end: string;
}

/** What somebody has won or lost in this match. */
export interface FriendScore {
  readonly player: string;
  readonly name: string;
  readonly total: number;
}

/**
 * A room of friends. `status`: waiting, playing, finished. `options`: those that differ from the
 * preset `ruleset`. `lines`: the hands of this match; `scores`: the highest first.
 */
export interface FriendRoomView {
  readonly code: string;
  readonly host: string;
  readonly status: string;
  readonly table: string | null;
  readonly ruleset: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly hands: number;
  readonly base: number;
  readonly start_score: number;
  readonly bots: boolean;
  readonly watch: boolean;
  readonly members: readonly FriendMember[];
  readonly lines: readonly FriendLine[];
  readonly scores: readonly FriendScore[];
  readonly match_no: number;
  readonly expires_at: number;
  readonly version: number;
}

/** A table that may be watched. */
export interface WatchTable {
  readonly table: string;
  readonly room: string;
  readonly ruleset: string;
  readonly hand_no: number;
  readonly names: readonly [string, string, string];
  readonly bots: readonly [boolean, boolean, boolean];
  readonly watchers: number;
}

// --- from the server ---

/**
 * First message on every connection. `table`: where the player sits and has to go back to;
 * `online`: all people who are connected.
 */
export interface Welcome {
  readonly type: "welcome";
  readonly player: PlayerView;
  readonly server_time: number;
  readonly table: string | null;
  readonly queued: string | null;
  readonly rooms: readonly RoomView[];
  readonly online: number;
}

/** The rooms, or how many people are connected, changed (at most once a second). */
export interface Lobby {
  readonly type: "lobby";
  readonly rooms: readonly RoomView[];
  readonly online: number;
}

/**
 * Looking for a game; `bots_at`: when bots will fill the seats, None never. `waiting`: people
 * looking in this room.
 */
export interface Queued {
  readonly type: "queued";
  readonly room: string;
  readonly waiting: number;
  readonly bots_at: number | null;
}

/** No longer looking. `reason`: cancelled, or a code such as not_enough_beans. */
export interface Unqueued {
  readonly type: "unqueued";
  readonly room: string;
  readonly reason: string;
}

/** You sit at this table; its snapshot follows. */
export interface Seated {
  readonly type: "seated";
  readonly table: string;
}

/** The whole table at a version. */
export interface Snapshot {
  readonly type: "snapshot";
  readonly table: string;
  readonly version: number;
  readonly server_time: number;
  readonly view: TableView;
}

/**
 * What happened after `from_version` up to `version`, and the table as it is now: replace the
 * view, animate the events. A client whose version is not `from_version` asks `resume`.
 */
export interface Events {
  readonly type: "events";
  readonly table: string;
  readonly from_version: number;
  readonly version: number;
  readonly server_time: number;
  readonly events: readonly TableEvent[];
  readonly view: TableView;
}

/** Somebody at the table lost or regained his connection (not stored, no version). */
export interface Presence {
  readonly type: "presence";
  readonly table: string;
  readonly connected: readonly [boolean, boolean, boolean];
}

/** A command was done, and is stored. */
export interface Ack {
  readonly type: "ack";
  readonly command_id: string;
  readonly version: number;
}

/**
 * A command or request was refused and nothing changed; `code` is machine-readable, the client
 * owns the wording.
 */
export interface Refused {
  readonly type: "refused";
  readonly command_id: string | null;
  readonly code: string;
  readonly detail: string | null;
}

/**
 * Sensible plays, best first; empty: nothing beats it. `version` is the state they were made for.
 */
export interface Hints {
  readonly type: "hints";
  readonly request_id: string;
  readonly version: number;
  readonly plays: readonly PlayOption[];
}

/**
 * Every reading under which the cards may be played now; empty: none. `all`: readings they have
 * at all.
 */
export interface Readings {
  readonly type: "readings";
  readonly request_id: string;
  readonly version: number;
  readonly cards: readonly number[];
  readonly playable: readonly Reading[];
  readonly all: readonly Reading[];
}

/** The cards to raise after a sweep. */
export interface Sweep {
  readonly type: "sweep";
  readonly request_id: string;
  readonly cards: readonly number[];
}

/** Your beans changed. */
export interface Wallet {
  readonly type: "wallet";
  readonly beans: number;
  readonly title: string;
}

/** You no longer sit at this table. */
export interface Left {
  readonly type: "left";
  readonly table: string;
  readonly reason: string;
}

/** The game was opened elsewhere with the same identity; this connection ends. */
export interface Replaced {
  readonly type: "replaced";
}

/** The room of friends in which you are, after every change of it. */
export interface FriendRoom {
  readonly type: "friend_room";
  readonly room: FriendRoomView;
}

/** You are in no room of friends any more. `reason`: left, kicked, expired. */
export interface FriendRoomLeft {
  readonly type: "friend_room_left";
  readonly reason: string;
}

/** Somebody said something where you are. `place`: the table or the room's code. */
export interface Said {
  readonly type: "said";
  readonly place: string;
  readonly player: string;
  readonly name: string;
  readonly kind: SaidKind;
  readonly what: string;
  readonly at: number;
}

/** Whom you do not hear. */
export interface Blocked {
  readonly type: "blocked";
  readonly players: readonly string[];
}

/**
 * You watch this table; its snapshot follows, `delay_ms` late. `starts_at`: when the first is
 * due, if the table is younger than that.
 */
export interface Watching {
  readonly type: "watching";
  readonly table: string;
  readonly delay_ms: number;
  readonly starts_at: number;
}

/** You watch no longer. `reason`: left, closed, seated. */
export interface WatchEnded {
  readonly type: "watch_ended";
  readonly table: string;
  readonly reason: string;
}

/** How many people watch the table at which you sit. */
export interface Watchers {
  readonly type: "watchers";
  readonly table: string;
  readonly count: number;
}

/** Tables that may be watched, those with most people first. */
export interface WatchTables {
  readonly type: "watch_tables";
  readonly request_id: string;
  readonly tables: readonly WatchTable[];
}

/** Answer to ping. */
export interface Pong {
  readonly type: "pong";
  readonly sent_at: number;
  readonly server_time: number;
}

export type ServerMessage =
  | Welcome
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
  | Banned;

// --- the house ---

/** Something the operator tells everybody until `expires_at`; a language may be empty. */
export interface AnnouncementView {
  readonly id: string;
  readonly zh: string;
  readonly en: string;
  readonly at: number;
  readonly expires_at: number;
}

/**
 * What is announced, the newest first; `draining`: a restart is planned, no new hands begin. Sent
 * after the welcome when there is anything, and after every change.
 */
export interface House {
  readonly type: "house";
  readonly announcements: readonly AnnouncementView[];
  readonly draining: boolean;
}

/** The operator has banned you; the connection ends with 4403. `until` None: for good. */
export interface Banned {
  readonly type: "banned";
  readonly reason: string;
  readonly until: number | null;
}

// --- the form of a room of friends (HTTP) ---

/**
 * A field of a ruleset as it may be chosen (`dizhu.rules.options.Option`). Its words are the
 * client's: `option.{name}`, `option.{name}.{choice}`, `option_group.{group}`.
 */
export interface OptionForm {
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly choices: readonly string[];
  readonly low: number | null;
  readonly high: number | null;
  readonly optional: boolean;
}

/** A preset, with what its options are unless something else is chosen. */
export interface RulesetForm {
  readonly ruleset: string;
  readonly defaults: Readonly<Record<string, OptionValue>>;
}

/** The least and the most of a number. */
export interface Limits {
  readonly low: number;
  readonly high: number;
}

/** Everything that may be chosen for a room of friends. */
export interface FriendForm {
  readonly rulesets: readonly RulesetForm[];
  readonly options: readonly OptionForm[];
  readonly hands: Limits;
  readonly base: Limits;
  readonly start_score: Limits;
}

// --- finished hands (HTTP) ---

/**
 * Somebody in a finished hand. `role`: landlord, peasant or None; `won`: None when nobody did.
 */
export interface HandPlayer {
  readonly player: string;
  readonly name: string;
  readonly bot: boolean;
  readonly role: string | null;
  readonly won: boolean | null;
  readonly delta: number;
  readonly bombs: number;
}

/** A finished hand in a list. `how`: out, escape, forced; `you`: the seat of who asks. */
export interface HandLine {
  readonly id: string;
  readonly room: string;
  readonly ruleset: string;
  readonly hand_no: number;
  readonly started_at: number;
  readonly ended_at: number;
  readonly how: string;
  readonly unit: string;
  readonly landlord: number | null;
  readonly winner: string | null;
  readonly spring: string | null;
  readonly multiplier: number;
  readonly seats: readonly [HandPlayer, HandPlayer, HandPlayer];
  readonly you: number | null;
}

/** Some finished hands, newest first; `next`: what to ask as `before` for older ones. */
export interface HandPage {
  readonly hands: readonly HandLine[];
  readonly next: string | null;
}

/** A step of a replay: what happened, and the fields of `HandView` that are different now. */
export interface ReplayFrame {
  readonly event: TableEvent;
  readonly hand: Readonly<Record<string, unknown>>;
}

/**
 * A deal: the cards of each seat in the order in which they came, and what chance decided;
 * `previous_first`: who bid first in the deal before it, which some rules make count.
 */
export interface DealtCards {
  readonly previous_first: number | null;
  readonly hands: readonly [readonly number[], readonly number[], readonly number[]];
  readonly bottom: readonly number[];
  readonly first: number;
  readonly wild: number | null;
  readonly turned: number | null;
  readonly task: string | null;
}

/** What of a ruleset bears on a deal. */
export interface DealRules {
  readonly deal_order: string;
  readonly first_bidder: string;
  readonly wild: boolean;
  readonly tasks: readonly string[];
}

/** All that is needed to make the deals of a hand again (docs/fairness.md). */
export interface DealProof {
  readonly table: string;
  readonly hand_no: number;
  readonly hash: string;
  readonly seed: string;
  readonly client_seeds: readonly [string, string, string] | null;
  readonly rules: DealRules;
  readonly deals: readonly DealtCards[];
}

/** A finished hand to look at: the table before it, its steps, its result, with all cards. */
export interface ReplayView {
  readonly hand: HandLine;
  readonly table: TableView;
  readonly frames: readonly ReplayFrame[];
  readonly result: ResultView;
  readonly proof: DealProof;
}

// --- leaderboards and statistics (HTTP) ---

/** A line of a leaderboard: hands played, hands won, beans now, beans won this week. */
export interface LeaderLine {
  readonly place: number;
  readonly name: string;
  readonly title: string;
  readonly beans: number;
  readonly hands: number;
  readonly won: number;
  readonly week: number;
  readonly you: boolean;
}

/**
 * A page of a leaderboard. `own`: the line of who asks, if he is on the board at all; `least`:
 * the hands one must have played to be on it; `week_ends`: when the week is over.
 */
export interface LeaderPage {
  readonly board: string;
  readonly page: number;
  readonly pages: number;
  readonly lines: readonly LeaderLine[];
  readonly own: LeaderLine | null;
  readonly least: number;
  readonly week_ends: number;
}

/**
 * What one's hands under a ruleset come to; `multiplier` the highest one won with; `springs`
 * those won by.
 */
export interface TallyView {
  readonly ruleset: string;
  readonly landlord: number;
  readonly landlord_won: number;
  readonly peasant: number;
  readonly peasant_won: number;
  readonly beans: number;
  readonly multiplier: number;
  readonly bombs: number;
  readonly springs: number;
}

/** A player's statistics; `recent`: the beans won or lost in his last hands, oldest first. */
export interface StatsView {
  readonly tallies: readonly TallyView[];
  readonly recent: readonly number[];
}

/**
 * Beans that came or went. `reason`: opening, relief, pair, escape, fee, ...; `hand`: the
 * finished hand they belong to.
 */
export interface MovementLine {
  readonly at: number;
  readonly beans: number;
  readonly reason: string;
  readonly hand: string | null;
}

/** Some of one's transfers, newest first; `next`: what to ask as `before` for older ones. */
export interface MovementPage {
  readonly movements: readonly MovementLine[];
  readonly next: string | null;
}

// --- accounts ---

/** Keep my account under this name; or sign in. */
export interface NameAndPassword {
  readonly name: Text;
  readonly password: Secret;
}

/** Sign out elsewhere: in one place, or (without `session`) everywhere but here. */
export interface EndSessions {
  readonly session?: SessionId | null;
}

/** Another password; all other sessions end. */
export interface NewPassword {
  readonly old: Secret;
  readonly new: Secret;
}

/** Delete me. `password`: not for guests, who have none. */
export interface Farewell {
  readonly password?: Secret | null;
}

/** So many sessions were ended. */
export interface Ended {
  readonly sessions: number;
}

/** A sign-in of mine. `address` and `device` are shortened; `here`: the one that asks. */
export interface SessionView {
  readonly id: string;
  readonly created_at: number;
  readonly seen_at: number;
  readonly address: string;
  readonly device: string;
  readonly here: boolean;
}

/**
 * Everything that is kept of a person. `blocked`: whom he does not hear; `holdings`: cards and
 * badges that came or went; `cups`: competitions that are over, in which he has a rank;
 * `complaints`: his own; `said`: what he said that is kept with anybody's complaint; `complete`:
 * false when a list is longer than given.
 */
export interface Export {
  readonly profile: Readonly<Record<string, unknown>>;
  readonly sessions: readonly SessionView[];
  readonly transfers: readonly Readonly<Record<string, unknown>>[];
  readonly tallies: readonly Readonly<Record<string, unknown>>[];
  readonly hands: readonly Readonly<Record<string, unknown>>[];
  readonly blocked: readonly string[];
  readonly holdings: readonly Readonly<Record<string, unknown>>[];
  readonly cups: readonly Readonly<Record<string, unknown>>[];
  readonly complaints: readonly Readonly<Record<string, unknown>>[];
  readonly said: readonly Readonly<Record<string, unknown>>[];
  readonly complete: boolean;
}

// --- competitions, from the client ---

/**
 * Keep me told, at most once a second, of a cup (`cup`, `cup_standing`), or with None of the list
 * (`cups`); both come at once. It replaces what I looked at before, and ends with the connection.
 * `code`: of a private cup in which I have not entered.
 */
export interface LookCup {
  readonly type: "cup_look";
  readonly command_id: Id;
  readonly cup?: Id | null;
  readonly code?: RoomCode | null;
}

/** I look at no cup any more. */
export interface UnlookCup {
  readonly type: "cup_unlook";
  readonly command_id: Id;
}

/**
 * Look at the private cup with this code; what follows is that of `cup_look`. Wrong codes are
 * refused `no_cup`, and after many `rate_limited`.
 */
export interface FindCup {
  readonly type: "cup_find";
  readonly command_id: Id;
  readonly code: RoomCode;
}

/**
 * Enter: the entry goes into escrow in the same transaction. Twice is once. Refused not_open_yet,
 * registration_closed (also to who has dropped out), full, wrong_code, not_enough_beans,
 * not_enough_cards, in_other_cup, no_cup; own_prizes (an operator, where operators give the
 * prizes); draining before a restart.
 */
export interface EnterCup {
  readonly type: "cup_enter";
  readonly command_id: Id;
  readonly cup: Id;
  readonly code?: RoomCode | null;
}

/**
 * Take the entry back before the start; it is refunded in the same transaction. Refused too_late
 * once the cup runs, not_in to who has not entered.
 */
export interface WithdrawCup {
  readonly type: "cup_withdraw";
  readonly command_id: Id;
  readonly cup: Id;
}

/**
 * Leave a running cup for good. What is left of my table is played for me; nothing is paid back.
 */
export interface DropOutCup {
  readonly type: "cup_drop_out";
  readonly command_id: Id;
  readonly cup: Id;
}

/** The host or the operator starts it by hand. Refused too_few, not_host, draining. */
export interface StartCup {
  readonly type: "cup_start";
  readonly command_id: Id;
  readonly cup: Id;
}

/** The host or the operator: no hand and no round begins (`on`), or it goes on. */
export interface PauseCup {
  readonly type: "cup_pause";
  readonly command_id: Id;
  readonly cup: Id;
  readonly on: boolean;
}

/** The host or the operator ends it; everybody gets his entry back. `reason` is shown. */
export interface CancelCup {
  readonly type: "cup_cancel";
  readonly command_id: Id;
  readonly cup: Id;
  readonly reason: CupText;
}

/**
 * The host or the operator says something to all who are in it (`cup_said`); it stays on the page
 * of the cup (`said` of its view) until something else is said.
 */
export interface AnnounceCup {
  readonly type: "cup_announce";
  readonly command_id: Id;
  readonly cup: Id;
  readonly text: CupText;
}

/**
 * I have put away what `cup_over` said of a cup that has ended: it is not told again when I
 * connect. Twice is once.
 */
export interface SeenCup {
  readonly type: "cup_seen";
  readonly command_id: Id;
  readonly cup: Id;
}

/** What a client asks about competitions; each is answered with `ack` or `refused`. */
export type CupMessage =
  | LookCup
  | UnlookCup
  | FindCup
  | EnterCup
  | WithdrawCup
  | DropOutCup
  | StartCup
  | PauseCup
  | CancelCup
  | AnnounceCup
  | SeenCup;

// --- parts of what the server says about competitions ---

/**
 * What each of the ranks `first`..`last` gets. `share`: beans of the pool as it is now, and
 * before the start of a cup that begins when it is full of the pool as it will be then; `beans`:
 * of the house; `badge`: its name or empty.
 */
export interface CupPrize {
  readonly first: number;
  readonly last: number;
  readonly share: number;
  readonly beans: number;
  readonly cards: number;
  readonly badge: string;
}

/**
 * A cup in the list. `start`: how it begins; registration opens at `opens_at`; it begins at
 * `starts_at` (start at), or bots fill it at `fills_at` (None: nobody has entered, or never).
 * `top`: the first prize. `entered`: I am in it. `private`: only with its code. `size`: start
 * full: so many begin; otherwise at most so many. `minimum`: fewer, and it does not take place
 * unless `bots` fill it.
 */
export interface CupLine {
  readonly id: string;
  readonly key: string;
  readonly name_zh: string;
  readonly name_en: string;
  readonly kind: string;
  readonly phase: CupPhase;
  readonly start: CupStart;
  readonly opens_at: number;
  readonly starts_at: number | null;
  readonly fills_at: number | null;
  readonly paused: boolean;
  readonly private: boolean;
  readonly size: number;
  readonly minimum: number;
  readonly bots: boolean;
  readonly entrants: number;
  readonly alive: number;
  readonly entry_beans: number;
  readonly entry_cards: number;
  readonly pool: number;
  readonly top: CupPrize | null;
  readonly ruleset: string;
  readonly formats: readonly string[];
  readonly entered: boolean;
}

/**
 * A column of the picture of a cup. `status`: done, now, planned; `field`: how many are in it;
 * `tables`: 0 for a planned one. `round` counts from 1 in each stage, `stage` from 0. A round of
 * `last_standing` in a flow has no end of its own: the whole stage is one.
 */
export interface CupRound {
  readonly stage: number;
  readonly round: number;
  readonly format: string;
  readonly field: number;
  readonly tables: number;
  readonly status: string;
}

/**
 * What is played in a stage. `base_schedule`: rows of seconds since the stage began, and the base
 * from then on; empty: the base never changes. `carry`: the part of the score before that is
 * carried into it ("1/10"), at most `carry_cap`. `options`: of the format, with its defaults.
 */
export interface CupStage {
  readonly format: string;
  readonly start_score: number;
  readonly base_schedule: readonly (readonly [number, number])[];
  readonly interval_seconds: number;
  readonly carry: string;
  readonly carry_cap: number | null;
  readonly options: Readonly<Record<string, number | string>>;
}

/**
 * What concerns me in one cup: the waiting room. `table`: where I sit in it. `ready_at`: no
 * earlier does the next round begin. `refund_beans`, `refund_cards`: what I get if I withdraw
 * now. `safe`: I would go on if the stage ended now. `place` of `alive`; None before the start,
 * and in a duplicate round as long as nothing is compared. `prize`: what I have won, when it is
 * over.
 */
export interface CupMine {
  readonly cup: string;
  readonly key: string;
  readonly name_zh: string;
  readonly name_en: string;
  readonly phase: CupPhase;
  readonly where: CupPlace;
  readonly may_withdraw: boolean;
  readonly refund_beans: number;
  readonly refund_cards: number;
  readonly table: string | null;
  readonly opens_at: number;
  readonly starts_at: number | null;
  readonly fills_at: number | null;
  readonly ready_at: number | null;
  readonly paused: boolean;
  readonly entrants: number;
  readonly size: number;
  readonly stage: number;
  readonly round: number;
  readonly format: string;
  readonly tables_left: number;
  readonly score: number;
  readonly place: number | null;
  readonly alive: number;
  readonly cut: number | null;
  readonly safe: boolean;
  readonly gone: boolean;
  readonly rank: number | null;
  readonly prize: CupPrize | null;
}

/**
 * A line of the standing. `place` from 1; the line is drawn below place `cut`; `safe`: above it.
 * `last`: the score of his last hand; `hands`: of this stage; `table`: whether he plays now;
 * `rank`: final, when he is out.
 */
export interface CupRow {
  readonly place: number;
  readonly player: string;
  readonly name: string;
  readonly bot: boolean;
  readonly score: number;
  readonly last: number;
  readonly hands: number;
  readonly table: boolean;
  readonly safe: boolean;
  readonly gone: boolean;
  readonly rank: number | null;
}

/**
 * A table of a cup. `watch`: it may be watched now with `watch{table}` (the final, but never in a
 * duplicate round). `hands`: ids of its finished hands for `/r/ID`, told once the cup is over.
 */
export interface CupTable {
  readonly table: string;
  readonly stage: number;
  readonly round: number;
  readonly names: readonly [string, string, string];
  readonly players: readonly [string, string, string];
  readonly deltas: readonly [number, number, number];
  readonly playing: boolean;
  readonly watch: boolean;
  readonly hands: readonly string[];
}

/**
 * All of a cup but its standing. `may_run`: I may start, pause, cancel, announce; `code`: how
 * friends get in, for the host. `base`: the score of a hand that begins now. `final`: the tables
 * that may be watched. `said`: what was announced last. `reason`: why it was cancelled: too_few,
 * missed, expired, or the words of who did it. `own`: my line of the standing, however far down
 * it is.
 */
export interface CupView {
  readonly line: CupLine;
  readonly host: string | null;
  readonly host_name: string;
  readonly code: string | null;
  readonly may_run: boolean;
  readonly rake_percent: number;
  readonly prizes: readonly CupPrize[];
  readonly rounds: readonly CupRound[];
  readonly stage: number;
  readonly round: number;
  readonly base: number;
  readonly start_score: number;
  readonly ready_at: number | null;
  readonly tables: number;
  readonly cut: number | null;
  readonly final: readonly CupTable[];
  readonly champion: string | null;
  readonly champion_name: string;
  readonly finished_at: number | null;
  readonly reason: string | null;
  readonly said: string | null;
  readonly said_at: number | null;
  readonly mine: CupMine | null;
  readonly stages: readonly CupStage[];
  readonly own: CupRow | null;
}

// --- competitions, from the server ---

/** The list, to those who look at it, whenever it changes (at most once a second). */
export interface Cups {
  readonly type: "cups";
  readonly server_time: number;
  readonly cups: readonly CupLine[];
}

/** A cup, to those who look at it, whenever it changes (at most once a second). */
export interface CupNow {
  readonly type: "cup";
  readonly server_time: number;
  readonly cup: CupView;
}

/**
 * The standing, to those who look at it. `whole`: these are all rows (of a large field the first
 * 300, the others by `GET /api/cups/ID/standing`); otherwise they replace those of the same
 * players, and `left` are gone: sort by place. The line is drawn below place `cut` (None: there
 * is none). At most once a second.
 */
export interface CupStanding {
  readonly type: "cup_standing";
  readonly cup: string;
  readonly whole: boolean;
  readonly rows: readonly CupRow[];
  readonly left: readonly string[];
  readonly cut: number | null;
  readonly alive: number;
  readonly total: number;
}

/** The waiting room: on connecting for every cup one is in, and whenever it changes. */
export interface CupMineNow {
  readonly type: "cup_mine";
  readonly server_time: number;
  readonly mine: CupMine;
}

/**
 * Your table is ready. `table`: it has begun, `seated` and its snapshot come with it (after a
 * reload as well). None: it waits for you, at most until `by`, to finish the hand at `elsewhere`;
 * then that hand is played for you.
 */
export interface CupCall {
  readonly type: "cup_call";
  readonly cup: string;
  readonly name_zh: string;
  readonly name_en: string;
  readonly stage: number;
  readonly round: number;
  readonly table: string | null;
  readonly elsewhere: string | null;
  readonly by: number | null;
}

/**
 * My part in a cup has ended. `why`: out (I have my rank, the prize comes with the end of the
 * cup), finished (with my prize), cancelled (with my refund), withdrawn. finished and cancelled
 * are told again on every connection until `cup_seen`, for who was away at the end.
 */
export interface CupOver {
  readonly type: "cup_over";
  readonly cup: string;
  readonly name_zh: string;
  readonly name_en: string;
  readonly why: string;
  readonly rank: number | null;
  readonly entrants: number;
  readonly prize: CupPrize | null;
  readonly refund_beans: number;
  readonly refund_cards: number;
  readonly reason: string | null;
}

/** The host or the operator says something to all who are in a cup or look at it. */
export interface CupSaid {
  readonly type: "cup_said";
  readonly cup: string;
  readonly name_zh: string;
  readonly name_en: string;
  readonly text: string;
  readonly at: number;
}

/**
 * My platinum cards and badges: on connecting, and after every change. `badges`: name, and how
 * often.
 */
export interface Holdings {
  readonly type: "holdings";
  readonly cards: number;
  readonly badges: Readonly<Record<string, number>>;
}

/** What the server says about competitions. */
export type CupNews =
  | Cups
  | CupNow
  | CupStanding
  | CupMineNow
  | CupCall
  | CupOver
  | CupSaid
  | Holdings;

// --- competitions (HTTP) ---

/** `GET /api/cups`: those that are announced or running, the next to begin first. */
export interface CupList {
  readonly server_time: number;
  readonly cups: readonly CupLine[];
}

/** `GET /api/cups/ID` (`?code=` for a private one). */
export interface CupDetail {
  readonly server_time: number;
  readonly cup: CupView;
}

/** `GET /api/cups/ID/standing?page=`: 100 rows a page; `own`: mine. */
export interface StandingPage {
  readonly cup: string;
  readonly page: number;
  readonly pages: number;
  readonly rows: readonly CupRow[];
  readonly own: CupRow | null;
  readonly cut: number | null;
  readonly alive: number;
}

/** A cup that has ended. */
export interface PastCup {
  readonly id: string;
  readonly key: string;
  readonly name_zh: string;
  readonly name_en: string;
  readonly phase: CupPhase;
  readonly finished_at: number;
  readonly entrants: number;
  readonly champion: string | null;
  readonly champion_name: string;
  readonly reason: string | null;
}

/** `GET /api/cups/past?before=&mine=1`: newest first; `next`: what to ask as `before`. */
export interface PastCups {
  readonly cups: readonly PastCup[];
  readonly next: string | null;
}

/**
 * A final rank with what was paid for it; `beans` in all. `unpaid`: there is a prize for this
 * rank, but a bot has it, and bots get none.
 */
export interface CupResultRow {
  readonly rank: number;
  readonly player: string;
  readonly name: string;
  readonly bot: boolean;
  readonly score: number;
  readonly beans: number;
  readonly cards: number;
  readonly badge: string;
  readonly unpaid: boolean;
}

/**
 * `GET /api/cups/ID/result?page=`: the ranks of a finished cup, 100 a page; `own`: mine; `pool`:
 * the beans of all entries, of which `kept` stayed with the house, and `returned`, the shares of
 * bots and of deleted accounts, went to it. The same as a file: `/api/cups/ID/result.csv`,
 * `/api/cups/ID/result.json` (all ranks).
 */
export interface CupResult {
  readonly cup: PastCup;
  readonly page: number;
  readonly pages: number;
  readonly rows: readonly CupResultRow[];
  readonly own: CupResultRow | null;
  readonly pool: number;
  readonly kept: number;
  readonly returned: number;
}

/**
 * `GET /api/cups/ID/tables?page=`: the tables, the last first, 100 a page. The hands are told
 * once the cup is over.
 */
export interface CupTables {
  readonly cup: string;
  readonly page: number;
  readonly pages: number;
  readonly tables: readonly CupTable[];
}

/** A table on the champion's way; `seat` is his. */
export interface ChampionStep {
  readonly table: CupTable;
  readonly seat: number;
  readonly delta: number;
}

/**
 * `GET /api/cups/ID/champion`: who won, what, and how he came there. `unpaid`: a bot, that does
 * not get the prize of its rank.
 */
export interface Champion {
  readonly cup: PastCup;
  readonly player: string;
  readonly name: string;
  readonly bot: boolean;
  readonly prize: CupPrize;
  readonly unpaid: boolean;
  readonly hands: number;
  readonly won: number;
  readonly steps: readonly ChampionStep[];
  readonly second: CupResultRow | null;
  readonly third: CupResultRow | null;
}

/** `GET /api/cups/catalogue`: what can be opened by name, and its TOML, to begin with. */
export interface CatalogueEntry {
  readonly key: string;
  readonly name_zh: string;
  readonly name_en: string;
  readonly kind: string;
  readonly start: CupStart;
  readonly formats: readonly string[];
  readonly toml: string;
}

/**
 * `POST /api/cups`: announce a cup, from one of three. `key`: of the catalogue; `toml`: a text
 * with one `[[cup]]`; `form`: the same table as JSON (`stage` a list; docs/competitions.md has
 * every field). `private`: for friends, by a code, started by me; everybody may make such a cup,
 * without entry and house prizes; all others the operator only. `starts_at`: for start at. A
 * wrong value is refused `bad_cup` with `detail` "field: what is wrong".
 */
export interface NewCup {
  readonly command_id: Id;
  readonly key?: CupKey | null;
  readonly toml?: string | null;
  readonly form?: Readonly<Record<string, unknown>> | null;
  readonly private?: boolean;
  readonly size?: number | null;
  readonly starts_at?: Version | null;
}

/** It is announced. `code`: of a private one. */
export interface CupMade {
  readonly id: string;
  readonly code: string | null;
}

/** A card or badge that came or went. `what`: platinum, or `badge:NAME`. */
export interface HoldingLine {
  readonly at: number;
  readonly what: string;
  readonly count: number;
  readonly reason: string;
  readonly cup: string | null;
}

/** `GET /api/holdings`: what I have, and the last changes, newest first. */
export interface HoldingsPage {
  readonly cards: number;
  readonly badges: Readonly<Record<string, number>>;
  readonly lines: readonly HoldingLine[];
}

// --- the operator: what he does ---

/** Ban or mute somebody. `until` in milliseconds since 1970; null: for good. */
export interface SanctionWish {
  readonly player: Id;
  readonly reason: CupText;
  readonly command_id: Id;
  readonly until?: Before | null;
}

/** End a ban or a mute. */
export interface LiftWish {
  readonly player: Id;
  readonly reason: CupText;
  readonly command_id: Id;
}

/** Beans from the house to a player; below 0: back from him, not while he sits at a table. */
export interface CompensationWish {
  readonly player: Id;
  readonly beans: number;
  readonly reason: CupText;
  readonly command_id: Id;
}

/** Tell everybody something until a time; one of the languages may be empty. */
export interface AnnouncementWish {
  readonly expires_at: Before;
  readonly command_id: Id;
  readonly zh?: Note;
  readonly en?: Note;
  readonly reason?: Note;
}

/** Show an announcement no longer. */
export interface WithdrawWish {
  readonly announcement: string;
  readonly command_id: Id;
  readonly reason?: Note;
}

/** Close a complaint. `outcome`: acted or dismissed; `reason`: what was found. */
export interface ReportWish {
  readonly report: Before;
  readonly outcome: "acted" | "dismissed";
  readonly reason: CupText;
  readonly command_id: Id;
}

/** Begin, or end, to prepare a restart. */
export interface DrainWish {
  readonly command_id: Id;
  readonly reason?: Note;
}

/** Make somebody an operator, or no longer; of the command line alone. */
export interface RoleWish {
  readonly player: Id;
  readonly reason: CupText;
  readonly command_id: Id;
}

/**
 * It is done and stands in the audit log. `repeated`: it had been done before. `beans` and
 * `house`: the balances of the player and of house:compensation after a compensation.
 */
export interface DeedDone {
  readonly repeated: boolean;
  readonly beans: number | null;
  readonly house: number | null;
}

// --- the operator: what he asks ---

/** `q`: an id, or part of a name; `before`: what a page called next. */
export interface PeopleQuery {
  readonly q?: Text;
  readonly before?: string | null;
}

/** Somebody by his id. */
export interface PersonQuery {
  readonly id: Id;
}

/** `state`: open or all. */
export interface ReportsQuery {
  readonly state?: "open" | "all";
  readonly before?: Before | null;
}

/** `before`: the number of an entry. */
export interface AuditQuery {
  readonly before?: Before | null;
}

// --- the operator: what he sees ---

/** A ban or mute; `until` None: for good. */
export interface SanctionView {
  readonly until: number | null;
  readonly reason: string;
  readonly by: string;
  readonly at: number;
}

/**
 * Somebody. `kind`: guest, member, gone; `table`: where he sits; `queued`: the room in which he
 * looks for a game; `code`: of his room of friends.
 */
export interface PersonLine {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly created_at: number;
  readonly beans: number;
  readonly title: string;
  readonly online: boolean;
  readonly table: string | null;
  readonly queued: string | null;
  readonly code: string | null;
  readonly operator: boolean;
  readonly ban: SanctionView | null;
  readonly mute: SanctionView | null;
}

/** People, the newest first; `next` None: no more. */
export interface PeoplePage {
  readonly people: readonly PersonLine[];
  readonly next: string | null;
}

/** A sign-in, shortened as its owner sees it, and without its id. */
export interface PersonSession {
  readonly created_at: number;
  readonly seen_at: number;
  readonly address: string;
  readonly device: string;
}

/** Somebody, his sign-ins, and how often others complained about him. */
export interface PersonView {
  readonly person: PersonLine;
  readonly sessions: readonly PersonSession[];
  readonly reports: number;
}

/** Who sits at a table. */
export interface LiveSeat {
  readonly player: string;
  readonly name: string;
  readonly bot: boolean;
  readonly left: boolean;
  readonly connected: boolean;
  readonly autoplay: boolean;
}

/** An open table, without any card. `phase` of the hand, None between hands. */
export interface LiveTableView {
  readonly table: string;
  readonly room: string;
  readonly ruleset: string;
  readonly stakes: StakesView;
  readonly status: string;
  readonly phase: string | null;
  readonly hand_no: number;
  readonly version: number;
  readonly seats: readonly [LiveSeat, LiveSeat, LiveSeat];
  readonly watchers: number;
}

/** The open tables, those with most people first; `total`: how many there are. */
export interface LiveTables {
  readonly tables: readonly LiveTableView[];
  readonly total: number;
}

/** Something that was said. `kind`: quick, emote (`what` is an id), or text. */
export interface SaidLine {
  readonly at: number;
  readonly player: string;
  readonly name: string;
  readonly kind: string;
  readonly what: string;
}

/**
 * A complaint. `place`: a table or a room's code; `said`: what was said there last; `outcome`
 * None: still open.
 */
export interface ReportView {
  readonly id: number;
  readonly at: number;
  readonly reporter: string;
  readonly reporter_name: string;
  readonly reported: string;
  readonly reported_name: string;
  readonly place: string;
  readonly reason: string;
  readonly said: readonly SaidLine[];
  readonly outcome: string | null;
  readonly note: string | null;
  readonly closed_by: string | null;
  readonly closed_at: number | null;
}

/** Complaints, the newest first. */
export interface ReportPage {
  readonly reports: readonly ReportView[];
  readonly next: number | null;
}

/** An entry of the audit log. `by`: an operator's id, or host; names as they are now. */
export interface AuditView {
  readonly id: number;
  readonly at: number;
  readonly by: string;
  readonly by_name: string;
  readonly action: string;
  readonly target: string;
  readonly target_name: string;
  readonly reason: string;
  readonly details: string;
  readonly command: string;
}

/** The audit log, the newest first. */
export interface AuditPage {
  readonly lines: readonly AuditView[];
  readonly next: number | null;
}

/**
 * How the house is. `empty`: it drains and no hand runs, so the server may be stopped;
 * `compensated`: the balance of house:compensation; `running` false: no server, only the store.
 */
export interface HouseView {
  readonly version: string;
  readonly running: boolean;
  readonly draining: boolean;
  readonly drains_since: number | null;
  readonly empty: boolean;
  readonly hands: number;
  readonly tables: number;
  readonly connections: number;
  readonly waiting: number;
  readonly compensated: number;
  readonly problems: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly announcements: readonly AnnouncementView[];
}
