/** What an operator asks and does over HTTP. Each call throws a Refusal with a code. */

import type {
  AnnouncementView,
  AuditPage,
  DeedDone,
  HouseView,
  LiveTables,
  PeoplePage,
  PersonView,
  ReportPage,
} from "../core/protocol.ts";
import { game } from "../ui/game.svelte.ts";
import { ask, Refusal } from "../ui/people.ts";

/** The role may be taken away while its page is open: then the page says so, whatever was asked. */
async function asked<T>(path: string, body?: unknown): Promise<T> {
  try {
    return await ask<T>(`admin/${path}`, body);
  } catch (error) {
    const player = game.app.player;
    if (player !== null && error instanceof Refusal && error.code === "not_operator") game.session.renamed({ ...player, operator: false });
    throw error;
  }
}

const query = (fields: Record<string, string | number | null>): string => {
  const given = Object.entries(fields).flatMap(([key, value]) => (value === null || value === "" ? [] : [[key, String(value)]]));
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
};

export const fetchHouse = (): Promise<HouseView> => asked("house");
export const fetchPeople = (q: string, before: string | null): Promise<PeoplePage> => asked(`people${query({ q, before })}`);
export const fetchPerson = (id: string): Promise<PersonView> => asked(`people/${id}`);
export const fetchTables = (): Promise<LiveTables> => asked("tables");
export const fetchReports = (state: "open" | "all", before: number | null): Promise<ReportPage> => asked(`reports${query({ state, before })}`);
export const fetchAudit = (before: number | null): Promise<AuditPage> => asked(`audit${query({ before })}`);
export const fetchNotices = (): Promise<readonly AnnouncementView[]> => asked("announcements");

export type Deed = "ban" | "unban" | "mute" | "unmute" | "compensate" | "announce" | "withdraw" | "reports/close" | "drain" | "undrain";

/** An id for a deed: with the same one it is done once, however often it is sent. */
export function newCommand(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

export const order = (deed: Deed, command: string, fields: Record<string, unknown>): Promise<DeedDone> =>
  asked(deed, { ...fields, command_id: command });
