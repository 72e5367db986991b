/** Cards as the server numbers them: 0..51 = rank * 4 + suit, 52 the black joker, 53 the red joker. */

export const RANK_NAMES = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "BJ", "RJ"] as const;
export const SUIT_NAMES = ["D", "C", "H", "S"] as const;

export const BLACK_JOKER = 52;
export const RED_JOKER = 53;
export const BLACK_JOKER_RANK = 13;
export const RED_JOKER_RANK = 14;

export type Suit = (typeof SUIT_NAMES)[number];

export function rankOf(card: number): number {
  return card < BLACK_JOKER ? card >> 2 : card - 39;
}

export function isJoker(card: number): boolean {
  return card >= BLACK_JOKER;
}

/** The suit, or null for a joker. */
export function suitOf(card: number): Suit | null {
  return isJoker(card) ? null : (SUIT_NAMES[card & 3] ?? null);
}

export function rankName(rank: number): string {
  return RANK_NAMES[rank] ?? "?";
}

/** A stable name: H7, S10, BJ. */
export function cardName(card: number): string {
  return (suitOf(card) ?? "") + rankName(rankOf(card));
}

/** Largest first, as a hand is held. With a wild rank its cards come first, since they go with everything. */
export function sortForHand(cards: readonly number[], wild: number | null): number[] {
  const key = (card: number): number => card + (wild !== null && rankOf(card) === wild ? 100 : 0);
  return [...cards].sort((a, b) => key(b) - key(a));
}

/** The keys of the keyboard that mean a rank. "1" is a ten, too, because there is no key "10". */
const KEY_RANKS: Readonly<Record<string, number>> = {
  "3": 0,
  "4": 1,
  "5": 2,
  "6": 3,
  "7": 4,
  "8": 5,
  "9": 6,
  "0": 7,
  "1": 7,
  j: 8,
  q: 9,
  k: 10,
  a: 11,
  "2": 12,
  b: BLACK_JOKER_RANK,
  r: RED_JOKER_RANK,
};

export function rankOfKey(key: string): number | null {
  return KEY_RANKS[key.toLowerCase()] ?? null;
}
