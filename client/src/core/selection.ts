/** The raised cards, as a set of card ids: so that a selection survives whatever happens to the rest of the table. */

import { rankOf } from "./cards.ts";

export type Raised = ReadonlySet<number>;

export const NOTHING_RAISED: Raised = new Set();

/** Raise or lower a range of the hand. */
export function setCards(raised: Raised, cards: readonly number[], up: boolean): Raised {
  const next = new Set(raised);
  for (const card of cards) {
    if (up) next.add(card);
    else next.delete(card);
  }
  return next;
}

export function toggle(raised: Raised, card: number): Raised {
  return setCards(raised, [card], !raised.has(card));
}

/** What remains raised when the hand has changed. The same set when nothing was lost. */
export function keepHeld(raised: Raised, hand: readonly number[]): Raised {
  const held = new Set(hand);
  const kept = [...raised].filter((card) => held.has(card));
  return kept.length === raised.size ? raised : new Set(kept);
}

/** Raise the next lowered card of a rank; when all are raised, lower them. */
export function raiseNextOfRank(raised: Raised, hand: readonly number[], rank: number): Raised {
  const ofRank = hand.filter((card) => rankOf(card) === rank);
  const next = ofRank.findLast((card) => !raised.has(card));
  return next === undefined ? setCards(raised, ofRank, false) : setCards(raised, [next], true);
}

/** The raised cards in the order of the hand. */
export function raisedInHand(raised: Raised, hand: readonly number[]): number[] {
  return hand.filter((card) => raised.has(card));
}

export function sameCards(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  const set = new Set(a);
  return b.every((card) => set.has(card));
}
