/** Words. A key missing in either language is a compile error; an unknown code still makes a sentence. */

import { en } from "./en.ts";
import { isJoker, rankName, rankOf, suitOf } from "./cards.ts";
import type { Reading } from "./protocol.ts";
import { zh } from "./zh.ts";

export type Locale = "zh" | "en";
export type TextKey = keyof typeof zh;
export type Dictionary = Readonly<Record<TextKey, string>>;
export type Params = Readonly<Record<string, string | number>>;
export type Translate = (key: TextKey, params?: Params) => string;

export const DICTIONARIES: Readonly<Record<Locale, Dictionary>> = { zh, en };

/** A function that fills `{name}` in the text of a key. */
export function translator(locale: Locale): Translate {
  const words = DICTIONARIES[locale];
  return (key, params) => words[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(params?.[name] ?? whole));
}

function isKey(key: string): key is TextKey {
  return Object.hasOwn(zh, key);
}

/** The text of a key made from a code of the server, or null when the client does not know the code. */
export function textOf(t: Translate, prefix: string, code: string): string | null {
  const key = `${prefix}.${code}`;
  return isKey(key) ? t(key) : null;
}

/** A refusal in words. An unknown code gets a sentence that names it. */
export function refusal(t: Translate, code: string): string {
  return textOf(t, "refused", code) ?? t("refused.unknown", { code });
}

/** A card as it is spoken. */
export function cardLabel(t: Translate, card: number): string {
  if (isJoker(card)) return rankLabel(t, rankOf(card));
  return t("card.suited", { suit: t(`suit.${suitOf(card) ?? "S"}`), rank: rankName(rankOf(card)) });
}

export function rankLabel(t: Translate, rank: number): string {
  if (rank === 13) return t("rank.BJ");
  if (rank === 14) return t("rank.RJ");
  return rankName(rank);
}

const CHAINS = new Set(["solo_chain", "pair_chain", "airplane", "airplane_with_solos", "airplane_with_pairs"]);

/** A combo in words: the kind, and its rank or span of ranks. */
export function readingLabel(t: Translate, reading: Reading): string {
  const special = reading.kind === "bomb" && reading.bomb_class !== null ? textOf(t, "bomb", reading.bomb_class) : null;
  const kind = special ?? textOf(t, "kind", reading.kind) ?? reading.kind;
  if (reading.kind === "rocket") return kind;
  const top = rankLabel(t, reading.main);
  const low = rankLabel(t, reading.main - reading.length + 1);
  return CHAINS.has(reading.kind) ? `${kind} ${low}–${top}` : `${kind} ${top}`;
}

/** The titles are Chinese words on the wire; English readers get a translation. */
export function titleLabel(locale: Locale, title: string): string {
  return locale === "zh" ? title : (TITLES_EN[title] ?? title);
}

const TITLES_EN: Readonly<Record<string, string>> = {
  短工: "Day labourer",
  长工: "Farmhand",
  佃户: "Tenant",
  贫农: "Smallholder",
  渔夫: "Fisher",
  猎人: "Hunter",
  中农: "Farmer",
  富农: "Rich farmer",
  掌柜: "Shopkeeper",
  商人: "Merchant",
  衙役: "Bailiff",
  小财主: "Moneybags",
  大财主: "Tycoon",
  小地主: "Landowner",
  大地主: "Great landowner",
  知县: "Magistrate",
  通判: "Judge",
  知府: "Prefect",
  总督: "Viceroy",
  巡抚: "Governor",
  丞相: "Chancellor",
};
