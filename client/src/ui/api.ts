/** The few HTTP calls. The session is an http-only cookie; the header shows that the page itself asks. */

import type { Locale } from "../core/i18n.ts";
import type { PlayerView } from "../core/protocol.ts";
import { ask, demandAllowed } from "./people.ts";

const HEADERS = { "content-type": "application/json", "X-Dizhu": "1" };

async function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, { method: "POST", headers: HEADERS, body: JSON.stringify(body), credentials: "same-origin" });
}

/** Who I am, or null when nobody yet. Throws when the server cannot be reached. */
export async function fetchMe(): Promise<PlayerView | null> {
  const response = await fetch("/api/me", { credentials: "same-origin", headers: { "X-Dizhu": "1" } });
  await demandAllowed(response);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return (await response.json()) as PlayerView | null;
}

/** Throws a Refusal. */
export async function signInAsGuest(name: string | null, locale: Locale): Promise<PlayerView> {
  return ask("guest", { name, locale });
}

export async function signOut(): Promise<void> {
  await post("/api/logout", {});
}

/** A room of the lobby, an open table, or a competition. */
export type SheetSource = { room: string } | { table: string } | { cup: string; code: string | null };

export interface Sheet {
  ruleset: string;
  sections: { id: string; heading: string; lines: string[] }[];
}

/** The rules of a room or table in words. Throws when there are none to be had. */
export async function fetchSheet(source: SheetSource, locale: Locale): Promise<Sheet> {
  const of = "room" in source ? `rooms/${source.room}` : "table" in source ? `tables/${source.table}` : `cups/${source.cup}`;
  const code = "cup" in source && source.code !== null ? `&code=${source.code}` : "";
  const response = await fetch(`/api/${of}/sheet?language=${locale}${code}`, { credentials: "same-origin" });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return (await response.json()) as Sheet;
}

export function socketUrl(location: Location): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
}
