/** What a player has set, kept in this browser. */

import type { Locale } from "../core/i18n.ts";
import type { StartChoice } from "../core/protocol.ts";
import type { Speed } from "../fx/anim.ts";

export interface Settings {
  locale: Locale;
  sound: boolean;
  volume: number;
  fourColour: boolean;
  smartSweep: boolean;
  counter: boolean;
  chat: boolean;
  speed: Speed;
  lastRuleset: string | null;
  /** What to answer in the start window of the next hand: as one came in. */
  start: StartChoice;
}

const KEY = "dizhu.settings";

function defaults(): Settings {
  const zh = typeof navigator === "undefined" || /^zh\b/i.test(navigator.language);
  return {
    locale: zh ? "zh" : "en",
    sound: true,
    volume: 0.7,
    fourColour: false,
    smartSweep: true,
    counter: true,
    chat: true,
    speed: "normal",
    lastRuleset: null,
    start: "ask",
  };
}

/** The words a setting may be. */
const WORDS: Readonly<Record<string, readonly unknown[]>> = {
  locale: ["zh", "en"],
  speed: ["off", "fast", "normal"],
  start: ["ask", "ready", "show"],
};

function fits(key: string, value: unknown, present: unknown): boolean {
  const words = WORDS[key];
  if (words !== undefined) return words.includes(value);
  return typeof value === typeof present || (key === "lastRuleset" && typeof value === "string");
}

/** A stored value counts only when it fits: somebody else's leftovers must not break the page. */
export function loadSettings(storage: Pick<Storage, "getItem"> | null): Settings {
  const settings: Settings = defaults();
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? "{}");
    if (typeof stored !== "object" || stored === null) return settings;
    const known = settings as unknown as Record<string, unknown>;
    for (const [key, value] of Object.entries(stored)) {
      if (key in known && fits(key, value, known[key])) known[key] = value;
    }
  } catch {
    return defaults();
  }
  return settings;
}

export function saveSettings(storage: Pick<Storage, "setItem"> | null, settings: Settings): void {
  try {
    storage?.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A full or forbidden storage: the settings live as long as the page.
  }
}
