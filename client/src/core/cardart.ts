/** Card faces as SVG text: own drawings, pips as paths so that no font changes them. Box 100 x 140. */

import type { Locale } from "./i18n.ts";
import { isJoker, rankName, rankOf, RED_JOKER, suitOf, type Suit } from "./cards.ts";

const PIPS: Readonly<Record<Suit, string>> = {
  H: "M12 21.6C4.8 15.6 2 12.2 2 8.1A5.4 5.4 0 0 1 12 5.6 5.4 5.4 0 0 1 22 8.1c0 4.1-2.8 7.5-10 13.5z",
  D: "M12 1.4C14.2 5.2 17 8.9 20.4 12 17 15.1 14.2 18.8 12 22.6 9.8 18.8 7 15.1 3.6 12 7 8.9 9.8 5.2 12 1.4z",
  S: "M12 1.8C8.5 7 2 10.2 2 15a4.7 4.7 0 0 0 8.7 2.5c-.2 2.2-1.1 3.7-2.9 4.8h8.4c-1.8-1.1-2.7-2.6-2.9-4.8A4.7 4.7 0 0 0 22 15c0-4.8-6.5-8-10-13.2z",
  C: "M12 1.9a4.5 4.5 0 0 1 3.7 7.1 4.6 4.6 0 1 1-2.5 8c.2 2.3 1.1 4.1 3 5.3H7.8c1.9-1.2 2.8-3 3-5.3a4.6 4.6 0 1 1-2.5-8A4.5 4.5 0 0 1 12 1.9z",
};

const around = (n: number, draw: (angle: number) => string): string =>
  Array.from({ length: n }, (_, i) => draw((i * 360) / n)).join("");

const petals = around(6, (a) => `<ellipse cx="30" cy="15" rx="9" ry="13" transform="rotate(${a} 30 30)"/>`);
const rays = around(12, (a) => `<path transform="rotate(${a} 30 30)" d="M30 0l4.5 13h-9z"/>`);

/** Emblems in a 60 x 60 box: crown, blossom, sword. `g` is drawn in gold, `p` in paper. */
const COURTS: Readonly<Record<string, string>> = {
  K: '<path d="M6 46V20l13 11L30 9l11 22 13-11v26z"/><path class="g" d="M6 49h48v5H6z"/><circle class="g" cx="30" cy="9" r="4"/><circle class="g" cx="6" cy="19" r="3.5"/><circle class="g" cx="54" cy="19" r="3.5"/>',
  Q: `<g>${petals}</g><circle class="g" cx="30" cy="30" r="9"/><circle cx="30" cy="30" r="3"/>`,
  J: '<path d="M47 5 24 36l6 6L54 13l2-10z"/><path class="g" d="m15 33 13 13-4 4-13-13z"/><path d="m17 44 5 5L11 58l-7-3z"/>',
};

/** Red joker: the sun. Black joker: the moon. Different at a glance, and without colour. */
const SUN = `<g class="g">${rays}</g><circle cx="30" cy="30" r="15"/><path class="p" d="M22 33q8 8 16 0-8 4-16 0z"/><circle class="p" cx="24" cy="27" r="2"/><circle class="p" cx="36" cy="27" r="2"/>`;
const MOON =
  '<path d="M38 4A27 27 0 1 0 56 42 22 22 0 0 1 38 4z"/><path class="g" d="m45 12 2.3 5.7L53 20l-5.7 2.3L45 28l-2.3-5.7L37 20l5.7-2.3z"/>';

/** What stands on a joker, from top to bottom. */
const JOKER_WORD = {
  zh: { red: ["大", "王"], black: ["小", "王"] },
  en: { red: [..."JOKER"], black: [..."JOKER"] },
} as const;

/** The class that colours a card: its suit, `red` or `black` for the jokers. */
export function cardClass(card: number): string {
  return isJoker(card) ? (card === RED_JOKER ? "red" : "black") : `suit-${suitOf(card) ?? "S"}`;
}

/** The face of a card; `as`: the rank a wild card stands for, drawn in a corner. */
export function cardFace(card: number, locale: Locale, as: number | null = null): string {
  const body = isJoker(card) ? joker(card, locale) : suited(card);
  return `<svg viewBox="0 0 100 140" class="card-face ${cardClass(card)}" aria-hidden="true">${body}${standsFor(as)}</svg>`;
}

function joker(card: number, locale: Locale): string {
  const red = card === RED_JOKER;
  const word = JOKER_WORD[locale][red ? "red" : "black"];
  const [x, y, line] = locale === "zh" ? [6, 33, 29] : [10, 19, 14.6]; // all of it above a second row of cards
  const text = word.map((glyph, i) => `<text class="joker ${locale}" x="${x}" y="${y + i * line}">${glyph}</text>`).join("");
  return `${text}<g class="emblem" transform="translate(31 60) scale(1.05)">${red ? SUN : MOON}</g>`;
}

function suited(card: number): string {
  const rank = rankName(rankOf(card));
  const path = PIPS[suitOf(card) ?? "S"];
  const pip = (x: number, y: number, scale: number): string =>
    `<path d="${path}" transform="translate(${x} ${y}) scale(${scale})"/>`;
  const index = `<text class="index${rank === "10" ? " ten" : ""}" x="${rank === "10" ? 5 : 8}" y="38">${rank}</text>`;
  const court = COURTS[rank];
  const middle =
    court === undefined
      ? pip(36, 66, 2.35)
      : `<rect class="panel" x="38" y="50" width="54" height="80" rx="8"/><g class="emblem" transform="translate(42 60) scale(.77)">${court}</g>${pip(56.5, 109, 0.7)}`;
  return index + pip(8, 45, 1.05) + middle;
}

function standsFor(as: number | null): string {
  if (as === null) return "";
  return `<g class="as"><rect x="4" y="78" width="40" height="34" rx="9"/><text x="24" y="104" text-anchor="middle">${rankName(as)}</text></g>`;
}
