/** Chat: the phrases and emotes there are (the server only knows their ids), and what was said lately. */

import type { Said } from "./protocol.ts";

export const QUICK = ["hurry", "nice", "bomb", "sorry", "careful", "mine", "luck", "again", "thanks", "bye"] as const;
export const EMOTES = ["smile", "laugh", "cry", "angry", "sweat", "cool", "flower", "tea"] as const;
export type EmoteName = (typeof EMOTES)[number];

export const LONGEST = 60;
const LINES = 40;

export interface ChatLine extends Said {
  id: number;
}

export function isEmote(what: string): what is EmoteName {
  return (EMOTES as readonly string[]).includes(what);
}

/** The log with one more line; only the last ones are kept. */
export function withLine(log: readonly ChatLine[], line: ChatLine): readonly ChatLine[] {
  return [...log.slice(1 - LINES), line];
}

/** The newest line of each player that is not older than `since`. */
export function bubbles(log: readonly ChatLine[], since: number): ReadonlyMap<string, ChatLine> {
  const found = new Map<string, ChatLine>();
  for (const line of log) if (line.at >= since) found.set(line.player, line);
  return found;
}
