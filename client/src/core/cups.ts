/** Competitions as a fold of the server's messages: the list, the cup one looks at, those one is in. */

import type { CupCall, CupLine, CupMine, CupOver, CupRow, CupStanding, CupView, Holdings, TableView } from "./protocol.ts";
import type { FromServer } from "./wire.ts";

/** The standing of one cup, by place. */
export interface Standing {
  cup: string;
  rows: readonly CupRow[];
  cut: number | null;
  alive: number;
  total: number;
}

export interface CupsState {
  list: readonly CupLine[] | null;
  /** The cup one looks at. */
  view: CupView | null;
  standing: Standing | null;
  /** Those one is in, in the order in which they were told. */
  mine: readonly CupMine[];
  /** The one that has ended last: its last table is still looked at for a while. */
  ended: CupMine | null;
  /** A table waits for me while I play elsewhere. */
  call: CupCall | null;
  /** Where my part has ended, and I have not put it away yet: the oldest first. */
  overs: readonly CupOver[];
  /** The ends that I have put away on this page: they are not shown again, though a new connection may tell them once more. */
  read: readonly string[];
  holdings: Holdings | null;
}

export const NO_CUPS: CupsState = { list: null, view: null, standing: null, mine: [], ended: null, call: null, overs: [], read: [], holdings: null };

/** The competitions after a message; the same value when it does not concern them. */
export function reduceCups(state: CupsState, message: FromServer): CupsState {
  switch (message.type) {
    case "welcome":
      // In which cups one is follows the welcome.
      return { ...state, mine: [], call: null };
    case "cups":
      return { ...state, list: message.cups };
    case "cup":
      return { ...state, view: message.cup };
    case "cup_standing":
      return { ...state, standing: merged(state.standing, message) };
    case "cup_mine":
      return withMine(state, message.mine);
    case "cup_call":
      return { ...state, call: message.table === null ? message : null };
    case "cup_over":
      return over(state, message);
    case "holdings":
      return { ...state, holdings: message };
    case "seated":
      return state.call === null ? state : { ...state, call: null };
    default:
      return state;
  }
}

/** What was seen of another cup is not shown for this one. */
export function lookingAt(state: CupsState, cup: string | null): CupsState {
  const view = state.view?.line.id === cup ? state.view : null;
  const standing = state.standing?.cup === cup ? state.standing : null;
  return { ...state, view, standing };
}

function merged(before: Standing | null, message: CupStanding): Standing {
  const { cup, cut, alive, total } = message;
  const old = message.whole || before?.cup !== cup ? [] : before.rows;
  const replaced = new Set([...message.left, ...message.rows.map((row) => row.player)]);
  const rows = [...old.filter((row) => !replaced.has(row.player)), ...message.rows].sort((a, b) => a.place - b.place);
  return { cup, rows, cut, alive, total };
}

function withMine(state: CupsState, mine: CupMine): CupsState {
  if (mine.phase === "finished" || mine.phase === "cancelled") return { ...state, mine: without(state.mine, mine.cup), ended: mine };
  const found = state.mine.findIndex((one) => one.cup === mine.cup);
  return { ...state, mine: found < 0 ? [...state.mine, mine] : state.mine.with(found, mine) };
}

function without(all: readonly CupMine[], cup: string): readonly CupMine[] {
  return all.filter((one) => one.cup !== cup);
}

function over(state: CupsState, message: CupOver): CupsState {
  const mine = message.why === "out" ? state.mine : without(state.mine, message.cup);
  const ended = state.mine.find((one) => one.cup === message.cup && !mine.includes(one)) ?? state.ended;
  return { ...state, mine, ended, call: null, overs: withOver(state, message) };
}

function withOver({ overs, read }: CupsState, message: CupOver): readonly CupOver[] {
  if (message.why === "withdrawn" || read.includes(message.cup)) return overs;
  const found = overs.findIndex((one) => one.cup === message.cup);
  if (found < 0) return [...overs, message];
  return overs[found]?.why === message.why ? overs : overs.with(found, message);
}

/** Whether this is how a cup ended for all: the server tells it until it has been put away. */
export function endsCup(message: CupOver): boolean {
  return message.why === "finished" || message.why === "cancelled";
}

/** The first of what has ended is put away. */
export function putAway(state: CupsState): CupsState {
  const [first, ...overs] = state.overs;
  if (first === undefined) return state;
  return { ...state, overs, read: endsCup(first) ? [...state.read, first.cup] : state.read };
}

// --- reading it ---

const ROOM = "cup-";

export function isCupTable(view: Pick<TableView, "room">): boolean {
  return view.room.startsWith(ROOM);
}

/** The cup of the table at which I sit. */
export function cupOfTable(mine: readonly CupMine[], view: Pick<TableView, "table" | "room">): CupMine | null {
  if (!isCupTable(view)) return null;
  return mine.find((one) => one.table === view.table) ?? mine.find((one) => ROOM + one.key === view.room) ?? null;
}

/** The cup in whose field I am now: there is at most one that runs. */
export function runningCup(mine: readonly CupMine[]): CupMine | null {
  return mine.find((one) => one.phase === "running" && one.where !== "out" && one.where !== "over") ?? null;
}

/** What concerns me most: the one that runs, else the next that begins. */
export function nearestCup(mine: readonly CupMine[]): CupMine | null {
  const soonest = (one: CupMine): number => startOf(one) ?? Number.MAX_SAFE_INTEGER;
  const announced = mine.filter((one) => one.phase === "registering").sort((a, b) => soonest(a) - soonest(b));
  return runningCup(mine) ?? announced[0] ?? null;
}

type Timed = Pick<CupLine, "phase" | "paused" | "opens_at" | "starts_at" | "fills_at">;

function startOf(cup: Timed): number | null {
  return cup.starts_at ?? cup.fills_at;
}

export interface Due {
  kind: "opens" | "starts" | "fills";
  at: number;
}

/** Whether it opens later: only one with a set time does. Any other is open from its announcement, which our clock may know a moment late. */
function isLater(cup: Pick<CupLine, "starts_at" | "opens_at">, now: number): boolean {
  return cup.starts_at !== null && now < cup.opens_at;
}

/** What a cup counts down to, by the server's clock; null: to nothing that has a time, or it is paused. */
export function dueOf(cup: Timed, now: number): Due | null {
  if (cup.phase !== "registering" || cup.paused) return null;
  if (isLater(cup, now)) return { kind: "opens", at: cup.opens_at };
  if (cup.starts_at !== null) return { kind: "starts", at: cup.starts_at };
  return cup.fills_at === null ? null : { kind: "fills", at: cup.fills_at };
}

/** How many go on, or null where nobody is cut: all of them do. */
export function cutOf(cup: { cut: number | null; alive: number }): number | null {
  return cup.cut === null || cup.cut >= cup.alive ? null : cup.cut;
}

export type CupState = CupLine["phase"] | "announced" | "paused";

/** What its label says: the phase, and whether its entries are still to open or it is held up. */
export function stateOf(cup: Pick<CupLine, "phase" | "paused" | "starts_at" | "opens_at">, now: number): CupState {
  if (cup.paused) return "paused";
  return cup.phase === "registering" && isLater(cup, now) ? "announced" : cup.phase;
}

export type CupDeed = "enter" | "withdraw" | "later" | "full" | "running" | "over";

/** What somebody can do about a cup now. The server decides; this is what the button says. */
export function deedOf(cup: CupLine, now: number): CupDeed {
  if (cup.phase === "finished" || cup.phase === "cancelled") return "over";
  if (cup.phase === "running") return "running";
  if (cup.entered) return "withdraw";
  if (isLater(cup, now)) return "later";
  return cup.entrants >= cup.size ? "full" : "enter";
}

/** How many entrants are missing before it can begin. */
export function missing(cup: Pick<CupLine, "start" | "size" | "minimum" | "entrants">): number {
  return Math.max(0, (cup.start === "full" ? cup.size : cup.minimum) - cup.entrants);
}

const PAGE = 100;

/** Pages of a standing, as the server counts them. */
export function pagesOf(standing: Pick<Standing, "total">): number {
  return Math.max(1, Math.ceil(standing.total / PAGE));
}

/** The page on which a place is. */
export function pageOf(place: number): number {
  return Math.ceil(place / PAGE);
}

/** The rows of a page; null when it lies below those that are told: it has to be asked for. */
export function heldPage(standing: Standing, page: number): readonly CupRow[] | null {
  const held = standing.rows.length >= Math.min(page * PAGE, standing.total);
  return held ? standing.rows.slice((page - 1) * PAGE, page * PAGE) : null;
}

/** With my own row, however far down it is. */
export function withOwn(standing: Standing, own: CupRow | null): Standing {
  if (own === null || standing.rows.some((row) => row.player === own.player)) return standing;
  return { ...standing, rows: [...standing.rows, own].sort((a, b) => a.place - b.place) };
}

/** The rows that matter most: the top, around the line, around me. `gap`: rows are left out before it. */
export interface ShownRow {
  row: CupRow;
  gap: boolean;
  /** The line is drawn above it: it is the first that does not go on. */
  cutAbove: boolean;
}

export function shownRows(standing: Standing, me: string, most = Infinity): ShownRow[] {
  const { rows, cut } = standing;
  const chosen = rows.length <= most ? rows : rows.filter((row) => near(row, rows, me, cut, most));
  return chosen.map((row, i) => {
    const before = chosen[i - 1];
    return { row, gap: before !== undefined && row.place > before.place + 1, cutAbove: cut !== null && row.place > cut && (before?.place ?? row.place - 1) <= cut };
  });
}

/** The first three, those beside the line, and as many around me as there is room for. */
function near(row: CupRow, rows: readonly CupRow[], me: string, cut: number | null, most: number): boolean {
  if (row.player === me || row.place <= 3) return true;
  const own = rows.find((one) => one.player === me)?.place ?? 1;
  const line = cut !== null && (row.place === cut || row.place === cut + 1);
  return line || Math.abs(row.place - own) <= Math.max(1, Math.floor((most - 6) / 2));
}
