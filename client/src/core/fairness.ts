/**
 * The deals of a finished hand, made again from its seeds (docs/fairness.md, the server's rules/shuffle.py). The one
 * thing the client works out for itself: a proof that the server checks is no proof.
 */

import type { DealProof, DealRules, DealtCards } from "./protocol.ts";
import { hmac, sha256 } from "./sha256.ts";

export interface Verdict {
  /** The seed is the one whose hash was published before the hand. */
  readonly seed: boolean;
  /** By deal, whether it follows from the seeds. */
  readonly deals: readonly boolean[];
}

const CARDS = 54;
const HAND = 17;
const SUITED_RANKS = 13;

export async function checkProof(proof: DealProof): Promise<Verdict> {
  const seed = bytesOf(proof.seed);
  const mixed = await dealSeed(proof, seed);
  const deals: boolean[] = [];
  for (const [index, dealt] of proof.deals.entries()) {
    const again = await dealAgain(mixed, index + 1, proof.rules, dealt.previous_first);
    deals.push(sameDeal(dealt, again));
  }
  return { seed: hexOf(await sha256(seed)) === proof.hash, deals };
}

async function dealSeed(proof: DealProof, seed: Uint8Array): Promise<Uint8Array> {
  if (proof.client_seeds === null) return seed;
  return hmac(seed, ["dizhu deal 1", proof.table, String(proof.hand_no), ...proof.client_seeds].join("\n"));
}

/** Numbers below a bound from a seed under a label: blocks of HMAC, rejection, so that each is equally likely. */
class Draw {
  private words: number[] = [];
  private counter = 0;

  constructor(
    private readonly seed: Uint8Array,
    private readonly label: string,
  ) {}

  async below(bound: number): Promise<number> {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const word = await this.next();
      if (word < limit) return word % bound;
    }
  }

  private async next(): Promise<number> {
    if (this.words.length === 0) {
      const block = await hmac(this.seed, `${this.label}/${this.counter}`);
      const view = new DataView(block.buffer, block.byteOffset);
      this.words = Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i));
      this.counter += 1;
    }
    return this.words.shift() ?? 0;
  }
}

async function shuffled(seed: Uint8Array, label: string): Promise<number[]> {
  const draw = new Draw(seed, label);
  const deck = Array.from({ length: CARDS }, (_, card) => card);
  for (let i = CARDS - 1; i > 0; i -= 1) {
    const j = await draw.below(i + 1);
    [deck[i], deck[j]] = [deck[j] ?? 0, deck[i] ?? 0];
  }
  return deck;
}

async function dealAgain(seed: Uint8Array, number: number, rules: DealRules, previous: number | null): Promise<DealtCards> {
  const deck = await shuffled(seed, `deck/${number}`);
  const draw = new Draw(seed, `chance/${number}`);
  const drawn = await draw.below(3);
  const wild = await draw.below(SUITED_RANKS);
  const task = await draw.below(rules.tasks.length || 1);
  const turned = await draw.below(3 * HAND);
  const byCard = rules.first_bidder === "drawn_card";
  const cards = (n: number): number[] => {
    const hand = deck.slice(n * HAND, (n + 1) * HAND);
    return rules.deal_order === "descending" ? hand.sort((a, b) => b - a) : hand;
  };
  return {
    previous_first: previous,
    hands: [cards(0), cards(1), cards(2)],
    bottom: deck.slice(3 * HAND),
    first: byCard ? Math.floor(turned / HAND) : firstBidder(rules, drawn, previous),
    wild: rules.wild ? wild : null,
    turned: byCard ? (deck[turned] ?? null) : null,
    task: rules.tasks[task] ?? null,
  };
}

function firstBidder(rules: DealRules, drawn: number, previous: number | null): number {
  if (previous === null || rules.first_bidder === "random") return drawn;
  return rules.first_bidder === "same" ? previous : (previous + 1) % 3;
}

function sameDeal(one: DealtCards, other: DealtCards): boolean {
  const parts = (deal: DealtCards): unknown => [deal.hands, deal.bottom, deal.first, deal.wild, deal.turned, deal.task];
  return JSON.stringify(parts(one)) === JSON.stringify(parts(other));
}

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
