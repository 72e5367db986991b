/** The client's state as a fold of the server's messages. It knows no rule: a table is what the last view says. */

import { ALONE, reduceCompany, type CompanyState } from "./company.ts";
import { NO_CUPS, reduceCups, type CupsState } from "./cups.ts";
import { QUIET, reduceHouse, type HouseState } from "./house.ts";
import type {
  Banned,
  ClientMessage,
  CupCall,
  CupOver,
  CupSaid,
  Events,
  PlayerView,
  Presence,
  Refused,
  RoomView,
  Said,
  Snapshot,
  TableEvent,
  TableView,
  Welcome,
} from "./protocol.ts";
import type { FromServer } from "./wire.ts";

export interface QueueState {
  room: string;
  waiting: number;
  botsAt: number | null;
}

/** `version` -1 and `view` null: seated, but the snapshot has not come yet. */
export interface TableState {
  id: string;
  version: number;
  view: TableView | null;
  resuming: boolean;
}

export interface AppState {
  player: PlayerView | null;
  rooms: readonly RoomView[];
  /** All people who are connected. */
  online: number;
  queue: QueueState | null;
  table: TableState | null;
  replaced: boolean;
  company: CompanyState;
  cups: CupsState;
  house: HouseState;
}

export const INITIAL: AppState = { player: null, rooms: [], online: 0, queue: null, table: null, replaced: false, company: ALONE, cups: NO_CUPS, house: QUIET };

/** What has to be done besides storing the new state. */
export type Effect =
  | { type: "send"; message: ClientMessage }
  | { type: "animate"; before: TableView | null; view: TableView; events: readonly TableEvent[] }
  | { type: "reset"; view: TableView }
  | { type: "presence"; seat: number; connected: boolean }
  | { type: "unqueued"; reason: string }
  | { type: "left"; reason: string }
  | { type: "said"; said: Said }
  | { type: "room_left"; reason: string }
  | { type: "banned"; ban: Banned }
  | { type: "cup"; news: CupCall | CupOver | CupSaid };

export interface Reduced {
  state: AppState;
  effects: Effect[];
}

const only = (state: AppState, ...effects: Effect[]): Reduced => ({ state, effects });

export function reduce(state: AppState, message: FromServer): Reduced {
  const company = reduceCompany(state.company, message);
  const cups = reduceCups(state.cups, message);
  const house = reduceHouse(state.house, message);
  const same = company === state.company && cups === state.cups && house === state.house;
  return reduceGame(same ? state : { ...state, company, cups, house }, message);
}

function reduceGame(state: AppState, message: FromServer): Reduced {
  switch (message.type) {
    case "welcome":
      return welcome(state, message);
    case "lobby":
      return only({ ...state, rooms: message.rooms, online: message.online });
    case "queued":
      return only({ ...state, queue: { room: message.room, waiting: message.waiting, botsAt: message.bots_at } });
    case "unqueued":
      return only({ ...state, queue: null }, { type: "unqueued", reason: message.reason });
    case "seated":
      return only(seat(state, message.table));
    case "snapshot":
      return snapshot(state, message);
    case "events":
      return events(state, message);
    case "presence":
      return presence(state, message);
    case "wallet":
      return only(wallet(state, message.beans, message.title));
    case "left":
      return left(state, message.table, message.reason);
    case "refused":
      return gone(state, message);
    case "replaced":
      return only({ ...state, replaced: true });
    case "said":
      return only(state, { type: "said", said: message });
    case "cup_call":
    case "cup_over":
    case "cup_said":
      return only(state, { type: "cup", news: message });
    case "banned":
      return only(state, { type: "banned", ban: message });
    case "friend_room_left":
      return only(state, { type: "room_left", reason: message.reason });
    case "watching":
      return only(seat(state, message.table));
    case "watch_ended":
      return left(state, message.table, `watch_${message.reason}`);
    default:
      // Acks and answers to questions belong to the commands and queries, not to the state.
      return only(state);
  }
}

/** Every connection begins anew: what the server says here is where the player is. The old view stays until the new one comes. */
function welcome(state: AppState, message: Welcome): Reduced {
  const queue = message.queued === null ? null : { room: message.queued, waiting: 1, botsAt: null };
  const { company, cups, house } = state;
  const next: AppState = { player: message.player, rooms: message.rooms, online: message.online, queue, table: null, replaced: false, company, cups, house };
  if (message.table === null) return only(next);
  const known = state.table?.id === message.table ? state.table : null;
  const table = { id: message.table, version: known?.version ?? -1, view: known?.view ?? null, resuming: true };
  return only({ ...next, table }, { type: "send", message: { type: "resume", table: message.table, version: 0 } });
}

function seat(state: AppState, table: string): AppState {
  if (state.table?.id === table) return { ...state, queue: null };
  return { ...state, queue: null, table: { id: table, version: -1, view: null, resuming: false } };
}

function snapshot(state: AppState, message: Snapshot): Reduced {
  const table: TableState = { id: message.table, version: message.version, view: message.view, resuming: false };
  return only({ ...state, queue: null, table }, { type: "reset", view: message.view });
}

function events(state: AppState, message: Events): Reduced {
  const table = state.table;
  if (table === null || table.id !== message.table) return only(state);
  // An answer to `resume` may repeat what has come by itself meanwhile.
  if (table.view !== null && message.version <= table.version) return only(state);
  if (table.view === null || message.from_version !== table.version) return askResume(state, table);
  const next: TableState = { ...table, version: message.version, view: message.view, resuming: false };
  return only(
    { ...state, table: next },
    { type: "animate", before: table.view, view: message.view, events: message.events },
  );
}

/** Something was missed: ask once, and let everything that does not fit pass until the answer comes. */
function askResume(state: AppState, table: TableState): Reduced {
  if (table.resuming) return only(state);
  const message: ClientMessage = { type: "resume", table: table.id, version: Math.max(0, table.version) };
  return only({ ...state, table: { ...table, resuming: true } }, { type: "send", message });
}

function presence(state: AppState, message: Presence): Reduced {
  const table = state.table;
  if (table?.view == null || table.id !== message.table) return only(state);
  const view = table.view;
  const effects: Effect[] = [];
  const seats = view.seats.map((s, i) => {
    const connected = message.connected[i] ?? s.connected;
    if (connected !== s.connected && i !== view.you) effects.push({ type: "presence", seat: i, connected });
    return { ...s, connected };
  }) as unknown as TableView["seats"];
  return only({ ...state, table: { ...table, view: { ...view, seats } } }, ...effects);
}

function wallet(state: AppState, beans: number, title: string): AppState {
  return state.player === null ? state : { ...state, player: { ...state.player, beans, title } };
}

/** What we wanted to resume is no more: without this the page would wait for it for ever. */
function gone(state: AppState, message: Refused): Reduced {
  const lost = message.code === "no_table" && message.command_id === null && message.detail === state.table?.id;
  return lost ? only({ ...state, table: null }, { type: "left", reason: "closed" }) : only(state);
}

function left(state: AppState, table: string, reason: string): Reduced {
  if (state.table?.id !== table) return only(state);
  return only({ ...state, table: null }, { type: "left", reason });
}
