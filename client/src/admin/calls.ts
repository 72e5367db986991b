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
import { ask } from "../ui/people.ts";

const query = (fields: Record<string, string | number | null>): string => {
  const given = Object.entries(fields).flatMap(([key, value]) => (value === null || value === "" ? [] : [[key, String(value)]]));
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
};

export const fetchHouse = (): Promise<HouseView> => ask("admin/house");
export const fetchPeople = (q: string, before: string | null): Promise<PeoplePage> => ask(`admin/people${query({ q, before })}`);
export const fetchPerson = (id: string): Promise<PersonView> => ask(`admin/people/${id}`);
export const fetchTables = (): Promise<LiveTables> => ask("admin/tables");
export const fetchReports = (state: "open" | "all", before: number | null): Promise<ReportPage> => ask(`admin/reports${query({ state, before })}`);
export const fetchAudit = (before: number | null): Promise<AuditPage> => ask(`admin/audit${query({ before })}`);
export const fetchNotices = (): Promise<readonly AnnouncementView[]> => ask("admin/announcements");

export type Deed = "ban" | "unban" | "mute" | "unmute" | "compensate" | "announce" | "withdraw" | "reports/close" | "drain" | "undrain";

/** An id for a deed: with the same one it is done once, however often it is sent. */
export function newCommand(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

export const order = (deed: Deed, command: string, fields: Record<string, unknown>): Promise<DeedDone> =>
  ask(`admin/${deed}`, { ...fields, command_id: command });
