/** The HTTP calls of accounts. Each throws a Refusal with a code: the server's, or `offline`. */

import type { Ended, PlayerView, SessionView } from "../core/protocol.ts";

export class Refusal extends Error {
  /** `detail`: what the server says besides its code. */
  constructor(
    readonly code: string,
    readonly detail: string | null = null,
  ) {
    super(code);
  }
}

/** I may not come in: why, and until when (null: for good). */
export class Banned extends Refusal {
  constructor(
    readonly reason: string,
    readonly until: number | null,
  ) {
    super("banned");
  }
}

/** Throws Banned if that is what an answer says. */
export async function demandAllowed(response: Response): Promise<void> {
  if (response.status !== 403) return;
  const said = (await response.clone().json().catch(() => null)) as { code?: string; detail?: string | null; until?: number } | null;
  if (said?.code === "banned") throw new Banned(said.detail ?? "", said.until ?? null);
}

export const EXPORT_PATH = "/api/export";

export async function ask<T>(path: string, body?: unknown): Promise<T> {
  const options: RequestInit = { credentials: "same-origin", headers: { "content-type": "application/json", "X-Dizhu": "1" } };
  if (body !== undefined) Object.assign(options, { method: "POST", body: JSON.stringify(body) });
  const response = await fetch(`/api/${path}`, options).catch(() => null);
  if (response === null) throw new Refusal("offline");
  if (response.ok) return (await response.json()) as T;
  await demandAllowed(response);
  throw await refusalOf(response);
}

async function refusalOf(response: Response): Promise<Refusal> {
  const said: unknown = await response.json().catch(() => null);
  const { code, detail } = (said !== null && typeof said === "object" ? said : {}) as { code?: unknown; detail?: unknown };
  return new Refusal(typeof code === "string" ? code : `http_${response.status}`, typeof detail === "string" ? detail : null);
}

export const register = (name: string, password: string): Promise<PlayerView> => ask("register", { name, password });
export const signIn = (name: string, password: string): Promise<PlayerView> => ask("login", { name, password });
export const fetchSessions = (): Promise<readonly SessionView[]> => ask("sessions");
/** One of them, or all but the one that asks. */
export const endSessions = (session: string | null): Promise<Ended> => ask("sessions/revoke", { session });
export const changePassword = (old: string, fresh: string): Promise<Ended> => ask("password", { old, new: fresh });
export const deleteMe = (password: string | null): Promise<unknown> => ask("delete", { password });
