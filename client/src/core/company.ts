/** What people are to one another, as a fold of the server's messages: the room of friends, what is watched, who is blocked. */

import type { FriendRoomView, WatchTable } from "./protocol.ts";
import type { FromServer } from "./wire.ts";

export interface WatchState {
  table: string;
  delayMs: number;
  /** When the first picture is due. */
  startsAt: number;
}

export interface CompanyState {
  room: FriendRoomView | null;
  watch: WatchState | null;
  /** How many people watch the table one sits at. */
  watchers: number;
  blocked: readonly string[];
  /** The tables that may be watched, as they were asked for last; null: not yet. */
  tables: readonly WatchTable[] | null;
}

export const ALONE: CompanyState = { room: null, watch: null, watchers: 0, blocked: [], tables: null };

/** The company after a message; the same value when it does not concern it. */
export function reduceCompany(state: CompanyState, message: FromServer): CompanyState {
  switch (message.type) {
    case "welcome":
      // What there is besides the welcome follows it at once.
      return { ...ALONE, tables: state.tables };
    case "friend_room":
      return { ...state, room: message.room };
    case "friend_room_left":
      return { ...state, room: null };
    case "blocked":
      return { ...state, blocked: message.players };
    case "watching":
      return { ...state, watch: { table: message.table, delayMs: message.delay_ms, startsAt: message.starts_at } };
    case "watch_ended":
      return state.watch?.table === message.table ? { ...state, watch: null } : state;
    case "watchers":
      return { ...state, watchers: message.count };
    case "watch_tables":
      return { ...state, tables: message.tables };
    case "seated":
      return { ...state, watch: null, watchers: 0 };
    default:
      return state;
  }
}

export function isHost(room: FriendRoomView, player: string): boolean {
  return room.host === player;
}

/** Six characters that may be a code: as the server reads them. */
export function codeOf(text: string): string | null {
  const code = text.replace(/\s+/g, "").toUpperCase();
  return /^[2-9A-HJ-NP-Z]{6}$/.test(code) ? code : null;
}

/** The code in a link or in what somebody pasted. */
export function codeIn(text: string): string | null {
  const link = /\/f\/([0-9A-Za-z]{6})\b/.exec(text);
  return codeOf(link?.[1] ?? text);
}

/** The address that is sent to friends. */
export function linkOf(origin: string, code: string): string {
  return `${origin}/f/${code}`;
}
