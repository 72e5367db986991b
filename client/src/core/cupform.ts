/** The form of a cup among friends, as the table that the server reads (docs/competitions.md). */

export const FORMATS = ["fixed_hands", "swiss", "last_standing", "duplicate"] as const;
export type CupFormat = (typeof FORMATS)[number];

export interface CupWish {
  name: string;
  format: CupFormat;
  ruleset: string;
  /** The most who may enter. */
  size: number;
  /** Hands of a round, boards of a duplicate round. */
  hands: number;
  rounds: number;
  base: number;
  /** Bots fill up the tables. */
  bots: boolean;
}

export const FRIENDLY: CupWish = { name: "", format: "fixed_hands", ruleset: "qq-classic", size: 12, hands: 2, rounds: 3, base: 10, bots: true };

/** Which numbers a format asks for. */
export const ASKS: Readonly<Record<CupFormat, readonly ("hands" | "rounds")[]>> = {
  fixed_hands: ["hands"],
  swiss: ["hands", "rounds"],
  last_standing: [],
  duplicate: ["hands", "rounds"],
};

/** Points without caps, no flight, and an end also of a table that nobody attends. */
const POINTS = { unit: "points", loser_cap: "none", winner_cap: "none", escape: false, autoplay_scoring: "jj", max_redeals: 2 };
const START_SCORES = 100;
const ABSENT_HANDS = 3;
const REST_SECONDS = 6;

type Stage = Record<string, unknown>;

/** The stages of a format: a preliminary that lasts, and a final, or one alone. */
export function stagesOf(wish: CupWish): Stage[] {
  const { base, hands, rounds } = wish;
  const rest = { interval_seconds: REST_SECONDS };
  switch (wish.format) {
    case "fixed_hands":
      return [{ format: "fixed_hands", hands, ...rest }];
    case "swiss":
      return [{ format: "swiss", rounds, hands, ...rest }];
    case "duplicate":
      return [{ format: "duplicate", rounds, boards: hands, ...rest }];
    case "last_standing": {
      const stop = Math.max(3, Math.floor(wish.size / 6) * 3);
      const grows = Array.from({ length: 7 }, (_, i) => [i * 120, base * 2 ** i]);
      return [
        { format: "last_standing", start_score: base * START_SCORES / 2, base_schedule: grows, line: 1, stop, keep: "2/3", limit_seconds: 1800 },
        { format: "fixed_hands", hands: 2, ...rest },
      ];
    }
  }
}

/** What is posted as `form`. */
export function formOf(wish: CupWish): Record<string, unknown> {
  const name = wish.name.trim();
  return {
    key: "friends",
    zh: name,
    en: name,
    kind: wish.format === "swiss" ? "swiss" : "championship",
    ruleset: wish.ruleset,
    options: wish.format === "duplicate" ? { ...POINTS, all_pass: "forced_score", forced_score: 0 } : POINTS,
    stakes: { base: wish.base, coefficient: 1, fee: 0, double_threshold: "none" },
    absent_hands: ABSENT_HANDS,
    start: { mode: "hand", size: wish.size, minimum: 3, bots: wish.bots },
    stage: stagesOf(wish),
  };
}

/** The field of a `bad_cup` ("cup 'friends': start.size: must be ..."), and what is wrong with it. */
export function faultOf(detail: string | null): { field: string; message: string } {
  const [, field = "", message = ""] = /^(?:cup [^:]*: )?([\w.[\]]+): (.*)$/s.exec(detail ?? "") ?? [];
  return { field, message: message || (detail ?? "") };
}
