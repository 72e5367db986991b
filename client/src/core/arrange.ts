/** The order in which the cards of a combo are laid down: body first, attached cards after it. Drawing only. */

import { rankOf } from "./cards.ts";
import type { Reading } from "./protocol.ts";

/** A card, and for a wild one the rank it stands for (null: itself, or any). */
export interface LaidCard {
  card: number;
  as: number | null;
  attached: boolean;
}

const BODY: Readonly<Record<string, number>> = {
  bomb: 4,
  solo: 1,
  pair: 2,
  trio: 3,
  trio_with_solo: 3,
  trio_with_pair: 3,
  solo_chain: 1,
  pair_chain: 2,
  airplane: 3,
  airplane_with_solos: 3,
  airplane_with_pairs: 3,
  quad_with_solos: 4,
  quad_with_pairs: 4,
};

export function arrange(cards: readonly number[], reading: Reading, wild: number | null): LaidCard[] {
  const per = BODY[reading.kind];
  const rest = [...cards].sort((a, b) => b - a);
  if (per === undefined) return rest.map(itself);
  const body: LaidCard[] = [];
  for (let rank = reading.main; rank > reading.main - reading.length; rank--) {
    body.push(...takeGroup(rest, rank, per, wild));
  }
  return [...body, ...attach(rest)];
}

function itself(card: number): LaidCard {
  return { card, as: null, attached: false };
}

/** Take a group of the body out of `rest`: its natural cards, then wild ones for those that are missing. */
function takeGroup(rest: number[], rank: number, per: number, wild: number | null): LaidCard[] {
  const natural = takeWhere(rest, per, (card) => rankOf(card) === rank).map(itself);
  const missing = per - natural.length;
  const stands = takeWhere(rest, missing, (card) => rankOf(card) === wild);
  return [...natural, ...stands.map((card) => ({ card, as: rank, attached: false }))];
}

function takeWhere(rest: number[], most: number, test: (card: number) => boolean): number[] {
  const taken: number[] = [];
  for (let i = 0; i < rest.length && taken.length < most; ) {
    const card = rest[i];
    if (card !== undefined && test(card)) taken.push(...rest.splice(i, 1));
    else i++;
  }
  return taken;
}

function attach(rest: readonly number[]): LaidCard[] {
  return rest.map((card) => ({ card, as: null, attached: true }));
}
