/** What the house tells everybody, as a fold of the server's messages: announcements, and a planned restart. */

import type { Locale } from "./i18n.ts";
import type { AnnouncementView } from "./protocol.ts";
import type { FromServer } from "./wire.ts";

export interface HouseState {
  announcements: readonly AnnouncementView[];
  /** A restart is planned: no new hands begin. */
  draining: boolean;
}

export const QUIET: HouseState = { announcements: [], draining: false };

/** The house after a message; the same value when it does not concern it. */
export function reduceHouse(state: HouseState, message: FromServer): HouseState {
  switch (message.type) {
    case "welcome":
      // What there is follows it at once.
      return QUIET;
    case "house":
      return { announcements: message.announcements, draining: message.draining };
    default:
      return state;
  }
}

/** In one's language, or in the other one. */
export function announced(announcement: AnnouncementView, locale: Locale): string {
  const [own, other] = locale === "zh" ? [announcement.zh, announcement.en] : [announcement.en, announcement.zh];
  return own || other;
}

/** Those that have not run out and were not put away. */
export function shown(house: HouseState, now: number, away: readonly string[]): readonly AnnouncementView[] {
  return house.announcements.filter((a) => a.expires_at > now && !away.includes(a.id));
}
