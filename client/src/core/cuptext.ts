/** Competitions in words: times, prizes, what a stage is. */

import { groupDigits } from "./format.ts";
import { textOf, type Locale, type TextKey, type Translate } from "./i18n.ts";
import type { CupLine, CupPrize, CupRound, CupStage } from "./protocol.ts";

interface Named {
  name_zh: string;
  name_en: string;
}

export function cupName(cup: Named, locale: Locale): string {
  return locale === "zh" ? cup.name_zh : cup.name_en;
}

const SECOND = 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** What is left until a time: 0:07, 12:30, 3:05:00; from a day on in days and hours. */
export function leftText(t: Translate, ms: number): string {
  const all = Math.max(0, Math.ceil(ms / SECOND));
  if (all >= DAY) return t("cups.days", { d: Math.floor(all / DAY), h: Math.floor((all % DAY) / HOUR) });
  const two = (n: number): string => n.toString().padStart(2, "0");
  const [h, m, s] = [Math.floor(all / HOUR), Math.floor((all % HOUR) / 60), all % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** The badge of a prize by its name; one that the client does not know is called by its key. */
export function badgeName(t: Translate, badge: string): string {
  return textOf(t, "badge", badge) ?? t("cups.badge", { name: badge });
}

/** Everything a prize has, in parts: beans in all, platinum cards, a badge. */
export function prizeParts(t: Translate, prize: Pick<CupPrize, "share" | "beans" | "cards" | "badge">): string[] {
  const beans = prize.share + prize.beans;
  return [
    ...(beans > 0 ? [t("cups.beans", { n: groupDigits(beans) })] : []),
    ...(prize.cards > 0 ? [t("cups.cards", { n: prize.cards })] : []),
    ...(prize.badge !== "" ? [badgeName(t, prize.badge)] : []),
  ];
}

/** What a final rank has brought, in parts: of a bot's, that it is not paid. */
export function wonParts(t: Translate, row: Pick<CupPrize, "beans" | "cards" | "badge"> & { unpaid: boolean }): string[] {
  return row.unpaid ? [t("cup.unpaid")] : prizeParts(t, { ...row, share: 0 });
}

/** 第 1 名, 第 4–6 名 */
export function ranksText(t: Translate, prize: Pick<CupPrize, "first" | "last">): string {
  return prize.last > prize.first ? t("cups.ranks", { a: prize.first, b: prize.last }) : t("cups.rank", { n: prize.first });
}

export function entryText(t: Translate, entry: { entry_beans: number; entry_cards: number }): string {
  const parts = [
    ...(entry.entry_beans > 0 ? [t("cups.beans", { n: groupDigits(entry.entry_beans) })] : []),
    ...(entry.entry_cards > 0 ? [t("cups.cards", { n: entry.entry_cards })] : []),
  ];
  return parts.length > 0 ? parts.join(" + ") : t("cups.free");
}

/** The pool of entries: as it will be where a full field begins, as it is now where more may enter, or as it has become. */
export function poolText(t: Translate, cup: Pick<CupLine, "pool" | "phase" | "start" | "size">): string {
  const n = groupDigits(cup.pool);
  if (cup.phase !== "registering") return t("cup.pool", { n });
  return cup.start === "full" ? t("cup.pool_full", { n, size: groupDigits(cup.size) }) : t("cup.pool_now", { n });
}

export function formatName(t: Translate, format: string): string {
  return textOf(t, "format", format) ?? format;
}

/** What a stage is called on a picture: its round, or in a flow itself. */
export function roundName(t: Translate, round: Pick<CupRound, "format" | "round">): string {
  return round.format === "last_standing" ? formatName(t, round.format) : t("cups.round", { n: round.round });
}

/** What is played in a stage, a sentence each. */
export function stageLines(t: Translate, stage: CupStage): string[] {
  const { options } = stage;
  const about = textOf(t, "format_note", stage.format);
  const filled = about === null ? [] : [fill(about, options)];
  const limit = Number(options["limit_seconds"] ?? 0);
  return [
    ...filled,
    t("cups.rule_start", { n: groupDigits(stage.start_score) }),
    ...(stage.carry !== "" && stage.carry !== "0" ? [t("cups.rule_carry", { ratio: stage.carry, cap: stage.carry_cap ?? "–" })] : []),
    ...growth(t, stage),
    ...(limit > 0 ? [t("cups.rule_limit", { n: Math.round(limit / 60) })] : []),
    ...(stage.interval_seconds > 0 ? [t("cups.rule_rest", { n: stage.interval_seconds })] : []),
  ];
}

function growth(t: Translate, stage: CupStage): string[] {
  const rows = stage.base_schedule;
  const [first, second] = rows;
  if (first === undefined) return [];
  if (second === undefined) return [t("cups.rule_base", { n: first[1] })];
  return [t("cups.rule_grows", { list: rows.map(([at, base]) => `${minute(at)}′ ${groupDigits(base)}`).join(" · ") })];
}

const minute = (seconds: number): string => `${Math.round(seconds / 6) / 10}`;

/** Holes in words are filled from the options of the format. */
function fill(text: string, options: CupStage["options"]): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(options[name] ?? whole));
}

/** Why a cup was cancelled: a code, or the words of who did it. */
export function reasonText(t: Translate, reason: string | null): string {
  return reason === null ? "" : (textOf(t, "cup_reason", reason) ?? reason);
}

const PLACES: readonly TextKey[] = ["cups.first", "cups.second", "cups.third"];

/** 冠军, 亚军, 季军, then the number. */
export function rankText(t: Translate, rank: number): string {
  const key = PLACES[rank - 1];
  return key === undefined ? t("cups.rank", { n: rank }) : t(key);
}
